import { eq, inArray } from "drizzle-orm";
import { sumOf } from "../../contracts/money.ts";
import { isOpenDispute as isOpen, OPEN_DISPUTE_STATUSES } from "../../contracts/refunds/refund-rules.ts";
import { disputes } from "../orders/core/dispute-table.ts";
import type { FullOrder } from "../orders/core/order.ts";
import { type RefundRow, refundIdOf, refunds } from "../orders/core/refund-table.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import type { RefundDeps } from "./deps.ts";
import { refundError } from "./errors.ts";
import type { RefundedLines } from "./plan-refund.ts";

export const after = ({ clock }: Pick<RefundDeps, "clock">, ms: number) => new Date(clock.now().getTime() + ms);

export const isOpenDispute = inArray(disputes.status, OPEN_DISPUTE_STATUSES);

export const isDisputed = ({ disputes }: FullOrder, paymentId: string) =>
  disputes.some((dispute) => dispute.paymentId === paymentId && isOpen(dispute.status));

/** Refuses a refund while a dispute is open: otherwise the buyer could get the money twice. */
export function checkDisputes(full: FullOrder, paymentId: string) {
  if (isDisputed(full, paymentId)) throw refundError("dispute_open");
}

/** The same for money that the owner returns: the bank may give back what another payment paid for the same lines. */
export function checkNoDispute({ disputes }: FullOrder) {
  if (disputes.some(({ status }) => isOpen(status))) throw refundError("dispute_open");
}

/** The refunded lines without failed refunds, by the index of the order's line. */
export function refundedLinesOf({ refunds, refundLines }: Pick<FullOrder, "refunds" | "refundLines">): RefundedLines {
  const live = new Set(refunds.filter(({ status }) => status !== "failed").map(({ id }) => id));
  const refunded: RefundedLines = new Map();
  for (const { lineIndex, qty, amountPaise } of refundLines.filter(({ refundId }) => live.has(refundId))) {
    const before = refunded.get(lineIndex) ?? { qty: 0, amountPaise: 0 };
    refunded.set(lineIndex, { qty: before.qty + qty, amountPaise: before.amountPaise + amountPaise });
  }
  return refunded;
}

/** A refund that was taken from several payments has a row for each: here it is one, with all of its money. */
export function wholeRefunds(rows: readonly RefundRow[]): RefundRow[] {
  const parts = Map.groupBy(rows, refundIdOf);
  return rows.flatMap((row) => {
    const amountPaise = sumOf((parts.get(row.id) ?? []).map((part) => part.amountPaise));
    return refundIdOf(row) === row.id ? [{ ...row, amountPaise }] : [];
  });
}

export async function findRefundRow(db: Database | Transaction, id: string) {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, id));
  return row;
}
