import { Client, DatabaseError } from "pg";
import { diskFull, EmbeddedPostgresError, errorCode } from "./errors.ts";
import type { Place } from "./postmaster.ts";
import { saysDiskFull } from "./run-command.ts";

export const superuser = "nakshatra";
export const databaseName = "nakshatra";

/** Any number will do as long as no other lock of the shop uses it: the letters NAKSHATR. */
const shopLock = "5638871029511181394";

export interface Login extends Place {
  user: string;
  password: string;
  database: string;
}

/** A connection whose loss ends in its `end` event and never in an unhandled error. */
export async function connect(login: Login): Promise<Client> {
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

/** Connects to the shop's database and makes it if the server has none yet. */
export async function connectToShop(login: Login): Promise<Client> {
  try {
    return await connect(login);
  } catch (error) {
    if (errorCode(error) !== "3D000") throw error;
  }
  const client = await connect({ ...login, database: "postgres" });
  try {
    await client.query(`create database ${login.database}`);
  } catch (error) {
    // Another shop may have made it in this moment.
    if (!["42P04", "23505"].includes(errorCode(error) ?? "")) throw error;
  } finally {
    await client.end();
  }
  return connect(login);
}

/** True for the one shop that may own this database; the lock lasts as long as the connection. */
export async function takeShopLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1::bigint) as taken", [
    shopLock,
  ]);
  return rows[0]?.taken === true;
}

/** Starting or stopping (class 57), no connection free, or another shop is making the database at this moment. */
const passing = /^(57...|53300|55006)$/;

/** A refusal that waiting will not change, as a sentence. */
export function finalRefusal(error: unknown, folder: string): EmbeddedPostgresError | undefined {
  if (!(error instanceof DatabaseError) || passing.test(error.code ?? "")) return undefined;
  if (saysDiskFull(error.message)) return new EmbeddedPostgresError(diskFull(folder), { cause: error });
  const sentence = ["28P01", "28000"].includes(error.code ?? "")
    ? `The database in ${folder} refuses the password kept in that folder: put nakshatra.password back from a backup, ` +
      "or set another DATA_DIR (nothing was changed)."
    : `The database in ${folder} refuses the shop's connection (${error.message}): correct that, ` +
      "or set another DATA_DIR (nothing was changed).";
  return new EmbeddedPostgresError(sentence, { cause: error });
}
