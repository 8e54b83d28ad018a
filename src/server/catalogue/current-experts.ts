import { and, eq, inArray, or } from "drizzle-orm";
import type { Database, Transaction } from "../platform/database/database.ts";
import { experts } from "./expert-table.ts";

/**
 * Bookable experts with these ids or this name. Uses the caller's connection: a transaction that waits for a second
 * connection can exhaust the pool.
 */
export const findCurrentExperts = (
  from: Database | Transaction,
  { ids, name }: { ids: string[]; name: string | undefined },
) =>
  from
    .select({ id: experts.id, name: experts.name })
    .from(experts)
    .where(
      and(
        eq(experts.archived, false),
        or(inArray(experts.id, ids), name === undefined ? undefined : eq(experts.name, name)),
      ),
    )
    .orderBy(experts.createdAt, experts.id);
