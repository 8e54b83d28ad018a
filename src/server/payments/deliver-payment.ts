import type { PaymentDeps } from "./deps.ts";
import type { PaymentOrder } from "./payment-order-table.ts";
import type { ProviderPayment } from "./provider/provider.ts";
import { findByProviderOrder, setArrived } from "./statements.ts";

async function settle({ db, clock, checkout }: PaymentDeps, row: PaymentOrder, payment: ProviderPayment) {
  const { id: paymentId, amountPaise, currency } = payment;
  const outcome = await checkout.settle(row.orderId, { paymentId, amountPaise, currency });
  if (outcome !== "settled" || row.arrivedAt) return;
  await setArrived(db, { orderId: row.orderId, at: clock.now() });
}

/** Ignores payments that are not captured. Idempotent: after a crash reconcile asks the provider once more. */
export async function settleOrder(deps: PaymentDeps, row: PaymentOrder, payment: ProviderPayment) {
  if (payment.status !== "captured" || payment.orderId !== row.providerOrderId) return;
  // The browser and the webhook often report a payment at nearly the same time: share the settlement in flight.
  const { settlementsInFlight } = deps;
  const settlement =
    settlementsInFlight.get(payment.id) ??
    settle(deps, row, payment).finally(() => settlementsInFlight.delete(payment.id));
  settlementsInFlight.set(payment.id, settlement);
  await settlement;
}

/** Settles the order of a payment that is not recorded yet. Payments that are not for this shop are ignored. */
export async function deliverPayment(deps: PaymentDeps, payment: ProviderPayment) {
  const [order] = await findByProviderOrder(deps.db, { providerOrderId: payment.orderId, paymentId: payment.id });
  if (order && !order.isRecorded) await settleOrder(deps, order.row, payment);
}

/** Asks the provider for an order's payments: captures an authorized one if none is captured, then settles the order. */
export async function fetchAndDeliver(deps: PaymentDeps, row: PaymentOrder) {
  const provider = await deps.provider.current();
  const payments = await provider.paymentsOf(row.providerOrderId!);
  const authorized = payments.find(({ status }) => status === "authorized");
  // If another payment is captured, the authorized one is a duplicate. Uncaptured, it is returned to the payer.
  if (authorized && !payments.some(({ status }) => status === "captured")) {
    payments.push(await provider.capture(authorized.id, authorized.amountPaise));
  }
  for (const payment of payments) await settleOrder(deps, row, payment);
}
