import type { AddressInfo } from "node:net";
import path from "node:path";
import { pino } from "pino";
import { loadDemoOnce } from "../../demo/load.ts";
import { buildApp, createServices, type Services } from "./app.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { createJobs, tidyUp } from "./jobs.ts";
import { openShopDatabase } from "./open-database.ts";
import { answerFromMemory } from "./platform/cached-answers.ts";
import { systemClock } from "./platform/clock.ts";
import { DatabaseError } from "./platform/database.ts";
import { EmbeddedPostgresError } from "./platform/embedded-postgres/errors.ts";
import { publicAddress } from "./public-addresses.ts";
import { storefront } from "./storefront.ts";

const CLOSE_PATIENCE_MS = 10_000;
const IDLE_CHECK_MS = 100;
const root = path.resolve(import.meta.dirname, "../..");

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Faults that a person at the terminal can mend; they are told in one line, without a stack. */
function explanationOf(error: unknown, config?: Config) {
  if (error instanceof ConfigError) return `The shop did not start. ${error.message}`;
  if (error instanceof EmbeddedPostgresError || error instanceof DatabaseError) return error.message;
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "EADDRINUSE")
    return `Port ${config?.port} is already in use; stop the other program or choose another, for example PORT=3001.`;
  if (code === "EACCES" || code === "EROFS")
    return `The shop cannot write to ${(error as NodeJS.ErrnoException).path ?? config?.dataDir}; choose another folder, for example DATA_DIR=./data.`;
  return undefined;
}

/** The made-up password is told the moment it exists: should the start fail after this, it is not lost. */
async function ensureOwner({ owner }: Config, { accounts }: Services) {
  const { made, generated } = await accounts.ensureOwner(owner);
  if (!made) return;
  const password = generated ? `${generated}  (shown this once)` : "(password from OWNER_PASSWORD)";
  say(`\n  Owner's login       ${owner.email}  ${password}`);
}

async function open(config: Config, isDevelopment: boolean) {
  const log = pino({ level: config.logLevel });
  const database = await openShopDatabase({ config, root, log, say });
  try {
    const deps = { config, db: database.db, clock: systemClock, log };
    const services = createServices(deps);
    await tidyUp(services);
    if (config.demoData) await loadDemoOnce({ db: database.db, services, clock: systemClock, progress: say });
    const app = await buildApp(deps, services);
    const jobs = createJobs(services, log);
    app.addHook("onListen", jobs.start);
    app.addHook("preClose", jobs.stop);
    const mountPages = isDevelopment ? (await import("./storefront-dev.ts")).storefrontInDevelopment : storefront;
    await mountPages(app, { origin: config.publicUrl, root });
    if (!isDevelopment) answerFromMemory(app, { cache: services.answers, keyOf: publicAddress });
    await ensureOwner(config, services);
    await app.listen({ port: config.port, host: config.host });
    return { app, database };
  } catch (error) {
    await database.close();
    throw error;
  }
}

type OpenShop = Awaited<ReturnType<typeof open>>;

function tell(config: Config, { app, database }: OpenShop) {
  const { port } = app.server.address() as AddressInfo;
  say(`  The shop is open    http://${config.host === "127.0.0.1" ? "localhost" : config.host}:${port}`);
  say(`  Database            ${database.description}`);
  say(`  Payments            ${config.payments === "sandbox" ? "sandbox, no money moves" : "Razorpay, live"}`);
  say(`  Mail                ${config.smtpUrl ? "SMTP" : `files in ${path.join(config.dataDir, "mail")}`}`);
  say("");
}

/** Stops accepting, lets what is under way finish within ten seconds, then closes what was opened, last first. */
async function close({ app, database }: OpenShop) {
  const impatience = setTimeout(() => app.server.closeAllConnections(), CLOSE_PATIENCE_MS);
  // A connection that was busy when the close began would otherwise be kept alive for its next request.
  const idling = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS);
  await app.close();
  clearTimeout(impatience);
  clearInterval(idling);
  await database.close();
}

/** A signal may come while the shop is still opening; it is then opened and closed again, so that nothing is left half done. */
function closeOnSignal(opening: Promise<OpenShop>) {
  let isClosing = false;
  const closeOnce = async () => {
    if (isClosing) return;
    isClosing = true;
    say("Closing …");
    try {
      await close(await opening);
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

export async function runShop(isDevelopment: boolean) {
  let config: Config | undefined;
  try {
    config = readConfig(process.env);
    const opening = open(config, isDevelopment);
    closeOnSignal(opening);
    tell(config, await opening);
  } catch (error) {
    process.stderr.write(`${explanationOf(error, config) ?? (error instanceof Error ? error.stack : error)}\n`);
    process.exit(1);
  }
}
