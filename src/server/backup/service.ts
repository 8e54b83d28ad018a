import path from "node:path";
import type { Notifications } from "../notifications/service.ts";
import { HOUR_MS } from "../platform/clock.ts";
import { createClient } from "../platform/database/database.ts";
import { formatMoment, indianDay, startOfDay } from "../platform/indian-time.ts";
import { errorMessage, type Log } from "../platform/log.ts";
import type { SettingsService } from "../settings/service.ts";
import { writeBackup } from "./backup-file.ts";
import { deleteOld, prepareFolder } from "./backup-folder.ts";
import { noteBackup, noteFailure, readBackupState } from "./backup-state.ts";
import { type BackupSource, readShop } from "./read-shop.ts";

/** Advisory lock: one process makes the backup. Unique among the shop's locks. */
const BACKUP_LOCK = 4_201_004;
/** Indian time. */
const BACKUP_HOUR = 3;

interface BackupDeps extends BackupSource {
  /** `undefined` turns nightly backups off. */
  folder: string | undefined;
  keep: number;
  log: Pick<Log, "info">;
  notifications: Notifications;
  settings: SettingsService;
  publicUrl: string;
}

function lastDueTime(now: Date) {
  const sinceMidnight = BACKUP_HOUR * HOUR_MS;
  return startOfDay(indianDay(new Date(now.getTime() - sinceMidnight))).getTime() + sinceMidnight;
}

const toFileTimestamp = (date: Date) => date.toISOString().replace(/[-:]|\.\d+/g, "");

export function createBackups({ folder, keep, log, notifications, settings, publicUrl, ...source }: BackupDeps) {
  const { db, clock } = source;
  const readState = () => readBackupState(db, clock.now());

  const failureMail = notifications.defineMail<{ since: string }>("backup-failed", async ({ since }) => {
    const { last, failing } = await readState();
    // It has worked since.
    if (failing?.since !== since) return undefined;
    const newest = last
      ? `The newest backup is that of ${formatMoment(new Date(last.at))}. What happened since then is in no backup.`
      : "There is no backup yet.";
    return {
      to: (await settings.read()).business.email,
      subject: "The nightly backup failed",
      paragraphs: [
        failing.problem,
        newest,
        "The shop tries again every 15 minutes. You get no further mail about it: the dashboard shows whether it works again.",
      ],
      action: { label: "Open the dashboard", url: `${publicUrl}/admin` },
    };
  });

  async function isDue() {
    const { last } = await readState();
    return !last || Date.parse(last.at) < lastDueTime(clock.now());
  }

  async function make(backupFolder: string, signal?: AbortSignal) {
    const now = clock.now();
    const problem = await prepareFolder(backupFolder);
    if (problem) throw new Error(`BACKUP_DIR is ${backupFolder}, which cannot be used: ${problem}.`);
    const name = `nakshatra-${toFileTimestamp(now)}.tar.zst`;
    const { rows, sha256: _, ...summary } = await writeBackup(readShop(source), path.join(backupFolder, name), signal);
    await noteBackup(db, now, summary.bytes);
    log.info({ file: name, ...summary }, "a backup was made");
  }

  /** One mail for a series of failures. */
  const tell = (error: Error) =>
    db.transaction(async (tx) => {
      const { failing } = await readBackupState(tx, clock.now());
      const since = failing?.since ?? clock.now().toISOString();
      await noteFailure(tx, { since, problem: errorMessage(error) });
      if (!failing) await failureMail.enqueue(tx, { key: `backup-failed:${since}`, payload: { since } });
    });

  return {
    /** What the dashboard shows. */
    state: async () => ({ isOn: folder !== undefined, ...(await readState()) }),

    /** Does nothing if the last backup is recent or another process is making one. */
    async createIfDue(signal?: AbortSignal) {
      if (!folder || !(await isDue())) return;
      const client = createClient(db);
      try {
        await client.connect();
        const { rows } = await client.query("select pg_try_advisory_lock($1) as locked", [BACKUP_LOCK]);
        if (!rows[0]?.locked || !(await isDue())) return;
        await make(folder, signal).catch(async (error: Error) => {
          if (!signal?.aborted) await tell(error);
          throw error;
        });
        await deleteOld(folder, keep);
      } finally {
        // Unlock explicitly: the server notices a closed connection only later.
        await client.query("select pg_advisory_unlock_all()").catch(() => {});
        await client.end().catch(() => {});
      }
    },
  };
}
export type Backups = ReturnType<typeof createBackups>;
