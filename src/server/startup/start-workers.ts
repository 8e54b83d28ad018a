import path from "node:path";
import { forkWorkers } from "../platform/cluster.ts";
import { type Connection, MAX_CONNECTIONS, readMaxConnections } from "../platform/database/database.ts";
import { ConfigError } from "../platform/environment.ts";
import type { AppDeps } from "../services.ts";
import { LISTEN_CONNECTIONS, MIN_CONNECTIONS, SPARE_CONNECTIONS } from "./connections.ts";

export interface WorkerSettings {
  connection: Connection;
  port: number;
}

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
  const { config, log } = deps;
  const max = await connectionsPerWorker(deps);
  const workers = forkWorkers<WorkerSettings>({
    file: path.join(import.meta.dirname, "../main.ts"),
    size: config.workers,
    settings: { connection: { ...connection, max }, port: config.port },
    log,
  });
  try {
    return { ...(await workers.ready), close: workers.stop };
  } catch (error) {
    await workers.stop();
    throw error;
  }
}
