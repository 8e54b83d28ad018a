import { and, inArray, type SQL } from "drizzle-orm";
import type { Database } from "../platform/database/database.ts";
import type { ResourceTable } from "./resource.ts";

/** With a filter, at most so many of the best matches are considered. */
const MAX_MATCHES = 2_000;

interface Page {
  where: SQL | undefined;
  limit: number;
  offset: number;
}

/** A page of these records, in this order, without those that the filter leaves out. */
export async function readMatches(db: Database, table: ResourceTable, ids: string[], { where, limit, offset }: Page) {
  const best = ids.slice(0, MAX_MATCHES);
  const rows = await db
    .select({ id: table.id })
    .from(table)
    .where(and(inArray(table.id, best), where));
  const kept = new Set(rows.map(({ id }) => String(id)));
  const found = best.filter((id) => kept.has(id));
  const page = found.slice(offset, offset + limit);
  const shown = await db.select().from(table).where(inArray(table.id, page));
  const byId = new Map(shown.map((row) => [String(row.id), row as object]));
  return { rows: page.flatMap((id) => byId.get(id) ?? []), total: found.length };
}
