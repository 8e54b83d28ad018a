import type { Transaction } from "../platform/database/database.ts";
import { findByKey, insertRefund, type RefundStarter } from "./create-refund.ts";
import { isDisputed, readRefundedLines } from "./ledger.ts";
import { planAppointment } from "./plan-refund.ts";
import type { RefundRow } from "./refund-table.ts";
import type { RefundDeps } from "./service.ts";

export interface CancelledAppointment {
  orderId: string;
  lineIndex: number;
  appointmentId: string;
}

/** In the transaction that cancels; sent after its commit. Undefined when the owner has to decide. Idempotent. */
export async function startAppointmentRefund(
  tx: Transaction,
  deps: RefundDeps,
  { orderId, lineIndex, appointmentId }: CancelledAppointment,
  by: RefundStarter,
): Promise<RefundRow | "nothing_paid" | undefined> {
  const locked = await deps.orders.lock(tx, orderId);
  const key = `session:${appointmentId}`;
  const repeated = await findByKey(tx, orderId, key);
  if (repeated) return repeated;
  const plan = planAppointment(locked, lineIndex, await readRefundedLines(tx, orderId));
  if (!plan) return undefined;
  const { payment, ...line } = plan;
  if (!payment) return "nothing_paid";
  const { paymentId } = payment;
  if (await isDisputed(tx, paymentId)) return undefined;
  const values = { paymentId, amountPaise: line.amountPaise, reason: "Cancelled session", restock: false };
  return insertRefund(tx, deps, locked, { ...values, key, requestHash: null, retryOf: null, by }, [line]);
}
