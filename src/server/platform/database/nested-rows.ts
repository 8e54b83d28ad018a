import { getTableColumns, type InferSelectModel, type Placeholder, type SQL, sql } from "drizzle-orm";
import { alias, type PgColumn, type PgTable } from "drizzle-orm/pg-core";

/**
 * A column of a query that holds the matching rows of another table, as a JSON list: one round trip reads a record
 * with all that belongs to it. `columns` of the alias are given to `where`. `newest`: only so many last ones.
 */
export function nestedRows<T extends PgTable>(
  table: T,
  where: (columns: T["_"]["columns"]) => SQL,
  orderBy: (columns: T["_"]["columns"]) => PgColumn | SQL,
  newest?: Placeholder,
) {
  const columns = Object.entries(getTableColumns(table)) as [string, PgColumn][];
  const nested = alias(table, "nested") as unknown as T["_"]["columns"];
  const toRow = (json: Record<string, unknown>) =>
    Object.fromEntries(
      columns.map(([key, column]) => {
        const value = json[column.name];
        return [key, value === null ? null : column.mapFromDriverValue(value)];
      }),
    ) as InferSelectModel<T>;
  const all = sql`${table} nested where ${where(nested)}`;
  const rows = newest
    ? sql`(select nested.* from ${all} order by ${orderBy(nested)} desc limit ${newest}) nested`
    : all;
  return sql`(select coalesce(json_agg(to_json(nested) order by ${orderBy(nested)}), '[]') from ${rows})`.mapWith(
    (rows: Record<string, unknown>[]) => rows.map(toRow),
  );
}
