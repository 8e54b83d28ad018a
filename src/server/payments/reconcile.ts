import { DAY_MS, MINUTE_MS } from "../platform/clock.ts";
import { errorMessage } from "../platform/log.ts";
import type { Platform } from "../platform/platform.ts";
import { fetchAndDeliver } from "./deliver-payment.ts";
import type { PaymentDeps } from "./deps.ts";
import { ProviderError } from "./provider/provider.ts";
import { findPaymentOrder } from "./statements.ts";

/** Banks may authorise a failed payment days later, but not after a week. */
const MAX_AGE_MS = 7 * DAY_MS;
const MIN_INTERVAL_MS = 2 * MINUTE_MS;

/** Backoff: the interval grows with the age of the order, from minutes to hours. */
const intervalAt = (ageMs: number) => Math.max(MIN_INTERVAL_MS, ageMs / 10);

export const CHECK = "payment-check";
export const checkKey = (orderId: string) => `${CHECK}:${orderId}`;

/** Asks the provider about an unpaid order, in case the browser and the webhook were lost. */
export const definePaymentCheck = ({ jobs }: Pick<Platform, "jobs">) =>
  jobs.define<{ orderId: string }>(CHECK, {
    queue: "payment",
    retryMs: (_attempts, _error, ageMs) => intervalAt(ageMs),
  });

/** The first check of an order whose payment begins now. */
export function firstCheckOf(deps: Pick<Platform, "jobs" | "clock">, orderId: string) {
  const dueAt = new Date(deps.clock.now().getTime() + MIN_INTERVAL_MS);
  return definePaymentCheck(deps).toRow({ key: checkKey(orderId), payload: { orderId }, dueAt });
}

export function handlePaymentChecks(deps: PaymentDeps) {
  const { db, clock, log } = deps;
  const check = definePaymentCheck(deps);
  check.handle(async ({ payload: { orderId } }) => {
    const now = clock.now().getTime();
    const [row] = await findPaymentOrder(db, { orderId });
    const ageMs = row ? now - row.createdAt.getTime() : MAX_AGE_MS;
    if (!row || row.arrivedAt || ageMs >= MAX_AGE_MS) return undefined;
    try {
      if (row.providerOrderId) await fetchAndDeliver(deps, row);
    } catch (error) {
      // The provider is down: it is asked later.
      if (!(error instanceof ProviderError) || error.kind === "unavailable") throw error;
      log.warn({ order: orderId, reason: errorMessage(error) }, "a payment could not be checked");
    }
    return new Date(now + intervalAt(ageMs));
  });
  return check;
}
