import { and, asc, eq, gt, isNotNull, isNull, lte } from "drizzle-orm";
import { errorMessage } from "../platform/error-message.ts";
import { askAndDeliver } from "./deliver-payment.ts";
import type { PaymentDeps } from "./deps.ts";
import { GatewayError } from "./gateway.ts";
import { paymentOrders } from "./payment-order-table.ts";

/** A bank may authorise a payment days after it failed; after a week it no longer does. */
const PATIENCE_MS = 7 * 24 * 60 * 60_000;
const SOONEST_MS = 2 * 60_000;

/** The older an unpaid order, the rarer it is asked about: minutes at first, hours after some days. */
function nextCheck(createdAt: Date, now: Date) {
  const age = now.getTime() - createdAt.getTime();
  return new Date(now.getTime() + Math.max(SOONEST_MS, age / 10));
}

/** Takes the order that is most due, and puts its next turn off, so that no other process asks about it as well. */
async function takeDue({ db, clock }: PaymentDeps) {
  return db.transaction(async (tx) => {
    const now = clock.now();
    const longAgo = new Date(now.getTime() - PATIENCE_MS);
    const [due] = await tx
      .select()
      .from(paymentOrders)
      .where(
        and(
          isNull(paymentOrders.arrivedAt),
          isNotNull(paymentOrders.providerOrderId),
          gt(paymentOrders.createdAt, longAgo),
          // Follows from the line above, and keeps the index from reading all that were ever given up.
          gt(paymentOrders.checkAt, longAgo),
          lte(paymentOrders.checkAt, now),
        ),
      )
      .orderBy(asc(paymentOrders.checkAt))
      .limit(1)
      .for("update", { skipLocked: true });
    if (!due) return undefined;
    const checkAt = nextCheck(due.createdAt, now);
    await tx.update(paymentOrders).set({ checkAt }).where(eq(paymentOrders.orderId, due.orderId));
    return due;
  });
}

/** Asks the provider about every payment that may have happened without our hearing of it. */
export async function reconcile(deps: PaymentDeps, signal?: AbortSignal) {
  while (!signal?.aborted) {
    const due = await takeDue(deps);
    if (!due) return;
    try {
      await askAndDeliver(deps, due.providerOrderId!);
    } catch (error) {
      deps.log.warn({ order: due.orderId, reason: errorMessage(error) }, "a payment could not be checked");
      // A provider that is down is down for all of them: the rest stay due until it is back.
      if (error instanceof GatewayError && error.kind === "unavailable") return;
    }
  }
}

/** After a start nobody knows what was missed: everything unpaid is asked about at once. */
export async function checkAllSoon({ db, clock }: PaymentDeps) {
  const now = clock.now();
  const isRecent = gt(paymentOrders.createdAt, new Date(now.getTime() - PATIENCE_MS));
  await db
    .update(paymentOrders)
    .set({ checkAt: now })
    .where(and(isNull(paymentOrders.arrivedAt), isRecent));
}
