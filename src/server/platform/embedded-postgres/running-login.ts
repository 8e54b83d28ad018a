import { databaseName, type Login, superuser } from "./connection.ts";
import { readPassword, resolveDataFolder } from "./data-folder.ts";
import { findPostmaster } from "./postmaster.ts";

/** How to reach the database of a shop that runs on this folder now, without becoming that shop. */
export async function findRunningLogin(given: string): Promise<Login | undefined> {
  const folder = await resolveDataFolder(given);
  const running = await findPostmaster(folder);
  if (!running?.place) return undefined;
  return { ...running.place, user: superuser, password: await readPassword(folder), database: databaseName };
}
