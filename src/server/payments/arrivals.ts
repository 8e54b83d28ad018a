import { eq } from "drizzle-orm";
import type { PaymentDeps } from "./deps.ts";
import type { GatewayPayment } from "./gateway.ts";
import { paymentOrders } from "./payment-order-table.ts";

/** Hands money over to its order. What the provider took for no order of ours is left alone. */
export async function deliver(deps: PaymentDeps, payment: GatewayPayment) {
  if (payment.status !== "captured" || !payment.orderId) return;
  const ours = eq(paymentOrders.providerOrderId, payment.orderId);
  const [known] = await deps.db.select().from(paymentOrders).where(ours);
  if (known) await deliverTo(deps, known, payment);
}

/** For whoever knows already which order the provider's is. */
export async function deliverTo(
  { db, clock, orders }: PaymentDeps,
  known: typeof paymentOrders.$inferSelect,
  payment: Pick<GatewayPayment, "id" | "amountPaise" | "currency">,
) {
  const { id: paymentId, amountPaise, currency } = payment;
  const outcome = await orders.settle(known.orderId, { paymentId, amountPaise, currency });
  // Money that did not settle the order leaves it open: what does may still come.
  if (outcome === "settled" && !known.arrivedAt) {
    await db.update(paymentOrders).set({ arrivedAt: clock.now() }).where(eq(paymentOrders.orderId, known.orderId));
  }
}

/** What the provider itself says of an order: money it has taken is handed over, money it only holds is taken first. */
export async function askAndDeliver(deps: PaymentDeps, providerOrderId: string) {
  const payments = await deps.gateway.paymentsOf(providerOrderId);
  const taken = payments.filter(({ status }) => status === "captured");
  const held = payments.find(({ status }) => status === "authorized");
  // Beside money already taken, what is only held is a second payment: left alone, it goes back to the payer.
  if (held && taken.length === 0) taken.push(await deps.gateway.capture(held.id, held.amountPaise));
  for (const payment of taken) await deliver(deps, payment);
}
