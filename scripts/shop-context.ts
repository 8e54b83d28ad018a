import path from "node:path";
import { pino } from "pino";
import { explainLoadError } from "../src/server/backup/explain.ts";
import { readConfig } from "../src/server/config.ts";
import { systemClock } from "../src/server/platform/clock.ts";
import { openFileStore, uploadsFolder } from "../src/server/platform/files/open-file-store.ts";
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

export const openFiles = () => openFileStore(config, systemClock).files;

/** Rethrows what went wrong while rows were loaded into the database, in plain words. */
export const explainLoad =
  (database: string, isEmbedded = !config.databaseUrl) =>
  async (error: Error): Promise<never> => {
    const databaseFolder = isEmbedded ? path.join(config.dataDir, "postgres") : undefined;
    throw await explainLoadError(error, { database, databaseFolder, uploads: uploadsFolder(config) });
  };

/** `1,234 rows`. */
export const formatCount = (count: number, word: string) =>
  `${count.toLocaleString("en-IN")} ${word}${count === 1 ? "" : "s"}`;

export const sumValues = (rows: Record<string, number>) => Object.values(rows).reduce((sum, count) => sum + count, 0);

export const formatMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

export const formatSecondsSince = (start: number) => `${((performance.now() - start) / 1000).toFixed(1)} s`;
