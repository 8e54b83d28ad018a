import { randomUUID } from "node:crypto";
import { AggregatorRegistry, type Registry } from "prom-client";
import { unavailable } from "../http/errors.ts";
import type { FromWorker, ToWorker } from "./messages.ts";

/** A worker's side of the messages between it and the primary process. */
export function connectToPrimary<Settings>() {
  const settings = Promise.withResolvers<Settings>();
  const stopped = Promise.withResolvers<void>();
  const metricsRequests = new Map<string, (text: string | undefined) => void>();

  const send = (message: FromWorker) =>
    new Promise<void>((resolve) => (process.connected ? process.send!(message, () => resolve()) : resolve()));

  process.on("message", (message: ToWorker<Settings>) => {
    if (message.type === "start") settings.resolve(message.settings);
    if (message.type === "stop") stopped.resolve();
    if (message.type === "metrics") {
      metricsRequests.get(message.id)?.(message.text);
      metricsRequests.delete(message.id);
    }
  });

  return {
    settings: settings.promise,
    /** Resolves when the primary asks this worker to stop. */
    stopped: stopped.promise,
    fail: (reason: string) => send({ type: "failed", reason }),
    /** From now on the primary can read this worker's metrics. */
    shareMetrics(registry: Registry) {
      // The constructor adds the listener that replies to the primary's requests.
      new AggregatorRegistry();
      AggregatorRegistry.setRegistries(registry);
    },
    /** The metrics of all workers. */
    async readAllMetrics() {
      const id = randomUUID();
      const reply = new Promise<string | undefined>((resolve) => metricsRequests.set(id, resolve));
      await send({ type: "read-metrics", id });
      const text = await reply;
      if (text === undefined) throw unavailable();
      return text;
    },
  };
}
