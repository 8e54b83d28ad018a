import { readFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { findMissingExtensions } from "../platform/database/database.ts";
import { type CheckContext, problem, problemWith, toIds } from "./check.ts";

const journal = z.object({ entries: z.array(z.object({ when: z.number(), tag: z.string() })) });

async function readLastApplied({ db }: CheckContext) {
  const found = await db.execute(sql`select to_regclass('drizzle.__drizzle_migrations') as name`);
  if (!found.rows[0]?.name) return undefined;
  const { rows } = await db.execute(sql`select max(created_at) as last from drizzle.__drizzle_migrations`);
  return Number(rows[0]?.last ?? 0);
}

/** Constraints that an update added and that existing rows break. Sessions of experts deleted long ago are known. */
export async function* checkConstraints({ db }: CheckContext) {
  const { rows } = await db.execute<{ id: string }>(sql`
    select conname as id from pg_constraint
    where not convalidated and connamespace = 'public'::regnamespace and conname <> 'appointments_of_known_expert'`);
  yield* problemWith(
    toIds(rows),
    (list) =>
      `Rows from before an update break the rules ${list}. Somebody has changed the database by hand; compare with a backup.`,
  );
}

export async function* checkMigrations(context: CheckContext) {
  const file = path.join(context.migrationsFolder, "meta/_journal.json");
  const { entries } = journal.parse(JSON.parse(await readFile(file, "utf8")));
  const last = await readLastApplied(context);
  const pending = entries.filter(({ when }) => last !== undefined && when > last);
  for (const advice of await findMissingExtensions(context.db)) yield problem(advice);
  if (last === undefined)
    yield problem("The database holds no shop yet. Start the shop once, and it makes its tables.");
  else if (last > entries.at(-1)!.when)
    yield problem(
      "The database was brought up to date by a newer version of the shop. Update this one before you start it.",
    );
  else if (pending.length > 0)
    yield problem(
      `The tables are ${pending.length} migrations behind (${pending[0]!.tag} is next). Start this version of the shop once, and it brings them up to date.`,
    );
}
