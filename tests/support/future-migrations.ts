import { cp, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "./temporary-folder.ts";
import { migrations } from "./test-postgres.ts";

/** Adds an identity column, a generated column and a sequence. */
const MIGRATION = `alter table settings add column note text not null default 'from before';
create table bills (number bigint generated always as identity primary key, doubled bigint generated always as (number * 2) stored);
create sequence parcels;`;

/** A copy of the migrations with one more, as in a later version of the shop. */
export async function futureMigrations() {
  const { folder, remove } = await temporaryFolder();
  onTestFinished(remove);
  await cp(migrations, folder, { recursive: true });
  const journal = path.join(folder, "meta/_journal.json");
  const known = JSON.parse(await readFile(journal, "utf8")) as { entries: { idx: number; when: number }[] };
  const last = known.entries.at(-1)!;
  known.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: "future" } as typeof last);
  await writeFile(journal, JSON.stringify(known));
  await writeFile(path.join(folder, "future.sql"), MIGRATION);
  return folder;
}
