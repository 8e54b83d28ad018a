import type { PaymentOrder } from "../../contracts/orders/order.ts";
import { type FullOrder, providerPayment } from "../orders/core/order.ts";
import type { OrderUser } from "../orders/core/read.ts";
import { ShopError } from "../platform/http/errors.ts";
import { errorMessage } from "../platform/log.ts";
import { fetchAndDeliver } from "./deliver-payment.ts";
import type { PaymentDeps } from "./deps.ts";
import { paymentError } from "./errors.ts";
import { createPaidClaims } from "./paid-claims.ts";
import { type PaymentProof, ProviderError } from "./provider/provider.ts";
import { ensureProviderOrder } from "./provider-order.ts";
import { CHECK, handlePaymentChecks } from "./reconcile.ts";
import { findPaymentOrder } from "./statements.ts";
import { deleteExpiredEvents, handleEvents, lastEvent, receiveWebhook } from "./webhook.ts";

export function createPayments(given: Omit<PaymentDeps, "settlementsInFlight">) {
  const deps: PaymentDeps = { ...given, settlementsInFlight: new Map() };
  const { db, checkout, records, provider, log } = deps;
  const checkClaim = createPaidClaims(deps);
  handlePaymentChecks(deps);
  handleEvents(deps);

  /** Refuses a wrong signature. With a valid one that payment is checked; without one, all payments of the order. */
  async function verify(orderId: string, { paymentId = "", signature }: PaymentProof) {
    const [row] = await findPaymentOrder(db, { orderId });
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
      const payable = await checkout.openForPayment(orderId, user, ip);
      const providerOrderId = await ensureProviderOrder({ ...deps, provider: current }, payable);
      return { key: current.keyId, amount: payable.totalPaise, orderId: providerOrderId };
    },

    /** The buyer's browser reports a payment. It is verified before the order counts as paid. */
    async confirm(orderId: string, buyer: OrderUser, proof: PaymentProof): Promise<FullOrder> {
      const found = await records.findFor(orderId, buyer);
      const settledBy = providerPayment(found)?.paymentId;
      const isSettled = settledBy && (settledBy === proof.paymentId || proof.signature === undefined);
      if (!isSettled) await verify(orderId, proof);
      const full = isSettled ? found : await records.findFor(orderId, buyer);
      const { status } = full.order;
      // An order that the owner has set back keeps its payment.
      const isPaid = status !== "cancelled" && (status !== "pending" || providerPayment(full));
      if (!isPaid) throw paymentError("payment_not_confirmed");
      return full;
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
      const [row] = await findPaymentOrder(db, { orderId });
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
    /** Makes every check of an unpaid order due: payments may have happened while no process ran. */
    rescheduleAll: () => deps.jobs.makeDue(CHECK),

    deleteExpired: deleteExpiredEvents.bind(null, deps),
  };
}
export type Payments = ReturnType<typeof createPayments>;
