import type { ChildProcess } from "node:child_process";
import path from "node:path";
import { createServers, hasProgram, query } from "./debian-postgres.ts";
import { freePort } from "./free-port.ts";
import { stopProcess } from "./shop-process.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { until } from "./until.ts";
import { startWire } from "./wire.ts";

export const hasDatabasePair = hasProgram("pg_basebackup");

/**
 * Debian's PostgreSQL with a synchronous standby: a commit is acknowledged when both have it. `url` leads to one of
 * them, as the address does that an administrator moves in a failover.
 */
export async function startDatabasePair() {
  const { folder, remove } = await temporaryFolder();
  const servers = await createServers(folder);
  const started: ChildProcess[] = [];
  async function start(data: string, port: number) {
    const child = await servers.start(data, port, "fsync=off");
    started.push(child);
    return child;
  }

  const primaryPort = await freePort();
  const primaryData = path.join(folder, "primary");
  servers.create(primaryData);
  const primary = await start(primaryData, primaryPort);
  await query(primaryPort, "create database shop");

  const standbyPort = await freePort();
  const standbyData = path.join(folder, "standby");
  const source = `host=127.0.0.1 port=${primaryPort} user=shop application_name=standby`;
  servers.run("pg_basebackup", "-d", source, "-D", standbyData, "-R", "-X", "stream", "-c", "fast", "--no-sync");
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
