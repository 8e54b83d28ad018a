import { createHash, randomUUIDv7 } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type { orderForm } from "../../contracts/order.ts";
import { toPaise } from "../platform/money.ts";
import { orderError } from "./errors.ts";
import { type FullOrder, type OrderRow, readDetails } from "./order-rows.ts";
import { holdEnd, InsufficientStock, releaseExpired } from "./order-stock.ts";
import { orderHistory, orderItems, orders } from "./order-table.ts";
import { type PricedLine, priceLines, toQuotedLine } from "./pricing.ts";
import type { Buyer, OrderDeps } from "./service.ts";

export type OrderRequest = z.output<typeof orderForm>;

const MIN_TOTAL_PAISE = 100;

const hashRequest = (request: OrderRequest) => createHash("sha256").update(JSON.stringify(request)).digest("hex");

/** The order that was placed with this idempotency key. Another request under the same key is refused. */
async function findPlaced({ db }: OrderDeps, userId: string, key: string | undefined, requestHash: string) {
  if (!key) return undefined;
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.idempotencyKey, key)));
  if (order && order.requestHash !== requestHash) throw orderError("idempotency_key_used");
  if (order?.deletedAt) throw orderError("order_not_found");
  return order && (await readDetails(db, [order]))[0];
}

function outOfStock(lines: PricedLine[]) {
  const unavailable = lines.filter(({ problem }) => problem);
  const names = unavailable.map(({ title }) => title || "an item that is no longer sold").join(", ");
  return orderError("out_of_stock", {
    // No names when the stock was returned between taking it and pricing again.
    ...(names && { message: `Not available in this quantity any more: ${names}.` }),
    data: { lines: lines.map(toQuotedLine) },
  });
}

/** Prices the lines from the catalogue; refuses lines that cannot be bought and a total that the buyer did not see. */
async function priceRequest(deps: OrderDeps, { items, totalAmount }: OrderRequest) {
  let lines = await priceLines(deps.catalogue, items);
  if (lines.some(({ problem }) => problem) && (await releaseExpired(deps)) > 0) {
    lines = await priceLines(deps.catalogue, items);
  }
  if (lines.some(({ problem }) => problem)) throw outOfStock(lines);
  const totalPaise = lines.reduce((sum, { pricePaise, qty }) => sum + pricePaise * qty, 0);
  if (totalPaise !== toPaise(totalAmount)) {
    throw orderError("price_changed", { data: { lines: lines.map(toQuotedLine) } });
  }
  if (totalPaise < MIN_TOTAL_PAISE) throw orderError("nothing_to_pay");
  return { lines, totalPaise };
}

type Priced = Awaited<ReturnType<typeof priceRequest>>;
type Identity = Pick<OrderRow, "userId" | "idempotencyKey" | "requestHash">;

function toRows(
  { paymentMethod, shipping, note }: OrderRequest,
  identity: Identity,
  { lines, totalPaise }: Priced,
  buyer: Buyer,
  now: Date,
): FullOrder {
  const order: OrderRow = {
    ...identity,
    id: randomUUIDv7(),
    buyerName: buyer.name,
    buyerEmail: buyer.email,
    status: "pending",
    totalPaise,
    paymentMethod,
    paymentId: null,
    shippingName: shipping.name,
    shippingEmail: shipping.email,
    shippingPhone: shipping.phone,
    shippingAddress: shipping.address,
    shippingChangedAt: null,
    shippingChangedBy: null,
    note,
    stock: "held",
    heldUntil: holdEnd(now),
    stockShort: false,
    createdAt: now,
    deletedAt: null,
  };
  const { id: orderId, status, userId } = order;
  return {
    order,
    items: lines.map(({ available, problem, ...line }, place) => ({ ...line, orderId, place })),
    history: [{ id: randomUUIDv7(), orderId, status, actor: "buyer", userId, at: now }],
    paymentsToCheck: [],
  };
}

/** One transaction: the order, its lines, its history and the stock it holds. */
async function insertOrder(deps: OrderDeps, request: OrderRequest, identity: Identity, priced: Priced) {
  const { db, clock, catalogue } = deps;
  return db.transaction(async (tx) => {
    const buyer = await deps.findBuyer(tx, identity.userId);
    const rows = toRows(request, identity, priced, buyer, clock.now());
    await tx.insert(orders).values(rows.order);
    await tx.insert(orderItems).values(rows.items);
    await tx.insert(orderHistory).values(rows.history);
    // Last, so that product rows are locked as briefly as possible.
    if (!(await catalogue.stock.take(tx, catalogue.piecesOf(priced.lines)))) throw new InsufficientStock();
    return rows;
  });
}

async function placeNew(deps: OrderDeps, request: OrderRequest, identity: Identity) {
  const priced = await priceRequest(deps, request);
  try {
    return await insertOrder(deps, request, identity, priced);
  } catch (error) {
    if (!(error instanceof InsufficientStock)) throw error;
    throw outOfStock(await priceLines(deps.catalogue, request.items));
  }
}

/**
 * Places an order and holds its stock. Idempotent with a key: the unique index makes the second insert fail, and only
 * then is the first order looked up.
 */
export async function placeOrder(deps: OrderDeps, userId: string, request: OrderRequest, key: string | undefined) {
  const requestHash = hashRequest(request);
  try {
    return await placeNew(deps, request, { userId, idempotencyKey: key ?? null, requestHash });
  } catch (error) {
    const placed = await findPlaced(deps, userId, key, requestHash);
    if (placed) return placed;
    throw error;
  }
}
