import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "pg";
import { takeShopLock } from "./connection.ts";
import type { ServerSetup } from "./launch-server.ts";
import { removePlace, samePlace } from "./listening-place.ts";
import { ensureServer, type RequestTimeouts, type RunningServer } from "./running-server.ts";
import { boundLog } from "./server-log.ts";
import { stopServer } from "./stop-server.ts";

const longestPauseMs = 30_000;
const steadyMs = 60_000;

/**
 * Watches the connection that holds the shop's lock. Whatever happens to the server ends that connection, also for a
 * server that was taken over and is no child of this process; then the server is brought back where it listened.
 */
export function keepRunning(
  setup: ServerSetup,
  password: string,
  patience: RequestTimeouts,
  first: RunningServer,
): { stop(): Promise<void> } {
  const { progress, signal } = patience;
  let current = first;
  let lostToAnotherShop = false;
  let recovery = Promise.resolve();
  let pauses = 0;
  let recoveredAt = 0;

  const watch = (client: Client) =>
    client.once("end", () => {
      if (!signal.aborted) recovery = recover();
    });

  async function recover(): Promise<void> {
    progress("The database has gone away; bringing it back.");
    if (Date.now() - recoveredAt > steadyMs) pauses = 0;
    while (!signal.aborted) {
      try {
        // At once the first time, so that nobody else finds the folder free; then ever more slowly.
        await delay(pauses === 0 ? 0 : Math.min(125 * 2 ** pauses, longestPauseMs), undefined, { signal });
        pauses += 1;
        const running = await ensureServer(setup, password, patience, first.place);
        await reclaim(running);
        recoveredAt = Date.now();
        progress("The database is running again.");
        return;
      } catch (error) {
        if (!signal.aborted)
          progress(`The database is not back yet: ${error instanceof Error ? error.message : error}`);
      }
    }
  }

  async function reclaim(running: RunningServer): Promise<void> {
    try {
      lostToAnotherShop = !(await takeShopLock(running.client));
      if (lostToAnotherShop) throw new Error("another shop has taken it over; stop one of the two.");
      if (!samePlace(running.place, first.place)) {
        await stopServer(setup, running.launched);
        throw new Error("it listened elsewhere and is being restarted.");
      }
    } catch (error) {
      await running.client.end();
      throw error;
    }
    current = running;
    watch(running.client);
  }

  watch(first.client);
  const trimming = setInterval(() => void boundLog(setup.folder).catch(() => undefined), steadyMs).unref();

  return {
    async stop() {
      clearInterval(trimming);
      await recovery;
      if (lostToAnotherShop) return;
      // The lock is held to the last moment, so no other shop starts on a server that is about to end.
      if (await stopServer(setup, current.launched)) await removePlace(first.place);
      else progress(`The database in ${setup.folder} does not end; the next start will take it over.`);
      await current.client.end();
    },
  };
}
