import { cp } from "node:fs/promises";
import path from "node:path";
import { test as base, expect } from "@playwright/test";
import { linesAboutPeople } from "../../support/people-in-logs.ts";
import { type ShopProcess, startShop } from "../../support/shop-process.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { createDatabase } from "../../support/test-postgres.ts";

export const OWNER = { email: "owner@example.com", password: "a long test password" };
/** Known to the tests, so that they can derive the sandbox keys and call the sandbox. */
export const JWT_SECRET = "a secret that the tests know too";

/** Full phone numbers: a part of one could occur in a request id by chance. */
const PHONES = ["98765 43210", "98765-43210", "9876543210"];
/** Personal data used in the tests: none of it may appear in a log. */
const PERSONAL_DATA = [
  "Asha",
  "Meera",
  "Kulkarni",
  ...PHONES,
  "Tara Marg",
  "quiet room",
  "custómer's",
  "good password",
];
const START_TIMEOUT_MS = 120_000;

interface WorkerFixtures {
  shop: ShopProcess & { folder: string };
  ownerToken: string;
}

/**
 * Every worker runs its own shop, and a console error fails the test. All worker fixtures are here:
 * Playwright starts more workers for test files with different worker fixtures.
 */
export const test = base.extend<object, WorkerFixtures>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from the pattern.
    async ({}, use) => {
      const home = await temporaryFolder();
      const database = await createDatabase(process.env.E2E_SERVER!, process.env.E2E_TEMPLATE);
      await cp(process.env.E2E_UPLOADS!, path.join(home.folder, "uploads"), { recursive: true });
      const settings = { DATABASE_URL: database.url, DATA_DIR: home.folder, JWT_SECRET, RATE_LIMIT: "off" };
      const shop = await startShop(settings);
      await use({ ...shop, folder: home.folder });
      await shop.stop();
      // The log contains no personal data.
      expect(linesAboutPeople(shop.output(), PERSONAL_DATA)).toEqual([]);
      await database.drop();
      await home.remove();
    },
    { scope: "worker", timeout: START_TIMEOUT_MS },
  ],
  ownerToken: [
    async ({ shop }, use) => {
      const headers = { "content-type": "application/json" };
      const reply = await fetch(`${shop.url}/api/users/login`, {
        method: "POST",
        headers,
        body: JSON.stringify(OWNER),
      });
      if (!reply.ok) throw new Error(`The owner could not log in: ${await reply.text()}`);
      await use(((await reply.json()) as { token: string }).token);
    },
    { scope: "worker" },
  ],
  baseURL: async ({ shop }, use) => use(shop.url),
  page: async ({ page }, use) => {
    const errors: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") errors.push(message.text());
    });
    page.on("pageerror", (error) => errors.push(String(error)));
    await use(page);
    expect(errors).toEqual([]);
  },
});

export { expect };
