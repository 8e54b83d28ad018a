import { randomUUIDv7 } from "node:crypto";
import { and, eq, inArray, isNotNull, lt } from "drizzle-orm";
import type { Transaction } from "../platform/database/database.ts";
import type { OrderDeps } from "./deps.ts";
import { orderError } from "./errors.ts";
import { type OrderRow, titleOf } from "./order-rows.ts";
import { piecesOfOrders } from "./order-stock.ts";
import { orderHistory, orders } from "./order-table.ts";
import { toOrders } from "./order-view.ts";
import { readOrders } from "./read-order.ts";

const DAY_MS = 24 * 60 * 60_000;
/** An order that nobody has marked as delivered for so long is over: a course or a talk often stays "paid". */
const UNDER_WAY_MS = 30 * DAY_MS;
const REMEMBER_KEYS_MS = 30 * DAY_MS;

/** All orders of an account, also those the owner no longer lists: they are kept, so they are the buyer's to see. */
export async function allOf({ db, catalogue }: OrderDeps, userId: string) {
  const theirs = db.select().from(orders).where(eq(orders.userId, userId));
  return toOrders(catalogue, await readOrders(db, theirs.getSQL()), "buyer");
}

/** Why an order still needs its buyer, as a sentence; nothing for one that is over. */
function objection(order: OrderRow, now: Date) {
  const { status, deletedAt, createdAt, heldUntil } = order;
  const isUnderWay = (status === "paid" || status === "shipped") && !deletedAt;
  if (isUnderWay && now.getTime() - createdAt.getTime() < UNDER_WAY_MS)
    return `${titleOf(order)} is on its way to you. Your account can be deleted once it is delivered; if it has been, please write to us.`;
  if (status === "pending" && heldUntil > now)
    return `${titleOf(order)} may still be paid. Please pay for it, or try again in half an hour.`;
  return undefined;
}

/** What was never paid is cancelled, so that money that comes after all is told to the owner and given back. */
async function cancelUnpaid(tx: Transaction, deps: OrderDeps, rows: OrderRow[], userId: string) {
  const unpaid = rows.filter(({ status }) => status === "pending");
  if (unpaid.length === 0) return;
  const held = unpaid.filter(({ stock }) => stock === "held").map(({ id }) => id);
  await deps.catalogue.stock.give(tx, await piecesOfOrders(tx, deps, held));
  const ids = unpaid.map(({ id }) => id);
  await tx.update(orders).set({ status: "cancelled", stock: "shelf" }).where(inArray(orders.id, ids));
  const change = { status: "cancelled", actor: "buyer", userId, at: deps.clock.now() } as const;
  await tx.insert(orderHistory).values(ids.map((orderId) => ({ ...change, orderId, id: randomUUIDv7() })));
}

/**
 * Takes the person out of all their orders. What was bought, for how much and by which payment stays, as the law on
 * invoices asks. Refused while an order still needs its buyer.
 */
export async function forgetBuyer(tx: Transaction, deps: OrderDeps, userId: string) {
  const rows = await tx.select().from(orders).where(eq(orders.userId, userId)).orderBy(orders.id).for("update");
  const message = rows.map((order) => objection(order, deps.clock.now())).find(Boolean);
  if (message) throw orderError("order_open", { message });
  await cancelUnpaid(tx, deps, rows, userId);
  const nobody = "Deleted account";
  await tx
    .update(orders)
    .set({
      buyerName: nobody,
      buyerEmail: "",
      shippingName: nobody,
      shippingEmail: "",
      shippingPhone: "",
      shippingAddress: "",
      idempotencyKey: null,
      requestHash: "",
    })
    .where(eq(orders.userId, userId));
}

/** Nobody sends an order again after so long; the key and the hash of what was sent are of no more use. */
export async function forgetKeys({ db, clock }: OrderDeps) {
  const longAgo = new Date(clock.now().getTime() - REMEMBER_KEYS_MS);
  await db
    .update(orders)
    .set({ idempotencyKey: null, requestHash: "" })
    .where(and(isNotNull(orders.idempotencyKey), lt(orders.createdAt, longAgo)));
}
