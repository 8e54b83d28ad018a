import { randomUUIDv7 } from "node:crypto";
import { toPaise } from "../../contracts/money.ts";
import { withParts } from "../../contracts/orders/item-rules.ts";
import { holdEnd } from "../../contracts/orders/order-rules.ts";
import { orderError } from "../orders/core/errors.ts";
import { BeyondShare } from "../orders/core/follow.ts";
import { firstStatus } from "../orders/core/log.ts";
import type { FullOrder, NewOrder, OrderRow } from "../orders/core/order.ts";
import type { Transaction } from "../platform/database/database.ts";
import { ShopError } from "../platform/http/errors.ts";
import { requireAddress, requireState } from "./buyer-details.ts";
import type { Buyer, CheckoutDeps } from "./deps.ts";
import { checkHolds, checkQuantities, checkRate, holderOf, type OpenOrder, readOpenOrders } from "./limits.ts";
import { outOfStock, type PricedLine, priceLines, toQuotedLine } from "./pricing.ts";
import { detailsOf, findByKey, type OrderAttempt, type RepeatState, recordKey, reuseOpen } from "./repeats.ts";
import { agreeOn, isFree, MIN_TOTAL_PAISE, quoteTotals, type Totals, toRupeeTotals } from "./totals.ts";
import { endExpiredHolds } from "./unpaid-orders.ts";

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
async function priceTotals(deps: CheckoutDeps, attempt: OrderAttempt, lines: PricedLine[]) {
  const quote = () => quoteTotals(deps, toPurchase(attempt, lines), attempt.ip);
  let { totals, evaluation } = await quote();
  if (evaluation?.problem && (await endExpiredHolds(deps)) > 0) ({ totals, evaluation } = await quote());
  if (evaluation?.problem) throw deps.coupons.refused(evaluation.problem);
  return totals;
}

/** Prices the lines from the catalogue. Refuses unavailable lines and a total that differs from the buyer's. */
async function priceRequest(deps: CheckoutDeps, attempt: OrderAttempt): Promise<Priced> {
  const { totalAmount } = attempt.request;
  let lines = await priceLines(deps, attempt.lines);
  if (lines.some(({ problem }) => problem) && (await endExpiredHolds(deps)) > 0) {
    lines = await priceLines(deps, attempt.lines);
  }
  if (lines.some(({ problem }) => problem)) throw outOfStock(lines);
  const totals = await priceTotals(deps, attempt, lines);
  if (totals.total !== toPaise(totalAmount)) throw priceChanged({ lines, totals });
  if (totals.total < MIN_TOTAL_PAISE && !isFree(totals)) throw orderError("nothing_to_pay");
  return { lines, totals };
}

interface Hold {
  isHeld: boolean;
  heldBy: string | null;
}

function toRows(
  attempt: OrderAttempt,
  { lines, totals }: Priced,
  buyer: Buyer,
  now: Date,
  { isHeld, heldBy }: Hold,
): NewOrder {
  const { userId, request } = attempt;
  const order: NewOrder["order"] = {
    agentCheckoutId: null,
    ...detailsOf(attempt),
    id: randomUUIDv7(),
    userId,
    buyerName: buyer.name,
    buyerEmail: buyer.email,
    status: "pending",
    placement: "open",
    goods: "unsent",
    payBy: "online",
    advancePaise: 0,
    feePaise: 0,
    totalPaise: totals.total,
    discountPaise: totals.discount,
    deliveryPaise: totals.delivery,
    couponCode: request.coupon ?? null,
    internalNote: "",
    paidAt: null,
    arrivesFrom: null,
    arrivesTo: null,
    stock: isHeld ? "reserved" : "released",
    heldUntil: isHeld ? holdEnd(now) : now,
    heldBy,
    holdRenewed: false,
    shortIdShared: false,
    createdAt: now,
    deletedAt: null,
  };
  return {
    order,
    items: lines.map(({ available, problem, category, weightGrams, ...line }, lineIndex) => ({
      ...line,
      discountPaise: totals.lineDiscounts[lineIndex]!,
      restockedQty: 0,
      refundedQty: 0,
      orderId: order.id,
      lineIndex,
    })),
    history: [firstStatus(order)],
    events: [],
    eventCount: { all: 0, public: 0 },
    addressChange: null,
    shipments: [],
    payments: [],
    refunds: [],
    refundLines: [],
    disputes: [],
  };
}

/** An order whose rows must be read again: it was placed with the same key, is open for the same cart, or is paid. */
interface Repeat {
  placed: OrderRow;
  isReused: boolean;
}

async function findRepeat(
  tx: Transaction,
  deps: CheckoutDeps,
  attempt: OrderAttempt,
  open: OpenOrder[],
  state: RepeatState,
): Promise<Repeat | undefined> {
  const placed = await findByKey(tx, attempt);
  if (placed) return { placed, isReused: false };
  const reused = await reuseOpen(tx, deps, open, attempt, state);
  return reused && { placed: reused, isReused: true };
}

/** Runs `work` with the buyer's row locked, which blocks the account's other orders and its deletion. */
const withBuyerLock = <T>(
  deps: CheckoutDeps,
  { userId, request }: OrderAttempt,
  work: (tx: Transaction, locked: { buyer: Buyer; open: OpenOrder[]; now: Date }) => Promise<T>,
) =>
  deps.db.transaction(async (tx) => {
    const buyer = await deps.findBuyer(tx, userId, request.shipping);
    const now = deps.clock.now();
    return work(tx, { buyer, open: await readOpenOrders(tx, userId, now, toPaise(request.totalAmount)), now });
  });

/** Holds stock, times and coupon. An order with nothing to pay is sold at once, without the payment provider. */
async function holdOrSell(
  tx: Transaction,
  deps: CheckoutDeps,
  attempt: OrderAttempt,
  priced: Priced,
  rows: NewOrder,
): Promise<FullOrder> {
  // The coupon may have changed after pricing, before it was locked.
  const coupon = await agreeOn(deps, toPurchase(attempt, priced.lines), rows.order.totalPaise, (totals) => {
    throw priceChanged({ ...priced, totals });
  });
  const times = attempt.request.items;
  const by = { actor: "buyer", userId: attempt.userId } as const;
  const placed = await deps.core.place(tx, rows, by, { type: "place", times, coupon });
  if (!isFree(priced.totals)) return placed;
  return (await deps.core.change(tx, rows.order.id, { actor: "system" }, { type: "acceptFree" })).after;
}

/** Writes order, lines, history, coupon and stock hold in one transaction. A repeat returns the first order. */
const insertOrder = (
  deps: CheckoutDeps,
  attempt: OrderAttempt,
  priced: Priced,
  isHeld: boolean,
): Promise<Repeat | FullOrder> =>
  withBuyerLock(deps, attempt, async (tx, { buyer, open, now }) => {
    const repeat = await findRepeat(tx, deps, attempt, open, { now, isPriced: true, mayMove: isHeld });
    if (repeat) return repeat;
    const pieces = deps.catalogue.piecesOf(priced.lines);
    await checkHolds(tx, deps, open, pieces);
    await checkRate(tx, deps, attempt.userId, attempt.ip);
    // A free order is sold at once: its hold counts for nobody.
    const heldBy = isHeld && !isFree(priced.totals) ? holderOf(deps, attempt.ip) : null;
    const placed = toRows(attempt, priced, buyer, now, { isHeld, heldBy });
    const held = await holdOrSell(tx, deps, attempt, priced, placed);
    await recordKey(tx, attempt, placed.order.id, now);
    return held;
  });

export const isOutOfStock = (error: unknown) => error instanceof ShopError && error.code === "out_of_stock";

const isShortIdTaken = (error: unknown) =>
  (error as { cause?: { constraint?: string } }).cause?.constraint === "orders_short_id";

async function placeNew(
  deps: CheckoutDeps,
  attempt: OrderAttempt,
  priced: Priced,
  isHeld = true,
): ReturnType<typeof insertOrder> {
  try {
    return await insertOrder(deps, attempt, priced, isHeld);
  } catch (error) {
    if (isShortIdTaken(error)) return placeNew(deps, attempt, priced, isHeld);
    if (error instanceof BeyondShare) return placeNew(deps, attempt, priced, false);
    if (!isOutOfStock(error)) throw error;
    throw outOfStock(await priceLines(deps, attempt.lines));
  }
}

/** Prices the request. If pricing fails, it may be a repeat whose price changed or whose order holds the last piece. */
async function priceOrRepeat(deps: CheckoutDeps, attempt: OrderAttempt): Promise<Priced | Repeat> {
  try {
    await checkQuantities(deps, attempt.lines);
    return await priceRequest(deps, attempt);
  } catch (error) {
    const repeat = await withBuyerLock(deps, attempt, (tx, { open, now }) =>
      findRepeat(tx, deps, attempt, open, { now, isPriced: false, mayMove: true }),
    ).catch((problem: unknown) => {
      if (!(problem instanceof BeyondShare)) throw problem;
    });
    if (repeat) return repeat;
    throw error;
  }
}

export async function placeOrder(
  deps: CheckoutDeps,
  sent: Omit<OrderAttempt, "state" | "lines">,
): Promise<{ order: FullOrder; isReused: boolean }> {
  const { items, shipping } = sent.request;
  await requireAddress(deps, items, shipping, "shipping.");
  const attempt = { ...sent, lines: items.map(withParts), state: await requireState(deps, shipping, "shipping.") };
  const priced = await priceOrRepeat(deps, attempt);
  const result = "placed" in priced ? priced : await placeNew(deps, attempt, priced);
  if (!("placed" in result)) return { order: result, isReused: false };
  const [order] = await deps.records.read([result.placed.id]);
  return { order: order!, isReused: result.isReused };
}
