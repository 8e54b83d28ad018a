import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

type Row<T extends PgTable> = T["$inferSelect"];

/** Rows of a table as one value of a statement, whatever their number. */
export function asJson<T extends PgTable>(table: T, rows: readonly Row<T>[]) {
  const columns = Object.entries(getTableColumns(table));
  return JSON.stringify(
    rows.map((row: Record<string, unknown>) => Object.fromEntries(columns.map(([key, { name }]) => [name, row[key]]))),
  );
}

/** Such a value where a statement reads from it, as rows of the table again. */
export const rowsIn = (table: PgTable, place: string): SQL =>
  sql`json_populate_recordset(null::${table}, ${sql.placeholder(place)}::json)`;

/** A row as PostgreSQL writes it in JSON, with the types that the table's own rows have. */
export function fromJson<T extends PgTable>(table: T, json: Record<string, unknown>): Row<T> {
  const columns = Object.entries(getTableColumns(table));
  return Object.fromEntries(
    columns.map(([key, { name, dataType }]) => {
      const value = json[name];
      return [key, dataType === "date" && value !== null ? new Date(value as string) : value];
    }),
  );
}
