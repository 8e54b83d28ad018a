import path from "node:path";
import { pino } from "pino";
import { expect, onTestFinished } from "vitest";
import { readConfig } from "../../src/server/config.ts";
import { needsALook } from "../../src/server/doctor/service.ts";
import { systemClock } from "../../src/server/platform/clock.ts";
import { openToLook } from "../../src/server/startup/open-database.ts";
import { runDoctor } from "../../src/server/startup/run-doctor.ts";
import { BUSY_SETTINGS, openBusyShop } from "./busy-shop.ts";
import { type ShopProcess, startShop } from "./shop-process.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** `npm run test:faults` tries everything for longer and more often; `npm test` is satisfied with once. */
export const isLong = process.env.FAULTS === "long";

/** How much was done, for whoever reads the long run's report. */
export function tellFigures(fault: string, figures: object) {
  if (isLong) console.log(fault, JSON.stringify(figures));
}

interface Options {
  folder?: string;
  settings?: Record<string, string>;
  /** What the doctor may find for reasons of its own, such as a mail that a killed process had in hand. */
  except?: RegExp;
  /** How long it may take until the doctor finds nothing more. */
  wellWithinMs?: number;
}

/** A busy shop as a process of its own, which a test may end and start as it likes. */
export async function openFaultShop(options: Options = {}) {
  const { folder, settings = {}, except = /^$/, wellWithinMs = 60_000 } = options;
  const home = folder ? undefined : await temporaryFolder();
  const dataDir = folder ?? home!.folder;
  const given = { ...BUSY_SETTINGS, DATA_DIR: dataDir, ...settings };
  let shop: ShopProcess;
  const started: ShopProcess[] = [];
  const serving: ShopProcess[] = [];
  const serveInTurn = (...shops: ShopProcess[]) => void serving.splice(0, serving.length, ...shops);
  const start = async () => {
    shop = await startShop(given);
    started.push(shop);
    serveInTurn(shop);
  };
  onTestFinished(async () => {
    await Promise.all(started.map((one) => one.stop()));
    await home?.remove();
  });
  await start();
  let turn = 0;
  const busy = await openBusyShop(() => serving[turn++ % serving.length]!);

  /** What the doctor says of it while it runs. */
  async function examine() {
    const config = readConfig({ ...given, PORT: new URL(shop.url).port });
    const log = pino({ level: "silent" });
    const { db, close } = await openToLook({ config, root, log, say: () => {} });
    try {
      const lines = needsALook(await runDoctor({ config, db, clock: systemClock, root, patienceMs: 0 }));
      return lines.filter((line) => !except.test(line));
    } finally {
      await close();
    }
  }

  return {
    busy,
    dataDir,
    /** Starts the shop, again or beside what runs already; who visits from now on comes to this process. */
    start,
    /** The process that was started last. */
    shop: () => shop,
    /** Visitors come to these processes in turn. */
    serveInTurn,
    /** The load ends; everything acknowledged is there, and the doctor finds nothing. */
    async expectAllWell() {
      await busy.end();
      const counted = await busy.expectNothingLost();
      await expect.poll(examine, { timeout: wellWithinMs, interval: 500 }).toEqual([]);
      return { ...busy.tally, ...counted };
    },
  };
}
export type FaultShop = Awaited<ReturnType<typeof openFaultShop>>;
