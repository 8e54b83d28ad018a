import { sql } from "drizzle-orm";
import { orders } from "../orders/order-table.ts";
import type { CheckContext } from "./deps.ts";
import { type Finding, look, note } from "./finding.ts";

const MOST_APART_MS = 60_000;

/** Clock: the machine and its database agree, and nothing comes from the future. */
export async function examineClock({ db, clock }: CheckContext): Promise<Finding[]> {
  const asked = clock.now().getTime();
  const { rows } = await db.execute<{ now: string }>(sql`select extract(epoch from clock_timestamp()) * 1000 as now`);
  const apart = Math.abs(Number(rows[0]!.now) - (asked + clock.now().getTime()) / 2);
  if (apart > MOST_APART_MS)
    return [
      look(
        `This machine's clock and the database's are ${Math.round(apart / 1000)} seconds apart. Let both follow a time server.`,
      ),
    ];
  const ahead = new Date(asked + MOST_APART_MS);
  const fromFuture = await db.$count(orders, sql`${orders.createdAt} > ${ahead.toISOString()}`);
  return fromFuture > 0
    ? [
        note(
          `${fromFuture} orders were placed while this machine's clock was ahead of the true time; their holds end later than they should.`,
        ),
      ]
    : [];
}
