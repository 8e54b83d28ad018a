import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, chown } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { until } from "./until.ts";

export const PROGRAMS = "/usr/lib/postgresql/15/bin";
export const hasProgram = (name: string) => existsSync(path.join(PROGRAMS, name));

export async function query(port: number, text: string) {
  const client = new pg.Client({ host: "127.0.0.1", port, user: "shop", database: "postgres" });
  try {
    await client.connect();
    return (await client.query(text)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

/** Debian's PostgreSQL in a folder. It refuses to run as root. */
export async function createServers(folder: string) {
  const idOf = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  const as = process.getuid?.() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : undefined;
  if (as) await chown(folder, as.uid, as.gid);
  await chmod(folder, 0o700);
  const run = (program: string, ...args: string[]) =>
    execFileSync(path.join(PROGRAMS, program), args, { ...as, cwd: folder, stdio: "pipe" });
  return {
    run,
    create: (data: string) => run("initdb", "-D", data, "-U", "shop", "-A", "trust", "-E", "UTF8", "--no-sync"),
    async start(data: string, port: number, ...settings: string[]): Promise<ChildProcess> {
      const all = [`port=${port}`, "listen_addresses=127.0.0.1", `unix_socket_directories=${folder}`, ...settings];
      const options = all.flatMap((setting) => ["-c", setting]);
      const child = spawn(path.join(PROGRAMS, "postgres"), ["-D", data, ...options], { ...as, stdio: "ignore" });
      await until(() => query(port, "select 1"), 60_000);
      return child;
    },
  };
}
