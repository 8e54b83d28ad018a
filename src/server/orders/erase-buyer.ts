import { and, eq, inArray, lt, sql } from "drizzle-orm";
import { HOLD_MINUTES, isPaid } from "../../contracts/orders/order-rules.ts";
import { DAY_MS } from "../platform/clock.ts";
import type { Transaction } from "../platform/database/database.ts";
import { cancel } from "./change-status.ts";
import { orderError } from "./errors.ts";
import { readBatches } from "./order-list.ts";
import { type OrderRow, orderTitle } from "./order-records.ts";
import { orderEvents, orderKeys, orderPayments, orders } from "./order-table.ts";
import { toOrders } from "./order-view.ts";
import type { OrderContext, OrderDeps } from "./service.ts";
import { shipments } from "./shipment-table.ts";

/** A paid order counts as delivered after this: courses and consultations often stay "paid". */
const UNDER_WAY_MS = 30 * DAY_MS;
const KEY_RETENTION_MS = 30 * DAY_MS;
const HOLD_WORDS = HOLD_MINUTES === 30 ? "half an hour" : `${HOLD_MINUTES} minutes`;

/** Includes deleted orders: buyers have a right of access to all their stored data. */
export async function* exportForBuyer(context: OrderContext, userId: string) {
  for await (const found of readBatches(context, eq(orders.userId, userId), "newest")) {
    const shown = await toOrders(context, found, "buyer");
    yield shown.map((order, index) => {
      const { internalNote } = found[index]!.order;
      return internalNote ? { ...order, internalNote } : order;
    });
  }
}

function whyOpen(order: OrderRow, now: Date) {
  const { status, deletedAt, createdAt, heldUntil } = order;
  const isUnderWay = isPaid(status) && status !== "delivered" && !deletedAt;
  if (isUnderWay && now.getTime() - createdAt.getTime() < UNDER_WAY_MS)
    return `${orderTitle(order)} is on its way to you. Your account can be deleted once it is delivered; if it has been, please write to us.`;
  if (status === "pending" && heldUntil > now)
    return `${orderTitle(order)} may still be paid. Please pay for it or cancel it, or try again in ${HOLD_WORDS}.`;
  return undefined;
}

/** Items, amounts and payments stay, by invoice law. Unpaid orders are cancelled, so a late payment is reported. */
export async function eraseBuyer(tx: Transaction, deps: OrderDeps, userId: string) {
  const rows = await tx.select().from(orders).where(eq(orders.userId, userId)).orderBy(orders.id).for("update");
  for (const participant of deps.participants) await participant.onErased?.(tx, { userId, orders: rows });
  const message = rows.map((order) => whyOpen(order, deps.clock.now())).find(Boolean);
  if (message) throw orderError("order_open", { message });
  for (const order of rows.filter(({ status }) => status === "pending"))
    await cancel(tx, deps, order, { actor: "buyer", userId });
  const name = "Deleted account";
  await tx
    .update(orders)
    .set({
      buyerName: name,
      buyerEmail: "",
      shippingName: name,
      shippingEmail: "",
      shippingPhone: "",
      shippingAddress: "",
      shippingPin: "",
      shippingState: "",
      buyerGstin: "",
      note: "",
      internalNote: "",
    })
    .where(eq(orders.userId, userId));
  const ids = rows.map(({ id }) => id);
  // A tracking number is personal data: the courier's page shows name and town for it.
  await tx.update(shipments).set({ trackingNumber: "", trackingUrl: "" }).where(inArray(shipments.orderId, ids));
  await tx.update(orderPayments).set({ dealtWithNote: "" }).where(inArray(orderPayments.orderId, ids));
  // Cut off the owner's free text, which follows the colon.
  await tx
    .update(orderEvents)
    .set({ text: sql`split_part(${orderEvents.text}, ': ', 1)` })
    .where(and(inArray(orderEvents.orderId, ids), eq(orderEvents.isPublic, false)));
  await tx.delete(orderKeys).where(eq(orderKeys.userId, userId));
}

export async function deleteExpiredKeys({ db, clock }: OrderDeps) {
  const before = new Date(clock.now().getTime() - KEY_RETENTION_MS);
  await db.delete(orderKeys).where(lt(orderKeys.createdAt, before));
}
