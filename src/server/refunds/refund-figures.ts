import { and, asc, desc, eq, gte, isNull, lt, or, sql } from "drizzle-orm";
import { sumOf, toRupees } from "../../contracts/money.ts";
import type { Dashboard } from "../../contracts/reports/dashboard.ts";
import { disputes } from "../orders/core/dispute-table.ts";
import type { OrderRecords } from "../orders/core/read.ts";
import { refunds } from "../orders/core/refund-table.ts";
import type { Database } from "../platform/database/database.ts";
import { isOpenDispute, wholeRefunds } from "./ledger.ts";

const SHOWN = 5;
const LONG_PENDING_MS = 24 * 60 * 60_000;
const STILL_PENDING = "The payment provider has not finished it for more than a day.";

const isRetried = sql`exists (select from ${refunds} as retry where retry.retry_of = ${refunds.id})`;

/** The owner's open tasks: failed refunds, refunds that take too long, and open disputes. */
export async function refundFigures(db: Database, now: Date): Promise<Pick<Dashboard, "refundsToCheck" | "disputes">> {
  const isFailed = and(eq(refunds.status, "failed"), isNull(refunds.dealtWithAt), sql`not ${isRetried}`);
  const isLate = and(eq(refunds.status, "pending"), lt(refunds.createdAt, new Date(now.getTime() - LONG_PENDING_MS)));
  const total = sql<number>`(count(*) over ())::int`;
  const [refundRows, disputeRows] = await Promise.all([
    db
      .select({ refund: refunds, total })
      .from(refunds)
      .where(or(isFailed, isLate))
      .orderBy(desc(refunds.createdAt), desc(refunds.id))
      .limit(SHOWN),
    db
      .select({ dispute: disputes, total })
      .from(disputes)
      .where(isOpenDispute)
      .orderBy(asc(disputes.respondBy))
      .limit(SHOWN),
  ]);
  return {
    refundsToCheck: {
      count: refundRows[0]?.total ?? 0,
      refunds: refundRows.map(({ refund }) => ({
        _id: refund.id,
        orderId: refund.orderId,
        amount: toRupees(refund.amountPaise),
        note: refund.failure || STILL_PENDING,
        at: (refund.endedAt ?? refund.createdAt).toISOString(),
      })),
    },
    disputes: {
      count: disputeRows[0]?.total ?? 0,
      disputes: disputeRows.map(({ dispute }) => ({
        _id: dispute.id,
        orderId: dispute.orderId,
        amount: toRupees(dispute.amountPaise),
        status: dispute.status,
        respondBy: dispute.respondBy?.toISOString() ?? null,
      })),
    },
  };
}

/** All refunds that began in this time, the oldest first. */
export const refundsBetween = (db: Database, from: Date, before: Date) =>
  db
    .select()
    .from(refunds)
    .where(and(gte(refunds.createdAt, from), lt(refunds.createdAt, before)))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));

/** Only of payments that settled a sale: cancelled orders are not in the sales, so nothing is subtracted again. */
export async function refundedSales(db: Database, orders: OrderRecords, from: Date, before: Date) {
  const made = (await refundsBetween(db, from, before)).filter(({ status }) => status !== "failed");
  if (made.length === 0) return { count: 0, paise: 0 };
  const sold = await orders.soldBy([...new Set(made.map(({ paymentId }) => paymentId))]);
  const counted = made.filter(({ paymentId }) => sold.has(paymentId));
  return { count: wholeRefunds(counted).length, paise: sumOf(counted.map(({ amountPaise }) => amountPaise)) };
}
