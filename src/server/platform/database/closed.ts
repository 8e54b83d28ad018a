import type { ClientBase, Pool } from "pg";
import { DatabaseError } from "./database.ts";

/**
 * Why a database must not be opened as a shop: a restore into it has not finished, or the shop was moved to another
 * one. The table is in the schema of the migrations' history, so backups do not contain it.
 */
type Reason = "unfinished" | "moved";

interface Closed {
  reason: Reason;
  /** What the start prints. */
  line: string;
  /** The checksum of the backup whose rows are all in; what is left of its restore follows. */
  loaded: string | null;
}

type Connection = Pick<ClientBase | Pool, "query">;

const TABLE = "drizzle.closed";

export async function readClosed(client: Connection, reason: Reason) {
  const { rows: found } = await client.query(`select to_regclass('${TABLE}') as name`);
  if (!found[0]?.name) return undefined;
  const { rows } = await client.query<Closed>(`select reason, line, loaded from ${TABLE} where reason = $1`, [reason]);
  return rows[0];
}

export async function requireOpen(client: Connection, evenIfMoved = false) {
  const closed =
    (await readClosed(client, "unfinished")) ?? (evenIfMoved ? undefined : await readClosed(client, "moved"));
  if (closed) throw new DatabaseError(closed.line);
}

export async function close(client: Connection, reason: Reason, line: string) {
  await client.query(`create schema if not exists drizzle;
    create table if not exists ${TABLE} (reason text primary key, line text not null, loaded text)`);
  await client.query(
    `insert into ${TABLE} (reason, line) values ($1, $2)
     on conflict (reason) do update set line = excluded.line, loaded = null`,
    [reason, line],
  );
}

/** In the transaction that loads the rows. */
export const noteLoaded = (client: Connection, checksum: string) =>
  client.query(`update ${TABLE} set loaded = $1 where reason = 'unfinished'`, [checksum]);

export const reopen = (client: Connection, reason: Reason) =>
  client.query(`delete from ${TABLE} where reason = $1`, [reason]);
