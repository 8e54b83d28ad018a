import { Client, DatabaseError } from "pg";
import { type EmbeddedPostgresError, explainMessage, hasCode } from "./errors.ts";
import type { SocketAddress } from "./postmaster.ts";

export const superuser = "nakshatra";
export const databaseName = "nakshatra";

/** Advisory lock key, unique in the shop: the letters NAKSHATR. */
const SHOP_LOCK = "5638871029511181394";
/** Starting or stopping (class 57), too many connections, or another shop is creating the database at this moment. */
const TRANSIENT_CODES = /^(57...|53300|55006|42P04|23505)$/;

export interface Login extends SocketAddress {
  user: string;
  password: string;
  database: string;
}

export const isRefusedLogin = (error: unknown) => hasCode(error, "28P01", "28000");

/** Losing the connection emits `end`, never an unhandled error. */
export async function connect(login: Login) {
  const client = new Client({
    ...login,
    ssl: false,
    keepAlive: true,
    connectionTimeoutMillis: 3_000,
    application_name: "nakshatra supervisor",
  });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

export async function connectToShop(login: Login) {
  try {
    return await connect(login);
  } catch (error) {
    if (!hasCode(error, "3D000")) throw error;
  }
  const client = await connect({ ...login, database: "postgres" });
  await client.query(`create database ${login.database}`).finally(() => client.end());
  return connect(login);
}

/** True if this shop got the lock. It is held until the connection closes. */
export async function takeShopLock(client: Client) {
  const { rows } = await client.query(`select pg_try_advisory_lock(${SHOP_LOCK}) as taken`);
  return rows[0]?.taken === true;
}

/** The error as a sentence, if retrying cannot help. */
export function permanentError(error: unknown, folder: string): EmbeddedPostgresError | undefined {
  if (!(error instanceof DatabaseError) || TRANSIENT_CODES.test(error.code ?? "")) return undefined;
  const sentence = isRefusedLogin(error)
    ? `The database in ${folder} refuses the password kept in that folder: put nakshatra.password back from a backup, ` +
      "or set another DATA_DIR (nothing was changed)."
    : `The database in ${folder} refuses the shop's connection (${error.message}): correct that, ` +
      "or set another DATA_DIR (nothing was changed).";
  return explainMessage(error.message, folder, sentence);
}
