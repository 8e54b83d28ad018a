import { expect } from "vitest";
import type { Product } from "../../src/contracts/catalogue/product.ts";
import { expectRefused, makeProduct, unique } from "../support/forms.ts";
import { openTestShop, type TestShop, test } from "../support/test-shop.ts";

async function list(shop: TestShop, query: Record<string, string> = {}) {
  const reply = await shop.call("GET", `/api/products?${new URLSearchParams(query)}`);
  expect(reply.statusCode, reply.body).toBe(200);
  const items = reply.json() as Product[];
  return { titles: items.map((item) => item.title), items, total: Number(reply.headers["x-total-count"]) };
}

async function makeMany(shop: TestShop, word: string, count: number) {
  const titles: string[] = [];
  for (let i = 1; i <= count; i++) {
    shop.clock.advance(1000);
    titles.unshift((await makeProduct(shop, { title: `${word} ${i}` })).title);
  }
  return titles;
}

test("returns an array, newest first, with the total in x-total-count", async ({ shop }) => {
  const word = unique("order");
  const titles = await makeMany(shop, word, 3);
  const { items, ...rest } = await list(shop, { q: word });
  expect(rest).toEqual({ titles, total: 3 });
  expect(items[0]).toMatchObject({ price: 900, offerPrice: 900, stock: 0, images: [], topSelling: false });
  const whole = await list(shop);
  expect(whole.titles.slice(0, 3)).toEqual(titles);
  expect(whole.total).toBe(whole.items.length);
});

test("sorts by price, equal prices newest first, with and without a search, a category and pages", async ({ shop }) => {
  const word = unique("priced");
  const make = async (name: string, price: string, offerPrice: string, category = "Tumbles") => {
    shop.clock.advance(1000);
    return (await makeProduct(shop, { title: `${word} ${name}`, price, offerPrice, category })).title;
  };
  const dear = await make("dear", "2000", "1500.50");
  const older = await make("older", "900", "300");
  const cheap = await make("cheap", "1000", "99.99", "Tower");
  const newer = await make("newer", "300", "300");
  const up = [cheap, newer, older, dear];
  const down = [dear, newer, older, cheap];
  const search = async (query: Record<string, string>) => (await list(shop, { q: word, ...query })).titles;
  expect(await search({ sort: "price_up" })).toEqual(up);
  expect(await search({ sort: "price_down" })).toEqual(down);
  expect(await search({ sort: "price_down", category: "Tumbles" })).toEqual([dear, newer, older]);
  expect(await search({ sort: "price_up", limit: "2", page: "2" })).toEqual([older, dear]);
  const own = ({ titles }: { titles: string[] }) => titles.filter((title) => title.startsWith(word));
  expect(own(await list(shop, { sort: "price_up" }))).toEqual(up);
  expect(own(await list(shop, { sort: "price_down" }))).toEqual(down);
  expect((await shop.call("GET", "/api/blogs?sort=price_up")).statusCode, "blogs have no price").toBe(400);
});

test("filters by price, stock, stone, origin and top selling; each facet counts what the other filters leave", async ({
  shop,
}) => {
  const word = unique("faceted");
  const make = async (title: string, fields: Record<string, string>) => {
    shop.clock.advance(1000);
    return makeProduct(shop, { title: `${word} ${title}`, stock: "1", ...fields });
  };
  await make("a", { price: "100", stone: "Amethyst", originCountry: "Brazil", metal: "Silver", topSelling: "true" });
  await make("b", { price: "300", stone: "Amethyst", originCountry: "India", stock: "0" });
  await make("c", { price: "500", offerPrice: "200.50", stone: "Pyrite", originCountry: "Peru", metal: "Silver" });
  await make("d", { price: "900", category: "Tower" });
  await make("draft", { price: "5", stone: "Jade", published: "false" });
  const found = async (query: Record<string, string>) => {
    const { titles, total } = await list(shop, { q: word, ...query });
    expect(total).toBe(titles.length);
    return titles.map((title) => title.slice(word.length + 1)).join("");
  };
  expect(await found({ minPrice: "200", maxPrice: "300" })).toBe("cb");
  expect(await found({ minPrice: "200.51" })).toBe("db");
  expect(await found({ sort: "origin" }), "those without a country come last").toBe("abcd");
  const byOrigin = (await list(shop, { sort: "origin" })).titles.filter((title) => title.startsWith(word));
  expect(byOrigin.map((title) => title.at(-1)).join("")).toBe("abcd");
  expect(await found({ inStock: "true" })).toBe("dca");
  expect(await found({ inStock: "false" })).toBe("dcba");
  expect(await found({ stone: "Amethyst", inStock: "true" })).toBe("a");
  expect(await found({ stone: "amethyst' or true --" })).toBe("");
  expect(await found({ origin: "Peru", sort: "price_up" })).toBe("c");
  expect(await found({ topSelling: "true" })).toBe("a");
  expect(await found({ metal: "Silver" })).toBe("ca");
  expect(await found({ sort: "loved" }), "without reviews the owner's mark, then the newest").toBe("adcb");
  // Without a search the same filters apply.
  const all = await list(shop, { stone: "Pyrite", origin: "Peru", maxPrice: "201" });
  expect(all.titles.filter((title) => title.startsWith(word))).toEqual([`${word} c`]);

  const facets = async (query: Record<string, string>) => {
    const reply = await shop.call("GET", `/api/products/facets?${new URLSearchParams({ q: word, ...query })}`);
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json();
  };
  const noLists = { intentions: [], zodiac: [], planets: [], chakras: [], metals: [] };
  const silver = (count: number) => ({ metals: [{ value: "Silver", count }] });
  const amethyst = { value: "Amethyst", count: 2 };
  const [brazil, india, peru] = ["Brazil", "India", "Peru"].map((value) => ({ value, count: 1 }));
  expect(await facets({})).toEqual({
    ...noLists,
    ...silver(2),
    stones: [amethyst, { value: "Pyrite", count: 1 }],
    origins: [brazil, india, peru],
    minPrice: 100,
    maxPrice: 900,
    inStock: 3,
  });
  expect(await facets({ stone: "Amethyst", minPrice: "150" })).toEqual({
    ...noLists,
    stones: [
      { value: "Amethyst", count: 1 },
      { value: "Pyrite", count: 1 },
    ],
    origins: [india],
    minPrice: 100,
    maxPrice: 300,
    inStock: 0,
  });
  expect(await facets({ category: "Tower" })).toMatchObject({ stones: [], minPrice: 900, inStock: 1 });
  const none = { ...noLists, stones: [], origins: [], minPrice: null, maxPrice: null, inStock: 0 };
  expect(await facets({ category: "Nowhere" })).toEqual(none);
  for (const [query, fields] of [
    ["minPrice=-1", { minPrice: "Lowest price must be at least 0." }],
    ["maxPrice=cheap", { maxPrice: "Highest price must be a number." }],
    ["inStock=maybe", { inStock: "In stock must be true or false." }],
    ["stone=a&stone=b", { stone: "Stone must be one text." }],
    [`origin=${"x".repeat(121)}`, { origin: "Origin is too long." }],
  ] as const) {
    const reply = await shop.call("GET", `/api/products/facets?${query}`);
    expect(reply.statusCode, query).toBe(400);
    expect(reply.json().fields, query).toEqual(fields);
  }
});

test("products created in the same millisecond have a stable order across pages", async ({ shop }) => {
  const word = unique("same moment");
  for (let i = 0; i < 5; i++) await makeProduct(shop, { title: `${word} ${i}` });
  const whole = await list(shop, { q: word });
  const pages = [];
  for (const page of ["1", "2", "3"]) pages.push(...(await list(shop, { q: word, page, limit: "2" })).titles);
  expect(pages).toEqual(whole.titles);
  expect(new Set(pages).size).toBe(5);
});

test("search matches titles and descriptions in any case and script", async ({ shop }) => {
  const word = unique("Mélange");
  const inTitle = (await makeProduct(shop, { title: `${word} गुलाब क्वार्ट्ज़ ÉTOILE` })).title;
  const inDescription = (await makeProduct(shop, { description: `Said to be ${word} 🔮 Σ` })).title;
  const search = async (q: string) => (await list(shop, { q })).titles.sort();
  const both = [inTitle, inDescription].sort();
  expect(await search(word)).toEqual(both);
  expect(await search(word.toUpperCase())).toEqual(both);
  expect(await search(word.normalize("NFD"))).toEqual(both);
  expect(await search(`${word} गुलाब`)).toEqual([inTitle]);
  expect(await search(`${word} गुलाब क्वार्ट्ज़ étoile`)).toEqual([inTitle]);
  expect(await search(`${word} 🔮 σ`)).toEqual([inDescription]);
  expect(await search(`${word} कमल elephant`)).toEqual([]);
});

test("a word is not matched across title and description, several words are", async ({ shop }) => {
  // Words this short get no fuzzy matches.
  await makeProduct(shop, { title: `${unique("border")} q§`, description: "z§ begins" });
  expect((await list(shop, { q: "q§" })).total).toBe(1);
  expect((await list(shop, { q: "q§z§" })).total).toBe(0);
  expect((await list(shop, { q: "q§ z§" })).total).toBe(1);
});

test("search treats %, _, backslash and quotes literally", async ({ shop }) => {
  const word = unique("sign");
  const signs = ["100%", "a_b", "c\\d", "e'f", 'g"h', "i\\%j"];
  for (const sign of signs) await makeProduct(shop, { title: `${word} ¶${sign}` });
  for (const sign of signs) expect((await list(shop, { q: `${word} ¶${sign}` })).titles).toEqual([`${word} ¶${sign}`]);
  // Words this short get no fuzzy matches.
  for (const sign of ["%", "_", "a%b", "a.b", "%%", "\\", "' or --", "1__%", "a\\_b"]) {
    expect((await list(shop, { q: `¶${sign}` })).titles, sign).toEqual([]);
  }
});

test("search ignores extra white space", async ({ shop }) => {
  const word = unique("space");
  const { title } = await makeProduct(shop, { title: `${word} clear quartz` });
  expect((await list(shop, { q: `  ${word}\t clear\n\nquartz  ` })).titles).toEqual([title]);
  const { total } = await list(shop);
  for (const blank of ["", "   ", "\t\n"]) expect((await list(shop, { q: blank })).total).toBe(total);
});

test("search survives control characters, lone surrogates and malformed encoding", async ({ shop }) => {
  const word = unique("odd");
  await makeProduct(shop, { title: word });
  for (const sign of ["\u0000x", "😀", "\ud800", "<b>", "\u202e"]) {
    expect((await list(shop, { q: `¤${sign}` })).titles, JSON.stringify(sign)).toEqual([]);
    expect((await list(shop, { q: `${word}${sign}` })).total, JSON.stringify(sign)).toBeLessThanOrEqual(1);
  }
  for (const raw of ["%00", "%ff%fe", "%ed%a0%80", "%", "%zz", "q=a&q=b"]) {
    const reply = await shop.call("GET", `/api/products?q=${raw}`);
    expect([200, 400], raw).toContain(reply.statusCode);
  }
});

test("rejects a category that is too long or repeated", async ({ shop }) => {
  expectRefused(await shop.call("GET", `/api/products?category=${"x".repeat(101)}`), "category");
  expectRefused(await shop.call("GET", "/api/products?category=Tower&subCategory=a&subCategory=b"), "subCategory");
});

test("rejects a search of more than 200 characters or a repeated one", async ({ shop }) => {
  expect((await list(shop, { q: "x".repeat(200) })).total).toBe(0);
  for (const query of [`q=${"x".repeat(201)}`, "q=a&q=b"]) {
    expectRefused(await shop.call("GET", `/api/products?${query}`), "q");
  }
});

test("category filters accept any case and slugs", async ({ shop }) => {
  const word = unique("shelf");
  const stone = (await makeProduct(shop, { title: `${word} stone`, category: "Palm Stone" })).title;
  const ring = (await makeProduct(shop, { title: `${word} ring`, category: "jewellery", subCategory: "rings" })).title;
  const chain = (await makeProduct(shop, { title: `${word} chain`, category: "Jewellery", subCategory: "Necklace" }))
    .title;
  const search = async (query: Record<string, string>) => (await list(shop, { q: word, ...query })).titles.sort();
  for (const category of ["Palm Stone", "palm stone", "PALM-STONE", "palm-stone", " palm  stone "]) {
    expect(await search({ category })).toEqual([stone]);
  }
  expect(await search({ category: "jewellery" })).toEqual([chain, ring]);
  for (const subCategory of ["Rings", "rings", "RINGS"]) {
    expect(await search({ category: "Jewellery", subCategory })).toEqual([ring]);
  }
});

test("returns an empty list for an unknown category or sub category", async ({ shop }) => {
  await makeProduct(shop, { category: "Jewellery", subCategory: "Rings" });
  const unknown: Record<string, string>[] = [
    { category: "Crowns" },
    { category: "%" },
    { category: "toString" },
    { category: "Jewellery", subCategory: "Crowns" },
    { category: "Palm Stone", subCategory: "Rings" },
  ];
  for (const query of unknown)
    expect(await list(shop, query), JSON.stringify(query)).toMatchObject({ items: [], total: 0 });
});

test("pages by page and limit, with 6 per page by default", async ({ shop }) => {
  const word = unique("paged");
  const titles = await makeMany(shop, word, 8);
  const page = async (query: Record<string, string>) => list(shop, { q: word, ...query });
  expect(await page({ page: "1" })).toMatchObject({ titles: titles.slice(0, 6), total: 8 });
  expect(await page({ page: "2" })).toMatchObject({ titles: titles.slice(6), total: 8 });
  expect(await page({ limit: "3" })).toMatchObject({ titles: titles.slice(0, 3), total: 8 });
  expect(await page({ page: "3", limit: "3" })).toMatchObject({ titles: titles.slice(6), total: 8 });
  expect(await page({ limit: "100" })).toMatchObject({ titles, total: 8 });
  expect(await page({ page: "9" })).toMatchObject({ titles: [], total: 8 });
  expect(await page({ page: "1000000", limit: "100" })).toMatchObject({ titles: [], total: 8 });
});

test("rejects invalid page and limit values", async ({ shop }) => {
  const wrong = ["0", "-1", "1.5", "abc", "", " ", "NaN", "Infinity", "1e99", "99999999999999999999"];
  for (const value of wrong) {
    for (const field of ["page", "limit"]) {
      expectRefused(await shop.call("GET", `/api/products?${new URLSearchParams({ [field]: value })}`), field);
    }
  }
  expectRefused(await shop.call("GET", "/api/products?limit=101"), "limit");
  expectRefused(await shop.call("GET", "/api/products?page=1000001"), "page");
  expectRefused(await shop.call("GET", "/api/products?page=1&page=2"), "page");
  expectRefused(await shop.call("GET", "/api/products?page=0&limit=101"), "page", "limit");
});

test("without a page returns the newest 1,000 and the full total", async () => {
  const shop = await openTestShop();
  try {
    const form = {
      title: "One of many",
      description: "",
      category: "Tower",
      subCategory: null,
      price: 10,
      offerPrice: 10,
      stock: 1,
      topSelling: false,
      keepImages: undefined,
    };
    const records = Array.from({ length: 1003 }, (_, i) => ({
      form: { ...form, title: `Number ${i}` },
      images: [],
      createdAt: new Date(Date.UTC(2026, 0, 1) + i * 1000),
    }));
    await shop.db.transaction((tx) => shop.services.catalogue.products.insert(tx, records));
    const { titles, total } = await list(shop);
    expect(total).toBe(1003);
    expect(titles).toHaveLength(1000);
    expect([titles[0], titles.at(-1)]).toEqual(["Number 1002", "Number 3"]);
    expect((await list(shop, { page: "11", limit: "100" })).titles).toEqual(["Number 2", "Number 1", "Number 0"]);
  } finally {
    await shop.close();
  }
});
