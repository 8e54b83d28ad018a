import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { Load, Measured } from "./load.ts";

const program = path.join(import.meta.dirname, "sockets-process.ts");

/** Where there is no wrk: a process of its own, so that it shares no thread with what it measures. */
export async function loadWithSockets(load: Load): Promise<Measured> {
  const child = fork(program, { execArgv: [] });
  child.send(load);
  const [measured] = (await once(child, "message")) as [Measured];
  child.kill();
  return measured;
}
