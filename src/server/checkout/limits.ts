import { and, desc, eq, gt, isNull, or, type Placeholder, sql } from "drizzle-orm";
import { toRupees } from "../../contracts/money.ts";
import { HOLD_MINUTES, MAX_OPEN_ORDERS } from "../../contracts/orders/order-rules.ts";
import type { Pieces } from "../catalogue/service.ts";
import { orderError } from "../orders/core/errors.ts";
import { type FullOrder, type OrderRow, withoutRestocked } from "../orders/core/order.ts";
import { orders } from "../orders/core/order-table.ts";
import { readItems } from "../orders/core/read.ts";
import { HOUR_MS, MINUTE_MS } from "../platform/clock.ts";
import type { Transaction } from "../platform/database/database.ts";
import { given, statement } from "../platform/database/statement.ts";
import { badInput, httpError } from "../platform/http/errors.ts";
import { ipSubnet } from "../platform/http/ip-subnet.ts";
import type { Limit } from "../platform/http/rate-limit.ts";
import type { CheckoutDeps } from "./deps.ts";
import type { TypedLine } from "./pricing.ts";

const ORDERS_PER_HOUR = 20;
const ordersByIp: Limit = { name: "order-ip", tries: 1_000, seconds: HOUR_MS / 1000 };
/** What buyers change of their orders: each change adds rows that are kept. */
export const changesByBuyer: Limit = { name: "order-change", tries: 60, seconds: HOUR_MS / 1000 };
/** Bounds the query. One more than the limit is enough to refuse; load tests run without limits. */
const MAX_READ = MAX_OPEN_ORDERS + 1;

const openOrder = {
  id: orders.id,
  totalPaise: orders.totalPaise,
  couponCode: orders.couponCode,
  shippingPin: orders.shippingPin,
  createdAt: orders.createdAt,
  heldUntil: orders.heldUntil,
};
export type OpenOrder = Pick<OrderRow, keyof typeof openOrder>;

/** Unpaid, with an active hold, or placed without a hold since `since`, which is as long ago as a hold lasts. */
const isOpenSince = (now: Placeholder, since: Placeholder) =>
  and(
    eq(orders.placement, "open"),
    isNull(orders.deletedAt),
    isNull(orders.paidAt),
    or(
      and(eq(orders.stock, "reserved"), gt(orders.heldUntil, now)),
      and(eq(orders.heldUntil, orders.createdAt), gt(orders.createdAt, since)),
    ),
  );

const holdBefore = (now: Date) => new Date(now.getTime() - HOLD_MINUTES * MINUTE_MS);

/** The same of an order that was read. */
export function isOpen({ order, payments }: FullOrder, now: Date) {
  const { placement, deletedAt, stock, heldUntil, createdAt } = order;
  if (placement !== "open" || deletedAt || payments.length > 0 || order.paidAt) return false;
  if (stock === "reserved" && heldUntil > now) return true;
  return heldUntil.getTime() === createdAt.getTime() && createdAt > holdBefore(now);
}

const openOrders = statement("open-orders-of-buyer", (db) =>
  db
    .select(openOrder)
    .from(orders)
    .where(and(eq(orders.userId, given("userId")), isOpenSince(given("now"), given("since"))))
    .orderBy(sql`${orders.totalPaise} = ${given("totalPaise")} desc`, desc(orders.createdAt))
    .limit(MAX_READ),
);

/** The open orders of an account; those with this total first. Needs the lock of the buyer's row. */
export const readOpenOrders = (tx: Transaction, userId: string, now: Date, totalPaise: number) =>
  openOrders(tx, { userId, now, since: holdBefore(now), totalPaise });

const count = (pieces: Pieces[]) => pieces.reduce((sum, { qty }) => sum + qty, 0);

const maxPieces = async ({ settings }: CheckoutDeps) => (await settings.read()).delivery.maxPiecesPerOrder;

export async function checkQuantities(deps: CheckoutDeps, lines: readonly TypedLine[]) {
  if (!deps.limiter.isEnabled) return;
  const most = await maxPieces(deps);
  const byProduct = Map.groupBy(deps.catalogue.piecesOf(lines), ({ productId }) => productId);
  const excess = [...byProduct.values()].find((sizes) => count(sizes) > most);
  if (!excess) return;
  const isOver = new Set(excess.map(({ itemId }) => itemId));
  const line = lines.findLastIndex(({ itemType, itemId }) => itemType === "product" && isOver.has(itemId)) + 1;
  const rule = `An order can have at most ${most} ${most === 1 ? "piece" : "pieces"} of one product`;
  throw badInput({ items: `Line ${line}: ${rule}, and this one has ${count(excess)}.` });
}

function tooManyOpen(open: OpenOrder[], message: string) {
  const listed = open.map(({ id, totalPaise, createdAt, heldUntil }) => ({
    _id: id,
    totalAmount: toRupees(totalPaise),
    createdAt: createdAt.toISOString(),
    heldUntil: heldUntil.toISOString(),
  }));
  return orderError("too_many_open_orders", { message, data: { orders: listed } });
}

/** Limits how many unpaid orders an account has, and how many pieces they hold including the new ones. */
export async function checkHolds(tx: Transaction, deps: CheckoutDeps, open: OpenOrder[], pieces: Pieces[]) {
  if (!deps.limiter.isEnabled) return;
  if (open.length >= MAX_OPEN_ORDERS) {
    const message = `You have ${open.length} unpaid orders. Please pay for one of them or cancel it in My Orders first.`;
    throw tooManyOpen(open, message);
  }
  const wanted = count(pieces);
  const most = MAX_OPEN_ORDERS * (await maxPieces(deps));
  if (wanted > most) {
    const { phone } = (await deps.settings.read()).business;
    throw badInput({ items: `An order can have at most ${most} pieces. For more, please call us at ${phone}.` });
  }
  if (wanted === 0 || open.length === 0) return;
  const ids = open.map(({ id }) => id);
  const heldItems = await readItems(tx, ids);
  const held = deps.catalogue.piecesOf(withoutRestocked(heldItems));
  if (wanted + count(held) > most) {
    const rule = `Your unpaid orders can hold at most ${most} pieces together`;
    throw tooManyOpen(open, `${rule}. Please pay for one of them or cancel it in My Orders first.`);
  }
}

/** The network that a hold counts for, as a pseudonym. Null when limits are off. */
export const holderOf = ({ limiter, keyedHash }: CheckoutDeps, ip: string) =>
  limiter.isEnabled ? keyedHash("order-holder", ipSubnet(ip)) : null;

/** Serialises the holds of a network, as placing an order does. */
export const lockNetwork = (tx: Transaction, { limiter }: CheckoutDeps, ip: string) => limiter.lock(ordersByIp, ip, tx);

/** Rate limit: orders per hour, by account and by IP address. Counts the current order. */
export async function checkRate(tx: Transaction, { limiter, clock }: CheckoutDeps, userId: string, ip: string) {
  if (!limiter.isEnabled) return;
  const now = clock.now().getTime();
  const [oldest] = await tx
    .select({ createdAt: orders.createdAt })
    .from(orders)
    .where(and(eq(orders.userId, userId), gt(orders.createdAt, new Date(now - HOUR_MS))))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .offset(ORDERS_PER_HOUR - 1)
    .limit(1);
  if (oldest) {
    const seconds = Math.max(1, Math.ceil((oldest.createdAt.getTime() + HOUR_MS - now) / 1000));
    throw httpError("too_many", {
      message: `You have placed ${ORDERS_PER_HOUR} orders within an hour. Please wait a while and try again.`,
      headers: { "retry-after": `${seconds}` },
    });
  }
  await limiter.take(ordersByIp, ip, tx);
}
