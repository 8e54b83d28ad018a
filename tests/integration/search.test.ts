import { readFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { goodProduct, makeCourse, makeProduct, resendProduct, unique } from "../support/forms.ts";
import { migrations } from "../support/test-postgres.ts";
import { openSecondShop, type TestShop, test } from "../support/test-shop.ts";

async function search(shop: TestShop, q: string, query: Record<string, string> = {}, kind = "products") {
  const reply = await shop.call("GET", `/api/${kind}?${new URLSearchParams({ q, ...query })}`);
  expect(reply.statusCode, reply.body).toBe(200);
  const titles = (reply.json() as { title: string }[]).map(({ title }) => title);
  return { titles, total: Number(reply.headers["x-total-count"]) };
}

/** A word that no other test uses. */
const word = () =>
  unique("")
    .replace(/[^a-f\d]/g, "")
    .replace(/\d/g, (digit) => "ghijklmnop"[Number(digit)]!)
    .slice(0, 9);

async function make(shop: TestShop, title: string, description = "", category = "Tumbles") {
  shop.clock.advance(1000);
  return (await makeProduct(shop, { title, description, category })).title;
}

test("finds the term in titles and descriptions, newest first; sort=match finds titles, and descriptions only without one", async ({
  shop,
}) => {
  const it = word();
  const inTitle = await make(shop, `Old ${it}`);
  const inDescription = await make(shop, unique("Described"), `Goes well with ${it}.`);
  const newer = await make(shop, `New ${it}`, `A ${it}.`);
  const newest = await make(shop, unique("Described last"), `${it.toUpperCase()} again`);
  expect(await search(shop, it)).toEqual({ titles: [newest, newer, inDescription, inTitle], total: 4 });
  expect(await search(shop, it, { page: "2", limit: "3" })).toEqual({ titles: [inTitle], total: 4 });
  expect(await search(shop, it, { page: "9", limit: "3" })).toEqual({ titles: [], total: 4 });
  for (const sort of ["match", "relevance"])
    expect(await search(shop, it, { sort })).toEqual({ titles: [newer, inTitle], total: 2 });
  const match = { sort: "match" };
  expect(await search(shop, it, { ...match, page: "2", limit: "1" })).toEqual({ titles: [inTitle], total: 2 });
  expect(await search(shop, it, { ...match, category: "tower" })).toEqual({ titles: [], total: 0 });
  const described = word();
  const only = await make(shop, unique("Described"), `Never without ${described}s, in a line.`);
  for (const q of [described, described.slice(0, 6)])
    expect(await search(shop, q, match)).toEqual({ titles: [only], total: 1 });
  expect((await search(shop, described.slice(1), match)).titles, "no letters inside a word").toEqual([]);
});

test("refuses an unknown sort and match, each at its field", async ({ shop }) => {
  const reply = await shop.call("GET", "/api/products?q=rose&sort=best&match=all");
  expect(reply.statusCode).toBe(400);
  expect(reply.json().fields).toEqual({
    sort: "Sort must be one of: newest, match, relevance, price_up, price_down, loved, origin, title, stock_up, stock_down.",
    match: "Match must be one of: contains, similar.",
  });
});

describe("match=similar", () => {
  const similar = { match: "similar" };
  test.for([
    ["rudraksha", "Five-faced rudraksh mala"],
    ["amethist", "Amethyst sphere"],
    ["citrene", "Citrine tower"],
    ["labradorit stone", "Labradorite palm stone"],
    ["selenitte towr", "Selenite tower"],
    ["jose", "José's pendulum"],
    ["andré", "Andre's pendulum"],
    ["crème brûlée", "Creme brulee jasper"],
  ])("“%s” finds “%s”", async ([typed, title], { shop }) => {
    await make(shop, title!);
    expect((await search(shop, typed!, similar)).titles).toContain(title);
  });

  test("the most similar title comes first, and pages add up", async ({ shop }) => {
    const it = word();
    const closest = await make(shop, `${it}ae stone`);
    const farther = await make(shop, `${it}xyz stone`);
    await make(shop, unique("Holds"), `Only its description holds ${it}ae.`);
    const query = `${it}aex`;
    expect(await search(shop, query)).toEqual({ titles: [], total: 0 });
    expect(await search(shop, query, similar)).toEqual({ titles: [closest, farther], total: 2 });
    expect(await search(shop, query, { ...similar, page: "2", limit: "1" })).toEqual({ titles: [farther], total: 2 });
    expect(await search(shop, query, { ...similar, page: "5", limit: "1" })).toEqual({ titles: [], total: 2 });
  });

  test("every word and the category have to match", async ({ shop }) => {
    const it = word();
    const tower = await make(shop, `${it}a obelisk`, "", "Tower");
    expect((await search(shop, `${it}e obelisc`, similar)).titles).toEqual([tower]);
    expect((await search(shop, `${it}e umbrella`, similar)).titles).toEqual([]);
    expect((await search(shop, `${it}e`, { ...similar, category: "tower" })).titles).toEqual([tower]);
    expect((await search(shop, `${it}e`, { ...similar, category: "sphere" })).titles).toEqual([]);
  });

  test("unlike words, punctuation and one or two letters find nothing", async ({ shop }) => {
    await make(shop, "A plain stone");
    for (const q of ["xylophonics", "!!!", "%%%", "\\", "ж", "qj", "qj 7ж", "‽".repeat(200)]) {
      expect(await search(shop, q, similar), q).toEqual({ titles: [], total: 0 });
    }
  });

  test("finds courses too", async ({ shop }) => {
    const it = word();
    const { title } = await makeCourse(shop, { title: `${it}a for beginners` });
    expect(await search(shop, `${it}e beginers`, similar, "courses")).toEqual({ titles: [title], total: 1 });
  });
});

test("finds only what contains the term; plain letters also match accents", async ({ shop }) => {
  const it = word();
  const accent = await make(shop, `${it}é`);
  const plain = await make(shop, unique("Described"), `${it}e`);
  await make(shop, `${it}a`);
  expect((await search(shop, `${it}é`)).titles).toEqual([accent]);
  expect((await search(shop, `${it}e`)).titles).toEqual([plain, accent]);
});

test("finds new and edited products and no deleted ones at once, in every process", async ({ shop }) => {
  const second = await openSecondShop(shop);
  const it = word();
  const found = async (q: string) =>
    Promise.all(
      [shop.app, second.app].map(async (app) =>
        ((await app.inject(`/api/products?q=${q}`)).json() as { title: string }[]).map(({ title }) => title),
      ),
    );
  const { _id, title } = await makeProduct(shop, { title: `${it} sphere` });
  expect(await found(it)).toEqual([[title], [title]]);
  const renamed = word();
  await resendProduct(shop, _id, goodProduct({ title: renamed }));
  expect(await found(it)).toEqual([[], []]);
  expect(await found(renamed)).toEqual([[renamed], [renamed]]);
  await shop.call("DELETE", `/api/products/${_id}`, { token: shop.ownerToken });
  expect(await found(renamed)).toEqual([[], []]);
});

test("the migration makes older records searchable without accents", async ({ shop }) => {
  const it = word();
  const title = await make(shop, `${it} Éclat`, "À la carte, गुलाबी");
  const searchText = async () =>
    (await shop.db.execute<{ text: string }>(sql`select search_text as text from products where title = ${title}`))
      .rows[0]!.text;
  const written = await searchText();
  await shop.db.execute(
    sql`update products set search_text = split_part(search_text, E'\n\n', 1) where title = ${title}`,
  );
  expect(await searchText()).not.toBe(written);
  const file = await readFile(path.join(migrations, "0006_search.sql"), "utf8");
  await shop.db.transaction(async (tx) => {
    // A copy with this record only: the records of other tests are migrated already.
    await tx.execute(
      sql`create temporary table products on commit drop as select * from public.products where title = ${title}`,
    );
    for (const statement of file.split("--> statement-breakpoint").filter((text) => text.includes('"products"'))) {
      await tx.execute(sql.raw(statement));
    }
    const { rows } = await tx.execute<{ text: string }>(sql`select search_text as text from products`);
    expect(rows).toEqual([{ text: written }]);
  });
});
