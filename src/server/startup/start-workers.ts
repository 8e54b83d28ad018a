import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import path from "node:path";
import { AggregatorRegistry } from "prom-client";
import { type Connection, MAX_CONNECTIONS, readMaxConnections } from "../platform/database/database.ts";
import { ConfigError } from "../platform/environment.ts";
import type { AppDeps } from "../services.ts";
import { LISTEN_CONNECTIONS, MIN_CONNECTIONS, SPARE_CONNECTIONS } from "./connections.ts";

const FIRST_RESTART_MS = 200;
const MAX_RESTART_MS = 10_000;
/** A worker that ran this long did not fail at startup. */
const STABLE_MS = 30_000;
const STOP_TIMEOUT_MS = 15_000;

/** The first message to a worker. */
export interface WorkerSettings {
  connection: Connection;
  port: number;
}
/** The answer to "read-metrics"; without a text when a worker did not tell its own. */
export type SummedMetrics = { type: "metrics"; text: string | undefined };
export type FromWorker = { type: "failed"; reason: string } | { type: "read-metrics" };

/** A worker could not start; the message is its own explanation. */
export class WorkerError extends Error {}

async function connectionsPerWorker({ config, db }: AppDeps) {
  const available = await readMaxConnections(db);
  const share = Math.floor((available - SPARE_CONNECTIONS) / config.workers) - LISTEN_CONNECTIONS;
  if (share >= MIN_CONNECTIONS) return Math.min(share, MAX_CONNECTIONS);
  throw new ConfigError(
    "WEB_CONCURRENCY",
    `is ${config.workers}, too many for a database that takes ${available} connections: raise its max_connections, or write a smaller number, for example WEB_CONCURRENCY=1`,
  );
}

/** Starts workers that share one port. The primary supervises the database and the workers, and serves no requests. */
export async function startCluster(deps: AppDeps, connection: Connection) {
  const max = await connectionsPerWorker(deps);
  cluster.setupPrimary({ exec: path.join(import.meta.dirname, "../main.ts"), args: [] });
  const aggregator = new AggregatorRegistry();
  const ready = Promise.withResolvers<void>();
  const workers = new Set<Worker>();
  let { port, workers: size } = deps.config;
  let listening = 0;
  let isStopping = false;

  function fork(restartMs: number) {
    const worker = cluster.fork();
    const forkedAt = Date.now();
    workers.add(worker);
    let reason: string | undefined;
    // The callback ignores that a worker has ended meanwhile.
    const send = (message: WorkerSettings | SummedMetrics) => worker.send(message, () => {});
    send({ connection: { ...connection, max }, port });
    worker.on("message", async (message: FromWorker) => {
      if (message.type === "failed") reason = message.reason;
      if (message.type !== "read-metrics") return;
      send({ type: "metrics", text: await aggregator.clusterMetrics().catch(() => undefined) });
    });
    worker.once("listening", (address) => {
      // With PORT=0 the system chose a port; workers that start later take the same.
      port = address.port;
      listening += 1;
      if (listening === size) ready.resolve();
    });
    worker.once("exit", (code, signal) => {
      workers.delete(worker);
      if (isStopping) return;
      if (listening < size) return ready.reject(new WorkerError(reason ?? `A worker ended with ${signal ?? code}.`));
      const pauseMs = Date.now() - forkedAt > STABLE_MS ? FIRST_RESTART_MS : restartMs;
      deps.log.warn({ worker: worker.process.pid, code, signal, reason }, "a worker ended and is started again");
      setTimeout(() => isStopping || fork(Math.min(pauseMs * 2, MAX_RESTART_MS)), pauseMs);
    });
  }

  for (let number = 1; number <= size; number += 1) fork(FIRST_RESTART_MS);

  async function close() {
    isStopping = true;
    const exits = [...workers].map((worker) => once(worker, "exit"));
    for (const worker of workers) worker.process.kill("SIGTERM");
    const kill = setTimeout(() => [...workers].map((worker) => worker.process.kill("SIGKILL")), STOP_TIMEOUT_MS);
    await Promise.all(exits);
    clearTimeout(kill);
  }

  await ready.promise.catch(async (error) => {
    await close();
    throw error;
  });
  return { port, close };
}
