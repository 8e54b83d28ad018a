import { startShop } from "../../support/shop-process.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { createDatabase } from "../../support/test-postgres.ts";
import { test as base } from "./test.ts";

/** A separate shop with the demo catalogue, but without its pictures. */
export async function startOwnShop(settings: Record<string, string>) {
  const home = await temporaryFolder();
  const database = await createDatabase(process.env.E2E_SERVER!, process.env.E2E_TEMPLATE);
  const shop = await startShop({ DATABASE_URL: database.url, DATA_DIR: home.folder, ...settings });
  return {
    url: shop.url,
    folder: home.folder,
    async stop() {
      await shop.stop();
      await database.drop();
      await home.remove();
    },
  };
}

/** `openShop` starts shops with other settings and stops them after the test. */
export const test = base.extend<{ openShop: typeof startOwnShop }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from the pattern.
  openShop: async ({}, use, testInfo) => {
    const opened: Awaited<ReturnType<typeof startOwnShop>>[] = [];
    await use(async (settings) => {
      testInfo.slow();
      const shop = await startOwnShop(settings);
      opened.push(shop);
      return shop;
    });
    for (const shop of opened) await shop.stop();
  },
});
