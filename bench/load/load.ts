import { existsSync } from "node:fs";
import type { Load, Measured } from "./measured.ts";
import { loadWithSockets } from "./sockets.ts";
import { loadWithWrk } from "./wrk.ts";

const WRK = ["/usr/bin/wrk", "/usr/local/bin/wrk", "/opt/homebrew/bin/wrk"].find((place) => existsSync(place));

export const generator = WRK ? "wrk" : "own sockets";

/** Puts load on a server for `seconds`: 20 connections by default, one request at a time on each. */
export function putLoad(load: Load): Promise<Measured> {
  return WRK ? loadWithWrk(WRK, load) : loadWithSockets(load);
}
