import { eq } from "drizzle-orm";
import type { PaymentOrder } from "../../contracts/order.ts";
import type { Asker } from "../orders/service.ts";
import { ShopError } from "../platform/errors.ts";
import { toPaise } from "../platform/money.ts";
import { askAndDeliver, deliver } from "./arrivals.ts";
import type { PaymentDeps } from "./deps.ts";
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
  const { db, orders, gateway } = deps;

  /** A signature is the provider's own word; without one it is asked. */
  async function hearProvider(providerOrderId: string, amountPaise: number, { paymentId, signature }: PaymentProof) {
    if (signature === undefined) return askAndDeliver(deps, providerOrderId);
    if (!paymentId || !gateway.isPaymentSigned(providerOrderId, paymentId, signature)) {
      throw new ShopError("payment_not_confirmed");
    }
    const payment = { id: paymentId, orderId: providerOrderId, amountPaise, currency: "INR" };
    return deliver(deps, { ...payment, status: "captured" });
  }

  return {
    /** What the browser needs to open the provider's popup. */
    async begin(orderId: string, asker: Asker): Promise<PaymentOrder> {
      const payable = await orders.openForPayment(orderId, asker);
      return { key: gateway.keyId, amount: payable.totalPaise, orderId: await providerOrderFor(deps, payable) };
    },

    /** The buyer's browser says that an order is paid; it is believed when the provider says so too. */
    async confirm(orderId: string, buyer: Asker, proof: PaymentProof) {
      const order = await orders.find(orderId, buyer);
      const [payment] = await db.select().from(paymentOrders).where(eq(paymentOrders.orderId, order._id));
      if (!payment?.providerOrderId) throw new ShopError("payment_not_confirmed");
      try {
        await hearProvider(payment.providerOrderId, toPaise(order.totalAmount), proof);
      } catch (error) {
        // A provider that cannot be asked now may have spoken before, on another road.
        if (!(error instanceof GatewayError)) throw error;
      }
      const { status } = await orders.find(orderId, buyer);
      if (status === "pending" || status === "cancelled") throw new ShopError("payment_not_confirmed");
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
