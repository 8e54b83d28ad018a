import { readConfig } from "../../src/server/config.ts";
import { systemClock } from "../../src/server/platform/clock.ts";
import { openDatabase } from "../../src/server/platform/database/database.ts";
import { createLog } from "../../src/server/platform/log.ts";
import { startCluster } from "../../src/server/startup/start-workers.ts";
import { describeStartupError } from "../../src/server/startup/startup-errors.ts";

/** A primary with one worker: `node primary-process.ts DATABASE_URL` prints why the worker does not start. */
const config = readConfig(process.env);
const connection = { connectionString: process.argv[2] ?? "" };
const log = createLog("silent");
const db = openDatabase(connection, log);
try {
  const { close } = await startCluster({ config, db, clock: systemClock, log }, connection);
  await close();
} catch (error) {
  console.log(describeStartupError(error, config));
}
await db.$client.end();
