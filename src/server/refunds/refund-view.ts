import { toRupees } from "../../contracts/money.ts";
import type { Order } from "../../contracts/orders/order.ts";
import type { Dispute, Refund } from "../../contracts/refunds/refund.ts";
import { isOpenDispute } from "../../contracts/refunds/refund-rules.ts";
import type { DisputeRow } from "../orders/core/dispute-table.ts";
import { type FullOrder, realPayments } from "../orders/core/order.ts";
import { type RefundLineRow, type RefundRow, returnMethodOf } from "../orders/core/refund-table.ts";
import { refundedLinesOf, wholeRefunds } from "./ledger.ts";
import { linesLeft, planAppointment } from "./plan-refund.ts";

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
  ...(returnMethodOf(row) && { method: returnMethodOf(row) }),
  ...(row.arn && { arn: row.arn }),
});

/** The refund for one appointment of each line, in paise. Null when the owner decides. */
export function planLines(order: FullOrder) {
  const { disputes } = order;
  const refunded = refundedLinesOf(order);
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
  full: FullOrder,
  viewer: "buyer" | "owner",
): Pick<Order, "refunds" | "refundableLines" | "disputes"> {
  const { order, items, refundLines: lines, disputes } = full;
  const refunds = wholeRefunds(full.refunds);
  const isOwner = viewer === "owner";
  const linesOf = (row: RefundRow) => lines.filter(({ refundId }) => refundId === row.id);
  const retryOf = (row: RefundRow) => refunds.find((other) => other.retryOf === row.id)?.id;
  const views = refunds
    .filter((row) => isOwner || isForBuyer(row))
    .map((row) => ({ ...toRefund(row, linesOf(row), items), ...(isOwner && forOwner(row, order, retryOf(row))) }));
  return {
    ...(views.length > 0 && { refunds: views }),
    ...(isOwner && realPayments(full).length > 0 && { refundableLines: linesLeft(items, refundedLinesOf(full)) }),
    ...(isOwner && disputes.length > 0 && { disputes: disputes.map(toDispute) }),
  };
}
