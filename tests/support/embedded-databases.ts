import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import { EmbeddedPostgresError } from "../../src/server/platform/embedded-postgres/errors.ts";
import {
  type EmbeddedOptions,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "../../src/server/platform/embedded-postgres/supervisor.ts";
import { isRunning, NODE_COMPILE_CACHE } from "./shop-process.ts";
import { until } from "./until.ts";

type Connection = EmbeddedPostgres["logins"]["shop"];

export interface DatabaseProcess {
  child: ChildProcess;
  pid: number;
  /** Resolves when the database is up or has refused to start. */
  outcome: Promise<{ connection?: Connection; refused?: string; name?: string }>;
  exited: Promise<unknown>;
}

/** Run after each test, last first. */
const cleanups: (() => Promise<unknown> | unknown)[] = [];

export async function cleanUp(): Promise<void> {
  for (const undo of cleanups.splice(0).reverse()) await undo();
}

/** A separate data folder. Its server, if one is left, is stopped after the test. */
export async function newFolder(...below: string[]): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "embedded-test-"));
  await chmod(root, 0o755);
  const folder = join(root, ...below, "postgres");
  cleanups.push(async () => {
    const [pid, , , , sockets = ""] = (await readFile(join(folder, "postmaster.pid"), "utf8").catch(() => "")).split(
      "\n",
    );
    if (Number(pid) && Number(pid) !== process.pid) await endServer(Number(pid));
    if (sockets.includes("nakshatra-")) await rm(sockets, { recursive: true, force: true });
    await rm(root, { recursive: true, force: true });
  });
  return folder;
}

let template: Promise<string> | undefined;

async function makeTemplate(): Promise<string> {
  const folder = join(await mkdtemp(join(tmpdir(), "embedded-template-")), "postgres");
  const database = await startEmbeddedPostgres({ folder, progress: () => undefined, settings: { fsync: "off" } });
  await query(database.logins.superuser, "create table saved (word text); insert into saved values ('amethyst')");
  await database.stop();
  return folder;
}

/** A stopped database with one row, copied from a template because initdb is slow. */
export async function usedFolder(...below: string[]): Promise<string> {
  template ??= makeTemplate();
  const folder = await newFolder(...below);
  await mkdir(dirname(folder), { recursive: true });
  await promisify(execFile)("cp", ["-a", await template, folder]);
  return folder;
}

export async function removeTemplate(): Promise<void> {
  if (template) await rm(dirname(await template), { recursive: true, force: true });
  template = undefined;
}

export async function startHere(folder: string, more: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPostgres> {
  const settings = { fsync: "off" };
  const database = await startEmbeddedPostgres({ folder, progress: () => undefined, settings, ...more });
  cleanups.push(() => database.stop());
  return database;
}

/** The message of a refused start, checked to be one sentence. */
export async function refusal(folder: string, readyTimeoutMs = 20_000): Promise<string> {
  const error = await startHere(folder, { readyTimeoutMs }).catch((reason: unknown) => reason);
  if (!(error instanceof EmbeddedPostgresError)) throw new Error("Not refused with a sentence.", { cause: error });
  if (!/^[^\n]+\.$/.test(error.message)) throw new Error(`Not one sentence: ${error.message}`);
  return error.message;
}

export function startProcess(
  folder: string,
  options: { user?: number; readyTimeoutMs?: number } = {},
): DatabaseProcess {
  const script = fileURLToPath(new URL("./embedded-database-process.ts", import.meta.url));
  const child = spawn(process.execPath, [script, folder, String(options.readyTimeoutMs ?? 20_000)], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE },
    cwd: "/",
    detached: true,
    uid: options.user,
    gid: options.user,
  });
  const exited = new Promise((resolve) => child.on("exit", resolve));
  const outcome = new Promise<Awaited<DatabaseProcess["outcome"]>>((resolve, reject) => {
    createInterface(child.stdout).on("line", (line) => {
      const message = JSON.parse(line);
      if (message.connection || message.refused) resolve(message);
    });
    exited.then(() => reject(new Error("The database ended without a word.")));
  });
  outcome.catch(() => undefined);
  cleanups.push(async () => {
    child.kill("SIGKILL");
    await exited;
  });
  return { child, pid: child.pid ?? 0, outcome, exited };
}

export async function connectionOf(started: DatabaseProcess): Promise<Connection> {
  const { connection, refused } = await started.outcome;
  if (!connection) throw new Error(`The database was refused: ${refused}`);
  return connection;
}

export async function query(connection: Connection, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows ?? [];
  } finally {
    await client.end();
  }
}

export async function postmasterPid(folder: string): Promise<number> {
  return Number((await readFile(join(folder, "postmaster.pid"), "utf8")).split("\n")[0]);
}

export async function endServer(pid: number): Promise<void> {
  if (!(await isRunning(pid))) return;
  process.kill(pid, "SIGCONT");
  process.kill(pid, "SIGQUIT");
  await until(async () => !(await isRunning(pid)));
}

/** Every file with mode, owner and hash, to check that nothing was changed. */
export async function inventory(folder: string): Promise<string[]> {
  const names = (await readdir(folder, { recursive: true })).sort();
  return Promise.all(
    names.map(async (name) => {
      const found = await lstat(join(folder, name));
      const content = found.isFile() ? await readFile(join(folder, name)) : "";
      return `${name} ${found.mode} ${found.uid} ${createHash("sha256").update(content).digest("hex")}`;
    }),
  );
}
