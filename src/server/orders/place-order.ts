import { randomUUIDv7 } from "node:crypto";
import type { z } from "zod";
import { toPaise } from "../../contracts/money.ts";
import type { orderForm } from "../../contracts/orders/order.ts";
import type { Transaction } from "../platform/database/database.ts";
import { orderError } from "./errors.ts";
import { isFree, settleFreeOrder, toFreeOrder } from "./free-order.ts";
import { checkHolds, checkQuantities, checkRate, type OpenOrder, readOpenOrders } from "./order-limits.ts";
import { detailsOf, findByKey, type OrderAttempt, recordKey, reuseOpen } from "./order-repeats.ts";
import type { FullOrder, OrderRow } from "./order-rows.ts";
import { holdEnd, InsufficientStock, releaseExpired } from "./order-stock.ts";
import { orderHistory, orderItems, orders } from "./order-table.ts";
import { outOfStock, type PricedLine, priceLines, toQuotedLine } from "./pricing.ts";
import { quoteTotals, reserveCoupon } from "./quote-totals.ts";
import type { Buyer, OrderContext, OrderDeps } from "./service.ts";
import { MIN_TOTAL_PAISE, type Totals, toRupeeTotals } from "./totals.ts";

export type OrderRequest = z.output<typeof orderForm>;

interface Priced {
  lines: PricedLine[];
  totals: Totals;
}

const toPurchase = ({ userId, request }: OrderAttempt, lines: PricedLine[]) => ({
  lines,
  coupon: request.coupon,
  pin: request.shipping.pin ?? "",
  userId,
});

const priceChanged = ({ lines, totals }: Priced) =>
  orderError("price_changed", { data: { lines: lines.map(toQuotedLine), ...toRupeeTotals(totals) } });

/** Totals with the coupon. If the coupon is refused, expired holds are released first: one may reserve its last use. */
async function priceTotals(deps: OrderDeps, attempt: OrderAttempt, lines: PricedLine[]) {
  const quote = () => quoteTotals(deps, toPurchase(attempt, lines), attempt.ip);
  let { totals, evaluation } = await quote();
  if (evaluation?.problem && (await releaseExpired(deps)) > 0) ({ totals, evaluation } = await quote());
  if (evaluation?.problem) throw deps.coupons.refused(evaluation.problem);
  return totals;
}

/** Prices the lines from the catalogue. Refuses unavailable lines and a total that differs from the buyer's. */
async function priceRequest(deps: OrderDeps, attempt: OrderAttempt): Promise<Priced> {
  const { items, totalAmount } = attempt.request;
  let lines = await priceLines(deps, items);
  if (lines.some(({ problem }) => problem) && (await releaseExpired(deps)) > 0) {
    lines = await priceLines(deps, items);
  }
  if (lines.some(({ problem }) => problem)) throw outOfStock(lines);
  const totals = await priceTotals(deps, attempt, lines);
  if (totals.total !== toPaise(totalAmount)) throw priceChanged({ lines, totals });
  if (totals.total < MIN_TOTAL_PAISE && !isFree(totals)) throw orderError("nothing_to_pay");
  return { lines, totals };
}

function toRows({ userId, request }: OrderAttempt, { lines, totals }: Priced, buyer: Buyer, now: Date): FullOrder {
  const order: OrderRow = {
    ...detailsOf(request),
    id: randomUUIDv7(),
    userId,
    buyerName: buyer.name,
    buyerEmail: buyer.email,
    status: "pending",
    totalPaise: totals.total,
    discountPaise: totals.discount,
    deliveryPaise: totals.delivery,
    couponCode: request.coupon ?? null,
    internalNote: "",
    paymentId: null,
    paidAt: null,
    shippingChangedAt: null,
    shippingChangedBy: null,
    stock: "held",
    heldUntil: holdEnd(now),
    holdRenewed: false,
    stockShort: false,
    createdAt: now,
    deletedAt: null,
  };
  const { id: orderId, status } = order;
  return {
    order,
    items: lines.map(({ available, problem, category, weightGrams, ...line }, lineIndex) => ({
      ...line,
      discountPaise: totals.lineDiscounts[lineIndex]!,
      restockedQty: 0,
      orderId,
      lineIndex,
    })),
    history: [{ id: randomUUIDv7(), orderId, status, actor: "buyer", userId, at: now }],
    events: [],
    parcels: [],
    payments: [],
  };
}

/** An order that was placed before: with the same key, or still open for the same cart. */
interface Repeat {
  placed: OrderRow;
  isReused: boolean;
}

async function findRepeat(
  tx: Transaction,
  deps: OrderDeps,
  attempt: OrderAttempt,
  open: OpenOrder[],
  state: { now: Date; isPriced: boolean },
): Promise<Repeat | undefined> {
  const placed = await findByKey(tx, attempt);
  if (placed) return { placed, isReused: false };
  const reused = await reuseOpen(tx, deps, open, attempt, state);
  return reused && { placed: reused, isReused: true };
}

/** Runs `work` with the buyer's row locked, which blocks the account's other orders and its deletion. */
const withBuyerLock = <T>(
  deps: OrderDeps,
  { userId, request }: OrderAttempt,
  work: (tx: Transaction, locked: { buyer: Buyer; open: OpenOrder[]; now: Date }) => Promise<T>,
) =>
  deps.db.transaction(async (tx) => {
    const buyer = await deps.findBuyer(tx, userId);
    const now = deps.clock.now();
    return work(tx, { buyer, open: await readOpenOrders(tx, userId, now, toPaise(request.totalAmount)), now });
  });

/** Reserves the coupon. Refuses the order if the coupon changed after pricing, before it was locked. */
async function reserve(tx: Transaction, deps: OrderDeps, attempt: OrderAttempt, priced: Priced, orderId: string) {
  const purchase = toPurchase(attempt, priced.lines);
  const totals = await reserveCoupon(tx, deps, { purchase, totals: priced.totals, orderId });
  if (totals && totals.total !== priced.totals.total) throw priceChanged({ ...priced, totals });
}

/** Adds the buyer's chosen times to the lines. `lineIndex` is the index in the request. */
const timedLines = ({ request }: OrderAttempt, { items }: FullOrder) =>
  items.map((item) => {
    const { startsAt, zone } = request.items[item.lineIndex] ?? {};
    return { ...item, startsAt, zone };
  });

/** One round trip: foreign keys are checked when the statement ends. The name depends on the number of rows. */
function insertRows(tx: Transaction, { order, items, history }: FullOrder) {
  const newOrder = tx.$with("new_order").as(tx.insert(orders).values(order).returning({ id: orders.id }));
  const newItems = tx.$with("new_items").as(tx.insert(orderItems).values(items).returning({ id: orderItems.orderId }));
  const insert = tx.with(newOrder, newItems).insert(orderHistory).values(history);
  return insert.prepare(`insert-order-of-${items.length}-and-${history.length}`).execute();
}

/** Writes order, lines, history, coupon and stock hold in one transaction. A repeat returns the first order. */
const insertOrder = (deps: OrderContext, attempt: OrderAttempt, priced: Priced): Promise<Repeat | FullOrder> =>
  withBuyerLock(deps, attempt, async (tx, { buyer, open, now }) => {
    const repeat = await findRepeat(tx, deps, attempt, open, { now, isPriced: true });
    if (repeat) return repeat;
    const pieces = deps.catalogue.piecesOf(priced.lines);
    await checkHolds(tx, deps, open, pieces);
    await checkRate(tx, deps, attempt.userId, attempt.ip);
    const placed = toRows(attempt, priced, buyer, now);
    const rows = isFree(priced.totals) ? toFreeOrder(placed) : placed;
    await reserve(tx, deps, attempt, priced, rows.order.id);
    await insertRows(tx, rows);
    await recordKey(tx, attempt, rows.order.id, now);
    await deps.appointments.hold(tx, rows.order, timedLines(attempt, rows));
    if (isFree(priced.totals)) await settleFreeOrder(tx, deps, rows.order);
    // Last, so that product rows are locked as briefly as possible.
    if (!(await deps.catalogue.stock.take(tx, pieces))) throw new InsufficientStock();
    return rows;
  });

async function placeNew(deps: OrderContext, attempt: OrderAttempt, priced: Priced) {
  try {
    return await insertOrder(deps, attempt, priced);
  } catch (error) {
    if (!(error instanceof InsufficientStock)) throw error;
    throw outOfStock(await priceLines(deps, attempt.request.items));
  }
}

/** Prices the request. If pricing fails, it may be a repeat whose price changed or whose order holds the last piece. */
async function priceOrRepeat(deps: OrderDeps, attempt: OrderAttempt): Promise<Priced | Repeat> {
  try {
    await checkQuantities(deps, attempt.request.items);
    return await priceRequest(deps, attempt);
  } catch (error) {
    const repeat = await withBuyerLock(deps, attempt, (tx, { open, now }) =>
      findRepeat(tx, deps, attempt, open, { now, isPriced: false }),
    );
    if (repeat) return repeat;
    throw error;
  }
}

/** Places an order and holds its stock, or returns the order that this request repeats. */
export async function placeOrder(
  deps: OrderContext,
  attempt: OrderAttempt,
): Promise<{ order: FullOrder; isReused: boolean }> {
  const priced = await priceOrRepeat(deps, attempt);
  const result = "placed" in priced ? priced : await placeNew(deps, attempt, priced);
  if (!("placed" in result)) return { order: result, isReused: false };
  const [order] = await deps.readOrders([result.placed.id]);
  return { order: order!, isReused: result.isReused };
}
