import { statfs } from "node:fs/promises";
import { gt, sql } from "drizzle-orm";
import { orders } from "../orders/order-table.ts";
import { MINUTE_MS } from "../platform/clock.ts";
import { ago, type CheckContext, note, problem } from "./check.ts";

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
