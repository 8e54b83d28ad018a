import { readFile, statfs } from "node:fs/promises";
import path from "node:path";
import { gt, sql } from "drizzle-orm";
import { z } from "zod";
import { orders } from "../orders/core/order-table.ts";
import { MINUTE_MS } from "../platform/clock.ts";
import { findMissingExtensions } from "../platform/database/database.ts";
import { formatMoment } from "../platform/indian-time.ts";
import { ago, type CheckContext, note, problem, problemWith, toIds } from "./check.ts";
import { isPublic } from "./settings.ts";

const MEBIBYTE = 1024 * 1024;
const MIN_FREE_BYTES = 1024 * MEBIBYTE;
const MIN_FREE_INODES = 10_000;
const MAX_CLOCK_DIFFERENCE_MS = MINUTE_MS;

export async function* checkDisk({ settings }: CheckContext) {
  const { bavail, bsize, ffree, files } = await statfs(settings.dataDir);
  const free = bavail * bsize;
  if (free < MIN_FREE_BYTES)
    yield problem(
      `Only ${Math.floor(free / MEBIBYTE)} MB are free where DATA_DIR lies. Make room, or the shop soon takes no orders and no pictures.`,
    );
  // Some file systems report no inode counts.
  else if (files > 0 && ffree < MIN_FREE_INODES)
    yield problem(
      `Only ${ffree} more files fit where DATA_DIR lies. Delete files, or the shop soon takes no orders and no pictures.`,
    );
}

export async function* checkBackups({ readBackups, settings }: CheckContext) {
  const { isOn, last, failing, isLate } = await readBackups();
  const newest = last ? `The newest is of ${formatMoment(new Date(last.at))}.` : "There is none yet.";
  if (failing)
    yield problem(
      `Nightly backups have failed since ${formatMoment(new Date(failing.since))}: ${failing.problem} ${newest}`,
    );
  else if (isLate && isOn)
    yield problem(`No nightly backup was made for more than two days. ${newest} Start the shop, and read its log.`);
  else if (!isOn && isPublic(settings))
    yield note("No nightly backups are made here: BACKUP_DIR is not set. docs/operations.md says how to keep some.");
}

export async function* checkClock(context: CheckContext) {
  const { db, clock } = context;
  const before = clock.now().getTime();
  const { rows } = await db.execute<{ now: string }>(sql`select extract(epoch from clock_timestamp()) * 1000 as now`);
  const difference = Math.abs(Number(rows[0]!.now) - (before + clock.now().getTime()) / 2);
  if (difference > MAX_CLOCK_DIFFERENCE_MS) {
    yield problem(
      `This machine's clock and the database's are ${Math.round(difference / 1000)} seconds apart. Let both follow a time server.`,
    );
    return;
  }
  const fromFuture = await db.$count(orders, gt(orders.createdAt, ago(context, -MAX_CLOCK_DIFFERENCE_MS)));
  if (fromFuture > 0)
    yield note(
      `${fromFuture} orders were placed while this machine's clock was ahead of the true time; their holds end later than they should.`,
    );
}

const journal = z.object({ entries: z.array(z.object({ when: z.number(), tag: z.string() })) });

async function readLastApplied({ db }: CheckContext) {
  const found = await db.execute(sql`select to_regclass('drizzle.__drizzle_migrations') as name`);
  if (!found.rows[0]?.name) return undefined;
  const { rows } = await db.execute(sql`select max(created_at) as last from drizzle.__drizzle_migrations`);
  return Number(rows[0]?.last ?? 0);
}

/** Constraints that an update added and that existing rows break. Sessions of experts deleted long ago are known. */
export async function* checkConstraints({ db }: CheckContext) {
  const { rows } = await db.execute<{ id: string }>(sql`
    select conname as id from pg_constraint
    where not convalidated and connamespace = 'public'::regnamespace and conname <> 'appointments_of_known_expert'`);
  yield* problemWith(
    toIds(rows),
    (list) =>
      `Rows from before an update break the rules ${list}. Somebody has changed the database by hand; compare with a backup.`,
  );
}

export async function* checkMigrations(context: CheckContext) {
  const file = path.join(context.migrationsFolder, "meta/_journal.json");
  const { entries } = journal.parse(JSON.parse(await readFile(file, "utf8")));
  const last = await readLastApplied(context);
  const pending = entries.filter(({ when }) => last !== undefined && when > last);
  for (const advice of await findMissingExtensions(context.db)) yield problem(advice);
  if (last === undefined)
    yield problem("The database holds no shop yet. Start the shop once, and it makes its tables.");
  else if (last > entries.at(-1)!.when)
    yield problem(
      "The database was brought up to date by a newer version of the shop. Update this one before you start it.",
    );
  else if (pending.length > 0)
    yield problem(
      `The tables are ${pending.length} migrations behind (${pending[0]!.tag} is next). Start this version of the shop once, and it brings them up to date.`,
    );
}
