import { eq, sql } from "drizzle-orm";
import type { Order, PaymentOrder } from "../../contracts/order.ts";
import type { Asker } from "../orders/service.ts";
import { errorMessage } from "../platform/error-message.ts";
import { askAndDeliver, deliverTo } from "./deliver-payment.ts";
import type { PaymentDeps } from "./deps.ts";
import { paymentError } from "./errors.ts";
import { GatewayError } from "./gateway.ts";
import { paymentOrders } from "./payment-order-table.ts";
import { providerOrderFor } from "./provider-order.ts";
import { checkAllSoon, reconcile } from "./reconcile.ts";
import { forgetHandled, handleWaiting, type ReceivedNews, receiveWebhook } from "./webhook.ts";

export interface PaymentProof {
  paymentId?: string | undefined;
  signature?: string | undefined;
}

export function createPayments(deps: PaymentDeps) {
  const { db, orders, gateway, log } = deps;
  const findPayment = db
    .select()
    .from(paymentOrders)
    .where(eq(paymentOrders.orderId, sql.placeholder("orderId")))
    .prepare("payment-of-order");

  /** A signature is the provider's own word; without one it is asked. */
  async function hearProvider(
    known: typeof paymentOrders.$inferSelect,
    amountPaise: number,
    { paymentId, signature }: PaymentProof,
  ) {
    const { providerOrderId } = known;
    if (!providerOrderId) throw paymentError("payment_not_confirmed");
    if (signature === undefined) return askAndDeliver(deps, providerOrderId);
    if (!paymentId || !gateway.isPaymentSigned(providerOrderId, paymentId, signature)) {
      throw paymentError("payment_not_confirmed");
    }
    return deliverTo(deps, known, { id: paymentId, amountPaise, currency: "INR" });
  }

  return {
    /** What the browser needs to open the provider's popup. */
    async begin(orderId: string, asker: Asker): Promise<PaymentOrder> {
      const payable = await orders.openForPayment(orderId, asker);
      return { key: gateway.keyId, amount: payable.totalPaise, orderId: await providerOrderFor(deps, payable) };
    },

    /** The buyer's browser says that an order is paid; it is believed when the provider says so too. */
    async confirm(orderId: string, buyer: Asker, proof: PaymentProof): Promise<Order> {
      const totalPaise = await orders.totalOf(orderId, buyer);
      const [known] = await findPayment.execute({ orderId });
      if (!known) throw paymentError("payment_not_confirmed");
      try {
        await hearProvider(known, totalPaise, proof);
      } catch (error) {
        // A provider that cannot be asked now may have spoken before, on another road.
        if (!(error instanceof GatewayError)) throw error;
      }
      const order = await orders.find(orderId, buyer);
      if (order.status === "pending" || order.status === "cancelled") throw paymentError("payment_not_confirmed");
      return order;
    },

    /** What the provider sent a buyer's browser back with. Whatever comes of it, the order's own page tells. */
    async hearReceipt(orderId: string, { paymentId = "", signature = "" }: PaymentProof) {
      const [known] = await findPayment.execute({ orderId });
      const providerOrderId = known?.providerOrderId;
      if (!providerOrderId || !gateway.isPaymentSigned(providerOrderId, paymentId, signature)) return;
      await askAndDeliver(deps, providerOrderId).catch((error: unknown) =>
        log.warn({ order: orderId, reason: errorMessage(error) }, "a payment's receipt will be followed up later"),
      );
    },

    receiveWebhook: (received: ReceivedNews) => receiveWebhook(deps, received),

    checkAllSoon: () => checkAllSoon(deps),

    /** What the browser and the webhook may have missed. */
    async catchUp(signal?: AbortSignal) {
      await handleWaiting(deps);
      await reconcile(deps, signal);
    },

    forgetHandled: () => forgetHandled(deps),
  };
}
export type Payments = ReturnType<typeof createPayments>;
