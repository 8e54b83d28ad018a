import { and, eq, isNull, notBetween, or, sql } from "drizzle-orm";
import { errorMessage } from "../platform/log.ts";
import { fetchAndDeliver, settleOrder } from "./deliver-payment.ts";
import type { PaymentDeps } from "./deps.ts";
import { type PaymentOrder, paymentOrders } from "./payment-order-table.ts";
import { ProviderError } from "./provider/provider.ts";
import { checkKey, definePaymentCheck } from "./reconcile.ts";

/** Rate limit of provider requests for one order. */
const ASK_EVERY_MS = 3_000;

/** Checks with the provider what a browser says about a payment, and settles the order if it is true. */
export function createPaidClaims(deps: PaymentDeps) {
  const { db, clock, provider, checkout, log } = deps;
  const check = definePaymentCheck(deps);
  /** Checks of signed payments in flight in this process, by payment id. A claim that joins a check removes it. */
  const checksInFlight = new Map<string, Promise<void>>();

  /** Limits all processes together. A new signed payment id bypasses it: the buyer has just paid. */
  async function mayAsk({ orderId }: PaymentOrder, signedId: string | undefined) {
    if (!deps.limitClaims) return true;
    const now = clock.now();
    const fromNow = (ms: number) => new Date(now.getTime() + ms);
    const { askedAt, askedPaymentId } = paymentOrders;
    // `askedAt` far in the future comes from a wrong clock and is ignored.
    const isQuiet = or(isNull(askedAt), notBetween(askedAt, fromNow(1 - ASK_EVERY_MS), fromNow(ASK_EVERY_MS)));
    const isNewInfo = signedId ? sql`${askedPaymentId} is distinct from ${signedId}` : undefined;
    const { rowCount } = await db
      .update(paymentOrders)
      .set({ askedAt: now, ...(signedId && { askedPaymentId: signedId }) })
      .where(and(eq(paymentOrders.orderId, orderId), or(isQuiet, isNewInfo)));
    return rowCount === 1;
  }

  async function fetchSigned(row: PaymentOrder, paymentId: string) {
    const payment = await (await provider.current()).findPayment(paymentId);
    // The webhook may have settled the order during the request.
    if (await checkout.hasPayment(paymentId)) return;
    // `fetchAndDeliver` captures it only if no other payment of the order is captured.
    if (payment?.status === "authorized") await fetchAndDeliver(deps, row);
    else if (payment) await settleOrder(deps, row, payment);
  }

  /** Over the rate limit, the provider is not called and the order stays unchanged. */
  async function ask(row: PaymentOrder, signedId?: string) {
    if (!(await mayAsk(row, signedId))) return;
    try {
      await (signedId ? fetchSigned(row, signedId) : fetchAndDeliver(deps, row));
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      log.warn({ order: row.orderId, reason: errorMessage(error) }, "a payment's receipt will be followed up later");
      // The buyer has paid: check it next.
      const { orderId } = row;
      if (signedId) await check.enqueueOrRepeat(db, { key: checkKey(orderId), payload: { orderId } });
    }
  }

  /** `signedId`: the payment of a verified signature. */
  return async function checkClaim(row: PaymentOrder, signedId?: string) {
    if (!signedId) return ask(row);
    // The payment is already being settled, usually by the webhook.
    const settlement = deps.settlementsInFlight.get(signedId);
    if (settlement) return settlement;
    const earlier = checksInFlight.get(signedId);
    if (earlier) {
      // A retry from the browser joins the check in flight. Only one retry may wait, so that requests cannot pile up.
      checksInFlight.delete(signedId);
      return earlier;
    }
    const asking = ask(row, signedId);
    checksInFlight.set(signedId, asking);
    return asking.finally(() => checksInFlight.get(signedId) === asking && checksInFlight.delete(signedId));
  };
}
