import { eq } from "drizzle-orm";
import type { Order, PaymentOrder } from "../../contracts/order.ts";
import type { Orders, OrderUser } from "../orders/service.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database/database.ts";
import { errorMessage } from "../platform/error-message.ts";
import type { Log } from "../platform/log.ts";
import { fetchAndDeliver, settleOrder } from "./deliver-payment.ts";
import { paymentError } from "./errors.ts";
import { type Gateway, GatewayError, type PaymentProof, type WebhookRequest } from "./gateway.ts";
import { type PaymentOrder as PaymentOrderRow, paymentOrders } from "./payment-order-table.ts";
import { ensureProviderOrder } from "./provider-order.ts";
import { reconcile, rescheduleAll } from "./reconcile.ts";
import { deleteExpiredEvents, receiveWebhook, retryFailedEvents } from "./webhook.ts";

export interface PaymentDeps {
  db: Database;
  clock: Clock;
  orders: Orders;
  gateway: Gateway;
  log: Log;
}

export function createPayments(deps: PaymentDeps) {
  const { db, orders, gateway, log } = deps;

  async function findPaymentOrder(orderId: string) {
    const [row] = await db.select().from(paymentOrders).where(eq(paymentOrders.orderId, orderId));
    return row;
  }

  /** A valid signature is proof enough. Without a signature the provider is asked. */
  async function verifyAndSettle(row: PaymentOrderRow, amountPaise: number, { paymentId, signature }: PaymentProof) {
    const { providerOrderId } = row;
    if (!providerOrderId) throw paymentError("payment_not_confirmed");
    if (signature === undefined) return fetchAndDeliver(deps, providerOrderId);
    if (!paymentId || !gateway.isPaymentSigned(providerOrderId, paymentId, signature)) {
      throw paymentError("payment_not_confirmed");
    }
    return settleOrder(deps, row, { id: paymentId, amountPaise, currency: "INR" });
  }

  return {
    /** What the browser needs to open the provider's popup. */
    async begin(orderId: string, user: OrderUser): Promise<PaymentOrder> {
      const payable = await orders.openForPayment(orderId, user);
      return { key: gateway.keyId, amount: payable.totalPaise, orderId: await ensureProviderOrder(deps, payable) };
    },

    /** The buyer's browser reports a payment. It is verified before the order counts as paid. */
    async confirm(orderId: string, buyer: OrderUser, proof: PaymentProof): Promise<Order> {
      const totalPaise = await orders.findTotal(orderId, buyer);
      const row = await findPaymentOrder(orderId);
      if (!row) throw paymentError("payment_not_confirmed");
      try {
        await verifyAndSettle(row, totalPaise, proof);
      } catch (error) {
        // The provider is unreachable, but a webhook may have settled the order before.
        if (!(error instanceof GatewayError)) throw error;
      }
      const order = await orders.find(orderId, buyer);
      if (order.status === "pending" || order.status === "cancelled") throw paymentError("payment_not_confirmed");
      return order;
    },

    /** The provider sent the buyer's browser back. Failures are only logged: the order's page shows the result. */
    async handleCallback(orderId: string, { paymentId = "", signature = "" }: PaymentProof) {
      const providerOrderId = (await findPaymentOrder(orderId))?.providerOrderId;
      if (!providerOrderId || !gateway.isPaymentSigned(providerOrderId, paymentId, signature)) return;
      await fetchAndDeliver(deps, providerOrderId).catch((error: unknown) =>
        log.warn({ order: orderId, reason: errorMessage(error) }, "a payment's receipt will be followed up later"),
      );
    },

    /**
     * Asks the provider about one order and settles it if it is paid. Returns `false` when the answer is unclear, and
     * rejects while the provider cannot be reached.
     */
    async check(orderId: string) {
      const providerOrderId = (await findPaymentOrder(orderId))?.providerOrderId;
      if (!providerOrderId) return true;
      try {
        await fetchAndDeliver(deps, providerOrderId);
        return true;
      } catch (error) {
        if (!(error instanceof GatewayError) || error.kind === "unavailable") throw error;
        log.warn({ order: orderId, reason: error.message }, "a payment could not be checked");
        // The provider does not know it, for example because the keys were changed: nothing can be paid.
        return error.kind === "not_found";
      }
    },

    receiveWebhook: (request: WebhookRequest) => receiveWebhook(deps, request),

    rescheduleAll: () => rescheduleAll(deps),

    /** Finds payments that the browser and the webhook did not report. */
    async reconcile(signal?: AbortSignal) {
      await retryFailedEvents(deps);
      await reconcile(deps, signal);
    },

    deleteExpired: () => deleteExpiredEvents(deps),
  };
}
export type Payments = ReturnType<typeof createPayments>;
