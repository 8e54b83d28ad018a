import { toRupees } from "../../contracts/money.ts";
import type { Order } from "../../contracts/orders/order.ts";
import type { Dispute, Refund } from "../../contracts/refunds/refund.ts";
import { isOpenDispute } from "../../contracts/refunds/refund-rules.ts";
import type { FullOrder } from "../orders/order-records.ts";
import type { DisputeRow } from "./dispute-table.ts";
import { linesLeft, planAppointment, type RefundedLines } from "./plan-refund.ts";
import type { RefundLineRow, RefundRow } from "./refund-table.ts";

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

function toLines(lines: RefundLineRow[], items: FullOrder["items"]) {
  return lines.map(({ lineIndex, qty, amountPaise }) => {
    const { itemId, title } = items.find((item) => item.lineIndex === lineIndex)!;
    return { itemId, title, qty, amount: toRupees(amountPaise) };
  });
}

function startedBy({ createdBy }: RefundRow, { userId }: FullOrder["order"]) {
  if (!createdBy) return "provider";
  return createdBy === userId ? "buyer" : "owner";
}

function forOwner(row: RefundRow, order: FullOrder["order"], retriedAs: string | undefined): Partial<Refund> {
  return {
    paymentId: row.paymentId,
    restock: row.restock,
    by: startedBy(row, order),
    ...(row.failure && { failure: row.failure }),
    ...(retriedAs && { retriedAs }),
    ...(row.dealtWithAt && { dealtWith: { at: row.dealtWithAt.toISOString(), note: row.dealtWithNote } }),
  };
}

const toRefund = (row: RefundRow, lines: RefundLineRow[], items: FullOrder["items"]): Refund => ({
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
export function planLines(order: FullOrder) {
  const { refunds, refundLines, disputes } = order;
  const refunded = refundedOf(refunds, refundLines);
  const open = new Set(disputes.filter(({ status }) => isOpenDispute(status)).map(({ paymentId }) => paymentId));
  return new Map(
    order.items.map(({ lineIndex }) => {
      const plan = planAppointment(order, lineIndex, refunded);
      const isForOwner = !plan || (plan.payment && open.has(plan.payment.paymentId));
      return [lineIndex, isForOwner ? null : plan.amountPaise] as const;
    }),
  );
}

export function showRefunds(
  { order, items, refunds, refundLines: lines, disputes }: FullOrder,
  viewer: "buyer" | "owner",
): Pick<Order, "refunds" | "refundableLines" | "disputes"> {
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
