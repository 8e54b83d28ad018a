import { readdir } from "node:fs/promises";
import path from "node:path";
import { passwordMatches } from "../accounts/passwords.ts";
import { readBackupState } from "../backup/backup-state.ts";
import { readKnownFiles } from "../backup/stored-files.ts";
import type { Config } from "../config.ts";
import { type CheckResult, runChecks } from "../doctor/service.ts";
import { createCurrentProvider } from "../payments/provider/current-provider.ts";
import { MINUTE_MS } from "../platform/clock.ts";
import { isNotFound } from "../platform/files/file-store.ts";
import { uploadsFolder } from "../platform/files/open-file-store.ts";
import { s3FileStore } from "../platform/files/s3-file-store.ts";
import type { Platform } from "../platform/platform.ts";
import { hasMailServer, openSealedSettings } from "../settings/sealed-settings.ts";

/** Longer than the retry intervals of jobs (1 minute) and mails (5 minutes). */
const GRACE_MS = 15 * MINUTE_MS;
const WILDCARD_HOSTS = ["0.0.0.0", "::"];

type Sealed = Awaited<ReturnType<typeof openSealedSettings>>;

interface Options extends Pick<Platform, "db" | "clock"> {
  config: Config;
  root: string;
  graceMs?: number;
  /** Replaceable in tests: the real function takes most of the time. */
  passwordMatches?: typeof passwordMatches;
}

function openPictureStore({ config, clock, db }: Options) {
  const folder = uploadsFolder(config);
  const known = () => readKnownFiles(db.$client);
  if (!config.s3)
    return {
      known,
      list: () => readdir(folder).catch((error) => (isNotFound(error) ? [] : Promise.reject(error))),
      has: async () => false,
    };
  const bucket = s3FileStore(config.s3, clock);
  return {
    known,
    async has(name: string) {
      try {
        (await bucket.open(name)).stream.destroy();
        return true;
      } catch (error) {
        if (isNotFound(error)) return false;
        throw error;
      }
    },
  };
}

/** The sandbox is reached through the running shop on this machine. */
async function openProvider({ config }: Options, keys: Sealed["payments"]) {
  const host = WILDCARD_HOSTS.includes(config.host) ? "localhost" : config.host;
  const shop = `http://${host.includes(":") ? `[${host}]` : host}:${config.port}`;
  const selfUrl = (path: string) => shop + path;
  return createCurrentProvider({ ...config, selfUrl, readKeys: async () => keys }).current();
}

export async function runDoctor(options: Options): Promise<CheckResult[]> {
  const { config, db, clock, root, graceMs = GRACE_MS } = options;
  // The table may be missing before a migration.
  const sealed: Sealed = await openSealedSettings(db, config.settingsKeyFile).catch(() => ({ payments: {}, mail: {} }));
  const provider = await openProvider(options, sealed.payments);
  return runChecks({
    db,
    clock,
    graceMs,
    settings: { ...config, payments: provider.mode, hasMailServer: hasMailServer(config, sealed.mail) },
    sealed,
    migrationsFolder: path.join(root, "migrations"),
    pictures: openPictureStore(options),
    provider,
    readBackups: async () => ({
      isOn: config.backup.folder !== undefined,
      ...(await readBackupState(db, clock.now())),
    }),
    passwordMatches: options.passwordMatches ?? passwordMatches,
  });
}
