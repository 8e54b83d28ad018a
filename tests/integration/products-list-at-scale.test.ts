import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openTestShop, type TestShop } from "../support/test-shop.ts";

interface Plan {
  "Node Type": string;
  "Index Name"?: string;
  Plans?: Plan[];
}

const flattenPlan = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flattenPlan)];

let shop: TestShop;

/** Requests a list and returns the plans of its statements. */
async function plansFor(query: string) {
  const spy = vi.spyOn(shop.db.$client, "query");
  const reply = await shop.call("GET", `/api/products?${query}`);
  const calls = spy.mock.calls as unknown as [{ text: string }, unknown[]][];
  const statements = calls.map(([{ text }, values]) => ({ text, values }));
  spy.mockRestore();
  expect(reply.statusCode).toBe(200);
  const plans: Record<"page" | "count", Plan[]> = { page: [], count: [] };
  for (const { text, values } of statements) {
    const { rows } = await shop.db.$client.query(`explain (format json) ${text}`, values);
    plans[text.includes("count(") ? "count" : "page"] = flattenPlan(rows[0]["QUERY PLAN"][0].Plan);
  }
  const indexes = (nodes: Plan[]) => nodes.flatMap((node) => node["Index Name"] ?? []);
  const scans = (nodes: Plan[]) => nodes.map((node) => node["Node Type"]);
  return {
    items: reply.json() as { title: string }[],
    total: Number(reply.headers["x-total-count"]),
    page: { indexes: indexes(plans.page), scans: scans(plans.page) },
    count: { indexes: indexes(plans.count), scans: scans(plans.count) },
  };
}

describe("a shop with 100,000 products", () => {
  beforeAll(async () => {
    shop = await openTestShop();
    await shop.db.transaction(async (tx) => {
      for (const from of [1, 25_001, 50_001, 75_001])
        await tx.execute(sql`
        insert into products (id, title, description, category, sub_category, price_paise, offer_price_paise, stock,
          top_selling, images, search_text, created_at)
        select gen_random_uuid(), 'Stone ' || n, '', case when n <= 1000 then 'Idols' when n % 10 = 0 then 'Jewellery' else 'Tower' end,
          case when n > 1000 and n % 10 = 0 then case when n <= 2000 then 'Necklace' else 'Rings' end end, 90000, 90000, 1,
          false, '{}', 'stone ' || n || ' ' || md5(n::text), timestamptz '2026-01-01' + n * interval '1 second'
        from generate_series(${from}::int, ${from + 24_999}::int) n`);
    });
    await shop.db.execute(sql`vacuum analyze products`);
  });
  afterAll(() => shop.close());

  test.each([
    ["page=1", "Stone 100000", 100_000],
    ["page=500&limit=6", "Stone 97006", 100_000],
    ["category=tower&page=1", "Stone 99999", 89_100],
    ["category=jewellery&page=2&limit=100", "Stone 99000", 9_900],
    ["category=jewellery&subCategory=rings&page=1", "Stone 100000", 9_800],
    ["", "Stone 100000", 100_000],
  ])("lists the newest with an index: ?%s", async (query, first, total) => {
    const plans = await plansFor(query);
    expect(plans.items[0]?.title).toBe(first);
    expect(plans.total).toBe(total);
    expect(plans.page.indexes).toEqual([expect.stringMatching(/^products_newest/)]);
    expect(plans.page.scans).not.toContain("Sort");
    expect(plans.page.scans).not.toContain("Seq Scan");
  });

  test.each([
    ["category=idols&page=1", "Stone 1000", 1_000, "products_newest_in_category"],
    ["category=jewellery&subCategory=necklace&page=1", "Stone 2000", 100, "products_newest_in_sub_category"],
  ])("lists few old products with the index of their category: ?%s", async (query, first, total, index) => {
    const plans = await plansFor(query);
    expect([plans.items[0]?.title, plans.total]).toEqual([first, total]);
    expect(plans.page.indexes).toEqual([index]);
    expect(plans.page.scans).not.toContain("Sort");
  });

  test("counts a category with its index", async () => {
    const { count } = await plansFor("category=jewellery&page=1");
    expect(count.indexes).toEqual([expect.stringMatching(/^products_newest_in/)]);
    expect(count.scans).not.toContain("Seq Scan");
  });
});
