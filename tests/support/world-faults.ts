import { sql } from "drizzle-orm";
import { onTestFinished } from "vitest";
import type { TestShop } from "./test-shop.ts";
import type { Kind } from "./world-actions.ts";

export class FollowerFailed extends Error {}

/** Their whole change of an order is one transaction. */
const inOneTransaction = new Set<string>([
  "cancel",
  "setStatus",
  "remove",
  "ship",
  "deliver",
  "takeBack",
  "parcelReturns",
  "eraseBuyer",
] satisfies Kind[]);

/** What a change of an order writes, also by its followers. */
const written = [
  "orders",
  "order_items",
  "order_payments",
  "order_events",
  "shipments",
  "shipment_lines",
  "refunds",
  "coupon_uses",
  "products",
  "users",
  "jobs",
  "activity",
  "document_tasks",
]
  .map((table) => `select md5(string_agg(t::text, '' order by t::text)) as rows from ${table} t`)
  .join(" union all ");

/** The last follower of the shop's orders: it throws when it is told to, after the others have written. */
export function openFollowerFaults({ db, services: { followers } }: TestShop) {
  let callsLeft: number | undefined;
  const fail = async () => {
    if (callsLeft === undefined || callsLeft-- > 0) return undefined;
    callsLeft = undefined;
    throw new FollowerFailed("a follower fails");
  };
  const readRows = async () => (await db.execute(sql.raw(written))).rows;
  followers.push(fail);
  onTestFinished(() => void followers.splice(followers.indexOf(fail), 1));
  return {
    /** The follower works `calls` times, then fails once. */
    failAfter: (calls: number) => {
      callsLeft = calls;
    },
    heal: () => {
      callsLeft = undefined;
    },
    readRows,
    /** The rows before an action whose only transaction may fail. */
    readBefore: async (kind: string) =>
      callsLeft !== undefined && inOneTransaction.has(kind) ? readRows() : undefined,
  };
}
export type FollowerFaults = ReturnType<typeof openFollowerFaults>;
