import { DrizzleQueryError, fillPlaceholders, type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { QueryResultRow } from "pg";
import type { Database } from "./database.ts";

const dialect = new PgDialect();

/**
 * In a statement's answer: it need not wait for the disk. Only a crash of the database itself can undo it then, and never
 * when something that came after it has reached the disk.
 */
export const withoutWaitingForDisk = sql`set_config('synchronous_commit', 'off', true)`;

/**
 * A statement that is asked over and over: put together once here, and by PostgreSQL once for each connection.
 * It is a transaction of its own.
 */
export function prepared<Row extends QueryResultRow>(name: string, statement: SQL) {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  return async (db: Database, given: Record<string, unknown>): Promise<Row[]> => {
    const values = fillPlaceholders(params, given);
    try {
      return (await db.$client.query<Row>({ name, text, values })).rows;
    } catch (error) {
      // In the shape of every other failed query, which the log knows how to keep people's data out of.
      throw new DrizzleQueryError(text, values, error as Error);
    }
  };
}
