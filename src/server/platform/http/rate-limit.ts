import { createHash } from "node:crypto";
import { desc, eq, inArray, lt, sql } from "drizzle-orm";
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
  /** A sentence for the refusal, where the general one is not enough. `wait` is such as "in 5 hours". */
  refusal?: (wait: string) => string;
}

/**
 * What all clients have together, such as the fetches of a minute. Once half of it is used, each client has a small
 * share, so that a few cannot use up everything.
 */
export interface SharedLimit {
  name: string;
  seconds: number;
  all: number;
  /** For one client, and while more than half of `all` is used. */
  each: number;
  scarce: number;
}

/** An address, an account, or a pair of both. */
export type Client = string | readonly [account: string, ip: string];
export type LimitedClient = readonly [Limit, Client];

const hash = (part: string) => createHash("sha256").update(ipSubnet(part)).digest("base64url");
const keyOf = ({ name }: Limit, client: Client) => [name, ...[client].flat().map(hash)].join(":");

const relativeTime = new Intl.RelativeTimeFormat("en");
/** Rounded up: who waits that long is not refused again. */
const inWords = (seconds: number) =>
  seconds <= 2 * 3600
    ? relativeTime.format(Math.ceil(seconds / 60), "minute")
    : relativeTime.format(Math.ceil(seconds / 3600), "hour");

/** Fixed-window counters in the database: shared by all processes and kept over restarts. */
export function createRateLimiter({ db, clock, enabled }: { db: Database; clock: Clock; enabled: boolean }) {
  function refuse({ refusal }: Limit, endsAt: Date) {
    const seconds = Math.max(1, Math.ceil((endsAt.getTime() - clock.now().getTime()) / 1000));
    return tooMany(seconds, refusal?.(inWords(seconds)));
  }

  /** The window of these that is full for the longest time. */
  async function findFull(limits: LimitedClient[]) {
    if (!enabled) return undefined;
    const byKey = new Map(limits.map(([limit, client]) => [keyOf(limit, client), limit]));
    const rows = await db
      .select()
      .from(rateLimits)
      .where(inArray(rateLimits.key, [...byKey.keys()]))
      .orderBy(desc(rateLimits.endsAt));
    const full = rows.find(({ key, tries, endsAt }) => endsAt > clock.now() && tries >= byKey.get(key)!.tries);
    return full && { limit: byKey.get(full.key)!, endsAt: full.endsAt };
  }

  /** Throws 429 when one of the windows is full, without counting. */
  async function checkAll(limits: LimitedClient[]) {
    const full = await findFull(limits);
    if (full) throw refuse(full.limit, full.endsAt);
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
      if (fullUntil) throw refuse(limit, fullUntil);
    },

    /** Locks the counter until the transaction ends, as `take` does, without counting. */
    async lock(limit: Limit, client: Client, tx: Transaction) {
      await count(limit, client, tx, 0);
    },

    /** Counts a try like `take`; for work that is left out instead of refused. */
    isOver: async (limit: Limit, client: Client, executor: Database | Transaction = db) =>
      (await count(limit, client, executor)) !== undefined,

    checkAll,

    /** Throws 429 when the client, or all together, have used up their part. `of`: what is shared. */
    async checkShare({ name, seconds, each, scarce, all }: SharedLimit, client: string, of = "") {
      const total = { name: `${name}-all`, seconds, tries: all };
      const isScarce = (await findFull([[{ ...total, tries: all / 2 }, of]])) !== undefined;
      const own = { name, seconds, tries: isScarce ? scarce : each };
      await checkAll([
        [own, [client, of]],
        [total, of],
      ]);
    },

    async addToShare({ name, seconds, each, all }: SharedLimit, client: string, of = "", amount = 1) {
      await count({ name, seconds, tries: each }, [client, of], db, amount);
      await count({ name: `${name}-all`, seconds, tries: all }, of, db, amount);
    },

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
