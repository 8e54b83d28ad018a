import type { ClientBase } from "pg";

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

const SCHEMAS = "('public', 'sandbox')";
const nameOf = (table: string) =>
  `regexp_replace(${table}.relnamespace::regnamespace || '.' || ${table}.relname, '^public\\.', '')`;

const COLUMNS = `
  select ${nameOf("t")} as table, c.attname as name, format_type(c.atttypid, c.atttypmod) as type
  from pg_class t join pg_attribute c on c.attrelid = t.oid
  where t.relnamespace::regnamespace::text in ${SCHEMAS} and t.relkind = 'r'
    and c.attnum > 0 and not c.attisdropped and c.attgenerated = ''
  order by 1, c.attnum`;

const REFERENCES = `
  select ${nameOf("child")} as child, ${nameOf("parent")} as parent
  from pg_constraint r join pg_class child on child.oid = r.conrelid join pg_class parent on parent.oid = r.confrelid
  where r.contype = 'f' and child.relnamespace::regnamespace::text in ${SCHEMAS} and child.oid <> parent.oid`;

/** Topological sort: referenced tables first. Ignores cycles. */
function sortByReferences(tables: Map<string, Table>, references: { child: string; parent: string }[]) {
  const ordered = new Set<Table>();
  const add = (name: string, path: string[]) => {
    const table = tables.get(name);
    if (!table || ordered.has(table) || path.includes(name)) return;
    for (const { child, parent } of references) if (child === name) add(parent, [...path, name]);
    ordered.add(table);
  };
  for (const name of tables.keys()) add(name, []);
  return [...ordered];
}

/** Reads the tables from the system catalogue, so that new tables are included without a change here. */
export async function readTables(client: ClientBase) {
  const { rows } = await client.query<Column & { table: string }>(COLUMNS);
  const { rows: references } = await client.query<{ child: string; parent: string }>(REFERENCES);
  const tables = new Map<string, Table>();
  for (const { table, ...column } of rows) {
    const entry = tables.get(table) ?? { name: table, columns: [] };
    entry.columns.push(column);
    tables.set(table, entry);
  }
  return sortByReferences(tables, references);
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
