import { isPaid, type OrderStatus } from "../../contracts/orders/order-rules.ts";
import type { Transaction } from "../platform/database/database.ts";
import { type OrderRow, readItems } from "./order-rows.ts";
import type { OrderDeps } from "./service.ts";

/** Every session of a paid order becomes an appointment. Experts are locked after the order and before products. */
export async function bookAppointments(tx: Transaction, { appointments }: OrderDeps, order: OrderRow) {
  await appointments.bookPaid(tx, order, await readItems(tx, [order.id]));
}

/** Applies a status set by the owner to the sessions: cancels them, or books them when the order becomes paid. */
export async function moveAppointments(
  tx: Transaction,
  deps: OrderDeps,
  order: OrderRow,
  to: OrderStatus,
  ownerId: string,
) {
  if (to === "cancelled") return deps.appointments.cancelOf(tx, order.id, { actor: "owner", userId: ownerId }, "order");
  if (isPaid(to) && !isPaid(order.status)) await bookAppointments(tx, deps, order);
}
