import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { takeShopLock } from "./connection.ts";
import { ensureServer, type RunningServer } from "./running-server.ts";
import { openLog, type ServerSetup, stopServer } from "./server-process.ts";
import { removeSocketFolder } from "./socket-address.ts";

const maxBackoffMs = 30_000;
const stableMs = 60_000;

/**
 * Watches the connection that holds the shop's lock. It ends whenever the server ends, even if the server is not a child
 * of this process; the server is then restarted at the same address. Returns the function that stops it.
 */
export function keepRunning(setup: ServerSetup, first: RunningServer): () => Promise<void> {
  const { folder, progress, stopping } = setup;
  const { signal } = stopping;
  let current = first;
  let lostToAnotherShop = false;
  let recovery = Promise.resolve();
  let attempts = 0;
  let recoveredAt = 0;

  function watch(running: RunningServer): void {
    current = running;
    running.client.once("end", () => {
      if (!signal.aborted) recovery = recover();
    });
  }

  async function recover(): Promise<void> {
    progress("The database has gone away; bringing it back.");
    if (Date.now() - recoveredAt > stableMs) attempts = 0;
    while (!signal.aborted) {
      try {
        // The first attempt is immediate, so that no other shop takes the folder; then exponential backoff.
        await delay(attempts === 0 ? 0 : Math.min(125 * 2 ** attempts, maxBackoffMs), undefined, { signal });
        attempts += 1;
        const running = await ensureServer(setup, first.address);
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
      if (!isDeepStrictEqual(running.address, first.address)) {
        await stopServer(folder, running.launched);
        throw new Error("it listened elsewhere and is being restarted.");
      }
    } catch (error) {
      await running.client.end();
      throw error;
    }
    watch(running);
  }

  async function stop(): Promise<void> {
    stopping.abort();
    clearInterval(logTimer);
    await recovery;
    if (lostToAnotherShop) return;
    // Hold the lock to the end: no other shop may use a server that is stopping.
    if (await stopServer(folder, current.launched)) await removeSocketFolder(first.address);
    else progress(`The database in ${folder} does not end; the next start will take it over.`);
    await current.client.end();
  }

  watch(first);
  // `openLog` truncates the log when it is large.
  const limitLog = async () => (await openLog(setup)).close();
  const logTimer = setInterval(() => limitLog().catch(() => undefined), stableMs).unref();
  let stopped: Promise<void> | undefined;
  return () => {
    stopped ??= stop();
    return stopped;
  };
}
