import { and, eq, isNull, notBetween, or, sql } from "drizzle-orm";
import { errorMessage } from "../platform/error-message.ts";
import { fetchAndDeliver, settleOrder } from "./deliver-payment.ts";
import { GatewayError } from "./gateway.ts";
import { type PaymentOrder, paymentOrders } from "./payment-order-table.ts";
import type { PaymentDeps } from "./service.ts";

/** Rate limit of provider requests for one order. */
const ASK_EVERY_MS = 3_000;

/** Checks with the provider what a browser says about a payment, and settles the order if it is true. */
export function createPaidClaims(deps: PaymentDeps) {
  const { db, clock, gateway, orders, log } = deps;
  /** Checks of signed payments under way in this process. The first claim that waits for one removes it. */
  const underWay = new Map<string, Promise<void>>();

  /**
   * Takes the right to ask, in all processes together once in `ASK_EVERY_MS`. A signed payment that nobody asked about
   * yet may always be asked: the buyer has just paid, and signatures cannot be forged.
   */
  async function mayAsk({ orderId }: PaymentOrder, signedId: string | undefined) {
    if (!deps.limitClaims) return true;
    const now = clock.now();
    const fromNow = (ms: number) => new Date(now.getTime() + ms);
    const { askedAt, askedPaymentId } = paymentOrders;
    // A time far ahead comes from a wrong clock.
    const isQuiet = or(isNull(askedAt), notBetween(askedAt, fromNow(1 - ASK_EVERY_MS), fromNow(ASK_EVERY_MS)));
    const isNews = signedId ? sql`${askedPaymentId} is distinct from ${signedId}` : undefined;
    const { rowCount } = await db
      .update(paymentOrders)
      .set({ askedAt: now, ...(signedId && { askedPaymentId: signedId }) })
      .where(and(eq(paymentOrders.orderId, orderId), or(isQuiet, isNews)));
    return rowCount === 1;
  }

  async function fetchSigned(row: PaymentOrder, paymentId: string) {
    const payment = await gateway.findPayment(paymentId);
    // The webhook is often faster.
    if (await orders.hasPayment(paymentId)) return;
    // Captured only if no other payment of the order is.
    if (payment?.status === "authorized") await fetchAndDeliver(deps, row);
    else if (payment) await settleOrder(deps, row, payment);
  }

  /** Over the limit nothing is asked: the order stays as the last answer left it. */
  async function ask(row: PaymentOrder, signedId?: string) {
    if (!(await mayAsk(row, signedId))) return;
    try {
      await (signedId ? fetchSigned(row, signedId) : fetchAndDeliver(deps, row));
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      log.warn({ order: row.orderId, reason: errorMessage(error) }, "a payment's receipt will be followed up later");
      // The buyer has paid: let the next run of the reconcile job ask, however old the order is.
      if (signedId) {
        const isThisOrder = eq(paymentOrders.orderId, row.orderId);
        await db.update(paymentOrders).set({ checkAt: clock.now() }).where(isThisOrder);
      }
    }
  }

  /** `signedId`: the payment of a verified signature. */
  return async function checkClaim(row: PaymentOrder, signedId?: string) {
    if (!signedId) return ask(row);
    // The webhook was faster.
    const settling = deps.settling.get(signedId);
    if (settling) return settling;
    const earlier = underWay.get(signedId);
    if (earlier) {
      // A browser that repeats its request learns the result. Only one waits, so that they cannot pile up.
      underWay.delete(signedId);
      return earlier;
    }
    const asking = ask(row, signedId);
    underWay.set(signedId, asking);
    return asking.finally(() => underWay.get(signedId) === asking && underWay.delete(signedId));
  };
}
