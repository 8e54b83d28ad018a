import type { Sample } from "../http/metrics.ts";

/** What the first process says to a worker. */
export type ToWorker<Opening> =
  | { say: "open"; opening: Opening }
  | { say: "close" }
  | { say: "tell"; question: string }
  | { say: "gathered"; question: string; samples: Sample[] };

/** What a worker says to the first process. */
export type FromWorker =
  | { say: "failed"; reason: string }
  | { say: "gather"; question: string }
  | { say: "told"; question: string; samples: Sample[] };
