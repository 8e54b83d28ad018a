import { readdir } from "node:fs/promises";
import path from "node:path";
import { passwordMatches } from "../accounts/passwords.ts";
import type { Config } from "../config.ts";
import { type Examined, examine } from "../doctor/service.ts";
import { createRazorpayClient } from "../payments/razorpay/client.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database/database.ts";
import { s3FileStore } from "../platform/files/s3-file-store.ts";

/** A job looks every minute, a mail is tried again after five: what is older than this is not under way. */
const PATIENCE_MS = 15 * 60_000;
const ANY_ADDRESS = ["0.0.0.0", "::"];

interface Options {
  config: Config;
  db: Database;
  clock: Clock;
  /** Where the project lies. */
  root: string;
  patienceMs?: number;
}

const isAbsent = (error: NodeJS.ErrnoException) => error.code === "ENOENT";

function picturesOf({ config, clock }: Options) {
  const folder = path.join(config.dataDir, "uploads");
  if (!config.s3)
    return {
      names: () => readdir(folder).catch((error) => (isAbsent(error) ? [] : Promise.reject(error))),
      has: async () => false,
    };
  const bucket = s3FileStore(config.s3, clock);
  return {
    async has(name: string) {
      try {
        (await bucket.open(name)).stream.destroy();
        return true;
      } catch (error) {
        if (isAbsent(error as NodeJS.ErrnoException)) return false;
        throw error;
      }
    },
  };
}

/** The running shop's sandbox is asked where this machine would find the shop. */
function providerOf({ config }: Options) {
  const host = ANY_ADDRESS.includes(config.host) ? "localhost" : config.host;
  const sandbox = `http://${host.includes(":") ? `[${host}]` : host}:${config.port}/sandbox/razorpay/v1`;
  return createRazorpayClient({ ...config.gateway, apiUrl: () => config.gateway.apiUrl ?? sandbox });
}

/** Everything the doctor looks at, for the shop that this configuration describes. */
export function runDoctor(options: Options): Promise<Examined[]> {
  const { config, db, clock, root, patienceMs = PATIENCE_MS } = options;
  return examine({
    db,
    clock,
    patienceMs,
    dataDir: config.dataDir,
    migrationsFolder: path.join(root, "migrations"),
    pictures: picturesOf(options),
    provider: providerOf(options),
    passwordMatches,
    settings: {
      payments: config.payments,
      publicUrl: config.publicUrl,
      host: config.host,
      trustProxy: config.trustProxy,
      sendsMail: config.smtpUrl !== undefined,
      limitsRates: config.rateLimit,
      ownerPassword: config.owner.password,
    },
  });
}
