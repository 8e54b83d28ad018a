import { spawn } from "node:child_process";
import { chmod, chown, mkdir, readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { findBinaries } from "../../src/server/platform/embedded-postgres/programs.ts";
import {
  cleanUp,
  inventory,
  newFolder,
  postmasterPid,
  refusal,
  removeTemplate,
  startHere,
  usedFolder,
} from "../support/embedded-databases.ts";
import { until } from "../support/until.ts";

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

afterEach(cleanUp);
afterAll(removeTemplate);

test("a folder that is not a database of this version is refused and unchanged", async () => {
  const notes = await newFolder();
  await mkdir(notes);
  await writeFile(join(notes, "notes.txt"), "mine");
  const older = await usedFolder();
  await writeFile(join(older, "PG_VERSION"), "15\n");
  const withoutPassword = await usedFolder();
  await rm(join(withoutPassword, "nakshatra.password"));
  const cases = [
    [notes, "does not hold a complete PostgreSQL database"],
    [older, "was made by PostgreSQL 15"],
    [withoutPassword, "has lost its password file"],
  ] as const;
  for (const [folder, words] of cases) {
    if (isRoot && folder === withoutPassword) await chown(folder, nobody, nobody);
    await chmod(folder, 0o700);
    const before = await inventory(folder);
    const message = await refusal(folder);
    expect(message).toContain(folder);
    expect(message).toContain(words);
    expect(await inventory(folder)).toEqual(before);
  }
});

test("a damaged database is reported with the error from its log", async () => {
  const folder = await usedFolder();
  await (await startHere(folder)).stop();
  await truncate(join(folder, "global", "pg_control"), 100);
  const damaged = await refusal(folder);
  expect(damaged).toContain(folder);
  expect(damaged).toContain("pg_control");
  expect(damaged).toContain(join(folder, "nakshatra.log"));
  await rename(join(folder, "global"), join(folder, "elsewhere"));
  expect(await refusal(folder)).toContain("could not find the database system");
});

test("a wrong password is reported, and the started server is stopped", async () => {
  const folder = await usedFolder();
  await writeFile(join(folder, "nakshatra.password"), "wrong");
  expect(await refusal(folder)).toContain("refuses the password");
  await expect(postmasterPid(folder)).rejects.toThrow("ENOENT");
});

test("a path that cannot hold a folder is reported", async () => {
  const folder = await newFolder();
  await writeFile(join(dirname(folder), "file"), "");
  expect(await refusal(join(dirname(folder), "file", "data", "postgres"))).toContain("is not a folder");
});

test.runIf(process.platform === "linux")("a folder locked by a database in another container is refused", async () => {
  const folder = await usedFolder();
  const other = spawn("flock", ["--no-fork", join(folder, "PG_VERSION"), "sleep", "60"]);
  const reading = `/proc/${other.pid}/cmdline`;
  await until(async () => (await readFile(reading, "utf8")).startsWith("sleep"));
  try {
    expect(await refusal(folder, 300)).toContain("in another container perhaps");
  } finally {
    other.kill("SIGKILL");
  }
});

test("an unsupported system is asked to set DATABASE_URL", async () => {
  await expect(findBinaries("sunos", "sparc")).rejects.toThrow(/sunos sparc .*DATABASE_URL=/);
});
