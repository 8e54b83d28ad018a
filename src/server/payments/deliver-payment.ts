import { eq } from "drizzle-orm";
import type { GatewayPayment } from "./gateway.ts";
import { type PaymentOrder, paymentOrders } from "./payment-order-table.ts";
import type { PaymentDeps } from "./service.ts";

/**
 * Settles an order with a captured payment. Idempotent. A crash before the update is harmless: reconcile then asks the
 * provider once more.
 */
export async function settleOrder(
  { db, clock, orders }: PaymentDeps,
  { orderId, arrivedAt }: PaymentOrder,
  { id: paymentId, amountPaise, currency }: Pick<GatewayPayment, "id" | "amountPaise" | "currency">,
) {
  const outcome = await orders.settle(orderId, { paymentId, amountPaise, currency });
  if (outcome !== "settled" || arrivedAt) return;
  await db.update(paymentOrders).set({ arrivedAt: clock.now() }).where(eq(paymentOrders.orderId, orderId));
}

/** Settles the order a payment belongs to. Payments that are not captured, or not for this shop, are ignored. */
export async function deliverPayment(deps: PaymentDeps, payment: GatewayPayment) {
  if (payment.status !== "captured" || !payment.orderId) return;
  const [order] = await deps.db.select().from(paymentOrders).where(eq(paymentOrders.providerOrderId, payment.orderId));
  if (order) await settleOrder(deps, order, payment);
}

/** Asks the provider for an order's payments: captures an authorized one if none is captured, then settles the order. */
export async function fetchAndDeliver(deps: PaymentDeps, providerOrderId: string) {
  const payments = await deps.gateway.paymentsOf(providerOrderId);
  const captured = payments.filter(({ status }) => status === "captured");
  const authorized = payments.find(({ status }) => status === "authorized");
  // Beside a captured payment an authorized one is a duplicate: not captured, it returns to the payer.
  if (authorized && captured.length === 0) {
    captured.push(await deps.gateway.capture(authorized.id, authorized.amountPaise));
  }
  for (const payment of captured) await deliverPayment(deps, payment);
}
