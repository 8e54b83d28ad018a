import { and, asc, eq, gt, isNotNull, isNull, lte } from "drizzle-orm";
import { errorMessage } from "../platform/log.ts";
import { fetchAndDeliver } from "./deliver-payment.ts";
import type { PaymentDeps } from "./deps.ts";
import { paymentOrders } from "./payment-order-table.ts";
import { ProviderError } from "./provider/provider.ts";

/** Banks may authorise a failed payment days later, but not after a week. */
const MAX_AGE_MS = 7 * 24 * 60 * 60_000;
const MIN_INTERVAL_MS = 2 * 60_000;

/** Backoff: the interval grows with the age of the order, from minutes to hours. */
function nextCheck(createdAt: Date, now: Date) {
  const age = now.getTime() - createdAt.getTime();
  return new Date(now.getTime() + Math.max(MIN_INTERVAL_MS, age / 10));
}

/** Takes the most overdue order and reschedules it at once, so that no other process asks about it as well. */
async function takeDue({ db, clock }: PaymentDeps) {
  return db.transaction(async (tx) => {
    const now = clock.now();
    const oldest = new Date(now.getTime() - MAX_AGE_MS);
    const [due] = await tx
      .select()
      .from(paymentOrders)
      .where(
        and(
          isNull(paymentOrders.arrivedAt),
          isNotNull(paymentOrders.providerOrderId),
          gt(paymentOrders.createdAt, oldest),
          // Implied by the line above; limits the index scan to orders that are still checked.
          gt(paymentOrders.checkAt, oldest),
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

/** Asks the provider about unpaid orders, in case the browser and the webhook were lost. */
export async function reconcile(deps: PaymentDeps, signal?: AbortSignal) {
  while (!signal?.aborted) {
    const due = await takeDue(deps);
    if (!due) return;
    try {
      await fetchAndDeliver(deps, due);
    } catch (error) {
      deps.log.warn({ order: due.orderId, reason: errorMessage(error) }, "a payment could not be checked");
      // If the provider is down, stop here: the other orders stay due.
      if (error instanceof ProviderError && error.kind === "unavailable") return;
    }
  }
}

/** Makes every unpaid order due. Called at startup: payments may have happened while no process ran. */
export async function rescheduleAll({ db, clock }: PaymentDeps) {
  const now = clock.now();
  const isChecked = gt(paymentOrders.createdAt, new Date(now.getTime() - MAX_AGE_MS));
  await db
    .update(paymentOrders)
    .set({ checkAt: now })
    .where(and(isNull(paymentOrders.arrivedAt), isChecked));
}
