import { pino } from "pino";
import { onTestFinished } from "vitest";
import { buildApp } from "../../src/server/app.ts";
import { openDatabase } from "../../src/server/platform/database/database.ts";
import { createServices } from "../../src/server/services.ts";
import type { TestShop } from "./test-shop.ts";

/** Stands for a second process of the same shop: it shares only the database and the data folder with the first. */
export async function openSecondShop({
  databaseUrl,
  config,
  clock,
}: Pick<TestShop, "databaseUrl" | "config" | "clock">) {
  const log = pino({ level: "silent" });
  const db = openDatabase({ connectionString: databaseUrl }, log);
  const deps = { config, db, clock, log };
  const services = createServices(deps);
  const app = await buildApp(deps, services);
  await services.events.start();
  onTestFinished(async () => {
    await app.close();
    await db.$client.end();
  });
  return { app, db, log, services };
}
