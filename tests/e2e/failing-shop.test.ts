import pg from "pg";
import type { Blog } from "../../src/contracts/catalogue/blog.ts";
import type { Course } from "../../src/contracts/catalogue/course.ts";
import type { Expert } from "../../src/contracts/catalogue/expert.ts";
import { until } from "../support/until.ts";
import { expect, test } from "./support/test.ts";
import { collectConsoleErrors, visit } from "./support/visit.ts";

const title = (name: string) => ({ level: 1, name, exact: true }) as const;

test("pages of a shop that loses its tables one by one, then its whole database, show errors and no internals", async ({
  browser,
  openShop,
}) => {
  const shop = await openShop({ RATE_LIMIT: "off", DEMO_DATA: "off" });
  const { url: connectionString, drop: dropDatabase } = shop.database;
  /** Makes every query of a table fail. */
  async function breakDown(table: string) {
    const client = new pg.Client({ connectionString });
    await client.connect();
    await client.query(`alter table ${table} rename to ${table}_gone`);
    // Invalidate every cached response, as another process of the shop would.
    await client.query("select pg_notify('nakshatra', 'changed elsewhere drop *')");
    await client.end();
    await until(async () => (await fetch(`${shop.url}/api/${table}`)).status === 500);
  }
  async function expectFailed(path: string, shown: RegExp) {
    const reply = await fetch(shop.url + path);
    expect([path, reply.status]).toEqual([path, 500]);
    expect(await reply.text()).toMatch(shown);
  }
  const page = await browser.newPage({ baseURL: shop.url });
  const messages = collectConsoleErrors(page);
  const link = (name: string) => page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });

  await test.step("the product list answers 503 during an outage, is not cached and shows Coming Soon", async () => {
    expect((await fetch(`${shop.url}/products`)).status).toBe(200);
    await visit(page, "/");
    await breakDown("products");
    await link("Products").click();
    await expect(page.getByRole("heading", { name: "Coming Soon" })).toBeVisible();
    for (const path of ["/products", "/products/jewellery", "/products?q=rose"]) {
      const reply = await fetch(shop.url + path);
      const { "retry-after": retryAfter, "cache-control": cacheControl } = Object.fromEntries(reply.headers);
      expect([reply.status, retryAfter, cacheControl], path).toEqual([503, "60", "no-store"]);
    }
    expect(await (await fetch(`${shop.url}/products?q=rose`)).text()).toMatch(
      /Coming Soon.*<a [^>]*href="\/products\?q=rose"[^>]*>Try again</s,
    );
    expect((await fetch(`${shop.url}/products/nowhere`)).status, "an unknown category").toBe(200);
  });

  await test.step("lists of experts, courses and articles that fail to load answer 500 with their message", async () => {
    const [expert] = (await (await fetch(`${shop.url}/api/experts`)).json()) as Expert[];
    const [course] = (await (await fetch(`${shop.url}/api/courses?limit=1`)).json()) as Course[];
    await breakDown("experts");
    await link("Our Experts").click();
    await expect(page.getByRole("heading", title("Failed to Load Experts"))).toBeVisible();
    await expectFailed(
      `/experts/${expert!._id}`,
      /Failed to load expert details.*href="\/experts"[^>]*>See all experts</s,
    );

    await breakDown("courses");
    await expectFailed("/courses", /Failed to load courses.*href="\/courses"[^>]*>Try again</s);
    await expectFailed(`/course/${course!._id}`, /<h1[^>]*>Failed to load course</);

    const [blog] = (await (await fetch(`${shop.url}/api/blogs?limit=1`)).json()) as Blog[];
    await breakDown("blogs");
    const reply = await fetch(`${shop.url}/blogs/${blog!._id}`, { redirect: "manual" });
    expect([reply.status, reply.headers.get("location")]).toEqual([302, "/blogs?failed=blog"]);
    await expectFailed("/blogs?failed=blog", /<h1[^>]*>Failed to load blogs</);
  });

  await test.step("without its database a page shows an error and no internals; home still opens", async () => {
    await dropDatabase();
    const response = await visit(page, "/product/0190b000-0000-7000-8000-000000000000");
    expect(response.status()).toBe(500);
    await expect(page.getByRole("heading", title("Something went wrong"))).toBeVisible();
    expect(await response.text()).not.toMatch(/select .+ from|postgres|ECONN|\.[jt]s:\d|node_modules|DATABASE/);
    await page.getByRole("link", { name: "Back to home" }).click();
    await expect(page).toHaveURL(`${shop.url}/`);
    await expect(page.getByRole("link", { name: "Explore Courses" })).toBeVisible();
    expect(await (await fetch(`${shop.url}/products`)).text()).toContain("Coming Soon");
  });
  expect(messages).toEqual([]);
  await page.close();
});
