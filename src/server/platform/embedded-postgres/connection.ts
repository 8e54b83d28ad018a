import { Client, DatabaseError } from "pg";
import { diskFullMessage, EmbeddedPostgresError, errorCode } from "./errors.ts";
import type { SocketAddress } from "./postmaster.ts";
import { isDiskFull } from "./run-command.ts";

export const superuser = "nakshatra";
export const databaseName = "nakshatra";

/** Advisory lock key, unique in the shop: the letters NAKSHATR. */
const shopLock = "5638871029511181394";

export interface Login extends SocketAddress {
  user: string;
  password: string;
  database: string;
}

/** Losing the connection emits `end`, never an unhandled error. */
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

/** Connects to the shop's database and creates it if it is missing. */
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
    // Another shop may have created it concurrently.
    if (!["42P04", "23505"].includes(errorCode(error) ?? "")) throw error;
  } finally {
    await client.end();
  }
  return connect(login);
}

/** True if this shop got the lock. It is held until the connection closes. */
export async function takeShopLock(client: Client): Promise<boolean> {
  const { rows } = await client.query(`select pg_try_advisory_lock(${shopLock}) as taken`);
  return rows[0]?.taken === true;
}

/** Starting or stopping (class 57), too many connections, or the database is being created. */
const transientCodes = /^(57...|53300|55006)$/;

/** The error as a sentence, if retrying cannot help. */
export function permanentError(error: unknown, folder: string): EmbeddedPostgresError | undefined {
  if (!(error instanceof DatabaseError) || transientCodes.test(error.code ?? "")) return undefined;
  if (isDiskFull(error.message)) return new EmbeddedPostgresError(diskFullMessage(folder), { cause: error });
  const sentence = ["28P01", "28000"].includes(error.code ?? "")
    ? `The database in ${folder} refuses the password kept in that folder: put nakshatra.password back from a backup, ` +
      "or set another DATA_DIR (nothing was changed)."
    : `The database in ${folder} refuses the shop's connection (${error.message}): correct that, ` +
      "or set another DATA_DIR (nothing was changed).";
  return new EmbeddedPostgresError(sentence, { cause: error });
}
