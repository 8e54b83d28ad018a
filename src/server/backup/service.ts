import { mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { eq } from "drizzle-orm";
import { settings } from "../platform/database/settings-table.ts";
import { addDays, indianDay, startOfDay } from "../platform/indian-time.ts";
import { PART, writeBackup } from "./backup-file.ts";
import { readShop, type Source } from "./read-shop.ts";

/** Any number that no other lock of the shop uses; of several processes one makes the night's backup. */
const NIGHT_LOCK = 4_201_004;
const LAST = "latest-backup";
const HOUR_MS = 60 * 60_000;
/** When a shop sleeps, in India. */
const NIGHT_HOUR = 3;

interface BackupDeps extends Source {
  /** Without one there are no nightly backups. */
  folder: string | undefined;
  /** How many are kept. */
  keep: number;
  log: { info(details: object, message: string): void };
}

/** The latest moment at which a night's backup became due. */
function latestNight(now: Date) {
  const today = startOfDay(indianDay(now)).getTime() + NIGHT_HOUR * HOUR_MS;
  return today <= now.getTime() ? today : startOfDay(addDays(indianDay(now), -1)).getTime() + NIGHT_HOUR * HOUR_MS;
}

const stampOf = (moment: Date) => moment.toISOString().replace(/[-:]|\.\d+/g, "");

/** Backups that the shop makes by itself, one each night. */
export function createBackups({ folder, keep, log, ...source }: BackupDeps) {
  const { db, clock, brand } = source;
  const beginning = `${brand.toLowerCase().replace(/[^a-z\d]+/g, "-")}-`;
  const isOurs = (name: string) =>
    name.startsWith(beginning) && /^\d{8}T\d{6}Z\.tar\.zst/.test(name.slice(beginning.length));

  async function isDue() {
    const [last] = await db.select().from(settings).where(eq(settings.key, LAST));
    return !last || Date.parse(last.value) < latestNight(clock.now());
  }

  /** Removes what a process that died left unfinished, and the oldest beyond those to keep. */
  async function rotate(where: string) {
    const names = (await readdir(where)).filter(isOurs).sort();
    const whole = names.filter((name) => !name.endsWith(PART));
    const old = whole.slice(0, Math.max(0, whole.length - keep));
    for (const name of [...names.filter((one) => one.endsWith(PART)), ...old]) await rm(path.join(where, name));
  }

  async function make(where: string, signal?: AbortSignal) {
    const now = clock.now();
    await mkdir(where, { recursive: true, mode: 0o700 });
    const name = `${beginning}${stampOf(now)}.tar.zst`;
    const { rows, sha256: _, ...made } = await writeBackup(readShop(source), path.join(where, name), signal);
    const noted = { value: now.toISOString() };
    await db
      .insert(settings)
      .values({ key: LAST, ...noted })
      .onConflictDoUpdate({ target: settings.key, set: noted });
    await rotate(where);
    log.info({ file: name, ...made }, "a backup was made");
  }

  return {
    /** Makes the night's backup unless it is made already; while another process is at it, there is nothing to do. */
    async makeIfDue(signal?: AbortSignal) {
      if (!folder || !(await isDue())) return;
      const client = await db.$client.connect();
      try {
        const { rows } = await client.query("select pg_try_advisory_lock($1) as taken", [NIGHT_LOCK]);
        if (rows[0]?.taken && (await isDue())) await make(folder, signal);
      } finally {
        // The end of the connection gives it back too, but only when the server has noticed.
        await client.query("select pg_advisory_unlock_all()").catch(() => {});
        client.release(true);
      }
    },
  };
}
export type Backups = ReturnType<typeof createBackups>;
