import { expect, test } from "vitest";
import { defaultSettings } from "../../site.config.ts";
import type { Product, ProductFacets } from "../../src/contracts/catalogue/product.ts";
import { asOwner, importCsv } from "../support/admin.ts";
import { formOf, goodProduct, makeProduct, sendProduct } from "../support/forms.ts";
import { isFromCache, request } from "../support/http-clients.ts";
import { publishSettings } from "../support/settings.ts";
import { openOwnShop, serve, type TestShop } from "../support/test-shop.ts";

const { facts } = defaultSettings;

const found = async (shop: TestShop, query: string) => {
  const reply = await shop.call("GET", `/api/products?sort=title&${query}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return (reply.json() as Product[]).map(({ title }) => title).join("");
};

const facetsOf = async (shop: TestShop, query = "") =>
  (await shop.call("GET", `/api/products/facets?${query}`)).json() as ProductFacets;

const counts = (facet: { value: string; count: number }[]) =>
  Object.fromEntries(facet.map(({ value, count }) => [value, count]));

test("filters by each fact, counts what the other filters leave, and products follow the owner's lists", async () => {
  const shop = await openOwnShop();
  const make = (title: string, fields: Record<string, string>) => makeProduct(shop, { title, ...fields });
  const a = await make("a", { intentions: "Calm; Love", zodiac: "Pisces", chakras: "Third Eye", price: "100" });
  const b = await make("b", { intentions: "love", planets: "Venus", chakras: "heart", stone: "Rose quartz" });
  await make("c", { zodiac: "Pisces; Aries", planets: "Saturn", stone: "Rose quartz" });
  await make("d", {});
  const draft = await make("e", { intentions: "Calm", published: "false" });

  for (const [query, titles] of [
    ["intentions=Calm", "a"],
    ["intentions=LOVE", "ab"],
    ["chakras=third-eye", "a"],
    ["zodiac=pisces&planets=saturn", "c"],
    ["zodiac=pisces&stone=Rose+quartz", "c"],
    ["intentions=love&q=b", "b"],
    ["intentions=Wealth", ""],
    ["intentions=%25", ""],
  ] as const)
    expect(await found(shop, query), query).toBe(titles);
  expect((await shop.call("GET", "/api/products?zodiac=a&zodiac=b")).json().fields).toEqual({
    zodiac: "Zodiac sign must be one text.",
  });

  const all = await facetsOf(shop);
  expect([all.intentions, all.zodiac, all.planets, all.chakras].map(counts)).toEqual([
    { Love: 2, Calm: 1 },
    { Pisces: 2, Aries: 1 },
    { Saturn: 1, Venus: 1 },
    { Heart: 1, "Third Eye": 1 },
  ]);
  const loved = await facetsOf(shop, "intentions=love");
  expect(counts(loved.intentions)).toEqual({ Love: 2, Calm: 1 });
  expect(counts(loved.zodiac)).toEqual({ Pisces: 1 });
  expect(counts(loved.stones)).toEqual({ "Rose quartz": 1 });
  expect([loved.minPrice, loved.maxPrice]).toEqual([100, 900]);
  expect(counts((await facetsOf(shop, "intentions=love&maxPrice=500")).chakras)).toEqual({ "Third Eye": 1 });
  expect((await facetsOf(shop, "intentions=Wealth")).zodiac).toEqual([]);

  // A field may be sent once for each value.
  const form = formOf(goodProduct({ title: "f" }));
  for (const name of ["", "Focus", "calm"]) form.append("intentions", name);
  const repeated = await shop.call("POST", "/api/products", { token: shop.ownerToken, form });
  expect(repeated.json()).toMatchObject({ intentions: ["Focus", "Calm"] });
  expect((await sendProduct(shop, goodProduct({ planets: "Pluto" }))).json().fields.planets).toMatch(/^“Pluto” is not/);

  // Names are swapped, one is new, one is removed; ids stay.
  const renamed: Record<string, string> = { Calm: "Love", Love: "Calm", Focus: "Clear Work" };
  const read = async (id: string) => (await asOwner(shop, "GET", `/api/products/${id}`)).json() as Product;
  const published = await publishSettings(shop, "facts", {
    intentions: facts.intentions.map((value) => ({ ...value, name: renamed[value.name] ?? value.name })),
    zodiac: facts.zodiac.filter(({ name }) => name !== "Pisces"),
  });
  expect(published.statusCode, published.body).toBe(200);
  expect(await read(a._id)).toMatchObject({
    intentions: ["Love", "Calm"],
    zodiac: [],
    chakras: ["Third Eye"],
    version: 2,
  });
  expect(await read(b._id)).toMatchObject({ intentions: ["Calm"], planets: ["Venus"] });
  expect(await read(draft._id)).toMatchObject({ intentions: ["Love"] });
  expect(await read(repeated.json()._id)).toMatchObject({ intentions: ["Clear Work", "Love"] });
  expect(counts((await facetsOf(shop)).intentions)).toEqual({ Calm: 2, Love: 2, "Clear Work": 1 });
  expect(counts((await facetsOf(shop)).zodiac)).toEqual({ Aries: 1 });
  expect(await found(shop, "intentions=clear-work")).toBe("f");
  expect(await found(shop, "zodiac=pisces")).toBe("");

  const csv = (await asOwner(shop, "GET", "/api/products.csv")).body;
  expect(csv).toContain("Love; Calm");
  expect(await importCsv(shop, csv)).toMatchObject({ updates: 0, unchanged: 6, errorCount: 0 });
  await importCsv(shop, `_id,intentions,zodiac\n${a._id},balance; calm,\n`);
  expect(await read(a._id)).toMatchObject({ intentions: ["Balance", "Calm"], zodiac: [], chakras: ["Third Eye"] });
});

test("each value has a page; other spellings lead there, and filtered lists are not indexed", async () => {
  const shop = await openOwnShop({ PUBLIC_URL: "https://shop.example", PAYMENTS: "sandbox" });
  const { url, close } = await serve(shop);
  try {
    const get = async (path: string) => {
      const reply = await request(url + path);
      const html = reply.body.toString("utf8");
      const [, canonical] = /<link rel="canonical" href="https:\/\/shop\.example([^"]*)"/.exec(html) ?? [];
      const [, heading] = /<h1[^>]*>([^<]*)/.exec(html) ?? [];
      return { reply, html, canonical, heading, isIndexed: !/<meta name="robots" content="noindex/.test(html) };
    };
    for (let index = 0; index < 7; index++)
      await makeProduct(shop, {
        title: `Piece ${index}`,
        intentions: "Calm",
        stone: "Tiger's eye",
        originCountry: "India",
      });
    await makeProduct(shop, {
      title: "Other",
      intentions: "New Beginnings",
      chakras: "Heart",
      stone: "Moss / tree agate",
    });

    const label = { netQuantity: "50 g", maker: "Tara Stones\nPune", makerRole: "importer", mrp: "1200" };
    const labelled = await makeProduct(shop, { ...label, taxClass: "gemstone", category: "Tower" });
    const { html } = await get(`/product/${labelled._id}`);
    const [, shown = ""] = /<dl aria-label="Facts"(.*?)<\/dl>/s.exec(html) ?? [];
    expect(
      [...shown.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g)].map(([, name, text]) => [name, text]),
    ).toEqual([
      ["Net quantity", "50 g"],
      ["Imported by", "Tara Stones, Pune"],
      ["MRP", "₹1,200 (inclusive of all taxes), ₹24 per g"],
    ]);
    expect(html).not.toContain("taxClass");
    const sorted = await get("/products?sort=loved&origin=India");
    expect(sorted.html).toContain('<option value="loved" selected="">Most loved</option>');
    expect(sorted.html).not.toMatch(/Country: A to Z|Best match/);
    expect((await get("/products?q=calm&sort=relevance")).html).toContain(
      '<option value="match" selected="">Best match<',
    );
    expect(sorted.html).toContain('<option value="India" selected="">India (7)</option>');

    const calm = await get("/products/by/intentions/calm");
    expect(calm).toMatchObject({
      heading: "Stones traditionally linked with calm",
      canonical: "/products/by/intentions/calm",
      isIndexed: true,
    });
    expect(calm.html).toContain(facts.intentions[0]!.text);
    expect(calm.html).toContain('href="/products/by/intentions/new-beginnings"');
    expect(calm.html).not.toContain(">Other<");
    expect((calm.html.match(/<article/g) ?? []).length || (calm.html.match(/Add Piece/g) ?? []).length).toBe(6);
    expect(calm.html).toContain('"@type":"BreadcrumbList"');
    expect(isFromCache((await get("/products/by/intentions/calm")).reply)).toBe(true);
    expect(await get("/products/by/intentions/calm?page=2")).toMatchObject({
      canonical: "/products/by/intentions/calm?page=2",
      isIndexed: true,
    });
    expect((await get("/products/by/chakras/heart")).heading).toBe("Stones traditionally linked with the heart chakra");
    expect((await get("/products/by/intentions")).heading).toBe("Shop by intention");
    // Known to the owner, but without a piece.
    expect(await get("/products/by/zodiac/leo")).toMatchObject({ isIndexed: false, reply: { status: 200 } });
    for (const [from, to] of [
      ["/products/by/intention/Calm", "/products/by/intentions/calm"],
      ["/products/by/Intentions/new%20beginnings", "/products/by/intentions/new-beginnings"],
      ["/products/by/stones/Tiger's%20Eye", "/products/by/stone/tiger's-eye"],
    ])
      expect((await get(from!)).reply, from).toMatchObject({ status: 301, headers: { location: to } });
    for (const path of ["intentions/wealth", "stone/unobtainium", "price/5"])
      expect((await get(`/products/by/${path}`)).reply.status, path).toBe(404);
    expect((await get("/products/by/stone/tiger's-eye")).heading).toMatch(/^Tiger/);

    const sitemap = (await get("/sitemap.xml")).html;
    const listed = [...sitemap.matchAll(/<loc>https:\/\/shop\.example(\/products\/by\/[^<]*)/g)].map(
      ([, path]) => path!,
    );
    expect(listed.sort()).toEqual(
      [
        "/products/by/chakras/heart",
        "/products/by/intentions/calm",
        "/products/by/intentions/new-beginnings",
        "/products/by/origin/india",
        "/products/by/stone/moss-%2F-tree-agate",
        "/products/by/stone/tiger&apos;s-eye",
      ].sort(),
    );
    for (const path of listed) expect((await get(path.replace("&apos;", "'"))).reply.status, path).toBe(200);
    expect(sitemap).toContain("<loc>https://shop.example/find-your-stone</loc>");

    for (const path of ["?intentions=calm", "?stone=Tiger's+eye&page=2", "?minPrice=5", "?sort=price_up", "?q=piece"])
      expect(await get(`/products/tumbles${path}`), path).toMatchObject({
        isIndexed: false,
        canonical: "/products/tumbles",
      });
    expect(await get("/products/nowhere")).toMatchObject({ isIndexed: false });
    expect(await get("/products/tumbles?page=2")).toMatchObject({
      isIndexed: true,
      canonical: "/products/tumbles?page=2",
    });
    const filtered = (await get("/products?intentions=calm")).html;
    expect(filtered).toMatch(/<option value="Calm" selected="">Calm \(7\)/);

    const product = (await shop.call("GET", "/api/products?q=Other")).json()[0] as Product;
    const page = (await get(`/product/${product._id}`)).html;
    expect(page).toContain('href="/products/by/intentions/new-beginnings"');
    expect(page).toContain('"name":"Chakra, by tradition","value":"Heart"');
    expect((await get("/")).html).toContain('href="/products/by/intentions/calm"');

    // Renaming in the settings reaches the cached pages at once.
    await publishSettings(shop, "facts", {
      intentions: facts.intentions.map((value) => (value.name === "Calm" ? { ...value, name: "Stillness" } : value)),
    });
    expect((await get("/products/by/intentions/calm")).reply).toMatchObject({
      status: 301,
      headers: { location: "/products/by/intentions/stillness" },
    });
    expect((await get("/products/by/intentions/stillness")).html).toContain("Piece 6");
    expect((await get("/")).html).toContain('href="/products/by/intentions/stillness"');
  } finally {
    await close();
  }
});

test("Find your stone asks four questions by address and says what it left out", async () => {
  const shop = await openOwnShop();
  const { url, close } = await serve(shop);
  try {
    const get = async (query: string) => {
      const html = (await request(`${url}/find-your-stone${query}`)).body.toString("utf8");
      const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
      return {
        text: main
          .replace(/<!--.*?-->/g, "")
          .replace(/<[^>]+>/g, " ")
          .replace(/\s+/g, " "),
        links: [...main.matchAll(/href="([^"]*)"/g)].map(([, to]) => to!.replaceAll("&amp;", "&")),
        headings: [...main.matchAll(/<h1/g)].length,
        isIndexed: !/<meta name="robots" content="noindex/.test(html),
      };
    };
    // Without facts only form and budget are asked.
    const plain = await get("");
    expect(plain.text).toContain("Step 1 of 2");
    expect(plain.links).toContain("/find-your-stone?form=bracelets");

    const bracelet = { category: "Jewellery", subCategory: "Bracelets", stock: "1" };
    const make = (title: string, fields: Record<string, string>) =>
      makeProduct(shop, { title, intentions: "Calm", ...bracelet, ...fields });
    await make("Exact", { zodiac: "Pisces", price: "900" });
    await make("Sold out", { zodiac: "Pisces", price: "900", stock: "0" });
    await make("Other sign", { zodiac: "Aries", price: "800" });
    await make("Dearest", { price: "4000" });
    await make("Dear", { price: "1500" });
    await make("Tower", { category: "Tower", subCategory: "", price: "500" });
    await make("Love", { intentions: "Love", zodiac: "Pisces" });

    const first = await get("");
    expect(first).toMatchObject({ headings: 1, isIndexed: true });
    expect(first.text).toContain("Step 1 of 4");
    expect(first.links).toEqual(["/find-your-stone?intention=calm", "/find-your-stone?intention=love"]);
    const second = await get("?intention=Calm");
    expect(second).toMatchObject({ headings: 1, isIndexed: false });
    expect(second.text).toMatch(/Step 2 of 4.*Any sign.*Aries 21 Mar/);
    expect(second.links).toContain("/find-your-stone?intention=calm&sign=pisces");
    expect((await get("?intention=calm&sign=nonsense&budget=500")).text).toContain("Step 2 of 4");
    expect((await get("?intention=calm&sign=any")).links).toContain(
      "/find-your-stone?intention=calm&sign=any&form=bracelets",
    );
    expect((await get("?intention=calm&sign=any&form=any")).text).toMatch(/Step 4 of 4.*Up to ₹1,000/);

    const result = await get("?intention=calm&sign=pisces&form=bracelets&budget=1000");
    expect(result.isIndexed).toBe(false);
    expect(result.text).toMatch(
      /The first piece fits everything you chose\. For the rest we looked without the sign and the budget\..*Exact.*Other sign.*Dear .*Ask an expert.*traditions/,
    );
    expect(result.text).not.toMatch(/Sold out|Dearest|Tower|Love/);
    expect(result.links).toContain("/experts");
    expect(result.links).toContain("/find-your-stone?intention=calm&sign=pisces");
    const tower = await get("?intention=calm&sign=any&form=tower&budget=500");
    expect(tower.text).toMatch(/The first piece fits .* without the budget and the form\./);
    expect((await get("?intention=calm&sign=any&form=any&budget=any")).text).not.toContain("we looked");
    expect((await get("?intention=love&sign=leo&form=idols&budget=500")).text).toMatch(
      /No piece in stock fits everything you chose, so we looked without the sign, the budget and the form/,
    );
  } finally {
    await close();
  }
});
