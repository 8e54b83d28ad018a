import { readFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { makeCourse } from "../support/catalogue.ts";
import { makeProduct, unique } from "../support/forms.ts";
import { migrations } from "../support/test-postgres.ts";
import { type TestShop, test } from "../support/test-shop.ts";

async function search(shop: TestShop, q: string, query: Record<string, string> = {}, kind = "products") {
  const reply = await shop.call("GET", `/api/${kind}?${new URLSearchParams({ q, ...query })}`);
  expect(reply.statusCode, reply.body).toBe(200);
  const titles = (reply.json() as { title: string }[]).map(({ title }) => title);
  return { titles, total: Number(reply.headers["x-total-count"]) };
}

/** Letters that no other test's word has in this order. */
const word = () =>
  unique("")
    .replace(/[^a-f\d]/g, "")
    .replace(/\d/g, (digit) => "ghijklmnop"[Number(digit)]!)
    .slice(0, 9);

async function make(shop: TestShop, title: string, description = "", category = "Tumbles") {
  shop.clock.advance(1000);
  return (await makeProduct(shop, { title, description, category })).title;
}

test("what is named so comes before what only speaks of it, and in each the newest first", async ({ shop }) => {
  const it = word();
  const named = await make(shop, `Old ${it}`);
  const told = await make(shop, unique("Told of"), `Goes well with ${it}.`);
  const newer = await make(shop, `New ${it}`, `A ${it}.`);
  const newest = await make(shop, unique("Told last"), `${it.toUpperCase()} again`);
  const titles = [newer, named, newest, told];
  expect(await search(shop, it)).toEqual({ titles, total: 4 });
  expect(await search(shop, it, { page: "2", limit: "3" })).toEqual({ titles: [told], total: 4 });
  expect(await search(shop, it, { page: "9", limit: "3" })).toEqual({ titles: [], total: 4 });
});

describe("when nothing has the words as typed", () => {
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
    expect((await search(shop, typed!)).titles).toContain(title);
  });

  test("the likest title comes first, and pages add up", async ({ shop }) => {
    const it = word();
    const likest = await make(shop, `${it}ae stone`);
    const less = await make(shop, `${it}xyz stone`);
    await make(shop, unique("Holds"), `Only its description holds ${it}ae.`);
    const wanted = `${it}aex`;
    expect(await search(shop, wanted)).toEqual({ titles: [likest, less], total: 2 });
    expect(await search(shop, wanted, { page: "2", limit: "1" })).toEqual({ titles: [less], total: 2 });
    expect(await search(shop, wanted, { page: "5", limit: "1" })).toEqual({ titles: [], total: 2 });
  });

  test("every word counts, and so does the category", async ({ shop }) => {
    const it = word();
    const tower = await make(shop, `${it}a obelisk`, "", "Tower");
    expect((await search(shop, `${it}e obelisc`)).titles).toEqual([tower]);
    expect((await search(shop, `${it}e umbrella`)).titles).toEqual([]);
    expect((await search(shop, `${it}e`, { category: "tower" })).titles).toEqual([tower]);
    expect((await search(shop, `${it}e`, { category: "sphere" })).titles).toEqual([]);
  });

  test("words that nothing is like find nothing, nor do signs or one or two letters", async ({ shop }) => {
    await make(shop, "A plain stone");
    for (const q of ["xylophonics", "!!!", "%%%", "\\", "ж", "qj", "qj 7ж", "‽".repeat(200)]) {
      expect(await search(shop, q), q).toEqual({ titles: [], total: 0 });
    }
  });

  test("courses are found so too", async ({ shop }) => {
    const it = word();
    const { title } = await makeCourse(shop, { title: `${it}a for beginners` });
    expect(await search(shop, `${it}e beginers`, {}, "courses")).toEqual({ titles: [title], total: 1 });
  });
});

test("as long as something has the words as typed, only that is found, plain letters before accents", async ({
  shop,
}) => {
  const it = word();
  const accent = await make(shop, `${it}é`);
  const plain = await make(shop, unique("Told of"), `${it}e`);
  await make(shop, `${it}a`);
  expect((await search(shop, `${it}é`)).titles).toEqual([accent]);
  expect((await search(shop, `${it}e`)).titles).toEqual([plain, accent]);
});

test("records from before are found without their accents after the migration", async ({ shop }) => {
  const it = word();
  const title = await make(shop, `${it} Éclat`, "À la carte, गुलाबी");
  const textOf = async () =>
    (await shop.db.execute<{ text: string }>(sql`select search_text as text from products where title = ${title}`))
      .rows[0]!.text;
  const written = await textOf();
  await shop.db.execute(
    sql`update products set search_text = split_part(search_text, E'\n\n', 1) where title = ${title}`,
  );
  expect(await textOf()).not.toBe(written);
  const file = await readFile(path.join(migrations, "0006_search.sql"), "utf8");
  await shop.db.transaction(async (tx) => {
    // Whatever other tests have made is as it will be already.
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
