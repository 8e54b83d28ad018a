import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { Load, Measured } from "./measured.ts";

const program = path.join(import.meta.dirname, "sockets-process.ts");

/** Used where wrk is missing: a separate process, so that it shares no thread with the shop. */
export async function loadWithSockets(load: Load): Promise<Measured> {
  const child = fork(program, { execArgv: [] });
  child.send(load);
  const [measured] = (await once(child, "message")) as [Measured];
  child.kill();
  return measured;
}
