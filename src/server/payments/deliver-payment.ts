import { and, eq, isNull } from "drizzle-orm";
import type { PaymentDeps } from "./deps.ts";
import type { GatewayPayment } from "./gateway.ts";
import { paymentOrders } from "./payment-order-table.ts";

type KnownOrder = typeof paymentOrders.$inferSelect;

/** For whoever knows already which order the provider's is. */
export const deliverTo = (
  { orders }: PaymentDeps,
  { orderId }: Pick<KnownOrder, "orderId">,
  { id: paymentId, amountPaise, currency }: Pick<GatewayPayment, "id" | "amountPaise" | "currency">,
) => orders.settle(orderId, { paymentId, amountPaise, currency });

async function orderOf({ db }: PaymentDeps, { status, orderId }: GatewayPayment) {
  if (status !== "captured" || !orderId) return undefined;
  const [known] = await db.select().from(paymentOrders).where(eq(paymentOrders.providerOrderId, orderId));
  return known;
}

/** Hands money over to its order. What the provider took for no order of ours is left alone. */
export async function deliver(deps: PaymentDeps, payment: GatewayPayment) {
  const known = await orderOf(deps, payment);
  return known && deliverTo(deps, known, payment);
}

/** What the provider itself says of an order: money it has taken is handed over, money it only holds is taken first. */
export async function askAndDeliver(deps: PaymentDeps, providerOrderId: string) {
  const payments = await deps.gateway.paymentsOf(providerOrderId);
  const taken = payments.filter(({ status }) => status === "captured");
  const held = payments.find(({ status }) => status === "authorized");
  // Beside money already taken, what is only held is a second payment: left alone, it goes back to the payer.
  if (held && taken.length === 0) taken.push(await deps.gateway.capture(held.id, held.amountPaise));
  for (const payment of taken) {
    if ((await deliver(deps, payment)) === "settled") await markArrived(deps, providerOrderId);
  }
}

/** Who settles an order marks it; this is for one that was settled before there was anything to mark. */
const markArrived = ({ db, clock }: PaymentDeps, providerOrderId: string) =>
  db
    .update(paymentOrders)
    .set({ arrivedAt: clock.now() })
    .where(and(eq(paymentOrders.providerOrderId, providerOrderId), isNull(paymentOrders.arrivedAt)));
