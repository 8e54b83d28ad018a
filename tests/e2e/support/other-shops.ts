import { test } from "@playwright/test";
import pg from "pg";
import { type ShopProcess, startShop } from "../../support/shop-process.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { createDatabase } from "../../support/test-postgres.ts";
import { until } from "../../support/until.ts";

/** Runs `work` with a separate shop: empty, or a copy of the demo catalogue. */
async function inOwnShop(template: string | undefined, work: (shop: ShopProcess, database: string) => Promise<void>) {
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
    await work(shop, database.url);
  } finally {
    await shop.stop();
    await database.drop();
    await home.remove();
  }
}

/** A shop without any records. */
export const inEmptyShop = (work: (shop: ShopProcess) => Promise<void>) => inOwnShop(undefined, work);

/** A shop with the demo catalogue; `breakDown` makes every query of a table fail. */
export const inFailingShop = (
  work: (shop: ShopProcess, breakDown: (table: string) => Promise<void>) => Promise<void>,
) =>
  inOwnShop(process.env.E2E_TEMPLATE, (shop, database) =>
    work(shop, async (table) => {
      const client = new pg.Client({ connectionString: database });
      await client.connect();
      await client.query(`alter table ${table} rename to ${table}_gone`);
      // Invalidate every cached response, as another process of the shop would.
      await client.query("select pg_notify('nakshatra', 'changed elsewhere drop *')");
      await client.end();
      await until(async () => (await fetch(`${shop.url}/api/${table}`)).status === 500);
    }),
  );
