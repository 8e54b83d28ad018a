import { EventEmitter, once } from "node:events";
import { AggregatorRegistry } from "prom-client";
import type { Config } from "../config.ts";
import { systemClock } from "../platform/clock.ts";
import { openDatabase } from "../platform/database/database.ts";
import { unavailable } from "../platform/http/errors.ts";
import { createLog } from "../platform/log.ts";
import { createServices } from "../services.ts";
import { closeApp, listen } from "./listen.ts";
import type { FromWorker, SummedMetrics, WorkerSettings } from "./start-workers.ts";
import { describeStartupError } from "./startup-errors.ts";

const send = (message: FromWorker) => new Promise((resolve) => process.send!(message, resolve));

/** The metrics of all workers, which the primary sums. An answer serves everybody who waits for one. */
function createMetricsReader() {
  const answers = new EventEmitter().setMaxListeners(0);
  process.on("message", ({ type, text }: SummedMetrics) => answers.emit(type, text));
  return async () => {
    const answer = once(answers, "metrics");
    await send({ type: "read-metrics" });
    const [text] = await answer;
    if (text === undefined) throw unavailable();
    return text as string;
  };
}

/** One of several processes that serve. The primary has prepared the database already. */
export async function runWorker(config: Config) {
  async function open({ connection, port }: WorkerSettings) {
    const log = createLog(config.logLevel);
    const db = openDatabase(connection, log);
    const deps = { config: { ...config, port }, db, clock: systemClock, log, readAllMetrics: createMetricsReader() };
    const services = createServices(deps);
    // The constructor adds the listener that replies to the primary's requests.
    new AggregatorRegistry();
    AggregatorRegistry.setRegistries(services.metrics.registry);
    return { app: await listen(deps, services), db };
  }

  const opening = once(process, "message").then(([settings]) => open(settings));
  async function close() {
    const { app, db } = await opening;
    await closeApp(app);
    await db.$client.end();
    process.exit(0);
  }
  // A worker may get both a signal, sent to all processes at once, and the primary's.
  const stopped = Promise.withResolvers<void>();
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => stopped.resolve());
  stopped.promise.then(close).catch(() => process.exit(1));
  await opening.catch(async (error) => {
    await send({ type: "failed", reason: describeStartupError(error, config) });
    process.exit(1);
  });
}
