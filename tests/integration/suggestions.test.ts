import { sql } from "drizzle-orm";
import { beforeAll, expect } from "vitest";
import { demoCourses, demoExperts, demoProducts } from "../../demo/records.ts";
import type { Product } from "../../src/contracts/catalogue/product.ts";
import type { Suggestion } from "../../src/contracts/catalogue/suggestion.ts";
import type { Dashboard } from "../../src/contracts/reports/dashboard.ts";
import { asOwner } from "../support/admin.ts";
import { makeProduct } from "../support/forms.ts";
import { renewOwnerToken } from "../support/owner-token.ts";
import { ALIASES, FACTS, NAMES, NOTHING, TYPING_ERRORS, WORDS } from "../support/searches.ts";
import { publishSettings } from "../support/settings.ts";
import { openOwnShop, openSecondShop, openTestShop, type TestShop, test } from "../support/test-shop.ts";

const read = async <T>(shop: Pick<TestShop, "app">, path: string, query: Record<string, string>) => {
  const reply = await shop.app.inject(`${path}?${new URLSearchParams(query)}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json() as T;
};
const suggest = (shop: Pick<TestShop, "app">, q: string) => read<Suggestion[]>(shop, "/api/suggestions", { q });
const find = (shop: Pick<TestShop, "app">, q: string) => read<Product[]>(shop, "/api/products", { q });

const facts: Record<string, object> = {
  Amethyst: { intentions: ["Calm", "Restful Evenings"], planets: ["Saturn"] },
  "Rose quartz": { intentions: ["Love"], chakras: ["Heart"] },
  Pyrite: { intentions: ["Prosperity"] },
  Moonstone: { zodiac: ["Cancer"], planets: ["Moon"] },
  "Black tourmaline": { intentions: ["Protection"] },
};

/** The demo catalogue without its pictures, with a hessonite and a yellow sapphire, and with a few facts. */
async function openDemoShop() {
  const shop = await openTestShop();
  const { products, courses, experts } = shop.services.catalogue;
  const createdAt = (ageMs: number) => new Date(shop.clock.now().getTime() - ageMs);
  await shop.db.transaction(async (tx) => {
    await products.insert(
      tx,
      demoProducts.map(({ form, ageMs }) => ({
        form: { ...form, ...facts[form.stone ?? ""] },
        images: [],
        createdAt: createdAt(ageMs),
      })),
    );
    await courses.insert(
      tx,
      demoCourses.map(({ form, ageMs }) => ({ form, images: [], createdAt: createdAt(ageMs) })),
    );
    await experts.insert(
      tx,
      demoExperts.map(({ form, ageMs }) => ({ form, images: [], createdAt: createdAt(ageMs) })),
    );
  });
  await makeProduct(shop, { title: "Gomed Ring", category: "Jewellery", subCategory: "Rings", stone: "Hessonite" });
  await makeProduct(shop, { title: "Oval Piece", category: "Tumbles", stone: "Yellow Sapphire" });
  return shop;
}

let demo: TestShop;
beforeAll(async () => {
  demo = await openDemoShop();
  return () => demo.close();
});

test("100 searches have the right first suggestion, or find nothing", async () => {
  const wanted: Record<string, string> = { ...NAMES, ...ALIASES, ...FACTS, ...WORDS, ...TYPING_ERRORS };
  expect(Object.keys(wanted).length + NOTHING.length).toBeGreaterThanOrEqual(100);
  const got: Record<string, string | undefined> = {};
  for (const q of Object.keys(wanted)) {
    const [first] = await suggest(demo, q);
    got[q] = first && `${first.kind} ${first.label}`;
  }
  expect(got).toEqual(wanted);
  for (const q of NOTHING) expect([q, await suggest(demo, q), await find(demo, q)]).toEqual([q, [], []]);
});

test("suggestions lead to their pages, count published pieces and are at most eight", async () => {
  const first = async (q: string) => (await suggest(demo, q))[0];
  const rings = await find(demo, "jewellery rings");
  expect(await first("rings")).toEqual({
    kind: "subCategory",
    label: "Rings",
    url: "/products/jewellery/rings",
    count: rings.length,
  });
  expect(await first("lapis lazuli")).toMatchObject({ url: "/products/by/stone/lapis-lazuli", count: 5 });
  expect(await first("restful evenings")).toMatchObject({ url: "/products/by/intentions/restful-evenings" });
  expect((await first("devika"))!.url).toMatch(/^\/experts\/[\w-]{36}$/);
  expect((await first("reiki"))!.url).toMatch(/^\/course\/[\w-]{36}$/);
  expect((await first("full moon ring"))!.url).toMatch(/^\/product\/[\w-]{36}$/);
  for (const q of ["a", "e", "rose", "the", "stone"]) expect((await suggest(demo, q)).length).toBeLessThanOrEqual(8);
  expect(await suggest(demo, " ")).toEqual([]);
});

test("/search leads to the page of that name or alias, else to the list of products", async () => {
  for (const [q, location] of Object.entries({
    Bracelets: "/products/jewellery/bracelets",
    अंगूठी: "/products/jewellery/rings",
    "clear quartz": "/products/by/stone/clear-quartz",
    money: "/products/by/intentions/prosperity",
    brac: "/products?q=brac",
    "full moon ring": "/products?q=full+moon+ring",
    "//evil.example": "/products?q=%2F%2Fevil.example",
    "": "/products",
  })) {
    const reply = await demo.call("GET", `/search?${new URLSearchParams({ q })}`);
    expect([q, reply.statusCode, reply.headers.location]).toEqual([q, 302, location]);
  }
});

test("several words are found in texts, category and facts, and the facets count the same pieces", async () => {
  const titles = async (q: string) => (await find(demo, q)).map(({ title }) => title).sort();
  expect(await titles("moonstone ring")).toContain("Full Moon Ring, Moonstone");
  expect(await titles("rings for the moonstone")).toEqual(["Full Moon Ring, Moonstone"]);
  expect(await titles("hessonite RINGS")).toEqual(["Gomed Ring"]);
  expect(await titles("amethyst calm")).toEqual(await titles("amethyst restful evenings"));
  expect((await titles("amethyst calm")).length).toBeGreaterThan(5);
  expect(await titles("moonstone umbrella")).toEqual([]);
  // One word, and a phrase as it stands in a title.
  expect(await titles("sapphire")).toEqual([]);
  expect(await titles("ring in gold")).toContain("Tiger's Eye Ring in Gold");
  for (const q of ["amethyst calm", "moonstone ring", "pyrite", "the of"]) {
    const { stones } = await read<{ stones: { count: number }[] }>(demo, "/api/products/facets", { q });
    expect([q, stones.reduce((sum, { count }) => sum + count, 0)]).toEqual([q, (await titles(q)).length]);
  }
});

test("a renamed category, an alias and a new product change suggestions at once, in every process", async () => {
  const shop = await openOwnShop();
  const second = await openSecondShop(shop);
  const first = async (q: string) => (await suggest(shop, q))[0]?.label;
  expect(await first("chabi")).toBeUndefined();
  const aliases = [{ words: "chabi, चाबी", means: "rings" }];
  await publishSettings(shop, "search", { aliases });
  expect([await first("CHAABI"), await first("चाबी"), await first("anguthi")]).toEqual(["Rings", "Rings", undefined]);
  await expect.poll(async () => (await suggest(second, "chabi"))[0]?.label).toBe("Rings");

  await makeProduct(shop, { title: "Piece", category: "Jewellery", subCategory: "Rings", stone: "Sunstone" });
  expect(await first("sunston")).toBe("Sunstone");
  const { categories } = (await shop.services.settings.read()).categories;
  const renamed = structuredClone(categories);
  renamed[0]!.subCategories[0]!.name = "Finger Bands";
  expect((await publishSettings(shop, "categories", { categories: renamed })).statusCode).toBe(200);
  expect(await suggest(shop, "finger band")).toMatchObject([{ label: "Finger Bands", count: 1 }]);
  expect(await first("chabi")).toBeUndefined();
  expect((await find(shop, "bands sunstone")).map(({ title }) => title)).toEqual(["Piece"]);
  expect(await find(shop, "rings sunstone")).toEqual([]);
});

test("searches without result are counted for the owner, without personal data", async () => {
  const shop = await openOwnShop();
  const unfound = async () =>
    (await asOwner(shop, "GET", "/api/dashboard"))
      .json<Dashboard>()
      .unfoundSearches.map(({ term, count }) => [term, count]);
  const search = (q: string, query = {}) => read<Product[]>(shop, "/api/products", { q, ...query });
  await makeProduct(shop, { title: "Known piece", category: "Tower" });
  for (const q of ["Blue Opal", "blue opal", "bluestone", "blues", "bluest"]) await search(q);
  for (const q of ["known", "towers", "asha@example.com", "+91 98765 43210", "order 12 34 56", "x".repeat(61), " "])
    await search(q);
  await search("nowhere", { match: "similar" });
  await search("nowhere", { category: "tower" });
  await shop.call("GET", "/api/products?q=nowhere", { token: shop.ownerToken });
  expect(await unfound()).toEqual([]);
  await shop.services.catalogue.unfound.save();
  expect(await unfound()).toEqual([
    ["blue opal", 2],
    ["bluestone", 1],
  ]);

  shop.clock.advance(20 * 24 * 3_600_000);
  await renewOwnerToken(shop);
  await search("blue opal");
  const letters = (n: number) => [...`${n}`].map((digit) => "abcdefghij"[Number(digit)]).join("");
  for (let n = 0; n < 105; n++) await search(`flood ${letters(n)} flood`);
  await shop.services.catalogue.unfound.save();
  const { rows: afterFlood } = await shop.db.execute("select count(*)::int as count from unfound_searches");
  expect(afterFlood).toEqual([{ count: 101 }]);
  await shop.db.execute(
    sql`insert into unfound_searches select 'old ' || n, 1, ${shop.clock.now()} from generate_series(1, 600) n`,
  );
  await search("blue opal");
  await shop.services.catalogue.unfound.save();
  expect((await unfound())[0]).toEqual(["blue opal", 4]);
  expect(await unfound()).toHaveLength(10);
  const { rows } = await shop.db.execute("select count(*)::int as count from unfound_searches");
  expect(rows).toEqual([{ count: 500 }]);
  shop.clock.advance(31 * 24 * 3_600_000);
  await renewOwnerToken(shop);
  expect(await unfound()).toEqual([]);
});
