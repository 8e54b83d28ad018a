import type { Config } from "../config.ts";
import { systemClock } from "../platform/clock.ts";
import type { Siblings } from "../platform/cluster/siblings.ts";
import { connectToPrimary } from "../platform/cluster/worker.ts";
import { openDatabase } from "../platform/database/database.ts";
import { createLog } from "../platform/log.ts";
import { createServices } from "../services.ts";
import type { WorkerSettings } from "./cluster-primary.ts";
import { closeApp, listen } from "./listen.ts";
import { describeStartupError } from "./startup-errors.ts";

async function open(config: Config, opening: WorkerSettings, siblings: Siblings) {
  const log = createLog(config.logLevel);
  const db = openDatabase(opening.connection, log);
  const deps = { config: { ...config, port: opening.port }, db, clock: systemClock, log, siblings };
  return { app: await listen(deps, createServices(deps)), db };
}

/** One of several processes that serve; what is done once was done by the process that started it. */
export async function runWorker(config: Config) {
  const { opening, closing, fail, siblings } = connectToPrimary<WorkerSettings>();
  const shop = opening.then((given) => open(config, given, siblings));
  const close = async () => {
    try {
      const { app, db } = await shop;
      await closeApp(app);
      await db.$client.end();
      process.exit(0);
    } catch {
      process.exit(1);
    }
  };
  // A terminal or a service manager sends its signal to all processes at once, not only to the first.
  let isClosing = false;
  const closeOnce = () => {
    if (!isClosing) void close();
    isClosing = true;
  };
  process.on("SIGTERM", closeOnce);
  process.on("SIGINT", closeOnce);
  void closing.then(closeOnce);
  try {
    await shop;
  } catch (error) {
    await fail(describeStartupError(error, config));
    process.exit(1);
  }
}
