import { expect } from "vitest";
import type { PersonalData } from "../../src/contracts/personal-data.ts";
import { expectRefused, makeProduct, problemOf } from "../support/forms.ts";
import { mailsTo } from "../support/mails.ts";
import { beginPayment, type Customer, placeOrder, setStatus, stockOf, wants } from "../support/orders.ts";
import { ask, forgot, mailedToken, openOwnShop, register, reset, statusOf } from "../support/people.ts";
import { openSecondShop } from "../support/second-shop.ts";
import { OWNER, type TestShop, test } from "../support/test-shop.ts";
import { rowsIn } from "../support/whole-shop.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const PASSWORD = "four words of mine";

const erase = (shop: TestShop, token: string | undefined, password: unknown = PASSWORD) =>
  shop.call("DELETE", "/api/users/profile", { token, json: { password } });
const takeOut = (shop: TestShop, token: string | undefined) => shop.call("GET", "/api/users/profile/data", { token });

async function buyOne(shop: TestShop, buyer: { token: string }, shipping: object) {
  const product = await makeProduct(shop, { price: "900", stock: "5" });
  const form = { ...wants(product._id, 900), shipping: { ...wants("", 0).shipping, ...shipping } };
  return { product, order: await placeOrder(shop, buyer as Customer, form, crypto.randomUUID()) };
}

test("the file holds the profile and every order, one's own alone", async ({ shop }) => {
  const asha = await register(shop);
  const { order } = await buyOne(shop, asha, { address: "7 Neem Lane" });
  const hidden = await buyOne(shop, asha, {});
  await shop.call("DELETE", `/api/orders/${hidden.order._id}`, { token: shop.ownerToken });
  const other = await register(shop);
  await buyOne(shop, other, { address: "somebody else's" });

  const reply = await takeOut(shop, asha.token);
  expect([reply.statusCode, reply.headers["content-disposition"], reply.headers["cache-control"]]).toEqual([
    200,
    'attachment; filename="nakshatra-my-data.json"',
    "no-store",
  ]);
  const data = reply.json() as PersonalData;
  expect(data.profile).toMatchObject({ name: "Asha Rao", email: asha.email, phone: asha.phone, role: "customer" });
  expect(data.orders.map(({ _id }) => _id)).toEqual([hidden.order._id, order._id]);
  expect(data.orders[1]).toMatchObject({ shipping: { address: "7 Neem Lane" }, totalAmount: 900 });
  expect(reply.body).not.toMatch(/argon2|somebody else/);
  expect((await takeOut(shop, undefined)).statusCode).toBe(401);
});

test("a deleted account leaves nothing of the person in the shop's database; the orders stay", async () => {
  const shop = await openOwnShop();
  const person = {
    name: "Vasundhara Quill",
    email: "vasundhara.quill@example.org",
    phone: "+91 91234 56780",
    password: PASSWORD,
  };
  const { token } = await register(shop, person);
  const there = { name: "Quill Aunty", email: "aunty@example.org", phone: "9111122223", address: "99 Hidden Gali" };
  const { order, product } = await buyOne(shop, { token }, there);
  await setStatus(shop, shop.ownerToken, order._id, { status: "delivered" });
  await forgot(shop, person.email);
  await ask(shop, "POST", "login", { json: { email: person.email, password: "a wrong guess" } });

  expect((await erase(shop, token)).statusCode).toBe(200);
  const everything = JSON.stringify(await rowsIn(shop.databaseUrl));
  for (const word of [person.name, person.email, "91234 56780", "9123456780", ...Object.values(there)]) {
    expect(everything.toLowerCase(), word).not.toContain(word.toLowerCase());
  }
  const kept = await shop.call("GET", `/api/orders/${order._id}`, { token: shop.ownerToken });
  expect(kept.json()).toMatchObject({
    totalAmount: 900,
    status: "delivered",
    items: [{ title: product.title, qty: 1 }],
    shipping: { name: "Deleted account", email: "", phone: "", address: "" },
    user: { name: "Deleted account", email: "" },
  });
  expect(await mailsTo(shop, person.email)).toEqual([]);
});

test("its logins and links end at once, in every process, and the e-mail can be registered again", async () => {
  const shop = await openOwnShop();
  const second = await openSecondShop(shop);
  const { email, token } = await register(shop);
  const link = await mailedToken(shop, email);
  // Answered from what that process remembers of the account, so it has to hear of the change.
  const authorization = `Bearer ${token}`;
  const elsewhere = async () =>
    (await second.app.inject({ url: "/api/orders/my", headers: { authorization } })).statusCode;
  expect(await elsewhere()).toBe(200);
  expect((await erase(shop, token)).statusCode).toBe(200);
  expect([await statusOf(shop, token), (await erase(shop, token)).statusCode]).toEqual([401, 401]);
  await expect.poll(elsewhere).toBe(401);
  expect((await reset(shop, link, "a brand new password")).statusCode).toBe(400);
  expect((await ask(shop, "POST", "login", { json: { email, password: PASSWORD } })).statusCode).toBe(401);
  const again = await register(shop, { email });
  expect((await takeOut(shop, again.token)).json().orders).toEqual([]);
});

test("only with the password, and guesses count as they do at a login", async () => {
  const shop = await openOwnShop();
  const { token } = await register(shop);
  expectRefused(await erase(shop, token, ""), "password");
  expectRefused(await shop.call("DELETE", "/api/users/profile", { token, json: {} }), "password");
  expect((await erase(shop, undefined)).statusCode).toBe(401);
  for (let guess = 0; guess < 10; guess++) {
    const reply = await erase(shop, token, `guess ${guess}`);
    expect([reply.statusCode, problemOf(reply).fields]).toEqual([403, { password: "This is not your password." }]);
  }
  expect((await erase(shop, token)).statusCode).toBe(429);
  expect(await statusOf(shop, token)).toBe(200);
  shop.clock.advance(15 * MINUTE + 1);
  expect((await erase(shop, token)).statusCode).toBe(200);
});

test("not while an order is under way; one that nobody closed is over after a month", async () => {
  const shop = await openOwnShop();
  const { token, email } = await register(shop);
  const { order, product } = await buyOne(shop, { token }, {});
  const short = order._id.slice(-6);
  const pending = await erase(shop, token);
  expect([pending.statusCode, problemOf(pending)]).toEqual([
    409,
    {
      code: "order_open",
      message: `Order ${short} may still be paid. Please pay for it, or try again in half an hour.`,
    },
  ]);
  for (const status of ["paid", "shipped"]) {
    await setStatus(shop, shop.ownerToken, order._id, { status });
    expect(problemOf(await erase(shop, token)).message).toMatch(`Order ${short} is on its way to you.`);
  }
  expect(await statusOf(shop, token)).toBe(200);
  shop.clock.advance(30 * DAY);
  const fresh = (await ask(shop, "POST", "login", { json: { email, password: PASSWORD } })).json().token as string;
  expect((await erase(shop, fresh)).statusCode).toBe(200);
  expect(await stockOf(shop, product._id)).toBe(4);
});

test("what was never paid is cancelled: its pieces go back, and money that comes after all is told", async () => {
  const shop = await openOwnShop();
  await shop.app.listen({ port: 0 });
  const buyer = await register(shop);
  const { order, product } = await buyOne(shop, buyer, {});
  await beginPayment(shop, buyer as unknown as Customer, order._id);
  shop.clock.advance(31 * MINUTE);
  expect(await stockOf(shop, product._id)).toBe(4);
  expect((await erase(shop, buyer.token)).statusCode).toBe(200);
  expect(await stockOf(shop, product._id)).toBe(5);
  const late = { paymentId: "pay_late", amountPaise: 90_000, currency: "INR" };
  expect(await shop.services.orders.settle(order._id, late)).toBe("order_cancelled");
});

test("an owner can go while another stays, and the last one cannot", async () => {
  const shop = await openOwnShop();
  const last = await erase(shop, shop.ownerToken, OWNER.password);
  expect([last.statusCode, problemOf(last).code]).toEqual([409, "last_owner"]);
  await makeProduct(shop);
  await shop.services.accounts.appointOwner({ email: "second@example.com", password: PASSWORD });
  const second = await shop.logIn({ email: "second@example.com", password: PASSWORD });
  const both = await Promise.all([erase(shop, shop.ownerToken, OWNER.password), erase(shop, second)]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
});
