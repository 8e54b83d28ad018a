import { getTableName, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "./database.ts";

/** PostgreSQL's own estimate of a table's size. Costs nothing; as old as the last VACUUM or ANALYZE. */
export async function estimateRows(db: Database, table: PgTable) {
  const { rows } = await db.execute<{ estimate: number }>(
    sql`select reltuples::float8 as estimate from pg_class where oid = ${getTableName(table)}::regclass`,
  );
  return rows[0]!.estimate;
}
