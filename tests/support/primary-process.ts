import path from "node:path";
import { readConfig } from "../../src/server/config.ts";
import { forkWorkers } from "../../src/server/platform/cluster.ts";
import { createLog } from "../../src/server/platform/log.ts";
import type { WorkerSettings } from "../../src/server/startup/start-workers.ts";
import { describeStartupError } from "../../src/server/startup/startup-errors.ts";

/** A primary with one worker: `node primary-process.ts DATABASE_URL` prints why the worker does not start. */
const config = readConfig(process.env);
const connection = { connectionString: process.argv[2] ?? "" };
const workers = forkWorkers<WorkerSettings>({
  file: path.resolve(import.meta.dirname, "../../src/server/main.ts"),
  size: 1,
  settings: { connection, port: config.port },
  log: createLog("silent"),
});
try {
  await workers.ready;
} catch (error) {
  console.log(describeStartupError(error, config));
}
await workers.stop();
