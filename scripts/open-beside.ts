import path from "node:path";
import { pino } from "pino";
import { readConfig } from "../src/server/config.ts";
import { systemClock } from "../src/server/platform/clock.ts";
import type { AppDeps } from "../src/server/services.ts";

const root = path.resolve(import.meta.dirname, "..");
export const migrationsFolder = path.join(root, "migrations");
export const config = readConfig(process.env);
const log = pino({ level: "warn" });
export const opening = { config, root, log, say: console.log };

/** The shop's services on a database that a command has opened. The shop is loaded only now, so that refusals come at once. */
export async function servicesOn(db: AppDeps["db"]) {
  const { createServices } = await import("../src/server/services.ts");
  return createServices({ config, db, clock: systemClock, log });
}

/** `1,234 rows`. */
export const counted = (count: number, word: string) =>
  `${count.toLocaleString("en-IN")} ${word}${count === 1 ? "" : "s"}`;

export const sumOf = (rows: Record<string, number>) => Object.values(rows).reduce((sum, count) => sum + count, 0);

export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

export const secondsSince = (start: number) => `${((performance.now() - start) / 1000).toFixed(1)} s`;
