import { and, eq, isNotNull, lt } from "drizzle-orm";
import { orderKeys, orderPayments, orders } from "../orders/core/order-table.ts";
import type { OrderUser } from "../orders/core/read.ts";
import { DAY_MS } from "../platform/clock.ts";
import type { Transaction } from "../platform/database/database.ts";
import { given, statement } from "../platform/database/statement.ts";
import { createSignedIds } from "../platform/signed-ids.ts";
import { arrivalColumns, estimateDelivery } from "./arrival.ts";
import { requireAddress, requireState, stateOf } from "./buyer-details.ts";
import type { CheckoutDeps } from "./deps.ts";
import { changesByBuyer } from "./limits.ts";
import { openForPayment } from "./open-for-payment.ts";
import { placeOrder } from "./place-order.ts";
import { priceCart, quoteCart } from "./quote.ts";
import type { OrderRequest } from "./repeats.ts";
import { settle } from "./settle.ts";
import { deliveryByPin } from "./totals.ts";
import { cancelStale, endExpiredHolds } from "./unpaid-orders.ts";

const KEY_RETENTION_MS = 30 * DAY_MS;

const recordedPayment = statement("recorded-payment", (db) =>
  db
    .select({ id: orderPayments.paymentId })
    .from(orderPayments)
    .where(eq(orderPayments.paymentId, given("paymentId"))),
);

/** From a cart to an order, and from the order to its payment. */
export function createCheckout(deps: CheckoutDeps) {
  const { db, clock, records } = deps;
  /** In the links of agents' checkouts. */
  const agentCheckoutTokens = createSignedIds(deps.keyedHash, "agent checkout");

  return {
    estimateDelivery: (pin: string) => estimateDelivery(deps, pin),

    quoteTotals: quoteCart.bind(null, deps),
    priceCart: priceCart.bind(null, deps),

    agentCheckoutTokens,

    /** The first paid order for an agent's checkout. */
    async findByAgentCheckout(id: string) {
      const isPaidFor = and(eq(orders.agentCheckoutId, id), isNotNull(orders.paidAt));
      const rows = await db.select({ id: orders.id }).from(orders).where(isPaidFor).orderBy(orders.paidAt).limit(1);
      return (await records.read(rows.map((row) => row.id)))[0];
    },

    /** `ip` is the client's; `key` makes a repeated request return the same order. */
    place(user: OrderUser, request: OrderRequest, { ip, key }: { ip: string; key?: string | undefined }) {
      const agentCheckoutId = agentCheckoutTokens.read(request.agentCheckout ?? "") ?? null;
      return placeOrder(deps, { userId: user.id, ip, key, request, agentCheckoutId });
    },

    openForPayment: async (id: string, user: OrderUser, ip: string) =>
      openForPayment(deps, await records.findFor(id, user), ip),

    settle: settle.bind(null, deps),

    hasPayment: async (paymentId: string) => (await recordedPayment(db, { paymentId })).length > 0,

    /** Returns the stock of all unpaid orders whose hold has expired. */
    async releaseExpired() {
      while ((await endExpiredHolds(deps)) > 0);
    },

    // What a change of the delivery details asks for, too.
    requireAddress: requireAddress.bind(null, deps),
    requireState: requireState.bind(null, deps),
    stateOf: stateOf.bind(null, deps),
    arrivalColumns: arrivalColumns.bind(null, deps),
    deliveryByPin: deliveryByPin.bind(null, deps),
    /** Limits what buyers change of their orders. */
    countChange: (userId: string, tx: Transaction) => deps.limiter.take(changesByBuyer, userId, tx),

    cancelStale: cancelStale.bind(null, deps),

    async deleteExpiredKeys() {
      const before = new Date(clock.now().getTime() - KEY_RETENTION_MS);
      await db.delete(orderKeys).where(lt(orderKeys.createdAt, before));
    },
  };
}
export type { Buyer } from "./deps.ts";
export type { PricedLine } from "./pricing.ts";
export type { PricedCart } from "./quote.ts";
export type { OrderRequest } from "./repeats.ts";
export type Checkout = ReturnType<typeof createCheckout>;
