import path from "node:path";
import { pino } from "pino";
import { expect, onTestFinished } from "vitest";
import { readConfig } from "../../src/server/config.ts";
import { problemsIn } from "../../src/server/doctor/service.ts";
import { systemClock } from "../../src/server/platform/clock.ts";
import { openReadOnly } from "../../src/server/startup/open-database.ts";
import { runDoctor } from "../../src/server/startup/run-doctor.ts";
import { BUSY_SETTINGS, openBusyShop, SETTLED_WITHIN_MS } from "./busy-shop.ts";
import { type ShopProcess, startShop } from "./shop-process.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** `npm run test:faults` runs the long form; `npm test` runs each fault once, briefly. */
export const isLong = process.env.FAULTS === "long";

/** Prints the figures of a long run. */
export function printFigures(fault: string, figures: object) {
  if (isLong) console.log(fault, JSON.stringify(figures));
}

interface Options {
  folder?: string;
  settings?: Record<string, string>;
  /** Expected findings of the doctor, such as a mail that a killed process was sending. */
  except?: RegExp;
}

/** A shop under load in its own process, which a test can stop and start. */
export async function openFaultShop(options: Options = {}) {
  const { folder, settings = {}, except = /^$/ } = options;
  const home = folder ? undefined : await temporaryFolder();
  const dataDir = folder ?? home!.folder;
  const environment = { ...BUSY_SETTINGS, DATA_DIR: dataDir, ...settings };
  let shop: ShopProcess;
  const started: ShopProcess[] = [];
  const serving: ShopProcess[] = [];
  const serveRoundRobin = (...shops: ShopProcess[]) => void serving.splice(0, serving.length, ...shops);
  const start = async () => {
    shop = await startShop(environment);
    started.push(shop);
    serveRoundRobin(shop);
  };
  onTestFinished(async () => {
    await Promise.all(started.map((one) => one.stop()));
    await home?.remove();
  });
  await start();
  let nth = 0;
  const busy = await openBusyShop(() => serving[nth++ % serving.length]!);

  /** The findings of the doctor while the shop runs. */
  async function runChecks() {
    const config = readConfig({ ...environment, PORT: new URL(shop.url).port });
    const log = pino({ level: "silent" });
    const { db, close } = await openReadOnly({ config, root, log, print: () => {} });
    try {
      const lines = problemsIn(await runDoctor({ config, db, clock: systemClock, root, graceMs: 0 }));
      return lines.filter((line) => !except.test(line));
    } finally {
      await close();
    }
  }

  return {
    busy,
    dataDir,
    /** Starts a process, after or beside the others; from now on it gets all visitors. */
    start,
    /** The process started last. */
    shop: () => shop,
    /** Sends visitors to these processes, round robin. */
    serveRoundRobin,
    /** Stops the load, and expects that nothing acknowledged is lost and that the doctor finds nothing. */
    async expectHealthy() {
      await busy.end();
      const counted = await busy.expectNothingLost();
      const findings = async () => (await runChecks()).join("\n");
      await expect.poll(findings, { timeout: SETTLED_WITHIN_MS, interval: 500 }).toBe("");
      return { ...busy.tally, ...counted };
    },
  };
}
export type FaultShop = Awaited<ReturnType<typeof openFaultShop>>;
