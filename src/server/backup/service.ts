import { mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { eq } from "drizzle-orm";
import { HOUR_MS } from "../platform/clock.ts";
import { createClient } from "../platform/database/database.ts";
import { shopState } from "../platform/database/shop-state-table.ts";
import { indianDay, startOfDay } from "../platform/indian-time.ts";
import type { Log } from "../platform/log.ts";
import { PART_SUFFIX, writeBackup } from "./backup-file.ts";
import { type BackupSource, readShop } from "./read-shop.ts";

/** Advisory lock: one process makes the backup. Unique among the shop's locks. */
const BACKUP_LOCK = 4_201_004;
const LAST_BACKUP_KEY = "latest-backup";
/** Indian time. */
const BACKUP_HOUR = 3;
const BACKUP_NAME = /^nakshatra-\d{8}T\d{6}Z\.tar\.zst/;

interface BackupDeps extends BackupSource {
  /** `undefined` turns nightly backups off. */
  folder: string | undefined;
  keep: number;
  log: Pick<Log, "info">;
}

function lastDueTime(now: Date) {
  const sinceMidnight = BACKUP_HOUR * HOUR_MS;
  return startOfDay(indianDay(new Date(now.getTime() - sinceMidnight))).getTime() + sinceMidnight;
}

const toFileTimestamp = (date: Date) => date.toISOString().replace(/[-:]|\.\d+/g, "");

export function createBackups({ folder, keep, log, ...source }: BackupDeps) {
  const { db, clock } = source;

  async function isDue() {
    const [last] = await db.select().from(shopState).where(eq(shopState.key, LAST_BACKUP_KEY));
    return !last || Date.parse(last.value) < lastDueTime(clock.now());
  }

  async function deleteOld(backupFolder: string) {
    const names = (await readdir(backupFolder)).filter((name) => BACKUP_NAME.test(name)).sort();
    const newest = names.filter((name) => !name.endsWith(PART_SUFFIX)).slice(-keep);
    for (const name of names) if (!newest.includes(name)) await rm(path.join(backupFolder, name));
  }

  async function make(backupFolder: string, signal?: AbortSignal) {
    const now = clock.now();
    await mkdir(backupFolder, { recursive: true, mode: 0o700 });
    const name = `nakshatra-${toFileTimestamp(now)}.tar.zst`;
    const { rows, sha256: _, ...summary } = await writeBackup(readShop(source), path.join(backupFolder, name), signal);
    const last = { value: now.toISOString() };
    await db
      .insert(shopState)
      .values({ key: LAST_BACKUP_KEY, ...last })
      .onConflictDoUpdate({ target: shopState.key, set: last });
    await deleteOld(backupFolder);
    log.info({ file: name, ...summary }, "a backup was made");
  }

  return {
    /** Does nothing if the last backup is recent or another process is making one. */
    async createIfDue(signal?: AbortSignal) {
      if (!folder || !(await isDue())) return;
      const client = createClient(db);
      try {
        await client.connect();
        const { rows } = await client.query("select pg_try_advisory_lock($1) as locked", [BACKUP_LOCK]);
        if (rows[0]?.locked && (await isDue())) await make(folder, signal);
      } finally {
        // Unlock explicitly: the server notices a closed connection only later.
        await client.query("select pg_advisory_unlock_all()").catch(() => {});
        await client.end().catch(() => {});
      }
    },
  };
}
export type Backups = ReturnType<typeof createBackups>;
