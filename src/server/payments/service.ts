import type { Order, PaymentOrder } from "../../contracts/orders/order.ts";
import type { Orders, OrderUser } from "../orders/service.ts";
import { ShopError } from "../platform/http/errors.ts";
import { errorMessage } from "../platform/log.ts";
import type { Platform } from "../platform/platform.ts";
import type { CurrentProvider } from "./current-provider.ts";
import { fetchAndDeliver } from "./deliver-payment.ts";
import { paymentError } from "./errors.ts";
import { createPaidClaims } from "./paid-claims.ts";
import { type PaymentProof, type ProviderDispute, ProviderError, type ProviderRefund } from "./provider.ts";
import { ensureProviderOrder } from "./provider-order.ts";
import { reconcile, rescheduleAll } from "./reconcile.ts";
import { findPaymentOrder } from "./statements.ts";
import { deleteExpiredEvents, lastEvent, receiveWebhook, retryFailedEvents } from "./webhook.ts";

interface PaymentOptions extends Pick<Platform, "db" | "clock" | "log"> {
  orders: Orders;
  provider: CurrentProvider;
  /** Handlers of webhook events about refunds and disputes. Failed calls are retried, so both must be idempotent. */
  refundEvents: {
    onRefund(refund: ProviderRefund): Promise<void>;
    onDispute(dispute: ProviderDispute): Promise<void>;
  };
  /** Whether to rate-limit provider requests that a browser's claim of payment causes. */
  limitClaims: boolean;
}

export interface PaymentDeps extends PaymentOptions {
  /** The payments that this process is settling, by id. */
  settlementsInFlight: Map<string, Promise<void>>;
}

export function createPayments(options: PaymentOptions) {
  const { orders, provider, log } = options;
  const deps: PaymentDeps = { ...options, settlementsInFlight: new Map() };
  const checkClaim = createPaidClaims(deps);

  /** Refuses a wrong signature. With a valid one that payment is checked; without one, all payments of the order. */
  async function verify(orderId: string, { paymentId = "", signature }: PaymentProof) {
    const [row] = await findPaymentOrder(options.db, { orderId });
    if (!row?.providerOrderId) throw paymentError("payment_not_confirmed");
    if (signature === undefined) return checkClaim(row);
    const current = await provider.current();
    if (!current.isPaymentSigned(row.providerOrderId, paymentId, signature))
      throw paymentError("payment_not_confirmed");
    return checkClaim(row, paymentId);
  }

  return {
    async begin(orderId: string, user: OrderUser, ip: string): Promise<PaymentOrder> {
      const current = await provider.current();
      if (current.mode === "none") throw paymentError("payments_not_ready");
      const payable = await orders.openForPayment(orderId, user, ip);
      const providerOrderId = await ensureProviderOrder({ ...deps, provider: current }, payable);
      return { key: current.keyId, amount: payable.totalPaise, orderId: providerOrderId };
    },

    /** The buyer's browser reports a payment. It is verified before the order counts as paid. */
    async confirm(orderId: string, buyer: OrderUser, proof: PaymentProof): Promise<Order> {
      const settledBy = await orders.findPaymentId(orderId, buyer);
      const isSettled = settledBy && (settledBy === proof.paymentId || proof.signature === undefined);
      if (!isSettled) await verify(orderId, proof);
      const order = await orders.find(orderId, buyer);
      if (order.status === "pending" || order.status === "cancelled") throw paymentError("payment_not_confirmed");
      return order;
    },

    /** The provider sent the buyer's browser back. Failures are only logged: the order's page shows the result. */
    async handleCallback(orderId: string, { paymentId, signature = "" }: PaymentProof) {
      await verify(orderId, { paymentId, signature }).catch((error: unknown) => {
        if (error instanceof ShopError) return;
        log.warn({ order: orderId, reason: errorMessage(error) }, "a payment's receipt will be followed up later");
      });
    },

    /** Returns `false` when the provider's answer is unclear, and rejects while it cannot be reached. */
    async check(orderId: string) {
      const [row] = await findPaymentOrder(options.db, { orderId });
      if (!row?.providerOrderId) return true;
      try {
        await fetchAndDeliver(deps, row);
        return true;
      } catch (error) {
        if (!(error instanceof ProviderError) || error.kind === "unavailable") throw error;
        log.warn({ order: orderId, reason: error.message }, "a payment could not be checked");
        // The provider does not know the order, for example because its keys were changed. It cannot be paid any more.
        return error.kind === "not_found";
      }
    },

    receiveWebhook: receiveWebhook.bind(null, deps),
    lastEvent: lastEvent.bind(null, deps),
    rescheduleAll: rescheduleAll.bind(null, deps),

    /** Finds payments that the browser and the webhook did not report. */
    async reconcile(signal?: AbortSignal) {
      await retryFailedEvents(deps);
      await reconcile(deps, signal);
    },

    deleteExpired: deleteExpiredEvents.bind(null, deps),
  };
}
export const isProviderError = (error: unknown): error is ProviderError => error instanceof ProviderError;
export type { CurrentProvider } from "./current-provider.ts";
export type { PaymentProvider, ProviderDispute, ProviderRefund, SettlementItem } from "./provider.ts";
export type Payments = ReturnType<typeof createPayments>;
