import { type AppointmentState, stateRules } from "../../../contracts/appointments/appointment-rules.ts";
import { isPiece } from "../../../contracts/orders/cart-rules.ts";
import type { OrderItem } from "../../../contracts/orders/order.ts";
import { isPaid, type OrderStatus } from "../../../contracts/orders/order-rules.ts";
import type { WantedPieces } from "../../../contracts/orders/shipment.ts";
import { badInput } from "../../platform/http/errors.ts";
import { orderError } from "./errors.ts";
import type { ItemRow, OrderShipment } from "./order.ts";

const isDelivered = ({ deliveredAt }: OrderShipment) => deliveredAt !== null;

/** What came back is in no parcel. */
const countIn = (shipments: OrderShipment[], lineIndex: number) =>
  shipments
    .filter(({ returnedAt }) => !returnedAt)
    .flatMap(({ lines }) => lines)
    .reduce((sum, line) => sum + (line.lineIndex === lineIndex ? line.qty : 0), 0);

/** Pieces that are sent or to be sent: without refunded ones. A failed refund may have put its pieces back. */
const wantedQty = ({ qty, restockedQty, refundedQty }: ItemRow) => qty - Math.max(restockedQty, refundedQty);

/** Pieces of a line that are in no shipment. A sent piece may have been refunded, hence never below 0. */
export const unpackedQty = (item: ItemRow, shipments: OrderShipment[]) =>
  isPiece(item) ? Math.max(0, wantedQty(item) - countIn(shipments, item.lineIndex)) : 0;

export const undeliveredQty = (item: ItemRow, shipments: OrderShipment[]) =>
  unpackedQty(item, shipments.filter(isDelivered));

/** The order's status overrides the shipments: "shipped" and "delivered" count every piece, in a shipment or not. */
function pieceProgress(status: OrderStatus, item: ItemRow, shipments: OrderShipment[]): Partial<OrderItem> {
  const wanted = wantedQty(item);
  const inShipments = countIn(shipments, item.lineIndex);
  if (wanted === 0 && inShipments === 0) return { unpackedQty: 0 };
  const covered = (isCovered: boolean, count: number) => (isCovered ? Math.max(wanted, count) : count);
  const shippedQty = covered(status === "shipped" || status === "delivered", inShipments);
  const deliveredQty = covered(status === "delivered", countIn(shipments.filter(isDelivered), item.lineIndex));
  const enough = Math.max(1, wanted);
  const progress = deliveredQty >= enough ? "delivered" : shippedQty >= enough ? "shipped" : "to_pack";
  return { progress, shippedQty, deliveredQty, unpackedQty: unpackedQty(item, shipments) };
}

/** The appointment that is furthest from done decides. The status "delivered" counts every appointment as done. */
function appointmentProgress(status: OrderStatus, states: readonly AppointmentState[]): Partial<OrderItem> {
  const has = (...wanted: AppointmentState[]) => states.some((state) => wanted.includes(state));
  if (states.length > 0 && states.every((state) => state === "cancelled")) return {};
  const isMissed = states.some((state) => stateRules[state].isMissed);
  if (isMissed && !has("to_schedule", "held", "confirmed")) return { progress: "missed" };
  if (status === "delivered") return { progress: "done" };
  if (states.length === 0 || has("to_schedule", "held")) return { progress: "to_schedule" };
  return { progress: has("confirmed") ? "booked" : "done" };
}

/** `states` are those of the line's appointments. */
export function progressOf(
  status: OrderStatus,
  item: ItemRow,
  shipments: OrderShipment[],
  states: readonly AppointmentState[],
): Partial<OrderItem> {
  if (!isPaid(status)) return {};
  if (item.itemType === "course") return { progress: "access_given" };
  if (item.itemType === "consultancy") return appointmentProgress(status, states);
  return pieceProgress(status, item, shipments);
}

interface Line {
  lineIndex: number;
  qty: number;
}

export const countPieces = (count: number) => `${count} ${count === 1 ? "piece" : "pieces"}`;

/** Takes pieces of one item from its lines, in order. Changes `left`. */
function take(left: (Line & { itemId: string; title: string })[], { itemId, qty }: WantedPieces): Line[] {
  const ofItem = left.filter((line) => line.itemId === itemId);
  const [first] = ofItem;
  if (!first) throw badInput({ lines: "This order has no such piece." });
  const available = ofItem.reduce((sum, line) => sum + line.qty, 0);
  let open = qty ?? available;
  if (open > available || available === 0) {
    const message = `${first.title}: ${available === 0 ? "nothing" : `only ${countPieces(available)}`} left to send.`;
    throw orderError("too_many_pieces", { message, fields: { lines: message } });
  }
  return ofItem.map((line) => {
    const taken = Math.min(open, line.qty);
    line.qty -= taken;
    open -= taken;
    return { lineIndex: line.lineIndex, qty: taken };
  });
}

/** The lines of a new parcel: at most the unsent pieces. Without `wanted`, all unsent pieces. */
export function chooseLines(items: ItemRow[], shipments: OrderShipment[], wanted?: WantedPieces[]): Line[] {
  const left = items.filter(isPiece).map((item) => ({ ...item, qty: unpackedQty(item, shipments) }));
  if (left.every(({ qty }) => qty === 0)) throw orderError("nothing_to_send");
  const chosen = wanted ? wanted.flatMap((one) => take(left, one)) : left;
  // `wanted` may list an item twice: merge its lines.
  const byLine = Map.groupBy(chosen, ({ lineIndex }) => lineIndex);
  return [...byLine]
    .map(([lineIndex, lines]) => ({ lineIndex, qty: lines.reduce((sum, { qty }) => sum + qty, 0) }))
    .filter(({ qty }) => qty > 0);
}
