import { createHash } from "node:crypto";
import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { PgTable } from "drizzle-orm/pg-core";
import { type Database, preparerOf, statementName, type Transaction } from "./database.ts";

interface Buildable<Result> {
  prepare(name: string): { execute(values: Values): Promise<Result> };
}
type Values = Record<string, unknown>;
export type Statement<Result> = (db: Database | Transaction, values: Values) => Promise<Result>;

/** Stands in a statement for a value that differs from run to run. */
export const given = sql.placeholder;

/**
 * A statement that is built and parsed once for each connection. Building one takes longer than running it, so every
 * statement of a purchase is one of these. pg refuses a name that is used for different SQL.
 */
export function statement<Result>(name: string, build: (db: NodePgDatabase) => Buildable<Result>): Statement<Result> {
  const prepared = new WeakMap<object, ReturnType<Buildable<Result>["prepare"]>>();
  return (db, values) => {
    const preparer = preparerOf(db);
    const known = prepared.get(preparer) ?? build(preparer).prepare(statementName(preparer, name));
    prepared.set(preparer, known);
    return known.execute(values);
  };
}

/** A name for a statement that depends on `text`: PostgreSQL compares only 63 characters of a name. */
export const hashedName = (prefix: string, text: string) =>
  `${prefix}-${createHash("sha256").update(text).digest("base64url").slice(0, 22)}`;

/** One statement for each key, such as a number of rows. The keys must come from a small set. */
export function statementsBy<Key, Result>(create: (key: Key) => Statement<Result>) {
  const known = new Map<Key, Statement<Result>>();
  return (key: Key) => {
    const found = known.get(key) ?? create(key);
    known.set(key, found);
    return found;
  };
}

export const columnsOf = <T extends PgTable>(table: T) =>
  Object.keys(getTableColumns(table)) as Extract<keyof T["_"]["columns"], string>[];

const nameIn = (prefix: string, column: string) => `${prefix}.${column}`;

/** Columns of a row to write, with a placeholder for each. `valuesIn` with the same prefix gives their values. */
export const givenColumns = <Column extends string>(prefix: string, columns: readonly Column[]) =>
  Object.fromEntries(columns.map((column) => [column, sql`${given(nameIn(prefix, column))}`])) as Record<Column, SQL>;

export const valuesIn = (prefix: string, row: object): Values =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [nameIn(prefix, column), value]));
