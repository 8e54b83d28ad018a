import cluster, { type Worker } from "node:cluster";
import { randomUUID } from "node:crypto";
import { AggregatorRegistry, type Registry } from "prom-client";
import { unavailable } from "./http/errors.ts";
import type { Log } from "./log.ts";

/** From the primary process to a worker. */
type ToWorker<Settings> =
  | { type: "start"; settings: Settings }
  | { type: "stop" }
  | { type: "metrics"; id: string; text: string | undefined };

/** From a worker to the primary process. */
type FromWorker = { type: "failed"; reason: string } | { type: "read-metrics"; id: string };

const FIRST_RESTART_MS = 200;
const MAX_RESTART_MS = 10_000;
/** A worker that ran this long did not fail at startup. */
const STABLE_MS = 30_000;
const STOP_TIMEOUT_MS = 15_000;

interface ClusterOptions<Settings> {
  file: string;
  size: number;
  settings: Settings & { port: number };
  log: Pick<Log, "warn">;
}

/** A worker could not start; the message is its own explanation. */
export class WorkerError extends Error {}

export function forkWorkers<Settings extends object>({ file, size, settings, log }: ClusterOptions<Settings>) {
  cluster.setupPrimary({ exec: file, args: [] });
  const aggregator = new AggregatorRegistry();
  const ready = Promise.withResolvers<{ port: number }>();
  const workers = new Set<Worker>();
  const restarts = new Set<NodeJS.Timeout>();
  let { port } = settings;
  let listening = 0;
  let isStopping = false;

  const send = (worker: Worker, message: ToWorker<Settings>) => {
    if (worker.isConnected()) worker.send(message, () => {});
  };

  async function sendMetrics(worker: Worker, id: string) {
    const text = await aggregator.clusterMetrics().catch(() => undefined);
    send(worker, { type: "metrics", id, text });
  }

  function fork(number: number, restartMs: number) {
    const worker = cluster.fork();
    const forkedAt = Date.now();
    let reason: string | undefined;
    workers.add(worker);
    send(worker, { type: "start", settings: { ...settings, port } });
    worker.on("message", (message: FromWorker) => {
      if (message.type === "failed") reason = message.reason;
      if (message.type === "read-metrics") void sendMetrics(worker, message.id);
    });
    worker.once("listening", (address) => {
      // With PORT=0 the system chose a port; workers that start later take the same.
      port = address.port;
      listening += 1;
      if (listening === size) ready.resolve({ port });
    });
    worker.once("exit", (code, signal) => {
      workers.delete(worker);
      if (isStopping) return;
      if (listening < size) return ready.reject(new WorkerError(reason ?? `A worker ended with ${signal ?? code}.`));
      const backoff = Date.now() - forkedAt > STABLE_MS ? FIRST_RESTART_MS : restartMs;
      log.warn({ worker: number, code, signal, reason }, "a worker ended and is started again");
      const timer = setTimeout(() => {
        restarts.delete(timer);
        fork(number, Math.min(backoff * 2, MAX_RESTART_MS));
      }, backoff);
      restarts.add(timer);
    });
  }

  for (let number = 1; number <= size; number += 1) fork(number, FIRST_RESTART_MS);

  return {
    ready: ready.promise,
    async stop() {
      isStopping = true;
      for (const timer of restarts) clearTimeout(timer);
      const exits = [...workers].map((worker) => new Promise((resolve) => worker.once("exit", resolve)));
      for (const worker of workers) send(worker, { type: "stop" });
      const kill = setTimeout(() => {
        for (const worker of workers) worker.process.kill("SIGKILL");
      }, STOP_TIMEOUT_MS);
      await Promise.all(exits);
      clearTimeout(kill);
    },
  };
}

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
    stopped: stopped.promise,
    fail: (reason: string) => send({ type: "failed", reason }),
    shareMetrics(registry: Registry) {
      // The constructor adds the listener that replies to the primary's requests.
      new AggregatorRegistry();
      AggregatorRegistry.setRegistries(registry);
    },
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
