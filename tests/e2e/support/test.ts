import { cp } from "node:fs/promises";
import path from "node:path";
import { test as base, expect } from "@playwright/test";
import { linesAboutPeople } from "../../support/people-in-logs.ts";
import { type ShopProcess, startShop } from "../../support/shop-process.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { createDatabase } from "../../support/test-postgres.ts";

export const OWNER = { email: "owner@example.com", password: "a long test password" };
/** By this the tests know the keys of the shops' sandbox, and can ask it as a shop does. */
export const JWT_SECRET = "a secret that the tests know too";

/** Whole phone numbers: the half of one stands by chance in the id of some request. */
const PHONES = ["98765 43210", "98765-43210", "9876543210"];
/** By what the people in the tests are known: names, phone numbers, streets, what they say and their passwords. */
const PEOPLE = ["Asha", "Meera", "Kulkarni", ...PHONES, "Tara Marg", "quiet room", "custómer's", "good password"];
/** How long a shop may take to open, beside the time of the test that needs it. */
const START_TIMEOUT = 120_000;

interface OfAWorker {
  shop: ShopProcess & { folder: string };
  ownerToken: string;
}

/**
 * Every worker has a running shop of its own; a page that logs an error in the console fails its test. All that workers share
 * among their tests is here: tests that know of more, or of less, would each need workers of their own.
 */
export const test = base.extend<object, OfAWorker>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern.
    async ({}, use) => {
      const home = await temporaryFolder();
      const database = await createDatabase(process.env.E2E_SERVER!, process.env.E2E_TEMPLATE);
      await cp(process.env.E2E_UPLOADS!, path.join(home.folder, "uploads"), { recursive: true });
      const settings = { DATABASE_URL: database.url, DATA_DIR: home.folder, JWT_SECRET, RATE_LIMIT: "off" };
      const shop = await startShop(settings);
      await use({ ...shop, folder: home.folder });
      await shop.stop();
      // Whoever the tests of this worker were, the shop has written nothing about them into its log.
      expect(linesAboutPeople(shop.output(), PEOPLE)).toEqual([]);
      await database.drop();
      await home.remove();
    },
    { scope: "worker", timeout: START_TIMEOUT },
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
  // Only a test that asks for a page has one opened for it.
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
