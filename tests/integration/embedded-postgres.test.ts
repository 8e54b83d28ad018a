import { execFile, spawn, spawnSync } from "node:child_process";
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, expect, test } from "vitest";
import { linkLibraries } from "../../src/server/platform/embedded-postgres/programs.ts";
import {
  cleanUp,
  connectionOf,
  endServer,
  newFolder,
  postmasterPid,
  query,
  refusal,
  removeTemplate,
  startHere,
  startProcess,
  usedFolder,
} from "../support/embedded-databases.ts";
import { isRunning } from "../support/shop-process.ts";
import { until } from "../support/until.ts";

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;
/** False if the checkout is below a private folder of root. */
const canNobodyRun =
  isRoot &&
  spawnSync(process.execPath, ["--check", import.meta.filename], { uid: nobody, gid: nobody, cwd: "/" }).status === 0;

afterEach(cleanUp);
afterAll(removeTemplate);

const savedRows = [{ word: "amethyst" }];
const selectSaved = "select word from saved";

test("the first start creates a database in an empty folder, the next one reuses it, even if root restored it", async () => {
  const folder = await newFolder(`a b ${"é".repeat(80)}`, "x".repeat(120));
  await mkdir(folder, { recursive: true });
  // As root, the database runs as another user, in private folders too.
  await chmod(dirname(folder), 0o700);
  const dead = spawn("true");
  await new Promise((resolve) => dead.on("exit", resolve));
  const staging = [`${dead.pid}-abcdef`, `${dead.pid}-fedcba`, `${process.pid}-abcdef`, "notes"];
  for (const name of staging) {
    await mkdir(`${folder}.new-${name}`);
    await writeFile(join(`${folder}.new-${name}`, "file"), "");
    if (!name.endsWith("fedcba")) await utimes(`${folder}.new-${name}`, 1, 1);
  }

  const first = await startHere(folder, { settings: {} });
  expect(first.version).toMatch(/^18\./);
  expect(first.logins.shop).toMatchObject({ user: "shop", database: "nakshatra" });
  const [shown] = await query(
    first.logins.shop,
    `select current_setting('fsync') as fsync, current_setting('data_checksums') as checksums,
       current_setting('listen_addresses') as addresses, current_setting('server_encoding') as encoding,
       datlocprovider as provider, datlocale as locale from pg_database where datname = current_database()`,
  );
  expect(shown).toEqual({
    fsync: "on",
    checksums: "on",
    addresses: "",
    encoding: "UTF8",
    provider: "b",
    locale: "C.UTF-8",
  });
  await query(first.logins.owner, "create table saved (word text); insert into saved values ('amethyst')");
  expect((await stat(join(folder, "nakshatra.password"))).mode & 0o777).toBe(0o600);
  expect((await stat(first.logins.shop.host)).mode & 0o777).toBe(0o700);
  if (isRoot) expect((await stat(folder)).uid).not.toBe(0);
  expect((await stat(dirname(folder))).uid).toBe(process.getuid?.());
  const pid = await postmasterPid(folder);
  await Promise.all([first.stop(), first.stop()]);
  await first.stop();
  expect(await isRunning(pid)).toBe(false);
  await expect(stat(first.logins.shop.host)).rejects.toThrow("ENOENT");
  // Only the old staging folder of a dead process is removed.
  const left = staging.slice(1).map((name) => `postgres.new-${name}`);
  expect((await readdir(dirname(folder))).sort()).toEqual(["postgres", ...left].sort());

  if (isRoot) {
    await promisify(execFile)("chown", ["-R", "0:0", folder]);
    await chmod(folder, 0o755);
  }
  const second = await startHere(folder);
  expect(await query(second.logins.shop, selectSaved)).toEqual(savedRows);
});

test("a database outlives Ctrl-C and kill -9 of its shop, and the next shop takes it over once it answers", async () => {
  const folder = await usedFolder();
  const first = startProcess(folder);
  const connection = await connectionOf(first);
  const pid = await postmasterPid(folder);
  expect(await refusal(folder)).toContain(`already in use by another running shop (DATA_DIR ${dirname(folder)})`);
  expect(await query(connection, selectSaved), "after the refusal of a second shop").toEqual(savedRows);

  process.kill(-first.pid, "SIGINT");
  await first.exited;
  expect(await query(connection, selectSaved), "after Ctrl-C").toEqual(savedRows);

  const second = startProcess(folder);
  await connectionOf(second);
  expect(await postmasterPid(folder)).toBe(pid);
  second.child.kill("SIGKILL");
  await second.exited;
  process.kill(pid, "SIGSTOP");
  const message = await refusal(folder, 500);
  expect(message).toContain(`still running on ${folder} (process ${pid}) but does not answer`);
  process.kill(pid, "SIGCONT");

  const third = await startHere(folder);
  expect(await postmasterPid(folder)).toBe(pid);
  expect(await query(third.logins.shop, selectSaved), "after kill -9").toEqual(savedRows);
  await third.stop();
  expect(await isRunning(pid)).toBe(false);
  await expect(stat(connection.host)).rejects.toThrow("ENOENT");
});

test("a database killed with its shop starts again, even if its pid is reused, and a normal exit stops it", async () => {
  const folder = await usedFolder();
  const killed = startProcess(folder);
  const { host } = await connectionOf(killed);
  const pid = await postmasterPid(folder);
  killed.child.kill("SIGKILL");
  process.kill(pid, "SIGKILL");
  await until(async () => !(await isRunning(pid)));
  const pidFile = join(folder, "postmaster.pid");
  const text = await readFile(pidFile, "utf8");
  await writeFile(pidFile, text.replace(/^\d+/, String(process.pid)));
  const shop = startProcess(folder);
  expect(await query(await connectionOf(shop), selectSaved)).toEqual(savedRows);
  await expect(stat(host)).rejects.toThrow("ENOENT");

  const nextPid = await postmasterPid(folder);
  shop.child.stdin?.end();
  expect(await shop.exited).toBe(0);
  expect(await isRunning(nextPid)).toBe(false);
});

test("of two shops started together in a folder that does not exist exactly one wins", async () => {
  const folder = await newFolder("missing", "folder");
  const shops = [startProcess(folder), startProcess(folder)];
  const outcomes = await Promise.all(shops.map((shop) => shop.outcome));
  const refused = outcomes.filter((outcome) => outcome.refused);
  expect(refused).toMatchObject([{ name: "EmbeddedPostgresError" }]);
  expect(refused[0]?.refused).toContain("already in use");
  const winner = outcomes.find((outcome) => outcome.connection)?.connection;
  expect(winner && (await query(winner, "select 1 as one"))).toEqual([{ one: 1 }]);
  expect(await readdir(dirname(folder))).toEqual(["postgres"]);
});

test("a shop that lost its lock takes it again, and a killed database is restarted at the same address", async () => {
  const folder = await usedFolder();
  const lines: string[] = [];
  const database = await startHere(folder, { progress: (line) => lines.push(line) });
  const recoveries = (count: number) =>
    until(async () => lines.filter((line) => line.includes("running again")).length === count);
  const holder = "select pid from pg_locks where locktype = 'advisory' and granted";
  const [before] = await query(database.logins.superuser, holder);
  await query(database.logins.superuser, `select pg_terminate_backend(${before?.pid})`);
  await recoveries(1);
  const after = await until(async () => (await query(database.logins.superuser, holder))[0]);
  expect(after.pid).not.toBe(before?.pid);
  expect(await refusal(folder)).toContain("already in use");

  const pid = await postmasterPid(folder);
  process.kill(pid, "SIGKILL");
  await recoveries(2);
  expect(await postmasterPid(folder)).not.toBe(pid);
  expect(await query(database.logins.shop, selectSaved)).toEqual(savedRows);
  await database.stop();
  await expect(postmasterPid(folder)).rejects.toThrow("ENOENT");
});

test("missing library links are created, and creating them is idempotent", async () => {
  const folder = await mkdtemp(join(tmpdir(), "embedded-package-"));
  const links = [{ source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so.5" }];
  await mkdir(join(folder, "native", "lib"), { recursive: true });
  await writeFile(join(folder, "native", "pg-symlinks.json"), JSON.stringify(links));
  await Promise.all([linkLibraries(folder), linkLibraries(folder)]);
  await linkLibraries(folder);
  expect(await readlink(join(folder, "native", "lib", "libpq.so.5"))).toBe("libpq.so.5.18");
  await rm(folder, { recursive: true });
});

test.runIf(canNobodyRun)("root can start a user's database, but a user cannot start root's", async () => {
  const folder = await newFolder();
  await chown(dirname(folder), nobody, nobody);
  const asUser = startProcess(folder, { user: nobody });
  await connectionOf(asUser);
  asUser.child.stdin?.end();
  await asUser.exited;
  await (await startHere(folder)).stop();
  expect((await lstat(join(folder, "nakshatra.log"))).uid).toBe(nobody);
  await connectionOf(startProcess(folder, { user: nobody }));
  await endServer(await postmasterPid(folder));

  // The template was made by this process, as root.
  const roots = await usedFolder();
  const { refused } = await startProcess(roots, { user: nobody }).outcome;
  expect(refused).toContain("belongs to another user");
});
