import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Activity } from "../../src/contracts/activity/activity.ts";
import { activityOf, asOwner, importCsv } from "../support/admin.ts";
import { makeCustomer } from "../support/customers.ts";
import {
  expectRefused,
  formOf,
  goodProduct,
  makeProduct,
  resendProduct,
  sendProduct,
  unique,
} from "../support/forms.ts";
import { orderOne, setStatus } from "../support/orders.ts";
import { ask } from "../support/people.ts";
import { picture } from "../support/pictures.ts";
import { publishSettings, settingState } from "../support/settings.ts";
import { OWNER, openOwnShop, type TestShop, test } from "../support/test-shop.ts";

const listActivity = async (shop: TestShop, query = "") =>
  (await asOwner(shop, "GET", `/api/activity${query}`)).json() as Activity[];
const remove = (shop: TestShop, path: string) => asOwner(shop, "DELETE", `/api/${path}`);

test("records author, time and changes when a product is created, updated and deleted", async ({ shop }) => {
  const fields = { title: unique("Rose"), category: "Tumbles", price: "900", description: "Soft" };
  const { _id } = await makeProduct(shop, fields);
  await resendProduct(shop, _id, { ...fields, price: "950.50", description: "" });
  await remove(shop, `products/${_id}`);

  const [deleted, updated, created] = await activityOf(shop, _id);
  const common = { actor: OWNER.email, kind: "product", recordId: _id, title: fields.title };
  expect(created).toEqual({
    ...common,
    _id: expect.any(String),
    at: shop.clock.now().toISOString(),
    action: "created",
    changes: {
      title: [null, fields.title],
      description: [null, "Soft"],
      category: [null, "Tumbles"],
      price: [null, 900],
      offerPrice: [null, 900],
      stock: [null, 0],
      topSelling: [null, false],
      published: [null, true],
    },
  });
  expect(updated).toMatchObject({
    ...common,
    action: "updated",
    changes: { price: [900, 950.5], offerPrice: [900, 950.5], description: ["Soft", ""] },
  });
  expect(Object.keys(updated!.changes).sort()).toEqual(["description", "offerPrice", "price"]);
  expect(deleted).toMatchObject({ ...common, action: "deleted", changes: { title: [fields.title, null] } });
});

test("records changed pictures and no save that changes nothing", async ({ shop }) => {
  const fields = goodProduct();
  const product = await makeProduct(shop, fields);
  await resendProduct(shop, product._id, fields);
  expect(await activityOf(shop, product._id)).toHaveLength(1);
  const reply = await resendProduct(shop, product._id, fields, [{ bytes: await picture(), name: "a.png" }]);
  expect((await activityOf(shop, product._id))[0]!.changes).toEqual({ images: [[], reply.json().images] });
});

test("records published claims with their law, of records, settings and imports, and none of drafts", async ({
  shop,
}) => {
  const claim = /^“cures diabetes” \(Drugs and Magic Remedies Act/;
  const fields = goodProduct({ description: "It cures diabetes." });
  const draft = await makeProduct(shop, { ...fields, published: "false" });
  expect((await activityOf(shop, draft._id))[0]!.changes).not.toHaveProperty("publishedAnyway");
  await resendProduct(shop, draft._id, { ...fields, published: "true" });
  await resendProduct(shop, draft._id, { ...fields, published: "true" });
  const entries = await activityOf(shop, draft._id);
  expect(entries.map(({ action }) => action)).toEqual(["updated", "updated", "created"]);
  for (const { actor, changes } of entries.slice(0, 2)) {
    expect(actor).toBe(OWNER.email);
    expect(changes.publishedAnyway).toEqual([null, [expect.stringMatching(claim)]]);
  }

  expect((await publishSettings(shop, "announcement", { text: "It cures diabetes" })).statusCode).toBe(200);
  const [setting] = await listActivity(shop, "?kind=setting");
  expect(setting!.changes.publishedAnyway).toEqual([null, [expect.stringMatching(claim)]]);
  expect((await settingState(shop, "announcement")).values).toEqual({ text: "It cures diabetes", link: "" });

  const title = unique("Imported");
  await importCsv(shop, `title,category,price,description\n${title},Tumbles,100,Cures typhoid\n`);
  const [imported] = await listActivity(shop, "?kind=product");
  expect(imported!.changes.publishedAnyway![1]).toEqual([expect.stringContaining(`${title}: “Cures typhoid” (`)]);
});

test("shows long texts around the first difference", async ({ shop }) => {
  const shared = "x".repeat(4000);
  const fields = goodProduct({ description: `${shared} before ${shared}` });
  const { _id } = await makeProduct(shop, fields);
  await resendProduct(shop, _id, { ...fields, description: `${shared} after ${shared}` });
  const [before, after] = (await activityOf(shop, _id))[0]!.changes.description as [string, string];
  expect([before, after]).toEqual([expect.stringContaining(" before x"), expect.stringContaining(" after x")]);
  for (const text of [before, after]) expect(text.length).toBeLessThan(210);
});

test("masks the group link of a course", async ({ shop }) => {
  const fields = { title: unique("Tarot"), actualPrice: "900", offerPrice: "900" };
  const send = (method: string, path: string, groupLink: string) =>
    shop.call(method, `/api/${path}`, { token: shop.ownerToken, form: formOf({ ...fields, groupLink }) });
  const { _id } = (await send("POST", "courses", "https://chat.example.com/secret-one")).json();
  await send("PUT", `courses/${_id}`, "https://chat.example.com/secret-two");
  await remove(shop, `courses/${_id}`);
  const entries = await activityOf(shop, _id);
  expect(entries.map(({ changes }) => changes.groupLink)).toEqual([
    ["••••", null],
    ["••••", "••••"],
    [null, "••••"],
  ]);
  const { rows } = await shop.db.execute(sql`select 1 from activity where changes::text like '%secret-%'`);
  expect(rows).toEqual([]);
});

test("titles entries of experts and blogs with their names", async ({ shop }) => {
  const name = unique("Asha");
  const create = (path: string, fields: Record<string, string>) =>
    shop.call("POST", `/api/${path}`, { token: shop.ownerToken, form: formOf(fields) });
  const expert = (await create("experts", { name })).json();
  const blog = (await create("blogs", { title: name, content: "Text" })).json();
  expect(await activityOf(shop, expert._id)).toMatchObject([{ kind: "expert", title: name, action: "created" }]);
  expect(await activityOf(shop, blog._id)).toMatchObject([{ kind: "blog", title: name, action: "created" }]);
});

test("records status changes by the owner and deletions of orders, not payments", async ({ shop }) => {
  const { order } = await orderOne(shop);
  await shop.services.checkout.settle(order._id, { paymentId: unique("pay"), amountPaise: 90_000, currency: "INR" });
  expect(await activityOf(shop, order._id)).toEqual([]);
  await setStatus(shop, shop.ownerToken, order._id, { status: "shipped" });
  await setStatus(shop, shop.ownerToken, order._id, { status: "shipped" });
  await remove(shop, `orders/${order._id}`);
  expect(await remove(shop, `orders/${order._id}`)).toMatchObject({ statusCode: 404 });
  const common = { kind: "order", title: `Order ${order._id.slice(-6)}`, actor: OWNER.email };
  expect(await activityOf(shop, order._id)).toMatchObject([
    { ...common, action: "deleted", changes: {} },
    { ...common, action: "updated", changes: { status: ["paid", "shipped"] } },
  ]);
});

/** Makes every write to the table fail at commit. */
const breakTable = (shop: TestShop, table: string) =>
  shop.db.execute(
    sql.raw(`create or replace function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
      create constraint trigger refuse after insert or update or delete on ${table}
      deferrable initially deferred for each row execute function refuse()`),
  );

test("saves a change and its activity entry together or not at all", async ({ shop }) => {
  const product = await makeProduct(shop);
  const { order } = await orderOne(shop);
  const readState = async () => [
    (await asOwner(shop, "GET", "/api/products")).json(),
    (await asOwner(shop, "GET", "/api/orders")).json(),
    (await asOwner(shop, "GET", "/api/activity")).json(),
  ];
  const before = await readState();
  const changes = [
    () => sendProduct(shop, goodProduct()),
    () => resendProduct(shop, product._id, goodProduct()),
    () => remove(shop, `products/${product._id}`),
    () => asOwner(shop, "POST", `/api/products/${product._id}/duplicate`),
    () => setStatus(shop, shop.ownerToken, order._id, { status: "paid" }),
    () => remove(shop, `orders/${order._id}`),
  ];
  for (const [table, failing] of [
    ["activity", 6],
    ["products", 4],
  ] as const) {
    await breakTable(shop, table);
    const replies = [];
    for (const change of changes.slice(0, failing)) replies.push(await change());
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(failing).fill(500));
    await shop.db.execute(sql.raw(`drop trigger refuse on ${table}`));
  }
  expectRefused(await sendProduct(shop, goodProduct({ price: "free" })), "price");
  expect(await readState()).toEqual(before);
});

test("lists newest first, with pages, a filter by kind and the total", async () => {
  const shop = await openOwnShop();
  for (let i = 0; i < 5; i++) {
    await makeProduct(shop, { title: `Product ${i}` });
    shop.clock.advance(1000);
  }
  await shop.call("POST", "/api/blogs", { token: shop.ownerToken, form: formOf({ title: "B", content: "C" }) });
  const list = async (query: string) => {
    const reply = await asOwner(shop, "GET", `/api/activity${query}`);
    const titles = (reply.json() as Activity[]).map(({ title }) => title);
    return [titles, reply.headers["x-total-count"]];
  };
  expect(await list("?page=1&limit=2")).toEqual([["B", "Product 4"], "6"]);
  expect(await list("?page=2&limit=2&kind=product")).toEqual([["Product 2", "Product 1"], "5"]);
  expect(await list("?kind=order")).toEqual([[], "0"]);
  expectRefused(await asOwner(shop, "GET", "/api/activity?kind=user"), "kind");
});

test("records logins of owners and no others, and failures in one entry per network and quarter of an hour", async () => {
  const shop = await openOwnShop();
  const logIn = (credentials: object, address: string) => ask(shop, "POST", "login", { json: credentials, address });
  shop.clock.advance(60_000);
  const customer = await makeCustomer(shop);
  await logIn({ email: customer.email, password: customer.password }, "203.0.113.7");
  await logIn({ email: customer.email, password: "a wrong guess" }, "203.0.113.7");
  await logIn({ email: "nobody@example.com", password: "a wrong guess" }, "203.0.113.7");
  expect((await logIn(OWNER, "203.0.113.7")).statusCode).toBe(200);
  const [login, ...more] = await listActivity(shop);
  expect(login).toMatchObject({ actor: OWNER.email, action: "logged_in", kind: "login", title: "203.0.113.0/24" });
  expect([login?.at, login?.changes]).toEqual([shop.clock.now().toISOString(), {}]);
  expect(more).toEqual([]);

  const quarter = 15 * 60_000;
  shop.clock.advance(quarter - (shop.clock.now().getTime() % quarter));
  const guess = (address: string) =>
    ask(shop, "POST", "login", { json: { email: OWNER.email, password: "a wrong guess" }, address });
  const addresses = ["203.0.113.7", "203.0.113.8", "203.0.113.9", "2001:db8:1:2::3"];
  await Promise.all(addresses.map(guess));
  const failures = async () =>
    (await listActivity(shop, "?kind=login"))
      .filter(({ action }) => action === "login_failed")
      .map(({ actor, title, changes }) => [actor, title, changes.failures?.[1]]);
  const first = [
    [OWNER.email, "2001:db8:1::/48", 1],
    [OWNER.email, "203.0.113.0/24", 3],
  ];
  expect((await failures()).sort()).toEqual(first);
  shop.clock.advance(quarter);
  await guess("203.0.113.7");
  expect((await failures()).sort()).toEqual([first[0], [OWNER.email, "203.0.113.0/24", 1], first[1]]);
});

test("records who exported the orders, without the search text", async ({ shop }) => {
  const query = "status=paid&from=2026-01-01&q=Zubin%20Parcel";
  expect((await asOwner(shop, "GET", `/api/orders.csv?${query}`)).statusCode).toBe(200);
  expectRefused(await asOwner(shop, "GET", "/api/orders.csv?status=lost"), "status");
  const exports = (await listActivity(shop, "?kind=order")).filter(({ action }) => action === "exported");
  expect(exports).toMatchObject([{ actor: OWNER.email, recordId: null, title: "orders as a CSV file" }]);
  expect(exports[0]?.changes).toEqual({
    status: [null, "paid"],
    from: [null, "2026-01-01"],
    search: [null, "••••"],
    network: [null, "127.0.0.0/24"],
  });
});
