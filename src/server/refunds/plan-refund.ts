import { toPaise, toRupees } from "../../contracts/money.ts";
import type { RefundLine, RefundRequest } from "../../contracts/refunds/refund.ts";
import { MIN_REFUND_RUPEES, shareOfLine } from "../../contracts/refunds/refund-rules.ts";
import { type FullOrder, providerPayment } from "../orders/core/order.ts";
import type { RefundLineRow } from "../orders/core/refund-table.ts";
import { formatPaise } from "../platform/format-paise.ts";
import { badInput } from "../platform/http/errors.ts";
import { refundError } from "./errors.ts";

type Item = FullOrder["items"][number];
export type PlannedLine = Omit<RefundLineRow, "refundId" | "orderId">;

export interface RefundPlan {
  amountPaise: number;
  lines: PlannedLine[];
  restock: { lineIndex: number; qty: number }[];
}

/** Refunded quantity and amount by line, without failed refunds. */
export type RefundedLines = Map<number, { qty: number; amountPaise: number }>;

const shareOf = ({ pricePaise, qty: all, discountPaise }: Item, qty: number) =>
  shareOfLine(pricePaise * all - discountPaise, qty, all);

/** Subtracts earlier refunds from the cumulative share, so that the refunds of a line add up exactly to its price. */
function planLine(item: Item, qty: number, refunded: RefundedLines): PlannedLine {
  const before = refunded.get(item.lineIndex) ?? { qty: 0, amountPaise: 0 };
  const amountPaise = Math.max(0, shareOf(item, before.qty + qty) - before.amountPaise);
  return { lineIndex: item.lineIndex, qty, amountPaise };
}

/** Null when the owner has to decide: there is no provider payment, or too little of it is left. */
export function planAppointment(full: FullOrder, lineIndex: number, refunded: RefundedLines) {
  const item = full.items.find((one) => one.lineIndex === lineIndex);
  if (!item || item.qty <= (refunded.get(lineIndex)?.qty ?? 0)) return null;
  const line = planLine(item, 1, refunded);
  if (line.amountPaise === 0) return { ...line, payment: null };
  const payment = providerPayment(full);
  const left = payment?.currency === "INR" ? payment.amountPaise - payment.returnedPaise : 0;
  return payment && line.amountPaise >= toPaise(MIN_REFUND_RUPEES) && line.amountPaise <= left
    ? { ...line, payment }
    : null;
}

/** Distributes the wanted quantity of an item over its lines, in their order. */
function planLines(items: Item[], wanted: NonNullable<RefundRequest["lines"]>, refunded: RefundedLines) {
  const planned = new Map<number, number>();
  for (const { itemId, qty } of wanted) {
    const lines = items.filter((item) => item.itemId === itemId);
    const leftOf = (item: Item) =>
      item.qty - (refunded.get(item.lineIndex)?.qty ?? 0) - (planned.get(item.lineIndex) ?? 0);
    const left = lines.reduce((sum, item) => sum + leftOf(item), 0);
    if (lines.length === 0) throw badInput({ lines: "This is not in the order." });
    if (left === 0) throw badInput({ lines: `${lines[0]!.title} has been refunded already.` });
    if (qty && qty > left) throw badInput({ lines: `Of ${lines[0]!.title} ${left} can still be refunded.` });
    let rest = qty ?? left;
    for (const item of lines) {
      const take = Math.min(rest, leftOf(item));
      if (take > 0) planned.set(item.lineIndex, (planned.get(item.lineIndex) ?? 0) + take);
      rest -= take;
    }
  }
  return items.flatMap((item) => {
    const qty = planned.get(item.lineIndex);
    return qty ? [planLine(item, qty, refunded)] : [];
  });
}

/** The refundable quantity and amount of each item, summed over its lines. */
export function linesLeft(items: Item[], refunded: RefundedLines): RefundLine[] {
  const left = new Map<string, RefundLine>();
  for (const item of items) {
    const qty = item.qty - (refunded.get(item.lineIndex)?.qty ?? 0);
    if (qty === 0) continue;
    const { itemId, title } = item;
    const before = left.get(itemId) ?? { itemId, title, qty: 0, amount: 0 };
    const paise = toPaise(before.amount) + planLine(item, qty, refunded).amountPaise;
    left.set(itemId, { ...before, qty: before.qty + qty, amount: toRupees(paise) });
  }
  return [...left.values()];
}

/** Computes lines and amount of a refund request. Refuses amounts below ₹1 and lines that are not in the order. */
export function planRefund(
  { items }: Pick<FullOrder, "items">,
  form: RefundRequest,
  { refunded, wholePaise }: { refunded: RefundedLines; wholePaise: number },
): RefundPlan {
  if (form.lines) {
    const lines = planLines(items, form.lines, refunded);
    const amountPaise = lines.reduce((sum, line) => sum + line.amountPaise, 0);
    if (amountPaise < toPaise(MIN_REFUND_RUPEES))
      throw badInput({ lines: `These lines come to less than ₹${MIN_REFUND_RUPEES}.` });
    return { amountPaise, lines, restock: lines };
  }
  const amountPaise = toPaise(form.amount!);
  if (form.restock && amountPaise < wholePaise)
    throw badInput({ restock: "Choose the pieces to put back: a part of the money does not say which." });
  return { amountPaise, lines: [], restock: items };
}

export function checkLimit(amountPaise: number, refundablePaise: number) {
  if (amountPaise <= refundablePaise) return;
  const message =
    refundablePaise > 0
      ? `Of this payment ${formatPaise(refundablePaise)} can still be refunded.`
      : "Nothing of this payment is left to be refunded.";
  throw refundError("refund_too_high", {
    message,
    fields: { amount: message },
    data: { refundable: toRupees(refundablePaise) },
  });
}
