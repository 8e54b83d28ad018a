import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { Load, Measured } from "./measured.ts";

const run = promisify(execFile);
const MILLISECONDS: Record<string, number> = { us: 0.001, ms: 1, s: 1000, m: 60_000 };

/** wrk requests one path; a list of paths needs a Lua script. */
const scriptFor = (paths: string[]) => `
local requests, next = {}, 0
init = function()
  for path in string.gmatch(${JSON.stringify(paths.join(" "))}, "%S+") do
    requests[#requests + 1] = wrk.format(nil, path)
  end
end
request = function()
  next = next % #requests + 1
  return requests[next]
end
`;

function explain(error: Error & { code?: unknown }): never {
  if (error.code === "ENOENT") throw new Error("The benchmark needs wrk: apt-get install wrk, or brew install wrk.");
  throw error;
}

const figure = (output: string, pattern: RegExp) => Number(pattern.exec(output)?.[1] ?? 0);

function latency(output: string, percent: number) {
  const found = new RegExp(`\\s${percent}%\\s+([\\d.]+)(us|ms|s|m)`).exec(output);
  return found ? Number(found[1]) * MILLISECONDS[found[2]!]! : 0;
}

/** Puts load on a server for `seconds`: 20 connections by default, one request at a time on each. */
export async function putLoad({ port, paths, headers = {}, seconds, connections = 20 }: Load): Promise<Measured> {
  const script = path.join(os.tmpdir(), `nakshatra-bench-${randomUUID()}.lua`);
  const lines = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const options = ["-t1", `-c${connections}`, `-d${seconds}s`, "--latency", "--timeout", "10s", ...lines];
  if (paths.length > 1) await writeFile(script, scriptFor(paths));
  try {
    const named = paths.length > 1 ? ["-s", script] : [];
    const { stdout } = await run("wrk", [...options, ...named, `http://127.0.0.1:${port}${paths[0]}`]).catch(explain);
    const errors = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(stdout)?.slice(1) ?? [];
    return {
      perSecond: figure(stdout, /Requests\/sec:\s+([\d.]+)/),
      requests: figure(stdout, /(\d+) requests in/),
      p50Ms: latency(stdout, 50),
      p99Ms: latency(stdout, 99),
      failed: errors.reduce((sum, count) => sum + Number(count), figure(stdout, /Non-2xx or 3xx responses: (\d+)/)),
    };
  } finally {
    await rm(script, { force: true });
  }
}
