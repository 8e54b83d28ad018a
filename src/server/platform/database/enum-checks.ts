import { getTableColumns, getTableName, sql } from "drizzle-orm";
import { type AnyPgColumn, check } from "drizzle-orm/pg-core";

/** A CHECK constraint for each column with an `enum`: Drizzle's types alone do not stop SQL written by hand. */
export function enumChecks(columns: Record<string, AnyPgColumn>) {
  // Inside `pgTable` the columns do not have their values yet; those of the finished table do.
  const { table } = Object.values(columns)[0]!;
  return Object.values(getTableColumns(table))
    .filter(({ enumValues }) => enumValues)
    .map((column) => {
      const values = column.enumValues!.map((value) => `'${value}'`).join(", ");
      return check(`${getTableName(table)}_${column.name}_enum`, sql`${column} in (${sql.raw(values)})`);
    });
}
