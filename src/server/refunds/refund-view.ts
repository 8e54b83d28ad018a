import { sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { toRupees } from "../../contracts/money.ts";
import type { Order } from "../../contracts/orders/order.ts";
import type { Dispute, Refund } from "../../contracts/refunds/refund.ts";
import { isOpenDispute } from "../../contracts/refunds/refund-rules.ts";
import type { LockedOrder } from "../orders/order-records.ts";
import type { Database } from "../platform/database/database.ts";
import { nestedRows } from "../platform/database/nested-rows.ts";
import { type DisputeRow, disputes } from "./dispute-table.ts";
import { linesLeft, planAppointment, type RefundedLines } from "./plan-refund.ts";
import { type RefundLineRow, type RefundRow, refundLines, refunds } from "./refund-table.ts";

interface RefundRows {
  refunds: RefundRow[];
  lines: RefundLineRow[];
  disputes: DisputeRow[];
}

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

function toLines(lines: RefundLineRow[], items: LockedOrder["items"]) {
  return lines.map(({ lineIndex, qty, amountPaise }) => {
    const { itemId, title } = items.find((item) => item.lineIndex === lineIndex)!;
    return { itemId, title, qty, amount: toRupees(amountPaise) };
  });
}

function startedBy({ createdBy }: RefundRow, { userId }: LockedOrder["order"]) {
  if (!createdBy) return "provider";
  return createdBy === userId ? "buyer" : "owner";
}

function forOwner(row: RefundRow, order: LockedOrder["order"], retriedAs: string | undefined): Partial<Refund> {
  return {
    paymentId: row.paymentId,
    restock: row.restock,
    by: startedBy(row, order),
    ...(row.failure && { failure: row.failure }),
    ...(retriedAs && { retriedAs }),
    ...(row.dealtWithAt && { dealtWith: { at: row.dealtWithAt.toISOString(), note: row.dealtWithNote } }),
  };
}

const toRefund = (row: RefundRow, lines: RefundLineRow[], items: LockedOrder["items"]): Refund => ({
  _id: row.id,
  amount: toRupees(row.amountPaise),
  status: row.status,
  reason: row.reason,
  ...(lines.length > 0 && { lines: toLines(lines, items) }),
  createdAt: row.createdAt.toISOString(),
  ...(row.endedAt && { endedAt: row.endedAt.toISOString() }),
  ...(row.arn && { arn: row.arn }),
});

/** The refund for one appointment of each line, in paise. Null when the owner decides. */
function planLines(order: LockedOrder, { refunds, lines, disputes }: RefundRows) {
  const refunded = refundedOf(refunds, lines);
  const open = new Set(disputes.filter(({ status }) => isOpenDispute(status)).map(({ paymentId }) => paymentId));
  return new Map(
    order.items.map(({ lineIndex }) => {
      const plan = planAppointment(order, lineIndex, refunded);
      const isForOwner = !plan || (plan.payment && open.has(plan.payment.paymentId));
      return [lineIndex, isForOwner ? null : plan.amountPaise] as const;
    }),
  );
}

function show({ order, items }: LockedOrder, { refunds, lines, disputes }: RefundRows, viewer: "buyer" | "owner") {
  const isOwner = viewer === "owner";
  const linesOf = (row: RefundRow) => lines.filter(({ refundId }) => refundId === row.id);
  const retryOf = (row: RefundRow) => refunds.find((other) => other.retryOf === row.id)?.id;
  const views = refunds
    .filter((row) => isOwner || isForBuyer(row))
    .map((row) => ({ ...toRefund(row, linesOf(row), items), ...(isOwner && forOwner(row, order, retryOf(row))) }));
  return {
    ...(views.length > 0 && { refunds: views }),
    ...(isOwner && order.paymentId && { refundableLines: linesLeft(items, refundedOf(refunds, lines)) }),
    ...(isOwner && disputes.length > 0 && { disputes: disputes.map(toDispute) }),
  };
}

/** Prepares the one statement that reads the refunds and disputes of orders. */
export function prepareRefundReader(db: Database) {
  const isOfOrder = ({ orderId }: { orderId: AnyPgColumn }) => sql`${orderId} = wanted.id`;
  const isOfRefund = ({ refundId }: { refundId: AnyPgColumn }) =>
    sql`${refundId} in (select ${refunds.id} from ${refunds} where ${refunds.orderId} = wanted.id)`;
  const statement = db
    .select({
      orderId: sql<string>`wanted.id`,
      refunds: nestedRows(refunds, isOfOrder, ({ createdAt, id }) => sql`${createdAt}, ${id}`),
      lines: nestedRows(refundLines, isOfRefund, ({ lineIndex }) => lineIndex),
      disputes: nestedRows(disputes, isOfOrder, ({ createdAt, id }) => sql`${createdAt}, ${id}`),
    })
    .from(sql`unnest(${sql.placeholder("ids")}::uuid[]) as wanted (id)`)
    .prepare("refunds-of-orders");

  /** The refunds of orders that have been read. Most orders have no payment, and so no refund. */
  return async function readFor(orders: LockedOrder[]) {
    const ids = orders.filter(({ payments }) => payments.length > 0).map(({ order }) => order.id);
    const found = ids.length > 0 ? await statement.execute({ ids }) : [];
    const byOrder = new Map(found.map(({ orderId, ...rows }) => [orderId, rows]));
    const rowsOf = ({ order }: LockedOrder) => byOrder.get(order.id) ?? { refunds: [], lines: [], disputes: [] };
    return {
      show: (order: LockedOrder, viewer: "buyer" | "owner"): Pick<Order, "refunds" | "refundableLines" | "disputes"> =>
        byOrder.has(order.order.id) ? show(order, rowsOf(order), viewer) : {},
      planLines: (order: LockedOrder) => planLines(order, rowsOf(order)),
    };
  };
}
export type ReadRefunds = Awaited<ReturnType<ReturnType<typeof prepareRefundReader>>>;
