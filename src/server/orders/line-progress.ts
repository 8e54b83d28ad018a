import type { AppointmentState } from "../../contracts/appointments/appointment-rules.ts";
import { isPiece } from "../../contracts/orders/cart-rules.ts";
import type { OrderItem } from "../../contracts/orders/order.ts";
import { isPaid, type OrderStatus } from "../../contracts/orders/order-rules.ts";
import type { ItemRow, Parcel } from "./order-rows.ts";

const isDelivered = ({ deliveredAt }: Parcel) => deliveredAt !== null;

const countIn = (parcels: Parcel[], lineIndex: number) =>
  parcels.flatMap(({ lines }) => lines).reduce((sum, line) => sum + (line.lineIndex === lineIndex ? line.qty : 0), 0);

/** Pieces that are sent or to be sent: without those that a refund has put back on the shelf. */
const wantedQty = ({ qty, restockedQty }: ItemRow) => qty - restockedQty;

/** Pieces of a line that are in no parcel. A sent piece may have been put back, hence never below 0. */
export const unpackedQty = (item: ItemRow, parcels: Parcel[]) =>
  isPiece(item) ? Math.max(0, wantedQty(item) - countIn(parcels, item.lineIndex)) : 0;

/** Pieces of a line that are in no delivered parcel. */
export const undeliveredQty = (item: ItemRow, parcels: Parcel[]) => unpackedQty(item, parcels.filter(isDelivered));

/** The order's status overrides the parcels: "shipped" and "delivered" count every piece, in a parcel or not. */
function pieceProgress(status: OrderStatus, item: ItemRow, parcels: Parcel[]): Partial<OrderItem> {
  const wanted = wantedQty(item);
  const inParcels = countIn(parcels, item.lineIndex);
  if (wanted === 0 && inParcels === 0) return { unpackedQty: 0 };
  const covered = (isCovered: boolean, count: number) => (isCovered ? Math.max(wanted, count) : count);
  const shippedQty = covered(status === "shipped" || status === "delivered", inParcels);
  const deliveredQty = covered(status === "delivered", countIn(parcels.filter(isDelivered), item.lineIndex));
  const enough = Math.max(1, wanted);
  const progress = deliveredQty >= enough ? "delivered" : shippedQty >= enough ? "shipped" : "to_pack";
  return { progress, shippedQty, deliveredQty, unpackedQty: unpackedQty(item, parcels) };
}

/** The session that is furthest from done decides. The status "delivered" counts every session as done. */
function appointmentProgress(status: OrderStatus, states: readonly AppointmentState[]): Partial<OrderItem> {
  const has = (...wanted: AppointmentState[]) => states.some((state) => wanted.includes(state));
  if (states.length > 0 && states.every((state) => state === "cancelled")) return {};
  if (has("missed_by_caller", "missed_by_expert") && !has("to_schedule", "held", "confirmed"))
    return { progress: "missed" };
  if (status === "delivered") return { progress: "done" };
  if (states.length === 0 || has("to_schedule", "held")) return { progress: "to_schedule" };
  return { progress: has("confirmed") ? "booked" : "done" };
}

/** The progress of a paid order's line. Derived, never stored. `sessions` are the states of this line's sessions. */
export function progressOf(
  status: OrderStatus,
  item: ItemRow,
  parcels: Parcel[],
  sessions: readonly AppointmentState[],
): Partial<OrderItem> {
  if (!isPaid(status)) return {};
  if (item.itemType === "course") return { progress: "access_given" };
  if (item.itemType === "consultancy") return appointmentProgress(status, sessions);
  return pieceProgress(status, item, parcels);
}
