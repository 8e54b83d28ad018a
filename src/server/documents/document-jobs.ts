import { HOUR_MS, MINUTE_MS } from "../platform/clock.ts";
import { backoff } from "../platform/jobs/job-kind.ts";
import type { JobRunner } from "../platform/jobs/job-runner.ts";

const queue = "document";

/** Issues what an order lacks. Each order has one job. */
export const defineIssuing = (jobs: JobRunner) =>
  jobs.define<{ orderId: string }>("documents", { queue, retryMs: () => HOUR_MS });

export const issuingKey = (orderId: string) => `documents:${orderId}`;

/** Makes the PDF of a registered seller's document. Receipts of others get theirs when somebody asks. */
export const definePdf = (jobs: JobRunner) =>
  jobs.define<{ documentId: string }>("pdf", { queue, retryMs: backoff(MINUTE_MS / 2, HOUR_MS) });

export const pdfJob = (documentId: string) => ({ key: `pdf:${documentId}`, payload: { documentId } });
