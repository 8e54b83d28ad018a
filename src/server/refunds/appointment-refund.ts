import { and, eq, inArray } from "drizzle-orm";
import type { Transaction } from "../platform/database/database.ts";
import { insertRefund, type RefundStarter } from "./create-refund.ts";
import { disputes } from "./dispute-table.ts";
import { isOpenDispute, readRefundedLines, readRefundedOf } from "./ledger.ts";
import { planAppointment } from "./plan-refund.ts";
import { type RefundRow, refunds } from "./refund-table.ts";
import type { RefundDeps } from "./service.ts";

/** A session that was cancelled, and the line of its order. */
export interface CancelledAppointment {
  orderId: string;
  lineIndex: number;
  appointmentId: string;
}

async function isDisputed(tx: RefundDeps["db"] | Transaction, orderIds: string[]) {
  const open = and(inArray(disputes.orderId, orderIds), isOpenDispute);
  const rows = await tx.select({ paymentId: disputes.paymentId }).from(disputes).where(open);
  const ids = new Set(rows.map(({ paymentId }) => paymentId));
  return (paymentId: string) => ids.has(paymentId);
}

/**
 * Writes the refund of one session into the ledger, in the transaction that cancels the session. The same process sends
 * it after the commit. Undefined when the owner has to decide. Idempotent by the appointment's id.
 */
export async function startAppointmentRefund(
  tx: Transaction,
  deps: RefundDeps,
  { orderId, lineIndex, appointmentId }: CancelledAppointment,
  by: RefundStarter,
): Promise<RefundRow | "nothing_paid" | undefined> {
  const locked = await deps.orders.money.lock(tx, orderId);
  const key = `session:${appointmentId}`;
  const [repeated] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), eq(refunds.key, key)));
  if (repeated) return repeated;
  const plan = planAppointment(locked, lineIndex, await readRefundedLines(tx, orderId));
  if (!plan) return undefined;
  const { payment, ...line } = plan;
  if (!payment) return "nothing_paid";
  const { paymentId } = payment;
  if ((await isDisputed(tx, [orderId]))(paymentId)) return undefined;
  const values = { paymentId, amountPaise: line.amountPaise, reason: "Cancelled session", restock: false };
  return insertRefund(tx, deps, locked, { ...values, key, requestHash: null, retryOf: null, by }, [line]);
}

/** The refund for one session of each line, in paise, by order and line. Null when the owner decides. */
export async function planAppointmentRefunds(deps: RefundDeps, orderIds: string[]) {
  if (orderIds.length === 0) return new Map<string, Map<number, number | null>>();
  const [orders, refundedOf, disputed] = await Promise.all([
    deps.orders.money.readMany(orderIds),
    readRefundedOf(deps.db, orderIds),
    isDisputed(deps.db, orderIds),
  ]);
  return new Map(
    orders.map((found) => {
      const refunded = refundedOf.get(found.order.id) ?? new Map();
      const ofLine = found.items.map(({ lineIndex }) => {
        const plan = planAppointment(found, lineIndex, refunded);
        const isOpen = !plan || (plan.payment && disputed(plan.payment.paymentId));
        return [lineIndex, isOpen ? null : plan.amountPaise] as const;
      });
      return [found.order.id, new Map(ofLine)];
    }),
  );
}
