import { createClient, type Database, DatabaseError } from "./database.ts";

const ANSWER_MS = 2_000;

/**
 * Whether transactions of one connection run on different backends, as behind PgBouncer in transaction mode. Another
 * connection occupies the first backend meanwhile; a pooler with only one backend then does not answer.
 */
async function isPooled(db: Database) {
  const ours = createClient(db, { query_timeout: ANSWER_MS });
  const other = createClient(db);
  const readBackend = async () => (await ours.query("select pg_backend_pid() as pid")).rows[0].pid as number;
  try {
    await Promise.all([ours.connect(), other.connect()]);
    const first = await readBackend();
    await other.query("begin");
    await other.query("select 1");
    return (await readBackend().catch(() => undefined)) !== first;
  } finally {
    await Promise.all([other.end(), ours.end()]);
  }
}

export async function isReachable(db: Database) {
  const client = createClient(db, { connectionTimeoutMillis: ANSWER_MS });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    client.end().catch(() => {});
  }
}

/** Refuses to run where LISTEN, locks and named statements would fail later. */
export async function checkNoPooler(db: Database) {
  if (!(await isPooled(db))) return;
  throw new DatabaseError(
    db.directUrl
      ? "DATABASE_DIRECT_URL points to a connection pooler; it must be the address of PostgreSQL itself."
      : "DATABASE_URL points to a connection pooler in transaction mode; set DATABASE_DIRECT_URL to the address of PostgreSQL itself as well.",
  );
}
