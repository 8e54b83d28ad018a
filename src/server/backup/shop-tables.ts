import type { ClientBase, Pool } from "pg";

export interface Column {
  name: string;
  type: string;
}

export interface Table {
  /** `orders`, or `sandbox.orders` outside the schema public. */
  name: string;
  columns: Column[];
}

export const quoteIdentifier = (name: string) => `"${name.replaceAll('"', '""')}"`;
export const quoteTable = (name: string) => name.split(".").map(quoteIdentifier).join(".");

/** `"orders" ("id", …)`, as COPY wants it: generated columns cannot be named there. */
export const quoteColumns = ({ name, columns }: Table) =>
  `${quoteTable(name)} (${columns.map((column) => quoteIdentifier(column.name)).join(", ")})`;

const SCHEMAS = "('public', 'sandbox')";
const nameOf = (table: string) =>
  `regexp_replace(${table}.relnamespace::regnamespace || '.' || ${table}.relname, '^public\\.', '')`;

const COLUMNS = `
  select ${nameOf("t")} as table, c.attname as name, format_type(c.atttypid, c.atttypmod) as type
  from pg_class t join pg_attribute c on c.attrelid = t.oid
  where t.relnamespace::regnamespace::text in ${SCHEMAS} and t.relkind = 'r'
    and c.attnum > 0 and not c.attisdropped and c.attgenerated = ''
  order by 1, c.attnum`;

/**
 * What makes loading slow or refuses it, with the statements that remove it and put it back: foreign keys, rules that
 * older rows may break, and indexes. Put back in reverse: foreign keys may need the indexes.
 */
const OBSTACLES = `
  select 1 as step, format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
  from pg_constraint
  where connamespace::regnamespace::text in ${SCHEMAS} and (contype = 'f' or (contype = 'c' and not convalidated))
  union all
  select 2, format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
  from pg_index join pg_class i on i.oid = indexrelid
  where i.relnamespace::regnamespace::text in ${SCHEMAS}
    and not exists (select from pg_constraint where conindid = indexrelid)
  order by step`;

export async function readObstacles(client: ClientBase) {
  const { rows } = await client.query<{ drop: string; create: string }>(OBSTACLES);
  return rows;
}

/** Reads the tables from the system catalogue, so that new tables are included without a change here. */
export async function readTables(client: Pick<ClientBase | Pool, "query">) {
  const { rows } = await client.query<Column & { table: string }>(COLUMNS);
  const tables = new Map<string, Table>();
  for (const { table, ...column } of rows) {
    const entry = tables.get(table) ?? { name: table, columns: [] };
    entry.columns.push(column);
    tables.set(table, entry);
  }
  return [...tables.values()];
}

export async function readSequences(client: ClientBase) {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value::text as value from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  );
  return rows;
}

export async function readMigrations(client: ClientBase) {
  const { rows: found } = await client.query("select to_regclass('drizzle.__drizzle_migrations') as table");
  if (!found[0]?.table) return [];
  const { rows } = await client.query<{ hash: string }>(
    "select hash from drizzle.__drizzle_migrations order by created_at",
  );
  return rows.map(({ hash }) => hash);
}
