import { DAY_MS, MINUTE_MS } from "../platform/clock.ts";
import { backoff } from "../platform/jobs/job-kind.ts";
import type { JobRunner } from "../platform/jobs/job-runner.ts";

interface WebhookCall {
  id: string;
  endpointId: string;
}

export const defineWebhookJob = (jobs: JobRunner) =>
  jobs.define<WebhookCall>("webhook", {
    queue: "webhook",
    retryMs: backoff(5_000, 15 * MINUTE_MS),
    giveUpAfterMs: 3 * DAY_MS,
  });
