import { readFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { CheckContext } from "./deps.ts";
import { type Finding, look } from "./finding.ts";

const journal = z.object({ entries: z.array(z.object({ when: z.number(), tag: z.string() })) });

async function appliedUntil({ db }: CheckContext) {
  const { rows } = await db.execute<{ has: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as has`,
  );
  if (!rows[0]?.has) return undefined;
  const applied = await db.execute<{ until: string | null }>(
    sql`select max(created_at) as until from drizzle.__drizzle_migrations`,
  );
  return Number(applied.rows[0]?.until ?? 0);
}

/** Migrations: the tables are those this version of the shop works with. */
export async function examineMigrations(context: CheckContext): Promise<Finding[]> {
  const file = path.join(context.migrationsFolder, "meta/_journal.json");
  const { entries } = journal.parse(JSON.parse(await readFile(file, "utf8")));
  const newest = entries.at(-1)!.when;
  const until = await appliedUntil(context);
  if (until === undefined)
    return [look("The database holds no shop yet. Start the shop once, and it makes its tables.")];
  if (until > newest)
    return [
      look("The database was brought up to date by a newer version of the shop. Update this one before you start it."),
    ];
  const behind = entries.filter(({ when }) => when > until).map(({ tag }) => tag);
  if (behind.length === 0) return [];
  return [
    look(
      `The tables are ${behind.length} migrations behind (${behind[0]} is next). Start this version of the shop once, and it brings them up to date.`,
    ),
  ];
}
