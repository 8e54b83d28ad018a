import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { OPEN_DISPUTE_STATUSES } from "../../contracts/refunds/refund-rules.ts";
import { tellChanged } from "../orders/process.ts";
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
export async function recountReturned(tx: Transaction, { orders, participants }: RefundDeps, paymentId: string) {
  const [refunded] = await tx
    .select({ paise: sql`coalesce(sum(${refunds.amountPaise}), 0)`.mapWith(Number) })
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), ne(refunds.status, "failed")));
  const [lost] = await tx
    .select({ paise: sql`coalesce(sum(${disputes.amountPaise}), 0)`.mapWith(Number) })
    .from(disputes)
    .where(and(eq(disputes.paymentId, paymentId), eq(disputes.status, "lost")));
  const orderId = await orders.setReturned(tx, paymentId, refunded!.paise + lost!.paise);
  if (orderId) await tellChanged(tx, participants, orderId);
}

export const isDisputed = async (tx: Transaction, paymentId: string) =>
  (await tx.$count(disputes, and(eq(disputes.paymentId, paymentId), isOpenDispute))) > 0;

/** Refuses a refund while a dispute is open: otherwise the buyer could get the money twice. */
export async function checkDisputes(tx: Transaction, paymentId: string) {
  if (await isDisputed(tx, paymentId)) throw refundError("dispute_open");
}

export async function readRefundedLines(tx: Transaction, orderId: string): Promise<RefundedLines> {
  const rows = await tx
    .select({
      lineIndex: refundLines.lineIndex,
      qty: sql`sum(${refundLines.qty})`.mapWith(Number),
      amountPaise: sql`sum(${refundLines.amountPaise})`.mapWith(Number),
    })
    .from(refundLines)
    .innerJoin(refunds, eq(refunds.id, refundLines.refundId))
    .where(and(eq(refunds.orderId, orderId), ne(refunds.status, "failed")))
    .groupBy(refundLines.lineIndex);
  return new Map(rows.map(({ lineIndex, ...refunded }) => [lineIndex, refunded]));
}

export async function findRefundRow(db: Database | Transaction, id: string) {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, id));
  return row;
}
