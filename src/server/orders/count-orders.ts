import { and, count, gte, isNull, lt, type SQL } from "drizzle-orm";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database/database.ts";
import { createKeptCounts } from "../platform/database/kept-counts.ts";
import type { Changes } from "../platform/events/change-events.ts";
import { orders } from "./order-table.ts";

/** Told when an order is deleted; nothing else makes the old ones fewer or more. */
export const ORDERS_TAG = "orders";

/** An order is placed within seconds: of those older than this there will be no more. */
const SETTLED_MS = 5 * 60_000;

/** How many orders there are, exactly: the many old ones counted now and then, the few young ones each time. */
export function createOrderCount({ db, clock, changes }: { db: Database; clock: Clock; changes: Changes }) {
  const keptOld = createKeptCounts<{ number: number; before: Date }>({ changes, tag: ORDERS_TAG });

  async function countWhere(which: SQL | undefined) {
    const [counted] = await db
      .select({ total: count() })
      .from(orders)
      .where(and(isNull(orders.deletedAt), which));
    return counted?.total ?? 0;
  }

  async function countOld() {
    const before = new Date(clock.now().getTime() - SETTLED_MS);
    const number = await countWhere(lt(orders.createdAt, before));
    return { value: { number, before }, number };
  }

  return {
    countWhere,
    async countAll() {
      const old = await keptOld("old", countOld);
      return old.number + (await countWhere(gte(orders.createdAt, old.before)));
    },
  };
}
