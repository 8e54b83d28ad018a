import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { OPEN_DISPUTE_STATUSES } from "../../contracts/refunds/refund-rules.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { disputes } from "./dispute-table.ts";
import { refundError } from "./errors.ts";
import type { RefundedLines } from "./plan-refund.ts";
import { refundLines, refunds } from "./refund-table.ts";
import type { RefundDeps } from "./service.ts";

/** Lease for sending a refund: longer than all calls of one attempt may take together. */
export const LEASE_MS = 60_000;

export const after = ({ clock }: Pick<RefundDeps, "clock">, ms: number) => new Date(clock.now().getTime() + ms);

export const isOpenDispute = inArray(disputes.status, OPEN_DISPUTE_STATUSES);

/** Recomputes `returnedPaise` of a payment after a change of a refund or dispute. Needs the lock of the order. */
export async function recountReturned(tx: Transaction, { orders }: RefundDeps, paymentId: string) {
  const [refunded] = await tx
    .select({ paise: sql`coalesce(sum(${refunds.amountPaise}), 0)`.mapWith(Number) })
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), ne(refunds.status, "failed")));
  const [lost] = await tx
    .select({ paise: sql`coalesce(sum(${disputes.amountPaise}), 0)`.mapWith(Number) })
    .from(disputes)
    .where(and(eq(disputes.paymentId, paymentId), eq(disputes.status, "lost")));
  await orders.money.setReturned(tx, paymentId, refunded!.paise + lost!.paise);
}

/** Refuses a refund while a dispute is open: otherwise the buyer could get the money twice. */
export async function checkDisputes(tx: Transaction, paymentId: string) {
  if ((await tx.$count(disputes, and(eq(disputes.paymentId, paymentId), isOpenDispute))) > 0)
    throw refundError("dispute_open");
}

/** The refunded lines of several orders, by order. */
export async function readRefundedOf(tx: Database | Transaction, orderIds: string[]) {
  const rows = await tx
    .select({
      orderId: refunds.orderId,
      lineIndex: refundLines.lineIndex,
      qty: sql`sum(${refundLines.qty})`.mapWith(Number),
      amountPaise: sql`sum(${refundLines.amountPaise})`.mapWith(Number),
    })
    .from(refundLines)
    .innerJoin(refunds, eq(refunds.id, refundLines.refundId))
    .where(and(inArray(refunds.orderId, orderIds), ne(refunds.status, "failed")))
    .groupBy(refunds.orderId, refundLines.lineIndex);
  const byOrder = Map.groupBy(rows, ({ orderId }) => orderId);
  return new Map(
    [...byOrder].map(([id, lines]): [string, RefundedLines] => [
      id,
      new Map(lines.map(({ lineIndex, qty, amountPaise }) => [lineIndex, { qty, amountPaise }])),
    ]),
  );
}

export const readRefundedLines = async (tx: Transaction, orderId: string): Promise<RefundedLines> =>
  (await readRefundedOf(tx, [orderId])).get(orderId) ?? new Map();

export async function findRefundRow(db: Database | Transaction, id: string) {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, id));
  return row;
}
