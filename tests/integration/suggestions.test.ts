import { beforeAll, expect } from "vitest";
import type { Product } from "../../src/contracts/catalogue/product.ts";
import type { Suggestion } from "../../src/contracts/catalogue/suggestion.ts";
import { openDemoShop } from "../support/demo-catalogue.ts";
import { makeProduct } from "../support/forms.ts";
import { ALIASES, FACTS, NAMES, NOTHING, TYPING_ERRORS, WORDS } from "../support/searches.ts";
import { publishSettings } from "../support/settings.ts";
import { openOwnShop, openSecondShop, type TestShop, test } from "../support/test-shop.ts";

const read = async <T>(shop: Pick<TestShop, "app">, path: string, query: Record<string, string>) => {
  const reply = await shop.app.inject(`${path}?${new URLSearchParams(query)}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json() as T;
};
const suggest = (shop: Pick<TestShop, "app">, q: string) => read<Suggestion[]>(shop, "/api/suggestions", { q });
const find = (shop: Pick<TestShop, "app">, q: string) => read<Product[]>(shop, "/api/products", { q });

/** With a hessonite and a yellow sapphire more. */
async function openFullShop() {
  const shop = await openDemoShop();
  await makeProduct(shop, { title: "Gomed Ring", category: "Jewellery", subCategory: "Rings", stone: "Hessonite" });
  await makeProduct(shop, { title: "Oval Piece", category: "Tumbles", stone: "Yellow Sapphire" });
  return shop;
}

let demo: TestShop;
beforeAll(async () => {
  demo = await openFullShop();
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
