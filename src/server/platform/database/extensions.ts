import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";

/** The extensions that migrations create: search by trigrams, and the constraint against overlapping sessions. */
const EXTENSIONS = ["pg_trgm", "btree_gist"];

const adviceFor = (name: string) =>
  `PostgreSQL refuses the extension ${name}, which the shop needs. Allow it at your provider, or let an administrator run CREATE EXTENSION ${name} in this database. Then start the shop again.`;

const causes = function* (error: unknown) {
  for (let one = error; one instanceof Error; one = one.cause) yield one.message;
};

/** A message for a migration that failed because an extension is missing or may not be created; else undefined. */
export function explainExtensionError(error: unknown) {
  const messages = [...causes(error)].filter((message) => /extension/i.test(message));
  const name = EXTENSIONS.find((one) => messages.some((message) => message.includes(one)));
  return name && adviceFor(name);
}

/** One message for each extension that is neither installed nor available. */
export async function findMissingExtensions(db: Database) {
  const { rows } = await db.execute<{ name: string }>(sql`
    select needed.name from unnest(${sql.param(EXTENSIONS)}::text[]) as needed (name)
    where not exists (select from pg_extension where extname = needed.name)
      and not exists (select from pg_available_extensions as available where available.name = needed.name)`);
  return rows.map(({ name }) => adviceFor(name));
}
