import { sumOf } from "../../../contracts/money.ts";
import { isPiece } from "../../../contracts/orders/cart-rules.ts";
import { shortId } from "../../../contracts/orders/order-rules.ts";
import type { DisputeRow } from "./dispute-table.ts";
import type { orderEvents, orderItems, orderPayments, orders } from "./order-table.ts";
import type { RefundLineRow, RefundRow } from "./refund-table.ts";
import type { shipmentLines, shipments } from "./shipment-table.ts";

export type OrderRow = typeof orders.$inferSelect;
export type ItemRow = typeof orderItems.$inferSelect;
export type PaymentRow = typeof orderPayments.$inferSelect;
/** A row of the log: a new status, or a sentence. */
export type LogRow = typeof orderEvents.$inferSelect;
export type HistoryRow = LogRow & { status: NonNullable<LogRow["status"]> };
export type EventRow = LogRow & { kind: NonNullable<LogRow["kind"]> };
export type OrderShipment = typeof shipments.$inferSelect & { lines: (typeof shipmentLines.$inferSelect)[] };

/** An order with the rows of its other tables, all read by one statement. */
export interface FullOrder {
  order: OrderRow;
  items: ItemRow[];
  /** Of the log every status that it had, oldest first. */
  history: HistoryRow[];
  /** Of the log the newest sentences. */
  events: EventRow[];
  eventCount: { all: number; public: number };
  /** Who changed the address last. */
  addressChange: { at: string; by: "buyer" | "owner" } | null;
  shipments: OrderShipment[];
  /** Received payments, also those that do not count. */
  payments: PaymentRow[];
  refunds: RefundRow[];
  refundLines: RefundLineRow[];
  disputes: DisputeRow[];
}

/** The database numbers the order. */
export type NewOrder = Omit<FullOrder, "order"> & { order: Omit<OrderRow, "number"> };

type Money = Pick<FullOrder, "order" | "payments">;

/** A payment that counts for the order. Others wait for the owner. */
export const isCounted = ({ outcome }: PaymentRow) => outcome === "settled";
/** The owner's "it is paid", without a record of the money. */
export const isMark = ({ method }: PaymentRow) => method === "mark";

const paiseOf = (payments: PaymentRow[]) => sumOf(payments.map(({ amountPaise }) => amountPaise));

/** Payments that count and are more than the owner's word. */
export const realPayments = ({ payments }: Pick<FullOrder, "payments">) =>
  payments.filter((payment) => isCounted(payment) && !isMark(payment));

/** The payment of the provider that paid for the order. What the shop refunds through the provider is of it. */
export const providerPayment = ({ payments }: Pick<FullOrder, "payments">) =>
  payments.find((payment) => isCounted(payment) && payment.method === "provider");

/** Payments that count, which the provider has nothing of. The owner returns them. */
export const recordedPayments = (full: Pick<FullOrder, "payments">) =>
  realPayments(full).filter(({ method }) => method !== "provider");

export const dueOf = ({ order, payments }: Money) =>
  Math.max(0, order.totalPaise - paiseOf(payments.filter(isCounted)));

/** Money is in, or there is nothing to pay: the order keeps its pieces, and only the owner may cancel it. */
export const hasMoney = (full: Money) => full.order.totalPaise === 0 || realPayments(full).length > 0;

/** Money came that the order cannot use, such as another amount. It waits for the owner. */
export const hasMoneyToCheck = ({ payments }: Pick<FullOrder, "payments">) =>
  payments.some(({ isToCheck }) => isToCheck);

export const refundableOf = ({ amountPaise, returnedPaise }: PaymentRow) => Math.max(0, amountPaise - returnedPaise);

const leftOf = (payments: PaymentRow[]) => sumOf(payments.map(refundableOf));

/** What has not gone back of all that counts, and of what the owner recorded. */
const leftToRefund = (full: Pick<FullOrder, "payments">) => leftOf(realPayments(full));
export const leftToReturn = (full: Pick<FullOrder, "payments">) => leftOf(recordedPayments(full));

/** What refunds the whole order: all that is left of money that covered it. A part of it refunds no lines by itself. */
export const wholeRefundOf = (full: Money) =>
  paiseOf(realPayments(full)) < full.order.totalPaise ? Number.POSITIVE_INFINITY : leftToRefund(full);

/** What went back of a payment: refunds that did not fail, and lost disputes. */
export function returnedOf({ refunds, disputes }: Pick<FullOrder, "refunds" | "disputes">, paymentId: string) {
  const isOf = (row: { paymentId: string }) => row.paymentId === paymentId;
  const refunded = refunds.filter((row) => isOf(row) && row.status !== "failed");
  const lost = disputes.filter((row) => isOf(row) && row.status === "lost");
  return sumOf([...refunded, ...lost].map(({ amountPaise }) => amountPaise));
}

/** Refunds of the money that counts. Others, such as those of a duplicate payment, refund no lines. */
export function countedRefunds(full: Pick<FullOrder, "payments" | "refunds">) {
  const counted = new Set(realPayments(full).map(({ paymentId }) => paymentId));
  return full.refunds.filter(({ paymentId, status }) => counted.has(paymentId) && status !== "failed");
}

/** Refunded pieces of a line. Refunds of everything that was paid need not name lines and cover all of them. */
export function refundedQtyOf(full: FullOrder, { lineIndex, qty }: Pick<ItemRow, "lineIndex" | "qty">) {
  const made = countedRefunds(full);
  const isAll = made.length > 0 && sumOf(made.map(({ amountPaise }) => amountPaise)) >= full.order.totalPaise;
  const ids = new Set(made.map(({ id }) => id));
  const lines = full.refundLines.filter((line) => ids.has(line.refundId) && line.lineIndex === lineIndex);
  return isAll ? qty : Math.min(qty, sumOf(lines.map((line) => line.qty)));
}

export const hasPieces = ({ items }: Pick<FullOrder, "items">) => items.some(isPiece);

/** Pieces of this order are neither on the shelf nor free for others. */
export const isShort = ({ placement, stock }: Pick<OrderRow, "placement" | "stock">) =>
  placement === "accepted" && stock === "released";

/** Whether the order was paid before, also if that was taken back. Its confirmation was sent then. */
export const wasEverPaid = ({ order, history }: Pick<FullOrder, "order" | "history">) =>
  order.paidAt !== null || history.some(({ status }) => status === "paid");

export const orderTitle = ({ id }: Pick<OrderRow, "id">) => `Order ${shortId(id)}`;

/** Lines without the pieces that a refund has returned to stock. */
export const withoutRestocked = (items: ItemRow[]) =>
  items.map((item) => ({ ...item, qty: item.qty - item.restockedQty })).filter(({ qty }) => qty > 0);
