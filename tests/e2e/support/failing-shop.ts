import { test } from "@playwright/test";
import pg from "pg";
import { type ShopProcess, startShop } from "../../support/shop-process.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { createDatabase } from "../../support/test-postgres.ts";
import { until } from "../../support/until.ts";

interface Failures {
  /** Makes every query of a table fail. */
  breakDown: (table: string) => Promise<void>;
  dropDatabase: () => Promise<void>;
}

/** Runs `work` with a shop of the demo catalogue that the test breaks. */
export async function inFailingShop(work: (shop: ShopProcess, failures: Failures) => Promise<void>) {
  test.slow();
  const home = await temporaryFolder();
  const database = await createDatabase(process.env.E2E_SERVER!, process.env.E2E_TEMPLATE);
  const shop = await startShop({
    DATABASE_URL: database.url,
    DATA_DIR: home.folder,
    RATE_LIMIT: "off",
    DEMO_DATA: "off",
  });
  async function breakDown(table: string) {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(`alter table ${table} rename to ${table}_gone`);
    // Invalidate every cached response, as another process of the shop would.
    await client.query("select pg_notify('nakshatra', 'changed elsewhere drop *')");
    await client.end();
    await until(async () => (await fetch(`${shop.url}/api/${table}`)).status === 500);
  }
  try {
    await work(shop, { breakDown, dropDatabase: database.drop });
  } finally {
    await shop.stop();
    await database.drop();
    await home.remove();
  }
}
