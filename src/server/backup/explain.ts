import { statfs } from "node:fs/promises";
import { isDatabaseAway, isDatabaseFull } from "../platform/database/faults.ts";
import { isDiskFull } from "../platform/files/file-store.ts";

interface Places {
  /** The description of the database. */
  database: string;
  /** The folder of the embedded database. */
  databaseFolder?: string | undefined;
  uploads: string;
}

/** PostgreSQL needs this for the next file of its write-ahead log. */
const LEAST_BYTES = 32 * 1024 * 1024;
const REPEAT = "Then repeat the same command: nothing is lost, and it starts over.";

/** A database whose write-ahead log finds no space stops without a reason. */
async function isAlmostFull(folder: string | undefined) {
  if (!folder) return false;
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < LEAST_BYTES;
}

/** A full disk, or a database that went away, during a restore or a move: one line that says which. */
export async function explainLoadError(error: Error, { database, databaseFolder, uploads }: Places) {
  if (isDiskFull(error)) return new Error(`The disk that holds ${uploads} is full. Make room. ${REPEAT}`);
  const isAway = isDatabaseAway(error);
  if (isDatabaseFull(error) || (isAway && (await isAlmostFull(databaseFolder))))
    return new Error(`The disk of the database is full (${database}). Make room. ${REPEAT}`);
  if (isAway) return new Error(`The database went away (${database}). See that it runs. ${REPEAT}`);
  return error;
}
