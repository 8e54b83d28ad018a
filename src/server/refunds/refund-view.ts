import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { toRupees } from "../../contracts/money.ts";
import type { Dispute, Refund, RefundLine } from "../../contracts/refunds/refund.ts";
import type { LockedOrder } from "../orders/service.ts";
import type { Database } from "../platform/database/database.ts";
import { type DisputeRow, disputes } from "./dispute-table.ts";
import { linesLeft, type RefundedLines } from "./plan-refund.ts";
import { type RefundLineRow, type RefundRow, refundLines, refunds } from "./refund-table.ts";

type Shown = Pick<LockedOrder, "order" | "items">;

/** The refunded lines without failed refunds, by the index of the order's line. */
function refundedOf(rows: RefundRow[], lines: RefundLineRow[]) {
  const live = new Set(rows.filter(({ status }) => status !== "failed").map(({ id }) => id));
  const refunded: RefundedLines = new Map();
  for (const { lineIndex, qty, amountPaise } of lines.filter(({ refundId }) => live.has(refundId))) {
    const before = refunded.get(lineIndex) ?? { qty: 0, amountPaise: 0 };
    refunded.set(lineIndex, { qty: before.qty + qty, amountPaise: before.amountPaise + amountPaise });
  }
  return refunded;
}

/** Hides a failed refund that never reached the provider from the buyer. */
const isForBuyer = ({ status, providerRefundId }: RefundRow) => status !== "failed" || providerRefundId !== null;

const toDispute = (row: DisputeRow): Dispute => ({
  _id: row.id,
  paymentId: row.paymentId,
  amount: toRupees(row.amountPaise),
  status: row.status,
  phase: row.phase,
  reasonCode: row.reasonCode,
  respondBy: row.respondBy?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
});

function toLines(lines: RefundLineRow[], items: Shown["items"]) {
  return lines.map(({ lineIndex, qty, amountPaise }) => {
    const { itemId, title } = items.find((item) => item.lineIndex === lineIndex)!;
    return { itemId, title, qty, amount: toRupees(amountPaise) };
  });
}

function startedBy({ createdBy }: RefundRow, { userId }: Shown["order"]) {
  if (!createdBy) return "provider";
  return createdBy === userId ? "buyer" : "owner";
}

function forOwner(row: RefundRow, order: Shown["order"], retriedAs: string | undefined): Partial<Refund> {
  return {
    paymentId: row.paymentId,
    restock: row.restock,
    by: startedBy(row, order),
    ...(row.failure && { failure: row.failure }),
    ...(retriedAs && { retriedAs }),
    ...(row.dealtWithAt && { dealtWith: { at: row.dealtWithAt.toISOString(), note: row.dealtWithNote } }),
  };
}

const toRefund = (row: RefundRow, lines: RefundLineRow[], items: Shown["items"]): Refund => ({
  _id: row.id,
  amount: toRupees(row.amountPaise),
  status: row.status,
  reason: row.reason,
  ...(lines.length > 0 && { lines: toLines(lines, items) }),
  createdAt: row.createdAt.toISOString(),
  ...(row.endedAt && { endedAt: row.endedAt.toISOString() }),
  ...(row.arn && { arn: row.arn }),
});

/** Refunds and disputes for the order view. Uses prepared statements, because orders are read often. */
export function createRefundView(db: Database) {
  const isOneOf = (column: AnyPgColumn): SQL => sql`${column} = any(${sql.placeholder("ids")})`;
  const selectRefunds = db
    .select()
    .from(refunds)
    .where(isOneOf(refunds.orderId))
    .orderBy(refunds.createdAt, refunds.id)
    .prepare("refunds-of-orders");
  const selectLines = db
    .select()
    .from(refundLines)
    .where(isOneOf(refundLines.refundId))
    .orderBy(refundLines.lineIndex)
    .prepare("lines-of-refunds");
  const selectDisputes = db
    .select()
    .from(disputes)
    .where(isOneOf(disputes.orderId))
    .orderBy(disputes.createdAt, disputes.id)
    .prepare("disputes-of-orders");

  /** Returns entries only for orders with refunds or disputes; most orders have neither. */
  return async function viewForOrders(orders: Shown[], viewer: "buyer" | "owner") {
    const shown = new Map<string, { refunds?: Refund[]; refundableLines?: RefundLine[]; disputes?: Dispute[] }>();
    if (orders.length === 0) return shown;
    const isOwner = viewer === "owner";
    const given = { ids: orders.map(({ order }) => order.id) };
    const [rows, disputed] = await Promise.all([
      selectRefunds.execute(given),
      isOwner ? selectDisputes.execute(given) : [],
    ]);
    const lines = rows.length > 0 ? await selectLines.execute({ ids: rows.map(({ id }) => id) }) : [];
    for (const { order, items } of orders) {
      const own = rows.filter(({ orderId }) => orderId === order.id);
      const linesOf = (row: RefundRow) => lines.filter(({ refundId }) => refundId === row.id);
      const retryOf = (row: RefundRow) => own.find((other) => other.retryOf === row.id)?.id;
      const views = own
        .filter((row) => isOwner || isForBuyer(row))
        .map((row) => ({ ...toRefund(row, linesOf(row), items), ...(isOwner && forOwner(row, order, retryOf(row))) }));
      const found = disputed.filter(({ orderId }) => orderId === order.id).map(toDispute);
      shown.set(order.id, {
        ...(views.length > 0 && { refunds: views }),
        ...(isOwner && order.paymentId && { refundableLines: linesLeft(items, refundedOf(own, own.flatMap(linesOf))) }),
        ...(found.length > 0 && { disputes: found }),
      });
    }
    return shown;
  };
}
