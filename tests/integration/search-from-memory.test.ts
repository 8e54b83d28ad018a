import { sql } from "drizzle-orm";
import fc from "fast-check";
import { pino } from "pino";
import { expect, vi } from "vitest";
import { type Product, productForm } from "../../src/contracts/product.ts";
import { createServices } from "../../src/server/services.ts";
import { goodProduct, makeProduct, unique } from "../support/forms.ts";
import { roundTripsOf } from "../support/round-trips.ts";
import { mistyped, type Step, searchedForm, searchedHistory } from "../support/searched-catalogue.ts";
import { openSecondShop } from "../support/second-shop.ts";
import { type TestShop, test } from "../support/test-shop.ts";
import { until } from "../support/until.ts";

type Shop = Pick<TestShop, "app" | "db" | "services">;

/** For a long search, as many times the histories of an ordinary run. */
const TIMES = Number(process.env.HISTORIES_TIMES ?? 1);

async function search({ app }: Pick<Shop, "app">, query: Record<string, string>) {
  const reply = await app.inject(`/api/products?${new URLSearchParams(query)}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return { items: reply.json() as Product[], total: Number(reply.headers["x-total-count"]) };
}

/** The same without asking PostgreSQL what is found; nothing where it was asked. */
async function searchMemory(shop: Pick<Shop, "app">, query: Record<string, string>) {
  const { result, texts } = await roundTripsOf(() => search(shop, query));
  return texts.some((text) => text.includes("hits")) ? undefined : result;
}

/** A shop that hears of no changes has to ask PostgreSQL whatever is searched for. */
const openDeafShop = ({ config, db, clock }: TestShop) =>
  createServices({ config, db, clock, log: pino({ level: "silent" }) }).catalogue.products;

const formOf = (fields: Record<string, string>) => productForm.parse(goodProduct(fields));

async function ownerOf({ db }: TestShop) {
  const { rows } = await db.execute<{ id: string }>(sql`select id from users where role = 'owner'`);
  return rows[0]!.id;
}

async function doAct({ db, services }: Pick<Shop, "db" | "services">, act: Step["act"], ids: string[], by: string) {
  const { products, stock } = services.catalogue;
  if (act.kind === "create") return products.create(act.form, [], by);
  const id = ids[act.which % ids.length];
  if (id === undefined) return undefined;
  if (act.kind === "edit") return products.update(id, act.form, [], by);
  if (act.kind === "remove") return products.remove(id, by);
  return db.transaction((tx) => stock.take(tx, [{ productId: id, qty: 1 }]));
}

test("whatever is made, changed, sold and deleted, here or elsewhere, memory finds just what PostgreSQL finds", async ({
  shop,
}) => {
  const second = await openSecondShop(shop);
  const truth = openDeafShop(shop);
  const by = await ownerOf(shop);
  const asked = { all: 0, ofMemory: 0 };

  async function compare(one: Pick<Shop, "app">, query: Record<string, string>) {
    const { q, category, subCategory, page, limit } = query;
    const asNumbers = { page: Number(page), limit: Number(limit) };
    const expected = await truth.list({ q, category, subCategory, ...asNumbers }, "public");
    const remembered = await searchMemory(one, query);
    asked.all += 1;
    if (remembered) asked.ofMemory += 1;
    expect(remembered ?? (await search(one, query)), JSON.stringify(query)).toEqual(expected);
    return true;
  }

  await fc.assert(
    fc.asyncProperty(searchedHistory, async ({ forms, steps }) => {
      shop.clock.advance(1000);
      const records = forms.map((form) => ({ form, images: [], createdAt: shop.clock.now() }));
      await shop.db.transaction((tx) => shop.services.catalogue.products.insert(tx, records));
      for (const one of [shop, second]) await until(() => searchMemory(one, { q: "rose" }));
      for (const { act, isElsewhere, queries } of steps) {
        const ids = (await truth.list({}, "public")).items.map(({ _id }) => _id);
        const [here, elsewhere] = isElsewhere ? [second, shop] : [shop, second];
        await doAct(here, act, ids, by);
        for (const query of queries) await compare(here, query);
        for (const query of queries) await until(() => compare(elsewhere, query));
      }
    }),
    { numRuns: 8 * TIMES, seed: Number(process.env.FC_SEED ?? 20_261_115), endOnFailure: true },
  );
  expect(asked.ofMemory).toBeGreaterThan(asked.all / 2);
});

test("what is merely like a title is the same as in PostgreSQL, as like it, and in the same order", async ({
  shop,
}) => {
  const truth = openDeafShop(shop);
  const given = { numRuns: 80, seed: 20_261_115 };
  const records = fc.sample(searchedForm, given).map((form) => ({ form, images: [], createdAt: shop.clock.now() }));
  await shop.db.transaction((tx) => shop.services.catalogue.products.insert(tx, records));
  await until(() => searchMemory(shop, { q: "rose" }));
  for (const q of fc.sample(mistyped, given)) {
    // What another process sold a moment ago is heard of soon.
    await vi.waitFor(
      async () => expect(await searchMemory(shop, { q }), q).toEqual(await truth.list({ q }, "public")),
      15_000,
    );
  }
});

test("while signals are not heard PostgreSQL answers, and memory again once they are", async ({ shop }) => {
  const second = await openSecondShop(shop);
  const { title } = await makeProduct(shop);
  const inMemory = () => searchMemory(second, { q: title });
  await until(inMemory);
  const { rows } = await shop.db.execute<{ pid: number }>(sql`
    select pid from pg_stat_activity where datname = current_database() and application_name like '% signals' order by backend_start desc`);
  await shop.db.execute(sql`select pg_terminate_backend(${rows[0]!.pid}::int)`);
  await until(async () => !second.services.changes.isHearing());
  // Written while the second shop hears nothing.
  const unheard = await makeProduct(shop, { title: `${title} once more` });
  const found = await search(second, { q: title });
  expect(found.items.map((item) => item.title)).toEqual([unheard.title, title]);
  await until(async () => second.services.changes.isHearing());
  expect((await until(inMemory)).total).toBe(2);
});

test("an import that names no records is found at once", async ({ shop }) => {
  const { title } = await makeProduct(shop);
  await until(() => searchMemory(shop, { q: title }));
  const record = { form: formOf({ title: `${title} imported` }), images: [], createdAt: shop.clock.now() };
  await shop.db.transaction((tx) => shop.services.catalogue.products.insert(tx, [record]));
  expect((await search(shop, { q: title })).total).toBe(2);
  expect((await until(() => searchMemory(shop, { q: title }))).total).toBe(2);
});

test("a change made while the index is being made is in it", async ({ shop }) => {
  const second = await openSecondShop(shop);
  const { _id, title } = await makeProduct(shop);
  const isRead = Promise.withResolvers<void>();
  const isChanged = Promise.withResolvers<void>();
  const ask = second.db.$client.query.bind(second.db.$client) as (...asked: unknown[]) => Promise<unknown>;
  const slowly = async (...asked: unknown[]) => {
    const answer = await ask(...asked);
    if ((asked[0] as { name?: string }).name !== "searched/products") return answer;
    isRead.resolve();
    await isChanged.promise;
    return answer;
  };
  vi.spyOn(second.db.$client, "query").mockImplementation(slowly as never);
  expect((await search(second, { q: title })).total).toBe(1);
  await isRead.promise;
  const renamed = unique("Renamed");
  await second.services.catalogue.products.update(_id, formOf({ title: renamed }), [], await ownerOf(shop));
  isChanged.resolve();
  expect((await until(() => searchMemory(second, { q: renamed }))).total).toBe(1);
  expect((await until(() => searchMemory(second, { q: title }))).items.map((item) => item._id)).not.toContain(_id);
});
