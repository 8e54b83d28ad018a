import { createHash } from "node:crypto";
import { eq, lt, sql } from "drizzle-orm";
import type { Clock } from "../clock.ts";
import type { Database, Transaction } from "../database/database.ts";
import { httpError } from "./errors.ts";
import { ipSubnet } from "./ip-subnet.ts";
import { rateLimits } from "./rate-limit-table.ts";

export interface Limit {
  what: string;
  tries: number;
  seconds: number;
}

/** Fixed-window counters in the database: shared by all processes and kept over restarts. */
export function createRateLimiter({ db, clock, enabled }: { db: Database; clock: Clock; enabled: boolean }) {
  const keyOf = ({ what }: Limit, who: string) =>
    `${what}:${createHash("sha256").update(ipSubnet(who)).digest("base64url")}`;

  const refusal = (endsAt: Date) => {
    const seconds = Math.max(1, Math.ceil((endsAt.getTime() - clock.now().getTime()) / 1000));
    return httpError("too_many", { headers: { "retry-after": `${seconds}` } });
  };

  return {
    isEnabled: enabled,

    /** Counts a try; throws 429 when the window has too many. In a transaction, a rollback takes the count back. */
    async take(limit: Limit, who: string, executor: Database | Transaction = db) {
      if (!enabled) return;
      const now = clock.now();
      const isOver = sql`${rateLimits.endsAt} <= ${now}`;
      const [row] = await executor
        .insert(rateLimits)
        .values({ key: keyOf(limit, who), tries: 1, endsAt: new Date(now.getTime() + limit.seconds * 1000) })
        .onConflictDoUpdate({
          target: rateLimits.key,
          set: {
            tries: sql`case when ${isOver} then 1 else ${rateLimits.tries} + 1 end`,
            endsAt: sql`case when ${isOver} then excluded.ends_at else ${rateLimits.endsAt} end`,
          },
        })
        .returning();
      if (row && row.tries > limit.tries) throw refusal(row.endsAt);
    },

    /** Throws 429 when the window is full, without counting. */
    async check(limit: Limit, who: string) {
      if (!enabled) return;
      const [row] = await db
        .select()
        .from(rateLimits)
        .where(eq(rateLimits.key, keyOf(limit, who)));
      if (row && row.endsAt > clock.now() && row.tries >= limit.tries) throw refusal(row.endsAt);
    },

    /** Clears the counter of a client that turned out to be legitimate. */
    async reset(limit: Limit, who: string) {
      if (!enabled) return;
      await db.delete(rateLimits).where(eq(rateLimits.key, keyOf(limit, who)));
    },

    async deleteExpired() {
      await db.delete(rateLimits).where(lt(rateLimits.endsAt, clock.now()));
    },
  };
}
export type RateLimiter = ReturnType<typeof createRateLimiter>;
