import cluster from "node:cluster";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { loadDemoOnce } from "../../../demo/load.ts";
import { type Config, readConfig } from "../config.ts";
import { systemClock } from "../platform/clock.ts";
import { createLog } from "../platform/log.ts";
import { type AppDeps, createServices, type Services } from "../services.ts";
import { startCluster } from "./cluster-primary.ts";
import { runWorker } from "./cluster-worker.ts";
import { deleteExpired } from "./jobs.ts";
import { closeApp, listen, root } from "./listen.ts";
import { openShopDatabase } from "./open-database.ts";
import { describeStartupError } from "./startup-errors.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);

/** What is done once at a start, however many processes then serve. */
async function prepareShop({ config, db, clock }: AppDeps, services: Services) {
  await deleteExpired(services);
  // What happened at the provider while no shop was running is asked about at once.
  await services.payments.checkAllSoon();
  if (config.demoData) await loadDemoOnce({ db, services, clock, progress: say });
  const { made, generated } = await services.accounts.ensureOwner(config.owner);
  if (!made) return;
  // The made-up password is told the moment it exists: should the start fail after this, it is not lost.
  const password = generated ? `${generated}  (shown this once)` : "(password from OWNER_PASSWORD)";
  say(`\n  Owner's login       ${config.owner.email}  ${password}`);
}

async function open(config: Config, isDevelopment: boolean) {
  const log = createLog(config.logLevel);
  const database = await openShopDatabase({ config, root, log, say });
  try {
    const deps = { config, db: database.db, clock: systemClock, log };
    const services = createServices(deps);
    await prepareShop(deps, services);
    if (config.workers > 1 && !isDevelopment) return { database, ...(await startCluster(deps, database.connection)) };
    const app = await listen(deps, services, isDevelopment);
    const { port } = app.server.address() as AddressInfo;
    return { database, port, close: () => closeApp(app) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

type OpenShop = Awaited<ReturnType<typeof open>>;

function tell(config: Config, { port, database }: OpenShop) {
  say(`  The shop is open    http://${config.host === "127.0.0.1" ? "localhost" : config.host}:${port}`);
  say(`  Database            ${database.description}`);
  say(`  Payments            ${config.payments === "sandbox" ? "sandbox, no money moves" : "Razorpay, live"}`);
  say(`  Mail                ${config.smtpUrl ? "SMTP" : `files in ${path.join(config.dataDir, "mail")}`}`);
  say("");
}

/** A signal may come while the shop is still opening; it is then opened and closed again, so that nothing is left half done. */
function closeOnSignal(opening: Promise<OpenShop>) {
  let isClosing = false;
  const closeOnce = async () => {
    if (isClosing) return;
    isClosing = true;
    say("Closing …");
    try {
      const { close, database } = await opening;
      // What was opened is closed, last first.
      await close();
      await database.close();
      process.exit(0);
    } catch (error) {
      process.stderr.write(`The shop did not close cleanly: ${error instanceof Error ? error.message : error}\n`);
      process.exit(1);
    }
  };
  process.on("SIGTERM", closeOnce);
  process.on("SIGINT", closeOnce);
  // Started by a parent that holds a channel to it, the shop does not outlive that parent.
  process.on("disconnect", closeOnce);
}

export async function start(isDevelopment: boolean) {
  let config: Config | undefined;
  try {
    config = readConfig(process.env);
    if (cluster.isWorker) return await runWorker(config);
    const opening = open(config, isDevelopment);
    closeOnSignal(opening);
    tell(config, await opening);
  } catch (error) {
    process.stderr.write(`${describeStartupError(error, config)}\n`);
    process.exit(1);
  }
}
