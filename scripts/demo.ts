/** `npm run demo -- --products 10000`: fills a shop with many products, for benchmarks. Stop an embedded shop first. */
import path from "node:path";
import { parseArgs } from "node:util";
import { pino } from "pino";
import { fillWithProducts } from "../demo/fill.ts";
import { loadDemoOnce } from "../demo/load.ts";
import { readConfig } from "../src/server/config.ts";
import { systemClock } from "../src/server/platform/clock.ts";
import { createServices } from "../src/server/services.ts";
import { openShopDatabase } from "../src/server/startup/open-database.ts";

const { values } = parseArgs({ options: { products: { type: "string", default: "0" } } });
const count = Number(values.products);
if (!Number.isInteger(count) || count < 0 || count > 1_000_000) {
  console.error("--products must be a whole number up to 1000000, for example --products 10000.");
  process.exit(1);
}

const root = path.resolve(import.meta.dirname, "..");
const config = readConfig(process.env);
const log = pino({ level: "warn" });
try {
  const { db, close } = await openShopDatabase({ config, root, log, print: console.log });
  const services = createServices({ config, db, clock: systemClock, log });
  await loadDemoOnce({ db, services, clock: systemClock, progress: console.log });
  await fillWithProducts({ db, catalogue: services.catalogue, wanted: count, progress: console.log });
  await close();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
