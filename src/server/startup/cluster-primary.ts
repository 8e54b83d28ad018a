import path from "node:path";
import type { PoolConfig } from "pg";
import { ConfigError } from "../config.ts";
import { forkWorkers } from "../platform/cluster/primary.ts";
import { connectionsOf, MOST_CONNECTIONS } from "../platform/database/database.ts";
import type { AppDeps } from "../services.ts";

/** For the first process itself, commands beside the shop, and whoever looks into the database by hand. */
const SPARE = 20;
const LEAST_CONNECTIONS = 2;
/** Each worker also holds one on which it hears signals. */
const LISTENING = 1;

export interface WorkerSettings {
  connection: PoolConfig;
  port: number;
}

/** What the embedded server has to give for so many workers. */
export const connectionsFor = (workers: number) =>
  Math.max(100, SPARE + workers * (2 * LEAST_CONNECTIONS + LISTENING) + LISTENING);

/** Each worker's fair share of what the server gives. */
async function shareOf({ config, db }: AppDeps) {
  const most = await connectionsOf(db);
  const share = Math.floor((most - SPARE) / config.workers) - LISTENING;
  if (share >= LEAST_CONNECTIONS) return Math.min(share, MOST_CONNECTIONS);
  throw new ConfigError(
    "WEB_CONCURRENCY",
    `is ${config.workers}, too many for a database that takes ${most} connections: raise its max_connections, or write a smaller number, for example WEB_CONCURRENCY=1`,
  );
}

/** Opens workers that serve on one port; this process keeps the database and the workers, and answers nobody itself. */
export async function startCluster(deps: AppDeps, connection: PoolConfig) {
  const { config, log } = deps;
  const max = await shareOf(deps);
  const group = forkWorkers<WorkerSettings>({
    file: path.join(import.meta.dirname, "../main.ts"),
    size: config.workers,
    opening: { connection: { ...connection, max }, port: config.port },
    log,
  });
  try {
    return { ...(await group.opened), close: group.close };
  } catch (error) {
    await group.close();
    throw error;
  }
}
