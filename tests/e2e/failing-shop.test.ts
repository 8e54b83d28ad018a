import { startShop } from "../support/shop-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { createDatabase } from "../support/test-postgres.ts";
import { expect, test } from "./support/test.ts";
import { consoleOf, visit } from "./support/visit.ts";

test("a shop whose database is gone says so calmly, and tells nothing about its insides", async ({ context }) => {
  test.slow();
  const home = await temporaryFolder();
  const database = await createDatabase(process.env.E2E_SERVER!, process.env.E2E_TEMPLATE);
  const shop = await startShop({ DATABASE_URL: database.url, DATA_DIR: home.folder, RATE_LIMIT: "off" });
  try {
    const page = await context.newPage();
    const said = consoleOf(page);
    await database.drop();

    await visit(page, `${shop.url}/products`);
    await expect(page.getByRole("heading", { name: "Coming Soon" })).toBeVisible();
    await visit(page, shop.url);
    await expect(page.getByRole("link", { name: "Explore Courses" })).toBeVisible();

    const response = await visit(page, `${shop.url}/product/0190b000-0000-7000-8000-000000000000`);
    expect(response.status()).toBe(500);
    await expect(page.getByRole("heading", { level: 1, name: "Something went wrong" })).toBeVisible();
    expect(await response.text()).not.toMatch(/select .+ from|postgres|ECONN|\.[jt]s:\d|node_modules|DATABASE/);
    await page.getByRole("link", { name: "Back to home" }).click();
    await expect(page).toHaveURL(`${shop.url}/`);
    expect(said).toEqual([]);
  } finally {
    await shop.stop();
    await database.drop();
    await home.remove();
  }
});
