import type { AddressInfo } from "node:net";
import path from "node:path";
import { pino } from "pino";
import { loadDemoOnce } from "../../demo/load.ts";
import { buildApp, createServices } from "./app.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { openShopDatabase } from "./open-database.ts";
import { systemClock } from "./platform/clock.ts";
import { DatabaseError } from "./platform/database.ts";
import { EmbeddedPostgresError } from "./platform/embedded-postgres/errors.ts";
import { storefront } from "./storefront.ts";

const CLOSE_PATIENCE_MS = 10_000;
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

async function open(config: Config, isDevelopment: boolean) {
  const log = pino({ level: config.logLevel });
  const database = await openShopDatabase({ config, root, log, say });
  try {
    const deps = { config, db: database.db, clock: systemClock, log };
    const services = createServices(deps);
    const owner = await services.accounts.ensureOwner(config.owner);
    await services.images.clearAway();
    if (config.demoData) await loadDemoOnce({ db: database.db, services, clock: systemClock, progress: say });
    const app = await buildApp(deps, services);
    const mountPages = isDevelopment ? (await import("./storefront-dev.ts")).storefrontInDevelopment : storefront;
    await mountPages(app, { origin: config.publicUrl, root });
    await app.listen({ port: config.port, host: config.host });
    return { app, database, owner };
  } catch (error) {
    await database.close();
    throw error;
  }
}

function tell(config: Config, { app, database, owner }: Awaited<ReturnType<typeof open>>) {
  const { port } = app.server.address() as AddressInfo;
  say("");
  say(`  The shop is open    http://${config.host === "127.0.0.1" ? "localhost" : config.host}:${port}`);
  if (owner.made)
    say(
      `  Owner's login       ${config.owner.email}  ${owner.generated ? `${owner.generated}  (shown this once)` : "(password from OWNER_PASSWORD)"}`,
    );
  say(`  Database            ${database.description}`);
  say(`  Payments            ${config.payments === "sandbox" ? "sandbox, no money moves" : "Razorpay, live"}`);
  say(`  Mail                ${config.smtpUrl ? "SMTP" : `files in ${path.join(config.dataDir, "mail")}`}`);
  say("");
}

/** Stops accepting, lets what is under way finish within ten seconds, then closes what was opened, last first. */
async function close({ app, database }: Awaited<ReturnType<typeof open>>) {
  const impatience = setTimeout(() => app.server.closeAllConnections(), CLOSE_PATIENCE_MS);
  await app.close();
  clearTimeout(impatience);
  await database.close();
}

function closeOnSignal(shop: Awaited<ReturnType<typeof open>>) {
  let isClosing = false;
  const closeOnce = () => {
    if (isClosing) return;
    isClosing = true;
    say("Closing …");
    close(shop).then(
      () => process.exit(0),
      (error) => {
        shop.app.log.error({ err: error }, "the shop did not close cleanly");
        process.exit(1);
      },
    );
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
    const shop = await open(config, isDevelopment);
    tell(config, shop);
    closeOnSignal(shop);
  } catch (error) {
    process.stderr.write(`${explanationOf(error, config) ?? (error instanceof Error ? error.stack : error)}\n`);
    process.exit(1);
  }
}
