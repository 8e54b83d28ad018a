import path from "node:path";
import { pino } from "pino";
import { readConfig } from "../src/server/config.ts";
import { systemClock } from "../src/server/platform/clock.ts";
import type { AppDeps } from "../src/server/services.ts";

const root = path.resolve(import.meta.dirname, "..");
export const migrationsFolder = path.join(root, "migrations");
export const config = readConfig(process.env);
const log = pino({ level: "warn" });
/** Options to open the database. */
export const openOptions = { config, root, log, print: console.log };

/** Imports the shop lazily, so that invalid input is reported at once. */
export async function createServicesOn(db: AppDeps["db"]) {
  const { createServices } = await import("../src/server/services.ts");
  return createServices({ config, db, clock: systemClock, log });
}

/** `1,234 rows`. */
export const formatCount = (count: number, word: string) =>
  `${count.toLocaleString("en-IN")} ${word}${count === 1 ? "" : "s"}`;

export const sumValues = (rows: Record<string, number>) => Object.values(rows).reduce((sum, count) => sum + count, 0);

export const formatMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

export const formatSecondsSince = (start: number) => `${((performance.now() - start) / 1000).toFixed(1)} s`;
