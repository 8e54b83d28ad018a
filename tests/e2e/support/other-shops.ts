import { test } from "@playwright/test";
import pg from "pg";
import { type ShopProcess, startShop } from "../../support/shop-process.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { createDatabase } from "../../support/test-postgres.ts";
import { until } from "../../support/until.ts";

/** Runs `work` with a separate shop: empty, or a copy of the demo catalogue. */
async function inOwnShop(
  template: string | undefined,
  work: (shop: ShopProcess, database: Awaited<ReturnType<typeof createDatabase>>) => Promise<void>,
) {
  test.slow();
  const home = await temporaryFolder();
  const database = await createDatabase(process.env.E2E_SERVER!, template);
  const shop = await startShop({
    DATABASE_URL: database.url,
    DATA_DIR: home.folder,
    RATE_LIMIT: "off",
    DEMO_DATA: "off",
  });
  try {
    await work(shop, database);
  } finally {
    await shop.stop();
    await database.drop();
    await home.remove();
  }
}

/** A shop without any records. */
export const inEmptyShop = (work: (shop: ShopProcess) => Promise<void>) => inOwnShop(undefined, work);

interface Failures {
  /** Makes every query of a table fail. */
  breakDown: (table: string) => Promise<void>;
  dropDatabase: () => Promise<void>;
}

/** A shop with the demo catalogue that the test breaks. */
export const inFailingShop = (work: (shop: ShopProcess, failures: Failures) => Promise<void>) =>
  inOwnShop(process.env.E2E_TEMPLATE, (shop, database) =>
    work(shop, {
      async breakDown(table) {
        const client = new pg.Client({ connectionString: database.url });
        await client.connect();
        await client.query(`alter table ${table} rename to ${table}_gone`);
        // Invalidate every cached response, as another process of the shop would.
        await client.query("select pg_notify('nakshatra', 'changed elsewhere drop *')");
        await client.end();
        await until(async () => (await fetch(`${shop.url}/api/${table}`)).status === 500);
      },
      dropDatabase: database.drop,
    }),
  );
