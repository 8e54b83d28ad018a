import type { Blog } from "../../src/contracts/blog.ts";
import type { Expert } from "../../src/contracts/expert.ts";
import { startShop } from "../support/shop-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { createDatabase } from "../support/test-postgres.ts";
import { inFailingShop } from "./support/other-shops.ts";
import { expect, test } from "./support/test.ts";
import { cards, collectConsoleErrors, visit } from "./support/visit.ts";

const title = (name: string) => ({ level: 1, name, exact: true }) as const;

test("pages of a shop without its database show an error and no internals", async ({ context }) => {
  test.slow();
  const home = await temporaryFolder();
  const database = await createDatabase(process.env.E2E_SERVER!, process.env.E2E_TEMPLATE);
  const shop = await startShop({ DATABASE_URL: database.url, DATA_DIR: home.folder, RATE_LIMIT: "off" });
  try {
    const page = await context.newPage();
    const messages = collectConsoleErrors(page);
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
    expect(messages).toEqual([]);
  } finally {
    await shop.stop();
    await database.drop();
    await home.remove();
  }
});

test("the product list answers 503 during an outage, is not cached and shows Coming Soon", async ({ browser }) => {
  await inFailingShop(async (shop, breakDown) => {
    const page = await browser.newPage({ baseURL: shop.url });
    expect((await fetch(`${shop.url}/products`)).status).toBe(200);
    await breakDown("products");

    for (const path of ["/products", "/products", "/products/jewellery", "/products?q=rose"]) {
      const response = await visit(page, path);
      expect(response.status(), path).toBe(503);
      expect(response.headers(), path).toMatchObject({ "retry-after": "60", "cache-control": "no-store" });
      await expect(page.getByRole("heading", { name: "Coming Soon" })).toBeVisible();
      await expect(page.getByRole("link", { name: "Try again" })).toHaveAttribute("href", path);
    }

    await test.step("also after navigation without a reload", async () => {
      await visit(page, "/");
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Products" }).click();
      await expect(page.getByRole("heading", { name: "Coming Soon" })).toBeVisible();
    });

    await test.step("an unknown category is still 200", async () => {
      expect((await visit(page, "/products/nowhere")).status()).toBe(200);
    });
    await page.close();
  });
});

test("lists of experts, courses and articles that fail to load answer 500 with their message", async ({ browser }) => {
  await inFailingShop(async (shop, breakDown) => {
    const page = await browser.newPage({ baseURL: shop.url });
    const [expert] = (await (await fetch(`${shop.url}/api/experts`)).json()) as Expert[];
    await visit(page, "/");
    await breakDown("experts");
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Our Experts" }).click();
    await expect(page.getByRole("heading", title("Failed to Load Experts"))).toBeVisible();
    expect((await visit(page, `/experts/${expert!._id}`)).status()).toBe(500);
    await expect(page.getByRole("heading", title("Failed to load expert details"))).toBeVisible();
    await expect(page.getByRole("link", { name: "See all experts" })).toHaveAttribute("href", "/experts");

    await visit(page, "/courses");
    const path = await cards(page).first().getByRole("link").getAttribute("href");
    await breakDown("courses");
    expect((await visit(page, "/courses")).status()).toBe(500);
    await expect(page.getByRole("heading", { name: "Failed to load courses" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Try again" })).toHaveAttribute("href", "/courses");
    expect((await visit(page, path!)).status()).toBe(500);
    await expect(page.getByRole("heading", title("Failed to load course"))).toBeVisible();

    const [blog] = (await (await fetch(`${shop.url}/api/blogs?limit=1`)).json()) as Blog[];
    await breakDown("blogs");
    const reply = await fetch(`${shop.url}/blogs/${blog!._id}`, { redirect: "manual" });
    expect([reply.status, reply.headers.get("location")]).toEqual([302, "/blogs?failed=blog"]);
    expect((await visit(page, `/blogs/${blog!._id}`)).status()).toBe(500);
    await expect(page.getByRole("heading", title("Failed to load blogs"))).toBeVisible();
    await page.close();
  });
});
