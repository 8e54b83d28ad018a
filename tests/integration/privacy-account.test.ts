import { once } from "node:events";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { type PersonalData, personalData } from "../../src/contracts/accounts/personal-data.ts";
import { HOLD_MINUTES } from "../../src/contracts/orders/order-rules.ts";
import { loginByAccountAndIp } from "../../src/server/accounts/limits.ts";
import { rowsIn } from "../support/backups.ts";
import { countTries } from "../support/counted-tries.ts";
import { expectRefused, makeProduct, problemOf } from "../support/forms.ts";
import { mailsTo } from "../support/mails.ts";
import { writeOrderRows } from "../support/order-guard.ts";
import { beginPayment, type Customer, placeOrder, setStatus, stockOf, wants } from "../support/orders.ts";
import { ask, forgot, mailedToken, register, reset, statusOf } from "../support/people.ts";
import { makePerson } from "../support/registered-people.ts";
import { roundTripsOf } from "../support/round-trips.ts";
import { issueToken, OWNER, openOwnShop, openSecondShop, type TestShop, test } from "../support/test-shop.ts";
import { until } from "../support/until.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const PASSWORD = "four words of mine";

const erase = (shop: TestShop, { token, password }: { token?: string; password: unknown }) =>
  shop.call("DELETE", "/api/users/profile", { token, json: { password } });
const exportData = (shop: TestShop, token: string | undefined) =>
  shop.call("GET", "/api/users/profile/data", { token });

async function waitingForLock(shop: TestShop) {
  const waiting = sql`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return (await shop.db.execute<{ count: number }>(waiting)).rows[0]!.count;
}

async function buyOne(shop: TestShop, buyer: { token: string }, shipping: object, note = "") {
  const product = await makeProduct(shop, { price: "900", stock: "5" });
  const form = { ...wants(product._id, 900), shipping: { ...wants("", 0).shipping, ...shipping }, note };
  return { product, order: await placeOrder(shop, buyer as Customer, form, crypto.randomUUID()) };
}

test("the export holds the user's profile and orders, and nobody else's", async ({ shop }) => {
  const asha = await makePerson(shop);
  const { order } = await buyOne(shop, asha, { address: "7 Neem Lane", pin: "440010" }, "Ring the bell twice");
  const hidden = await buyOne(shop, asha, {});
  await shop.call("DELETE", `/api/orders/${hidden.order._id}`, { token: shop.ownerToken });
  const other = await makePerson(shop);
  await buyOne(shop, other, { address: "somebody else's" });

  const reply = await exportData(shop, asha.token);
  expect([reply.statusCode, reply.headers["content-disposition"], reply.headers["cache-control"]]).toEqual([
    200,
    'attachment; filename="nakshatra-my-data.json"',
    "no-store",
  ]);
  const data = reply.json() as PersonalData;
  expect(data.profile).toMatchObject({ name: "Asha Rao", email: asha.email, phone: asha.phone, role: "customer" });
  expect(data.orders.map(({ _id }) => _id)).toEqual([hidden.order._id, order._id]);
  expect(data.orders[1]).toMatchObject({
    shipping: { address: "7 Neem Lane", pin: "440010" },
    note: "Ring the bell twice",
    totalAmount: 900,
  });
  expect(reply.body).not.toMatch(/argon2|somebody else/);
  expect((await exportData(shop, undefined)).statusCode).toBe(401);
});

/** Old orders of an account, each with one line and one history entry. */
const addOldOrders = (shop: TestShop, userId: string, count: number) =>
  writeOrderRows(
    shop,
    sql`
    with placed as (
      insert into orders (id, user_id, buyer_name, buyer_email, placement, goods, status, total_paise, payment_method, shipping_name,
        shipping_email, shipping_phone, shipping_address, stock, held_until, created_at, short_id_shared)
      select gen_random_uuid(), ${userId}::uuid, 'Asha Rao', '', 'accepted', 'delivered', 'delivered', 90000, 'razorpay', 'Asha "Rao"', '', '', '',
        'sold', moment, moment, true
      from (select ${shop.clock.now()}::timestamptz - (n / 2) * interval '1 minute' as moment
        from generate_series(1, ${count}::int) n) moments
      returning id, created_at
    ), lines as (
      insert into order_items (order_id, line_index, item_id, item_type, package, mode, title, price_paise, qty, image,
        group_link)
      select id, 0, 'Deep Dive-audio', 'consultancy', 'Deep Dive', 'audio', 'Deep Dive (Audio)', 90000, 1, '', '' from placed
    )
    insert into order_events (id, order_id, status, text, is_public, actor, at)
    select gen_random_uuid(), id, 'delivered', '', true, 'owner', created_at from placed`,
  );

test("the export of a thousand orders is read in batches, as fast as the client reads, one at a time", async ({
  shop,
}) => {
  const COUNT = 1_050;
  const { id, token } = await makePerson(shop);
  await addOldOrders(shop, id, COUNT);
  const open = () => shop.services.personalData.exportFor({ id, role: "customer", generation: 1 });

  const { result: stream, statements } = await roundTripsOf(async () => {
    const opened = await open();
    await once(opened, "readable");
    return opened;
  });
  // A batch costs four queries: the rest is read when the client has taken this.
  expect(statements.length).toBeLessThan((COUNT / 100) * 2);
  const second = await exportData(shop, token);
  expect([second.statusCode, second.headers["retry-after"]]).toEqual([429, "10"]);
  expect(problemOf(second).message).toContain("downloaded already");
  const parts: string[] = [];
  for await (const part of stream) parts.push(String(part));
  expect(parts.length).toBeGreaterThan(COUNT / 200);

  const reply = await exportData(shop, token);
  expect(reply.headers["content-type"]).toBe("application/json; charset=utf-8");
  const data = personalData.parse(reply.json());
  expect(data).toEqual(reply.json());
  expect(JSON.parse(parts.join(""))).toEqual(data);
  const { rows } = await shop.db.execute<{ id: string }>(
    sql`select id from orders where user_id = ${id} order by created_at desc, id desc`,
  );
  expect(data.orders.map(({ _id }) => _id)).toEqual(rows.map(({ id: order }) => order));
  expect(data.orders[COUNT - 1]).toMatchObject({ shipping: { name: 'Asha "Rao"' }, items: [{ qty: 1 }] });

  // A client that hangs up frees its place.
  const left = await open();
  left.destroy();
  await once(left, "close");
  expect((await exportData(shop, token)).statusCode).toBe(200);
});

test("deleting an account erases the personal data and keeps the orders", async () => {
  const shop = await openOwnShop();
  const person = {
    name: "Vasundhara Quill",
    email: "vasundhara.quill@example.org",
    phone: "+91 91234 56780",
    password: PASSWORD,
  };
  const { token } = await register(shop, person);
  const there = {
    name: "Quill Aunty",
    email: "aunty@example.org",
    phone: "9111122223",
    address: "99 Hidden Gali",
    pin: "799277",
  };
  const note = "Ask for Quillamma at the gate";
  const { order, product } = await buyOne(shop, { token }, there, note);
  await setStatus(shop, shop.ownerToken, order._id, { status: "delivered" });
  await forgot(shop, person.email);
  await ask(shop, "POST", "login", { json: { email: person.email, password: "a wrong guess" } });

  await shop.logIn();

  expect((await erase(shop, { token, password: PASSWORD })).statusCode).toBe(200);
  const rows = await rowsIn(shop.databaseUrl);
  // The owner's.
  expect(rows.login_networks).toHaveLength(1);
  const everything = JSON.stringify(rows);
  for (const word of [person.name, person.email, "91234 56780", "9123456780", note, ...Object.values(there)]) {
    expect(everything.toLowerCase(), word).not.toContain(word.toLowerCase());
  }
  const orderAfter = await shop.call("GET", `/api/orders/${order._id}`, { token: shop.ownerToken });
  expect(orderAfter.json()).toMatchObject({
    totalAmount: 900,
    status: "delivered",
    items: [{ title: product.title, qty: 1 }],
    shipping: { name: "Deleted account", email: "", phone: "", address: "" },
    user: { name: "Deleted account", email: "" },
  });
  expect(await mailsTo(shop, person.email)).toEqual([]);
});

test("deleting an account ends its tokens and links in every process, and frees the e-mail", async ({ shop }) => {
  const second = await openSecondShop(shop);
  const person = await makePerson(shop);
  const { email, password, token } = person;
  const link = await mailedToken(shop, email);
  const authorization = `Bearer ${token}`;
  const inSecond = async () =>
    (await second.app.inject({ url: "/api/orders/my", headers: { authorization } })).statusCode;
  expect(await inSecond()).toBe(200);
  expect((await erase(shop, person)).statusCode).toBe(200);
  expect([await statusOf(shop, token), (await erase(shop, person)).statusCode]).toEqual([401, 401]);
  expect(await inSecond()).toBe(401);
  expect((await reset(shop, link, "a brand new password")).statusCode).toBe(400);
  expect((await ask(shop, "POST", "login", { json: { email, password } })).statusCode).toBe(401);
  const again = await register(shop, { email });
  expect((await exportData(shop, again.token)).json().orders).toEqual([]);
});

test("deletion needs the password, and wrong ones count towards the login limit", async ({ shop }) => {
  const person = await makePerson(shop);
  const { email, password, token } = person;
  expectRefused(await erase(shop, { token, password: "" }), "password");
  expectRefused(await erase(shop, { token, password: undefined }), "password");
  expect((await erase(shop, { password })).statusCode).toBe(401);
  await countTries(shop, 8, loginByAccountAndIp, [email, "127.0.0.1"]);
  for (const guess of ["a guess", "another guess"]) {
    const reply = await erase(shop, { token, password: guess });
    expect([reply.statusCode, problemOf(reply).fields]).toEqual([403, { password: "This is not your password." }]);
  }
  expect((await erase(shop, person)).statusCode).toBe(429);
  expect(await statusOf(shop, token)).toBe(200);
  shop.clock.advance(15 * MINUTE + 1);
  expect((await erase(shop, person)).statusCode).toBe(200);
});

test("deletion waits for an order that the account is placing", async ({ shop }) => {
  const person = await makePerson(shop);
  const { id, email } = person;
  const steps: string[] = [];
  const placing = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const order = shop.db.transaction(async (tx) => {
    expect(await shop.services.accounts.findBuyer(tx, id)).toEqual({ id, name: "Asha Rao", email });
    locked.resolve();
    await placing.promise;
    steps.push("placed");
  });
  await locked.promise;
  const deletion = erase(shop, person).then(({ statusCode }) => steps.push(`deleted ${statusCode}`));
  await until(async () => (await waitingForLock(shop)) > 0);
  placing.resolve();
  await Promise.all([order, deletion]);
  expect(steps).toEqual(["placed", "deleted 200"]);
  await expect(shop.services.accounts.findBuyer(shop.db, id)).rejects.toMatchObject({ code: "not_signed_in" });
});

test("returns 409 while an order is open; an order counts as closed after a month", async () => {
  const shop = await openOwnShop();
  const person = await makePerson(shop);
  const { id, token } = person;
  const { order, product } = await buyOne(shop, person, {});
  const short = order._id.slice(-6);
  const pending = await erase(shop, person);
  expect([pending.statusCode, problemOf(pending)]).toEqual([
    409,
    {
      code: "order_open",
      message: `Order ${short} may still be paid. Please pay for it or cancel it, or try again in half an hour.`,
    },
  ]);
  for (const status of ["paid", "shipped"]) {
    await setStatus(shop, shop.ownerToken, order._id, { status });
    expect(problemOf(await erase(shop, person)).message).toMatch(`Order ${short} is on its way to you.`);
  }
  expect(await statusOf(shop, token)).toBe(200);
  shop.clock.advance(30 * DAY);
  const fresh = await issueToken(shop, { id, role: "customer", generation: 1 });
  expect((await erase(shop, { ...person, token: fresh })).statusCode).toBe(200);
  expect(await stockOf(shop, product._id)).toBe(4);
});

test("deletion cancels unpaid orders, returns their stock and reports a late payment", async ({ shop }) => {
  await shop.app.listen({ port: 0 });
  const buyer = await makePerson(shop);
  const { order, product } = await buyOne(shop, buyer, {});
  await beginPayment(shop, buyer, order._id);
  shop.clock.advance((HOLD_MINUTES + 1) * MINUTE);
  expect(await stockOf(shop, product._id)).toBe(4);
  expect((await erase(shop, buyer)).statusCode).toBe(200);
  expect(await stockOf(shop, product._id)).toBe(5);
  const late = { paymentId: "pay_late", amountPaise: 90_000, currency: "INR" };
  expect(await shop.services.checkout.settle(order._id, late)).toBe("order_cancelled");
});

test("an owner can be deleted while another remains; the last one gets 409", async () => {
  const shop = await openOwnShop();
  const first = { token: shop.ownerToken, password: OWNER.password };
  const last = await erase(shop, first);
  expect([last.statusCode, problemOf(last).code]).toEqual([409, "last_owner"]);
  await makeProduct(shop);
  await shop.services.accounts.appointOwner({ email: "second@example.com", password: PASSWORD });
  const second = { token: await shop.logIn({ email: "second@example.com", password: PASSWORD }), password: PASSWORD };
  const both = await Promise.all([erase(shop, first), erase(shop, second)]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
});
