import cluster from "node:cluster";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { loadDemoOnce } from "../../../demo/load.ts";
import { PROVIDER_LABEL } from "../../contracts/payments/payment-rules.ts";
import { prepareFolder } from "../backup/backup-folder.ts";
import { type Config, readConfig } from "../config.ts";
import type { OpenProvider } from "../payments/provider/provider.ts";
import { systemClock } from "../platform/clock.ts";
import { ConfigError } from "../platform/environment.ts";
import { ShopError } from "../platform/http/errors.ts";
import { readProxyWarning } from "../platform/http/untrusted-proxy.ts";
import { createLog } from "../platform/log.ts";
import { type AppDeps, createServices, type Services } from "../services.ts";
import { hasMailServer } from "../settings/sealed-settings.ts";
import { findSecretProblem, requireWholeChange } from "./change-secret.ts";
import { deleteExpired } from "./jobs.ts";
import { closeApp, listen, root } from "./listen.ts";
import { openShopDatabase } from "./open-database.ts";
import { runWorker } from "./run-worker.ts";
import { startCluster } from "./start-workers.ts";
import { describeStartupError } from "./startup-errors.ts";

const print = (line: string) => process.stdout.write(`${line}\n`);

/** OWNER_PASSWORD is validated only when the first owner is created: otherwise any value is accepted. */
function explainOwnerPassword(error: unknown): never {
  if (!(error instanceof ShopError && error.fields?.password)) throw error;
  const problem = "is one of the 10,000 most common passwords: choose another, for example a phrase of four words";
  throw new ConfigError("OWNER_PASSWORD", problem);
}

async function requireBackupFolder({ backup: { folder } }: Config) {
  const problem = folder && (await prepareFolder(folder));
  if (problem)
    throw new ConfigError(
      "BACKUP_DIR",
      `is ${folder}, which cannot be used: ${problem}; choose another folder, for example ./backups`,
    );
}

/** Runs once per start, not in each worker. */
async function prepareShop({ config, db, clock }: AppDeps, services: Services) {
  await deleteExpired(services);
  // Payments may have arrived at the provider while the shop was down.
  await services.payments.rescheduleAll();
  if (config.demoData) await loadDemoOnce({ db, services, clock, progress: print });
  const { made, generated } = await services.accounts.ensureOwner(config.owner).catch(explainOwnerPassword);
  if (!made) return;
  // Print immediately, so that the generated password is not lost if the start fails later.
  const password = generated ? `${generated}  (shown this once)` : "(password from OWNER_PASSWORD)";
  print(`\n  Owner's login       ${config.owner.email}  ${password}`);
}

async function openShop(config: Config, isDevelopment: boolean) {
  const log = createLog(config.logLevel);
  requireWholeChange(config);
  await requireBackupFolder(config);
  const database = await openShopDatabase({ config, root, log, print });
  try {
    const deps = { config, db: database.db, clock: systemClock, log, isDevelopment };
    const services = createServices(deps);
    await prepareShop(deps, services);
    const { payments, mail } = await services.sealed.read();
    const proxy = await readProxyWarning(database.db, systemClock, config.trustProxy);
    const secrets = await findSecretProblem(database.db, config);
    const shown = {
      warnings: [proxy, secrets, payments.problem, mail.problem].filter((warning) => warning !== undefined),
      payments: describePayments(await services.provider.current()),
      hasMailServer: hasMailServer(config, mail),
    };
    if (config.workers > 1 && !isDevelopment)
      return { database, shown, ...(await startCluster(deps, database.connection)) };
    const app = await listen(deps, services);
    const { port } = app.server.address() as AddressInfo;
    return { database, shown, port, close: () => closeApp(app) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

type OpenShop = Awaited<ReturnType<typeof openShop>>;

function describePayments({ mode, isLive }: OpenProvider) {
  if (mode === "none") return "none: the shop cannot take payments yet. Type the keys at /admin/settings/payments";
  if (mode === "sandbox") return "sandbox, no money moves";
  return isLive ? `${PROVIDER_LABEL}, live` : `${PROVIDER_LABEL} with test keys, no money moves`;
}

function printSummary(config: Config, { port, database, shown }: OpenShop) {
  print(`  The shop is open    http://${config.host === "127.0.0.1" ? "localhost" : config.host}:${port}`);
  print(`  Database            ${database.description}`);
  print(`  Payments            ${shown.payments}`);
  print(`  Mail                ${shown.hasMailServer ? "SMTP" : `files in ${path.join(config.dataDir, "mail")}`}`);
  for (const warning of shown.warnings) print(`  Warning             ${warning}`);
  print("");
}

/** Graceful shutdown. A signal during the start waits until the shop is open and then closes it. */
function closeOnSignal(opening: Promise<OpenShop>) {
  let isClosing = false;
  const closeOnce = async () => {
    if (isClosing) return;
    isClosing = true;
    print("Closing …");
    try {
      const { close, database } = await opening;
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
  // Close when the parent process with the IPC channel, such as the start script, ends.
  process.on("disconnect", closeOnce);
}

export async function start(isDevelopment: boolean) {
  let config: Config | undefined;
  try {
    config = readConfig(process.env);
    if (cluster.isWorker) return await runWorker(config);
    const opening = openShop(config, isDevelopment);
    closeOnSignal(opening);
    printSummary(config, await opening);
  } catch (error) {
    process.stderr.write(`${describeStartupError(error, config)}\n`);
    process.exit(1);
  }
}
