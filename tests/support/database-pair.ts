import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, chown } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { freePort } from "./free-port.ts";
import { stopProcess } from "./shop-process.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { until } from "./until.ts";
import { startWire } from "./wire.ts";

const PROGRAMS = "/usr/lib/postgresql/15/bin";
export const hasDatabasePair = existsSync(path.join(PROGRAMS, "pg_basebackup"));

/** PostgreSQL refuses to run as root. */
const identity = () => {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
};

async function query(port: number, text: string) {
  const client = new pg.Client({ host: "127.0.0.1", port, user: "shop", database: "postgres" });
  try {
    await client.connect();
    return (await client.query(text)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

/**
 * Debian's PostgreSQL with a synchronous standby: a commit is acknowledged when both have it. `url` leads to one of
 * them, as the address does that an administrator moves in a failover.
 */
export async function startDatabasePair() {
  const { folder, remove } = await temporaryFolder();
  const as = identity();
  if (as.uid !== undefined) await chown(folder, as.uid, as.gid);
  await chmod(folder, 0o700);
  const run = (program: string, ...args: string[]) =>
    execFileSync(path.join(PROGRAMS, program), args, { ...as, cwd: folder, stdio: "pipe" });
  const started: ChildProcess[] = [];
  async function start(data: string, port: number) {
    const settings = [`port=${port}`, "listen_addresses=127.0.0.1", `unix_socket_directories=${folder}`, "fsync=off"];
    const options = settings.flatMap((setting) => ["-c", setting]);
    const child = spawn(path.join(PROGRAMS, "postgres"), ["-D", data, ...options], { ...as, stdio: "ignore" });
    started.push(child);
    await until(() => query(port, "select 1"), 60_000);
    return child;
  }

  const primaryPort = await freePort();
  const primaryData = path.join(folder, "primary");
  run("initdb", "-D", primaryData, "-U", "shop", "-A", "trust", "-E", "UTF8", "--no-sync");
  const primary = await start(primaryData, primaryPort);
  await query(primaryPort, "create database shop");

  const standbyPort = await freePort();
  const standbyData = path.join(folder, "standby");
  const source = `host=127.0.0.1 port=${primaryPort} user=shop application_name=standby`;
  run("pg_basebackup", "-d", source, "-D", standbyData, "-R", "-X", "stream", "-c", "fast", "--no-sync");
  await start(standbyData, standbyPort);
  await query(primaryPort, "alter system set synchronous_standby_names = 'standby'");
  await query(primaryPort, "select pg_reload_conf()");
  await until(async () => (await query(primaryPort, "select from pg_stat_replication where sync_state = 'sync'"))[0]);

  let port = primaryPort;
  const wire = await startWire(() => ({ host: "127.0.0.1", port }));
  return {
    url: `postgres://shop@127.0.0.1:${wire.port}/shop`,
    killPrimary: () => stopProcess(primary, "SIGKILL"),
    /** What an administrator does: makes the standby the primary, and moves the address to it. */
    async promoteStandby() {
      await query(standbyPort, "select pg_promote()");
      port = standbyPort;
    },
    async remove() {
      await wire.stop();
      for (const child of started) await stopProcess(child, "SIGKILL");
      await remove();
    },
  };
}
