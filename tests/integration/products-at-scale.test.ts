import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MAX_COUNTED } from "../../src/contracts/list-rules.ts";
import { makeProduct } from "../support/forms.ts";
import { fillWithStones } from "../support/many-products.ts";
import { roundTripsOf, type Statement } from "../support/round-trips.ts";
import { openTestShop, type TestShop } from "../support/test-shop.ts";

/** Enough for PostgreSQL to choose the indexes, and for more matches than the shop counts. Ask for more with PRODUCTS. */
const PRODUCTS = Number(process.env.PRODUCTS ?? 30_000);
const MAX_MS = 5_000;
let shop: TestShop;

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  Plans?: Plan[];
}
const flattenPlan = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flattenPlan)];

/** The plan of PostgreSQL for a statement with its values. */
async function explain({ text, values }: Statement, options = "analyze, format json") {
  const client = await shop.db.$client.connect();
  try {
    const { rows } = await client.query(`explain (${options}) ${text}`, values);
    return flattenPlan(rows[0]["QUERY PLAN"][0].Plan);
  } finally {
    client.release();
  }
}

/** Requests a list and returns the indexes and scans of its statements. */
async function list(query: string) {
  const { result: reply, statements } = await roundTripsOf(() => shop.call("GET", `/api/products?${query}`));
  expect(reply.statusCode, query).toBe(200);
  const plans: Record<"page" | "count", Plan[]> = { page: [], count: [] };
  // Jobs of the shop may run at the same time.
  for (const statement of statements.filter(({ text }) => text.includes('from "products"')))
    plans[statement.text.includes("count(") ? "count" : "page"] = await explain(statement, "format json");
  const namesIn = (nodes: Plan[]) => ({
    indexes: nodes.flatMap((node) => node["Index Name"] ?? []),
    scans: nodes.map((node) => node["Node Type"]),
  });
  return {
    first: (reply.json() as { title: string }[])[0]?.title,
    total: Number(reply.headers["x-total-count"]),
    page: namesIn(plans.page),
    count: namesIn(plans.count),
  };
}

async function search(q: string, query: Record<string, string> = {}) {
  const began = performance.now();
  const { result: reply, statements } = await roundTripsOf(() =>
    shop.call("GET", `/api/products?${new URLSearchParams({ q, page: "1", limit: "6", ...query })}`),
  );
  const tookMs = performance.now() - began;
  expect(reply.statusCode, reply.body).toBe(200);
  const titles = (reply.json() as { title: string }[]).map(({ title }) => title);
  const searches = statements.filter(({ text }) => text.includes("search_text"));
  return { titles, total: Number(reply.headers["x-total-count"]), searches, tookMs };
}

describe(`a shop with ${PRODUCTS} products`, () => {
  beforeAll(async () => {
    shop = await openTestShop();
    await fillWithStones(shop, PRODUCTS, {
      category: sql`case when n <= 1000 then 'Idols' when n % 10 = 0 then 'Jewellery' else 'Tower' end`,
      subCategory: sql`case when n > 1000 and n % 10 = 0 then case when n <= 2000 then 'Necklace' else 'Rings' end end`,
    });
    await makeProduct(shop, { title: "Rudraksh mala", description: "Worn by José" });
  });
  afterAll(() => shop.close());

  test("lists the newest with an index", async () => {
    for (const [query, first, total] of [
      ["page=1", "Rudraksh mala", PRODUCTS + 1],
      ["page=500&limit=6", `Stone ${PRODUCTS - 2_993}`, PRODUCTS + 1],
      ["category=tower&page=1", `Stone ${PRODUCTS - 1}`, (PRODUCTS - 1_000) * 0.9],
      ["category=jewellery&page=2&limit=100", `Stone ${PRODUCTS - 1_000}`, (PRODUCTS - 1_000) / 10],
      ["category=jewellery&subCategory=rings&page=1", `Stone ${PRODUCTS}`, (PRODUCTS - 2_000) / 10],
      ["", "Rudraksh mala", PRODUCTS + 1],
    ] as const) {
      const { page, ...found } = await list(query);
      expect([found.first, found.total], query).toEqual([first, total]);
      expect(page.indexes, query).toEqual([expect.stringMatching(/^products_newest/)]);
      expect(page.scans, query).not.toContain("Sort");
      expect(page.scans, query).not.toContain("Seq Scan");
    }
  });

  test("lists few old products with the index of their category", async () => {
    for (const [query, first, total, index] of [
      ["category=idols&page=1", "Stone 1000", 1_000, "products_newest_in_category"],
      ["category=jewellery&subCategory=necklace&page=1", "Stone 2000", 100, "products_newest_in_sub_category"],
    ] as const) {
      const { page, ...found } = await list(query);
      expect([found.first, found.total], query).toEqual([first, total]);
      expect(page.indexes, query).toEqual([index]);
      expect(page.scans, query).not.toContain("Sort");
    }
  });

  test("counts a category with its index", async () => {
    const { count } = await list("category=jewellery&page=1");
    expect(count.indexes).toEqual([expect.stringMatching(/^products_(newest_in|facets)/)]);
    expect(count.scans).not.toContain("Seq Scan");
  });

  test.each([
    ["mala rudraksh", ["Rudraksh mala"]],
    ["jose for tumbles", ["Rudraksh mala"]],
    ["rudraksh", ["Rudraksh mala"]],
    ["rudraksha", ["Rudraksh mala"], "similar"],
    ["rudrakhs malla", ["Rudraksh mala"], "similar"],
    ["josé", ["Rudraksh mala"]],
    ["worn by jose", ["Rudraksh mala"]],
    ["xylophones", []],
    ["xylophone ".repeat(20), []],
    ["xylophone ".repeat(20), [], "similar"],
  ])("searches for “%s” with the search index only", async (q, expected, match = "contains") => {
    const { titles, searches, tookMs } = await search(q as string, { match: match as string });
    expect(titles).toEqual(expected);
    expect(searches.length).toBeGreaterThan(0);
    for (const statement of searches) {
      const plan = await explain(statement);
      expect(plan.map((node) => node["Index Name"] ?? "")).toContainEqual(
        expect.stringMatching(/^products_(title_)?search$/),
      );
      const scanned = plan.filter((node) => node["Node Type"] === "Seq Scan").map((node) => node["Relation Name"]);
      expect(scanned).not.toContain("products");
    }
    expect(tookMs).toBeLessThan(MAX_MS);
  });

  test.each([
    ["s", MAX_COUNTED],
    ["to", MAX_COUNTED],
    ["stone", MAX_COUNTED],
    ["ж", 0],
    ["%", 0],
    ["_", 0],
  ])("answers “%s” in bounded time, although no index helps or nearly everything matches", async (q, total) => {
    const found = await search(q);
    expect(found.total).toBe(total);
    expect(found.tookMs).toBeLessThan(MAX_MS);
    if (total > 0) expect(found.titles).toContain(`Stone ${PRODUCTS}`);
  });

  test("finds the newest of more matches than it counts, on every page", async () => {
    const newest = (from: number) => Array.from({ length: 6 }, (_, nth) => `Stone ${from - nth}`);
    expect((await search("stone")).titles).toEqual(newest(PRODUCTS));
    expect((await search("stone", { page: "100" })).titles).toEqual(newest(PRODUCTS - 99 * 6));
  });

  test("finds the cheapest and the dearest of more matches than it counts", async () => {
    const setPrice = (title: string, paise: number) =>
      shop.db.execute(
        sql`update products set price_paise = ${paise}, offer_price_paise = ${paise} where title = ${title}`,
      );
    await setPrice("Stone 5", 100);
    await setPrice("Stone 7", 9_900_000);
    expect((await search("stone", { sort: "price_up" })).titles.slice(0, 2)).toEqual(["Stone 5", `Stone ${PRODUCTS}`]);
    expect((await search("stone", { sort: "price_down" })).titles.slice(0, 2)).toEqual([
      "Stone 7",
      `Stone ${PRODUCTS}`,
    ]);
  });

  test("answers a term that resembles nearly everything in bounded time, with at most 2,000 results", async () => {
    const found = await search("stome", { match: "similar" });
    expect(found.titles).toHaveLength(6);
    expect(found.total).toBe(2_000);
    expect(found.tookMs).toBeLessThan(MAX_MS);
  });

  test("answers a search of 200 characters in bounded time", async () => {
    const q = "stome polisched pieze storie ownn ".repeat(7).slice(0, 200);
    expect((await search(q)).tookMs).toBeLessThan(MAX_MS);
    expect((await search(q, { match: "similar" })).tookMs).toBeLessThan(MAX_MS);
  });
});
