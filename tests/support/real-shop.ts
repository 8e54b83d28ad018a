import { inject, onTestFinished } from "vitest";
import { OWNER } from "./owner.ts";
import { startShop } from "./shop-process.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { createDatabase } from "./test-postgres.ts";

/** `npm run test:long` runs the long form of a test; `npm test` runs it briefly. */
export const isLong = process.env.LONG === "1";

/** For a shop under load: without rate limits, and with an owner whom the tests know. */
export const LOAD_SETTINGS = { RATE_LIMIT: "off", OWNER_EMAIL: OWNER.email, OWNER_PASSWORD: OWNER.password };

interface Options {
  settings?: Record<string, string>;
  /** The data folder, if it is not a new one. */
  folder?: string;
  /** A database on the tests' server, which starts faster than the shop's own. */
  hasServerDatabase?: boolean;
}

/** A shop in processes of its own, which a test starts, stops and kills. All of them end with the test. */
export async function openRealShop({ settings = {}, folder, hasServerDatabase = false }: Options = {}) {
  let dataDir = folder;
  if (!dataDir) {
    const home = await temporaryFolder();
    onTestFinished(home.remove);
    dataDir = home.folder;
  }
  const environment: Record<string, string> = { DATA_DIR: dataDir, DEMO_DATA: "off", LOG_LEVEL: "warn", ...settings };
  if (hasServerDatabase) {
    const database = await createDatabase(inject("serverUrl"), inject("template"));
    onTestFinished(database.drop);
    environment.DATABASE_URL = database.url;
  }
  return {
    dataDir,
    environment,
    async start(more: Record<string, string> = {}) {
      const shop = await startShop({ ...environment, ...more });
      onTestFinished(() => shop.stop());
      return shop;
    },
  };
}
