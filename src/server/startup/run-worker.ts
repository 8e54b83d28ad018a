import type { Config } from "../config.ts";
import { systemClock } from "../platform/clock.ts";
import { connectToPrimary } from "../platform/cluster.ts";
import { openDatabase } from "../platform/database/database.ts";
import { createLog } from "../platform/log.ts";
import { createServices } from "../services.ts";
import { closeApp, listen } from "./listen.ts";
import type { WorkerSettings } from "./start-workers.ts";
import { describeStartupError } from "./startup-errors.ts";

/** One of several processes that serve. The primary has prepared the database already. */
export async function runWorker(config: Config) {
  const primary = connectToPrimary<WorkerSettings>();

  async function open({ connection, port }: WorkerSettings) {
    const log = createLog(config.logLevel);
    const db = openDatabase(connection, log);
    const { readAllMetrics } = primary;
    const deps = { config: { ...config, port }, db, clock: systemClock, log, readAllMetrics };
    const services = createServices(deps);
    primary.shareMetrics(services.metrics.registry);
    return { app: await listen(deps, services), db };
  }

  const opening = primary.settings.then(open);
  async function close() {
    try {
      const { app, db } = await opening;
      await closeApp(app);
      await db.$client.end();
      process.exit(0);
    } catch {
      process.exit(1);
    }
  }
  // A worker may get both a signal, sent to all processes at once, and the primary's request to stop.
  let isClosing = false;
  const closeOnce = () => {
    if (!isClosing) void close();
    isClosing = true;
  };
  process.on("SIGTERM", closeOnce);
  process.on("SIGINT", closeOnce);
  void primary.stopped.then(closeOnce);
  try {
    await opening;
  } catch (error) {
    await primary.fail(describeStartupError(error, config));
    process.exit(1);
  }
}
