import { createHash, randomUUIDv7 } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type { orderForm } from "../../contracts/order.ts";
import { toPaise } from "../platform/money.ts";
import type { Buyer, OrderDeps } from "./deps.ts";
import { orderError } from "./errors.ts";
import type { OrderInsert, PlacedOrder } from "./insert-order.ts";
import type { OrderRow } from "./order-rows.ts";
import { HOLD_MS, releaseExpired } from "./order-stock.ts";
import { orders } from "./order-table.ts";
import { type PricedLine, priceLines, toQuotedLine } from "./pricing.ts";

export type OrderRequest = z.output<typeof orderForm>;

const LEAST_PAISE = 100;

type PlacingDeps = OrderDeps & { insert: OrderInsert };

/** The same request under the same key is the same order; another request under it is a mistake. */
const hashOf = (request: OrderRequest) => createHash("sha256").update(JSON.stringify(request)).digest("hex");

async function findEarlier(deps: OrderDeps, userId: string, key: string | undefined, requestHash: string) {
  if (!key) return undefined;
  const [earlier] = await deps.db
    .select()
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.idempotencyKey, key)));
  if (earlier && earlier.requestHash !== requestHash) throw orderError("idempotency_key_used");
  if (earlier?.deletedAt) throw orderError("order_not_found");
  return earlier;
}

const cannotBeBought = (lines: PricedLine[]) => {
  const short = lines.filter(({ problem }) => problem);
  const names = short.map(({ title }) => title || "an item that is no longer sold").join(", ");
  return orderError("out_of_stock", {
    // Pieces may have come back since they were asked for; then there is nothing to name.
    ...(names && { message: `Not available in this quantity any more: ${names}.` }),
    data: { lines: lines.map(toQuotedLine) },
  });
};

/** Prices the lines by the shop's own records, or says what of them cannot be bought or costs something else now. */
async function priced(deps: OrderDeps, { items, totalAmount }: OrderRequest) {
  let lines = await priceLines(deps.catalogue, items);
  if (lines.some(({ problem }) => problem) && (await releaseExpired(deps)) > 0) {
    lines = await priceLines(deps.catalogue, items);
  }
  if (lines.some(({ problem }) => problem)) throw cannotBeBought(lines);
  const totalPaise = lines.reduce((sum, { pricePaise, qty }) => sum + pricePaise * qty, 0);
  if (totalPaise !== toPaise(totalAmount)) {
    throw orderError("price_changed", { data: { lines: lines.map(toQuotedLine) } });
  }
  if (totalPaise < LEAST_PAISE) throw orderError("nothing_to_pay");
  return { lines, totalPaise };
}

/** What is to be written down: the order, its lines and the first entry of its history. */
function toRows(order: OrderRow, lines: PricedLine[]): PlacedOrder {
  const { id: orderId, status, userId, createdAt } = order;
  const items = lines.map(({ itemId, itemType, title, pricePaise, qty, image, groupLink }, place) => {
    return { orderId, place, itemId, itemType, title, pricePaise, qty, image, groupLink };
  });
  return { order, items, history: [{ id: randomUUIDv7(), orderId, status, actor: "buyer", userId, at: createdAt }] };
}

/** Writes the order down and takes its pieces, both or neither. */
async function holdPieces(deps: PlacingDeps, wanted: PlacedOrder, lines: PricedLine[]) {
  if (await deps.insert(wanted, deps.catalogue.piecesOf(lines))) return wanted;
  throw cannotBeBought(await priceLines(deps.catalogue, lines));
}

/**
 * Places an order and holds its pieces; with a key, however often it is sent, it is placed once. An earlier order with
 * the key is looked for only when placing fails, for it does where there is one: a first order need not ask.
 */
export async function placeOrder(
  deps: PlacingDeps,
  buyer: Buyer,
  request: OrderRequest,
  key: string | undefined,
): Promise<PlacedOrder | { order: OrderRow }> {
  const requestHash = hashOf(request);
  const now = deps.clock.now();
  const { name, email, phone, address } = request.shipping;
  try {
    const { lines, totalPaise } = await priced(deps, request);
    const order: OrderRow = {
      id: randomUUIDv7(),
      userId: buyer.id,
      buyerName: buyer.name,
      buyerEmail: buyer.email,
      status: "pending",
      totalPaise,
      paymentMethod: request.paymentMethod,
      paymentId: null,
      shippingName: name,
      shippingEmail: email,
      shippingPhone: phone,
      shippingAddress: address,
      stock: "held",
      heldUntil: new Date(now.getTime() + HOLD_MS),
      stockShort: false,
      idempotencyKey: key ?? null,
      requestHash,
      createdAt: now,
      deletedAt: null,
    };
    return await holdPieces(deps, toRows(order, lines), lines);
  } catch (error) {
    const earlier = await findEarlier(deps, buyer.id, key, requestHash);
    if (earlier) return { order: earlier };
    throw error;
  }
}
