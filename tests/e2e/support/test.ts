import { cp } from "node:fs/promises";
import path from "node:path";
import { test as base, expect } from "@playwright/test";
import { OWNER } from "../../support/owner.ts";
import { linesAboutPeople } from "../../support/people-in-logs.ts";
import { startShop } from "../../support/shop-process.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { createDatabase } from "../../support/test-postgres.ts";

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

/** A shop process with the demo catalogue. */
async function startDemoShop(settings: Record<string, string>, { hasPictures = false } = {}) {
  const home = await temporaryFolder();
  const database = await createDatabase(process.env.E2E_SERVER!, process.env.E2E_TEMPLATE);
  if (hasPictures) await cp(process.env.E2E_UPLOADS!, path.join(home.folder, "uploads"), { recursive: true });
  const shop = await startShop({ DATABASE_URL: database.url, DATA_DIR: home.folder, ...settings });
  return {
    url: shop.url,
    output: shop.output,
    folder: home.folder,
    database,
    async stop() {
      await shop.stop();
      await database.drop();
      await home.remove();
    },
  };
}
type DemoShop = Awaited<ReturnType<typeof startDemoShop>>;

interface TestFixtures {
  /** Starts a shop with other settings and without pictures, and stops it after the test. */
  openShop: (settings: Record<string, string>) => Promise<DemoShop>;
}

interface WorkerFixtures {
  shop: DemoShop;
  ownerToken: string;
}

/**
 * Every worker runs its own shop, and a console error fails the test. All worker fixtures are here:
 * Playwright starts more workers for test files with different worker fixtures.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from the pattern.
    async ({}, use) => {
      const shop = await startDemoShop({ JWT_SECRET, RATE_LIMIT: "off" }, { hasPictures: true });
      await use(shop);
      await shop.stop();
      // The log contains no personal data.
      expect(linesAboutPeople(shop.output(), PERSONAL_DATA)).toEqual([]);
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
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from the pattern.
  openShop: async ({}, use, testInfo) => {
    const opened: DemoShop[] = [];
    await use(async (settings) => {
      testInfo.slow();
      const shop = await startDemoShop(settings);
      opened.push(shop);
      return shop;
    });
    for (const shop of opened) await shop.stop();
  },
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

export { expect, OWNER };
