import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeProduct } from "../support/forms.ts";
import { fillWithStones } from "../support/many-products.ts";
import { roundTripsOf, type Statement } from "../support/round-trips.ts";
import { openTestShop, type TestShop } from "../support/test-shop.ts";

const PATIENCE_MS = 5_000;
let shop: TestShop;

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  Plans?: Plan[];
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** How PostgreSQL goes about a statement, with words as unlike as those that were searched for. */
async function planOf({ text, values }: Statement) {
  const client = await shop.db.$client.connect();
  try {
    const { rows } = await client.query(`explain (analyze, format json) ${text}`, values);
    return nodesOf(rows[0]["QUERY PLAN"][0].Plan);
  } finally {
    client.release();
  }
}

async function search(q: string) {
  const began = performance.now();
  const { result: reply, statements } = await roundTripsOf(() =>
    shop.call("GET", `/api/products?${new URLSearchParams({ q, page: "1", limit: "6" })}`),
  );
  const tookMs = performance.now() - began;
  expect(reply.statusCode, reply.body).toBe(200);
  const titles = (reply.json() as { title: string }[]).map(({ title }) => title);
  const searches = statements.filter(({ text }) => text.includes("hits"));
  return { titles, total: Number(reply.headers["x-total-count"]), searches, tookMs };
}

describe("a shop with 100,000 products", () => {
  beforeAll(async () => {
    shop = await openTestShop();
    // A shop that hears of no changes asks PostgreSQL whatever is searched for.
    await shop.services.signals.stop();
    await fillWithStones(shop, 100_000);
    await makeProduct(shop, { title: "Rudraksh mala", description: "Worn by José" });
  });
  afterAll(() => shop.close());

  test.each([
    ["stone 77777", ["Stone 77777"]],
    ["rudraksh", ["Rudraksh mala"]],
    ["rudraksha", ["Rudraksh mala"]],
    ["rudrakhs malla", ["Rudraksh mala"]],
    ["josé", ["Rudraksh mala"]],
    ["worn by jose", ["Rudraksh mala"]],
    ["xylophones", []],
    ["xylophone ".repeat(20), []],
  ])("is searched for “%s” by the search index alone", async (q, expected) => {
    const { titles, searches, tookMs } = await search(q);
    expect(titles).toEqual(expected);
    expect(searches.length).toBeGreaterThan(0);
    for (const statement of searches) {
      const plan = await planOf(statement);
      expect(plan.map((node) => node["Index Name"] ?? "")).toContainEqual(
        expect.stringMatching(/^products_(title_)?search$/),
      );
      const scanned = plan.filter((node) => node["Node Type"] === "Seq Scan").map((node) => node["Relation Name"]);
      expect(scanned).not.toContain("products");
    }
    expect(tookMs).toBeLessThan(PATIENCE_MS);
  });

  test.each([
    ["s", 100_001],
    ["to", 100_000],
    ["stone", 100_000],
    ["ж", 0],
    ["%", 0],
    ["_", 0],
  ])("answers “%s”, which no index knows or nearly everything has, in bounded time", async (q, total) => {
    const found = await search(q);
    expect(found.total).toBe(total);
    expect(found.tookMs).toBeLessThan(PATIENCE_MS);
    if (q === "to") expect(found.titles[0]).toBe("Stone 100000");
  });

  test("what resembles nearly everything is answered in bounded time, with no more than two thousand", async () => {
    const found = await search("stome");
    expect(found.titles).toHaveLength(6);
    expect(found.total).toBe(2_000);
    expect(found.tookMs).toBeLessThan(PATIENCE_MS);
  });

  test("two hundred characters of many words are no more than a search", async () => {
    const q = "stome polisched pieze storie ownn ".repeat(7).slice(0, 200);
    expect((await search(q)).tookMs).toBeLessThan(PATIENCE_MS);
  });
});
