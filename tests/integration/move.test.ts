import path from "node:path";
import { afterEach, expect } from "vitest";
import { buildApp } from "../../src/server/app.ts";
import { readConfig } from "../../src/server/config.ts";
import { systemClock } from "../../src/server/platform/clock.ts";
import { openDatabase } from "../../src/server/platform/database/database.ts";
import { createLog } from "../../src/server/platform/log.ts";
import { createServices } from "../../src/server/services.ts";
import { createEmptyStorage, rowsIn } from "../support/backups.ts";
import { cleanUp, startHere } from "../support/embedded-databases.ts";
import { ask } from "../support/people.ts";
import { runCommand, startShop } from "../support/shop-process.ts";
import { openSecondShop, test, testClock } from "../support/test-shop.ts";

const OWNER = { email: "asha@example.com", password: "four words of mine" };

afterEach(cleanUp);

test("moves a shop from the embedded database to another and keeps its logins", { timeout: 180_000 }, async () => {
  const { folder, url } = await createEmptyStorage();
  const settings = { DATA_DIR: folder, DEMO_DATA: "off", LOG_LEVEL: "warn" };
  // The owner command creates the shop's database when it runs before the first start.
  const made = await runCommand("owner", settings, "--email", OWNER.email, "--password", OWNER.password);
  expect([made.code, made.stderr]).toEqual([0, ""]);
  expect(made.stdout).toContain("A new owner was made.");
  expect(made.stdout).not.toContain(OWNER.password);
  const running = await startHere(path.join(folder, "postgres"));
  const log = createLog("silent");
  const config = readConfig(settings);
  const before = { config, db: openDatabase(running.logins.shop, log), clock: systemClock, log };
  const app = await buildApp(before, createServices(before));
  const { token } = (await ask({ app }, "POST", "login", { json: OWNER })).json();

  const early = await runCommand("move", settings, url);
  expect([early.code, await rowsIn(url)]).toEqual([1, {}]);
  expect(early.stderr).toMatch(/^The database in \S+ is already in use by another running shop .+: stop that shop/);
  await app.close();
  await before.db.$client.end();
  await running.stop();

  const moved = await runCommand("move", settings, url);
  expect([moved.code, moved.stderr]).toEqual([0, ""]);
  expect(moved.stdout).toMatch(/ users +1\n/);
  expect(moved.stdout).toContain("From now on start the shop with DATABASE_URL");
  expect(moved.stdout).not.toContain(new URL(url).password || "no password");

  const { host, pathname } = new URL(url);
  const line = `This shop was moved to PostgreSQL at ${host}${pathname}: start it with DATABASE_URL set to that database. To use this older one on purpose, without anything that happened since: npm run move -- --back.`;
  await expect(startShop(settings)).rejects.toThrow(`the shop ended with 1:\n${line}\n`);
  const backup = () => runCommand("backup", settings, path.join(folder, "shop.tar.zst"));
  expect((await backup()).stderr).toBe(`${line}\n`);
  const back = await runCommand("move", settings, "--back");
  expect(back.stdout).toMatch(/^The shop starts from \S+postgres again, without DATABASE_URL\. .+\n$/);
  expect(await backup()).toMatchObject({ code: 0, stderr: "" });

  const after = await openSecondShop({ databaseUrl: url, config, clock: testClock() });
  const profile = await ask(after, "GET", "profile", { token });
  expect(profile.json()).toMatchObject({ email: OWNER.email, role: "owner" });
});
