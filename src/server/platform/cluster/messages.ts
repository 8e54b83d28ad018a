/** From the primary process to a worker. */
export type ToWorker<Settings> =
  | { type: "start"; settings: Settings }
  | { type: "stop" }
  | { type: "metrics"; id: string; text: string | undefined };

/** From a worker to the primary process. */
export type FromWorker = { type: "failed"; reason: string } | { type: "read-metrics"; id: string };
