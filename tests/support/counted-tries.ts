import { sql } from "drizzle-orm";
import type { LimitedClient } from "../../src/server/platform/http/rate-limit.ts";
import { rateLimits } from "../../src/server/platform/http/rate-limit-table.ts";
import type { TestShop } from "./test-shop.ts";

/** Counts tries without making them, which would take long. */
export const countTries = (
  { services, db }: Pick<TestShop, "services" | "db">,
  times: number,
  ...[limit, client]: LimitedClient
) =>
  db.transaction(async (tx) => {
    if (times === 0) return;
    await services.limiter.take(limit, client, tx);
    // Adds the others to the counter that this transaction has just written.
    await tx
      .update(rateLimits)
      .set({ tries: sql`${rateLimits.tries} + ${times - 1}` })
      .where(sql`xmin = pg_current_xact_id()::xid`);
  });
