import { MAX_WEBHOOKS } from "../../contracts/integrations/integration-rules.ts";
import { isProviderError } from "../payments/provider/provider.ts";
import { MINUTE_MS } from "../platform/clock.ts";

const isDown = (error: Error) => isProviderError(error) && error.kind === "unavailable";

/** Jobs of different queues do not wait for each other. */
export const jobQueues = {
  mail: { concurrency: 9, leaseMs: 2 * MINUTE_MS },
  /** A lane for each endpoint: a slow one delays no other. */
  webhook: { concurrency: MAX_WEBHOOKS, leaseMs: MINUTE_MS / 2, isLaned: true },
  /** What the payment provider tells and is asked. */
  payment: { concurrency: 2, leaseMs: MINUTE_MS, isDown },
  /** Each may run twice at the same time, so a short lease is enough. */
  chores: { concurrency: 3, leaseMs: MINUTE_MS },
  document: { concurrency: 1, leaseMs: MINUTE_MS },
  refund: { concurrency: 2, leaseMs: MINUTE_MS, isDown },
};
