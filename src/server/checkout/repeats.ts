import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { toPaise } from "../../contracts/money.ts";
import type { orderForm } from "../../contracts/orders/order.ts";
import type { IndianState } from "../../contracts/orders/state-rules.ts";
import { orderError } from "../orders/core/errors.ts";
import { orderKeys, orderPayments, orders } from "../orders/core/order-table.ts";
import { readItems } from "../orders/core/read.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { hashRequest } from "../platform/sha256.ts";
import type { CheckoutDeps } from "./deps.ts";
import { changesByBuyer, isOpen, type OpenOrder } from "./limits.ts";
import type { TypedLine } from "./pricing.ts";

export type OrderRequest = z.output<typeof orderForm>;

/** A request to place an order. `key` is its idempotency key. */
export interface OrderAttempt {
  userId: string;
  ip: string;
  key: string | undefined;
  request: OrderRequest;
  /** The items of the request. */
  lines: readonly TypedLine[];
  /** The place of supply: as sent, else that of the PIN code. */
  state: IndianState | "";
  agentCheckoutId: string | null;
}

/** The order that was placed with this idempotency key. A different request with the same key is refused. */
export async function findByKey(db: Database | Transaction, { userId, key, request }: OrderAttempt) {
  if (!key) return undefined;
  const [found] = await db
    .select({ order: orders, requestHash: orderKeys.requestHash })
    .from(orderKeys)
    .innerJoin(orders, eq(orders.id, orderKeys.orderId))
    .where(and(eq(orderKeys.userId, userId), eq(orderKeys.key, key)));
  if (found && found.requestHash !== hashRequest(request)) throw orderError("idempotency_key_used");
  if (found?.order.deletedAt) throw orderError("order_not_found");
  return found?.order;
}

export async function recordKey(tx: Transaction, { userId, key, request }: OrderAttempt, orderId: string, now: Date) {
  if (!key) return;
  await tx.insert(orderKeys).values({ userId, key, requestHash: hashRequest(request), orderId, createdAt: now });
}

/** The columns that a buyer may still change when the same cart is placed again. */
export const detailsOf = ({ request: { paymentMethod, shipping, note }, state, agentCheckoutId }: OrderAttempt) => ({
  // The person may pay for it from the own cart: it then finishes the agent's checkout, too.
  ...(agentCheckoutId && { agentCheckoutId }),
  note,
  paymentMethod,
  shippingName: shipping.name,
  shippingEmail: shipping.email,
  shippingPhone: shipping.phone,
  shippingAddress: shipping.address,
  shippingPin: shipping.pin ?? "",
  shippingState: state,
  buyerGstin: shipping.gstin ?? "",
});

interface CartLine {
  itemType: string;
  itemId: string;
  qty: number;
  startsAt?: string | undefined;
}

/** A canonical key of items, quantities and times, independent of the order of the lines. */
function cartOf(lines: Iterable<CartLine>) {
  const quantities = new Map<string, number>();
  for (const { itemType, itemId, qty, startsAt } of lines) {
    const item = JSON.stringify([itemType, itemId, startsAt && new Date(startsAt).toISOString()]);
    quantities.set(item, (quantities.get(item) ?? 0) + qty);
  }
  return JSON.stringify([...quantities].sort());
}

/** A different PIN code may change the delivery price: it is accepted only if the request was priced with it. */
function isSamePrice(order: OpenOrder, { totalAmount, coupon, shipping }: OrderRequest, isPriced: boolean) {
  return (
    order.totalPaise === toPaise(totalAmount) &&
    order.couponCode === (coupon ?? null) &&
    (isPriced || order.shippingPin === (shipping.pin ?? ""))
  );
}

/** Whether two carts have the same lines in the same order and differ at most in the chosen times. */
const isSameButTimes = (wanted: CartLine[], ordered: CartLine[]) =>
  wanted.length === ordered.length &&
  wanted.every(({ itemType, itemId, qty, startsAt }, lineIndex) => {
    const line = ordered[lineIndex]!;
    const isSame = itemType === line.itemType && itemId === line.itemId && qty === line.qty;
    return isSame && Boolean(startsAt) === Boolean(line.startsAt);
  });

export interface RepeatState {
  now: Date;
  isPriced: boolean;
  /** Whether the times that an order holds may move. */
  mayMove: boolean;
}

/** Finds an open order for the same cart, preferably with equal times. For other times the holds are moved. */
async function findSameCart(
  tx: Transaction,
  { appointments }: CheckoutDeps,
  open: OpenOrder[],
  request: OrderRequest,
  { now, isPriced, mayMove }: RepeatState,
) {
  const candidates = open.filter((order) => isSamePrice(order, request, isPriced));
  if (candidates.length === 0) return undefined;
  const ids = candidates.map(({ id }) => id);
  const isHeld = new Set(candidates.filter(({ heldUntil }) => heldUntil > now).map(({ id }) => id));
  const lines = Map.groupBy(await readItems(tx, ids), ({ orderId }) => orderId);
  const timeOf = await appointments.chosenTimes(tx, ids, isHeld);
  const wanted = cartOf(request.items);
  const carts = ids.map((id) => ({
    id,
    ordered: (lines.get(id) ?? []).map((line) => ({ ...line, startsAt: timeOf(id, line.lineIndex) })),
  }));
  const same = carts.find(({ ordered }) => cartOf(ordered) === wanted);
  const movable = carts.filter(({ id }) => mayMove && isHeld.has(id));
  const found = same ?? movable.find(({ ordered }) => isSameButTimes(request.items, ordered));
  return found && { id: found.id, hasOtherTimes: !same };
}

/** Reuses the open order for the same cart, unless it has a payment: an abandoned payment makes no second order. */
export async function reuseOpen(
  tx: Transaction,
  deps: CheckoutDeps,
  open: OpenOrder[],
  attempt: OrderAttempt,
  state: RepeatState,
) {
  const { now } = state;
  const found = await findSameCart(tx, deps, open, attempt.request, state);
  if (!found || (await tx.$count(orderPayments, eq(orderPayments.orderId, found.id))) > 0) return undefined;
  const { id, hasOtherTimes } = found;
  await deps.limiter.take(changesByBuyer, attempt.userId, tx);
  const by = { actor: "buyer", userId: attempt.userId } as const;
  // A payment or the owner may have changed the order since it was found.
  const { before, after } = await deps.core.change(tx, id, by, (full) =>
    isOpen(full, now) ? { type: "reuse", details: detailsOf(attempt) } : undefined,
  );
  if (after === before) return undefined;
  if (hasOtherTimes) {
    await deps.appointments.moveHolds(tx, after.order, attempt.request.items);
    // Forget the keys of the earlier request: sent again, it must move the holds back and not count as a repeat.
    await tx.delete(orderKeys).where(eq(orderKeys.orderId, id));
  }
  await recordKey(tx, attempt, id, now);
  return after.order;
}
