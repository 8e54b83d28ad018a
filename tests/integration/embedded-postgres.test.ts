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
import { linkLibraries } from "../../src/server/platform/embedded-postgres/binaries.ts";
import {
  cleanUp,
  connectionOf,
  endServer,
  isRunning,
  newFolder,
  postmasterPid,
  query,
  refusal,
  removeTemplate,
  startHere,
  startShop,
  usedFolder,
} from "../support/embedded-shops.ts";
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

test("the first start creates a database, the next one reuses it", async () => {
  const folder = await newFolder(`a b ${"é".repeat(80)}`, "x".repeat(120));
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
  const pid = await postmasterPid(folder);
  await Promise.all([first.stop(), first.stop()]);
  await first.stop();
  expect(await isRunning(pid)).toBe(false);
  await expect(stat(first.logins.shop.host)).rejects.toThrow("ENOENT");
  expect(await readdir(dirname(folder))).toEqual(["postgres"]);

  const second = await startHere(folder);
  expect(await query(second.logins.shop, selectSaved)).toEqual(savedRows);
});

test("an empty folder is used, and only old staging folders of dead processes are removed", async () => {
  const folder = await newFolder();
  await mkdir(folder);
  const dead = spawn("true");
  await new Promise((resolve) => dead.on("exit", resolve));
  const names = [`${dead.pid}-abcdef`, `${dead.pid}-fedcba`, `${process.pid}-abcdef`, "notes"];
  for (const name of names) {
    await mkdir(`${folder}.new-${name}`);
    await writeFile(join(`${folder}.new-${name}`, "file"), "");
    if (!name.endsWith("fedcba")) await utimes(`${folder}.new-${name}`, 1, 1);
  }
  await startHere(folder);
  const left = names.slice(1).map((name) => `postgres.new-${name}`);
  expect((await readdir(dirname(folder))).sort()).toEqual(["postgres", ...left].sort());
});

test("after kill -9 the next shop takes over the running database and stops it", async () => {
  const folder = await usedFolder();
  const killed = startShop(folder);
  const { host } = await connectionOf(killed);
  const pid = await postmasterPid(folder);
  killed.child.kill("SIGKILL");
  await killed.exited;
  const next = await startHere(folder);
  expect(await postmasterPid(folder)).toBe(pid);
  expect(await query(next.logins.shop, selectSaved)).toEqual(savedRows);
  await next.stop();
  expect(await isRunning(pid)).toBe(false);
  await expect(stat(host)).rejects.toThrow("ENOENT");
});

test("Ctrl-C reaches the shop and not the database", async () => {
  const folder = await usedFolder();
  const shop = startShop(folder);
  const connection = await connectionOf(shop);
  process.kill(-shop.pid, "SIGINT");
  await shop.exited;
  expect(await query(connection, selectSaved)).toEqual(savedRows);
});

test("a normal exit stops the database", async () => {
  const folder = await usedFolder();
  const shop = startShop(folder);
  await connectionOf(shop);
  const pid = await postmasterPid(folder);
  shop.child.stdin?.end();
  expect(await shop.exited).toBe(0);
  expect(await isRunning(pid)).toBe(false);
});

test("a second shop is refused without disturbing the first", async () => {
  const folder = await usedFolder();
  const first = startShop(folder);
  const connection = await connectionOf(first);
  expect(await refusal(folder)).toContain(`already in use by another running shop (DATA_DIR ${dirname(folder)})`);
  expect(await query(connection, selectSaved)).toEqual(savedRows);
});

test("of two shops started together on an empty folder exactly one wins", async () => {
  const folder = await newFolder();
  const shops = [startShop(folder), startShop(folder)];
  const outcomes = await Promise.all(shops.map((shop) => shop.outcome));
  const refused = outcomes.filter((outcome) => outcome.refused);
  expect(refused).toMatchObject([{ name: "EmbeddedPostgresError" }]);
  expect(refused[0]?.refused).toContain("already in use");
  const winner = outcomes.find((outcome) => outcome.connection)?.connection;
  expect(winner && (await query(winner, "select 1 as one"))).toEqual([{ one: 1 }]);
  expect(await readdir(dirname(folder))).toEqual(["postgres"]);
});

test("a killed database is restarted at the same address", async () => {
  const folder = await usedFolder();
  const lines: string[] = [];
  const database = await startHere(folder, { progress: (line) => lines.push(line) });
  for (const round of [1, 2]) {
    const pid = await postmasterPid(folder);
    process.kill(pid, "SIGKILL");
    await until(async () => lines.filter((line) => line.includes("running again")).length === round);
    expect(await postmasterPid(folder)).not.toBe(pid);
    expect(await query(database.logins.shop, selectSaved)).toEqual(savedRows);
  }
  await database.stop();
  await expect(postmasterPid(folder)).rejects.toThrow("ENOENT");
});

test("a shop that lost its lock takes it again", async () => {
  const folder = await usedFolder();
  const database = await startHere(folder);
  const holder = "select pid from pg_locks where locktype = 'advisory' and granted";
  const [before] = await query(database.logins.superuser, holder);
  await query(database.logins.superuser, `select pg_terminate_backend(${before?.pid})`);
  const after = await until(async () => (await query(database.logins.superuser, holder))[0]);
  expect(after.pid).not.toBe(before?.pid);
  expect(await refusal(folder)).toContain("already in use");
});

test("a database killed with its shop starts again, even if its pid is reused", async () => {
  const folder = await usedFolder();
  const shop = startShop(folder);
  const { host } = await connectionOf(shop);
  const pid = await postmasterPid(folder);
  shop.child.kill("SIGKILL");
  process.kill(pid, "SIGKILL");
  await until(async () => !(await isRunning(pid)));
  const pidFile = join(folder, "postmaster.pid");
  const text = await readFile(pidFile, "utf8");
  await writeFile(pidFile, text.replace(/^\d+/, String(process.pid)));
  const database = await startHere(folder);
  expect(await query(database.logins.shop, selectSaved)).toEqual(savedRows);
  await expect(stat(host)).rejects.toThrow("ENOENT");
});

test("a running database that does not answer is reported after the timeout, and used once it answers", async () => {
  const folder = await usedFolder();
  const shop = startShop(folder);
  await connectionOf(shop);
  shop.child.kill("SIGKILL");
  const pid = await postmasterPid(folder);
  process.kill(pid, "SIGSTOP");
  const message = await refusal(folder, 500);
  expect(message).toContain(`still running on ${folder} (process ${pid}) but does not answer`);
  process.kill(pid, "SIGCONT");
  const database = await startHere(folder);
  expect(await postmasterPid(folder)).toBe(pid);
  expect(await query(database.logins.shop, selectSaved)).toEqual(savedRows);
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

test.runIf(isRoot)("root runs the database as another user, inside private folders too", async () => {
  const folder = await newFolder("private");
  await mkdir(dirname(folder), { mode: 0o700 });
  const database = await startHere(folder);
  expect((await stat(folder)).uid).not.toBe(0);
  expect((await stat(dirname(folder))).uid).toBe(0);
  expect(await query(database.logins.shop, "select 1 as one")).toEqual([{ one: 1 }]);
});

test.runIf(canNobodyRun)("root can start a user's database, but a user cannot start root's", async () => {
  const folder = await newFolder();
  await chown(dirname(folder), nobody, nobody);
  const asUser = startShop(folder, { user: nobody });
  await connectionOf(asUser);
  asUser.child.stdin?.end();
  await asUser.exited;
  await (await startHere(folder)).stop();
  expect((await lstat(join(folder, "nakshatra.log"))).uid).toBe(nobody);
  await connectionOf(startShop(folder, { user: nobody }));
  await endServer(await postmasterPid(folder));

  const roots = await usedFolder();
  await (await startHere(roots)).stop();
  const { refused } = await startShop(roots, { user: nobody }).outcome;
  expect(refused).toContain("belongs to another user");
});

test.runIf(isRoot)("a backup restored by root is given to the database's user", async () => {
  const folder = await usedFolder();
  await promisify(execFile)("chown", ["-R", "0:0", folder]);
  await chmod(folder, 0o755);
  const database = await startHere(folder);
  expect(await query(database.logins.shop, selectSaved)).toEqual(savedRows);
});
