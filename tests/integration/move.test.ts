import { expect, onTestFinished } from "vitest";
import { readConfig } from "../../src/server/config.ts";
import { createEmptyStorage, rowsIn } from "../support/backups.ts";
import { ask } from "../support/people.ts";
import { runCommand, startShop } from "../support/shop-process.ts";
import { openSecondShop, test, testClock } from "../support/test-shop.ts";

const PERSON = { name: "Asha Rao", email: "asha@example.com", phone: "9876543210", password: "four words of mine" };

test("moves a shop from the embedded database to another and keeps its logins", { timeout: 180_000 }, async () => {
  const { folder, url } = await createEmptyStorage();
  const settings = { DATA_DIR: folder, DEMO_DATA: "off", LOG_LEVEL: "warn" };
  const before = await startShop(settings);
  onTestFinished(() => before.stop());
  const registered = await fetch(`${before.url}/api/users/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(PERSON),
  });
  const { token } = (await registered.json()) as { token: string };

  const early = await runCommand("move", settings, url);
  expect([early.code, await rowsIn(url)]).toEqual([1, {}]);
  expect(early.stderr).toMatch(/^The database in \S+ is already in use by another running shop .+: stop that shop/);
  await before.stop();

  const moved = await runCommand("move", settings, url);
  expect([moved.code, moved.stderr]).toEqual([0, ""]);
  expect(moved.stdout).toMatch(/ users +2\n/);
  expect(moved.stdout).toContain("From now on start the shop with DATABASE_URL");
  expect(moved.stdout).not.toContain(new URL(url).password || "no password");

  const after = await openSecondShop({ databaseUrl: url, config: readConfig(settings), clock: testClock() });
  const profile = await ask(after, "GET", "profile", { token });
  expect(profile.json()).toMatchObject({ name: PERSON.name, email: PERSON.email });
});
