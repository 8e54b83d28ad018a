import { createHash } from "node:crypto";
import { eq, inArray, lt, sql } from "drizzle-orm";
import type { Clock } from "../clock.ts";
import type { Database, Transaction } from "../database/database.ts";
import { tooMany } from "./errors.ts";
import { ipSubnet } from "./ip-subnet.ts";
import { rateLimits } from "./rate-limit-table.ts";

export interface Limit {
  /** The beginning of the stored keys. */
  name: string;
  tries: number;
  seconds: number;
}

/** An address, an account, or a pair of both. */
export type Client = string | readonly [account: string, ip: string];
export type LimitedClient = readonly [Limit, Client];

const hash = (part: string) => createHash("sha256").update(ipSubnet(part)).digest("base64url");
const keyOf = ({ name }: Limit, client: Client) => [name, ...[client].flat().map(hash)].join(":");

/** Fixed-window counters in the database: shared by all processes and kept over restarts. */
export function createRateLimiter({ db, clock, enabled }: { db: Database; clock: Clock; enabled: boolean }) {
  const refusal = (endsAt: Date) => tooMany(Math.max(1, Math.ceil((endsAt.getTime() - clock.now().getTime()) / 1000)));

  /** Throws 429 when one of the windows is full, without counting. */
  async function checkAll(limits: LimitedClient[]) {
    if (!enabled) return;
    const maxTries = new Map(limits.map(([limit, client]) => [keyOf(limit, client), limit.tries]));
    const rows = await db
      .select()
      .from(rateLimits)
      .where(inArray(rateLimits.key, [...maxTries.keys()]));
    const full = rows.filter(({ key, tries, endsAt }) => endsAt > clock.now() && tries >= maxTries.get(key)!);
    if (full.length > 0) throw refusal(new Date(Math.max(...full.map(({ endsAt }) => endsAt.getTime()))));
  }

  /** Counts a try. Returns the end of the window when it has too many. */
  async function count(limit: Limit, client: Client, executor: Database | Transaction, tries = 1) {
    if (!enabled) return undefined;
    const now = clock.now();
    const isOver = sql`${rateLimits.endsAt} <= ${now}`;
    const [row] = await executor
      .insert(rateLimits)
      .values({ key: keyOf(limit, client), tries, endsAt: new Date(now.getTime() + limit.seconds * 1000) })
      .onConflictDoUpdate({
        target: rateLimits.key,
        set: {
          tries: sql`case when ${isOver} then ${tries} else ${rateLimits.tries} + ${tries} end`,
          endsAt: sql`case when ${isOver} then excluded.ends_at else ${rateLimits.endsAt} end`,
        },
      })
      .returning();
    return row && row.tries > limit.tries ? row.endsAt : undefined;
  }

  return {
    isEnabled: enabled,

    /** Counts a try; throws 429 when the window has too many. In a transaction, a rollback takes the count back. */
    async take(limit: Limit, client: Client, executor: Database | Transaction = db) {
      const fullUntil = await count(limit, client, executor);
      if (fullUntil) throw refusal(fullUntil);
    },

    /** Locks the counter until the transaction ends, as `take` does, without counting. */
    async lock(limit: Limit, client: Client, tx: Transaction) {
      await count(limit, client, tx, 0);
    },

    /** Counts a try like `take`; for work that is left out instead of refused. */
    isOver: async (limit: Limit, client: Client, executor: Database | Transaction = db) =>
      (await count(limit, client, executor)) !== undefined,

    checkAll,

    async reset(limit: Limit, client: Client) {
      await db.delete(rateLimits).where(eq(rateLimits.key, keyOf(limit, client)));
    },

    /** Clears the counters of all pairs with this account. */
    async resetPairs(limit: Limit, account: string) {
      await db.delete(rateLimits).where(sql`starts_with(${rateLimits.key}, ${`${keyOf(limit, account)}:`})`);
    },

    async deleteExpired() {
      await db.delete(rateLimits).where(lt(rateLimits.endsAt, clock.now()));
    },
  };
}
export type RateLimiter = ReturnType<typeof createRateLimiter>;
