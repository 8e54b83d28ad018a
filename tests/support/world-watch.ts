import type { Change, Follower } from "../../src/server/orders/core/follow.ts";
import type { FullOrder } from "../../src/server/orders/core/order.ts";

const GOODS = new Set(["send", "correctParcel", "deliver", "return", "takeBack"]);
const MONEY = new Set(["receiveMoney", "addRefund", "recordRefund", "changeRefund", "applyDispute", "dealWithPayment"]);

const rowsOf = (rows: object) => JSON.stringify(rows);
const sumOf = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0);

/** Pieces that are neither refunded nor in one of these parcels. */
const leftOutside = ({ items, shipments }: FullOrder, isIn: (parcel: FullOrder["shipments"][number]) => boolean) =>
  items
    .filter(({ itemType }) => itemType === "product")
    .some(({ lineIndex, qty, restockedQty, refundedQty }) => {
      const lines = shipments.filter((one) => !one.returnedAt && isIn(one)).flatMap((parcel) => parcel.lines);
      const packed = sumOf(lines.filter((line) => line.lineIndex === lineIndex).map((line) => line.qty));
      return qty - Math.max(restockedQty, refundedQty) > packed;
    });

/** What a change of an order must not do, also while others act. */
function* findWrong({ before, after, command: { type }, by }: Change): Generator<string> {
  if (!before) return;
  const [was, is] = [before.order, after.order];
  if (GOODS.has(type)) {
    if (rowsOf(before.payments) !== rowsOf(after.payments)) yield "goods changed the money";
    if (Number(was.paidAt) !== Number(is.paidAt) || was.placement !== is.placement) yield "goods changed the sale";
  }
  if (MONEY.has(type)) {
    if (rowsOf(before.shipments) !== rowsOf(after.shipments)) yield "money changed the parcels";
    if (was.goods !== is.goods) yield "money changed the goods";
  }
  const isNew = after.shipments.length > before.shipments.length;
  if (type === "send" && isNew && (is.goods === "sent") === leftOutside(after, () => true) && was.goods !== "sent")
    yield "the last piece sends the order, and only that";
  const hasConsultation = after.items.some(({ itemType }) => itemType === "consultancy");
  const isUndelivered = hasConsultation || leftOutside(after, ({ deliveredAt }) => deliveredAt !== null);
  if (type === "deliver" && was.goods !== "delivered" && (is.goods === "delivered") === isUndelivered)
    yield "the last piece delivers the order, and only that";
  const isCovered =
    was.totalPaise === 0 || before.payments.some(({ method, outcome }) => outcome === "settled" && method !== "mark");
  const isEnded = is.placement === "cancelled" || (was.stock !== "released" && is.stock === "released");
  const isKept = isCovered || before.shipments.length > 0 || before.payments.some(({ isToCheck }) => isToCheck);
  if (by.actor === "system" && was.placement === "open" && isKept && isEnded)
    yield "the system ended an order with money or a parcel";
  if (type === "renewHold" && was.paidAt) yield "a paid order was opened for payment";
}

/** The last follower: it sees each change of an order, in whichever process, and remembers what is wrong with it. */
export function watchChanges(wrong: string[]): Follower {
  return async (_tx, change) => {
    for (const what of findWrong(change)) wrong.push(`${what}: ${change.command.type} of ${change.after.order.id}`);
    return undefined;
  };
}
