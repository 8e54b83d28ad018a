import { sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { defaultSettings } from "../../site.config.ts";
import { HOLD_MINUTES, MAX_OPEN_ORDERS } from "../../src/contracts/orders/order-rules.ts";
import { asOwner } from "../support/admin.ts";
import { countTries } from "../support/counted-tries.ts";
import { makeCustomer } from "../support/customers.ts";
import { expectRefused, makeProduct, problemOf } from "../support/forms.ts";
import { mailsTo } from "../support/mails.ts";
import { orderOne, placeOrder, SHIPPING, sendOrder, setStatus, stockOf, wants } from "../support/orders.ts";
import { someAddress } from "../support/people.ts";
import { publishSettings } from "../support/settings.ts";
import { openOwnShop, openSecondShop, type TestShop, test } from "../support/test-shop.ts";
import { until } from "../support/until.ts";

const HOLD_MS = HOLD_MINUTES * 60_000;

const orderFrom = (app: TestShop["app"], address: string, token: string, form: object) =>
  app.inject({
    method: "POST",
    url: "/api/orders",
    remoteAddress: address,
    headers: { authorization: `Bearer ${token}` },
    payload: form,
  });

describe("pieces", () => {
  test("returns 400 at the line for more than ten pieces of one product, summed over its lines", async ({ shop }) => {
    const product = await makeProduct(shop, { price: "900", stock: "50" });
    const buyer = await makeCustomer(shop);
    const split = {
      ...wants(product._id, 900, 11),
      items: [6, 5].flatMap((qty) => wants(product._id, 900, qty).items),
    };
    for (const [form, line] of [
      [wants(product._id, 900, 11), 1],
      [split, 2],
    ] as const) {
      const reply = await sendOrder(shop, buyer, form);
      expectRefused(reply, "items");
      expect(problemOf(reply).fields!.items).toBe(
        `Line ${line}: An order can have at most 10 pieces of one product, and this one has 11.`,
      );
    }
    await placeOrder(shop, buyer, wants(product._id, 900, defaultSettings.delivery.maxPiecesPerOrder));
    expect(await stockOf(shop, product._id)).toBe(40);
  });

  test("the owner sets how many pieces of one product an order can have", async () => {
    const shop = await openOwnShop();
    await publishSettings(shop, "delivery", { maxPiecesPerOrder: 2 });
    const product = await makeProduct(shop, { price: "900", stock: "50" });
    const buyer = await makeCustomer(shop);
    const reply = await sendOrder(shop, buyer, wants(product._id, 900, 3));
    expect(problemOf(reply).fields!.items).toBe(
      "Line 1: An order can have at most 2 pieces of one product, and this one has 3.",
    );
    await placeOrder(shop, buyer, wants(product._id, 900, 2));
    expect((await shop.call("GET", "/api/site")).json().shop.maxPiecesPerOrder).toBe(2);
  });

  test("an account's unpaid orders hold at most 30 pieces, of all products together", async ({ shop }) => {
    const products = await Promise.all([1, 2, 3, 4].map(() => makeProduct(shop, { price: "1", stock: "20" })));
    const buyer = await makeCustomer(shop);
    const cart = (...quantities: number[]) => ({
      items: quantities.flatMap((qty, index) => wants(products[index]!._id, 1, qty).items),
      totalAmount: quantities.reduce((sum, qty) => sum + qty),
      shipping: SHIPPING,
    });
    expectRefused(await sendOrder(shop, buyer, cart(10, 10, 10, 1)), "items");
    const first = await placeOrder(shop, buyer, cart(10, 10));
    const reply = await sendOrder(shop, buyer, cart(5, 5, 1));
    expect([reply.statusCode, problemOf(reply).code]).toEqual([409, "too_many_open_orders"]);
    expect(reply.json().orders).toMatchObject([{ _id: first._id, totalAmount: 20 }]);
    await placeOrder(shop, buyer, cart(5, 5));
  });
});

describe("open orders", () => {
  test("returns 409 with the open orders for a fourth; paying or cancelling one makes room", async ({ shop }) => {
    const product = await makeProduct(shop, { price: "900", stock: "50" });
    const buyer = await makeCustomer(shop);
    const place = (qty: number) => sendOrder(shop, buyer, wants(product._id, 900, qty));
    const open = [await place(1), await place(2), await place(3)].map((reply) => reply.json());
    const heldUntil = new Date(shop.clock.now().getTime() + HOLD_MS).toISOString();
    const reply = await place(4);
    expect([reply.statusCode, problemOf(reply).code]).toEqual([409, "too_many_open_orders"]);
    expect(problemOf(reply).message).toContain("3 unpaid orders");
    const listed = open.map(({ _id, totalAmount, createdAt }) => ({ _id, totalAmount, createdAt, heldUntil }));
    expect(reply.json().orders).toHaveLength(3);
    expect(reply.json().orders).toEqual(expect.arrayContaining(listed));
    expect((await place(2)).json()).toMatchObject({ _id: open[1]._id, reused: true });
    await setStatus(shop, shop.ownerToken, open[0]._id, { status: "paid" });
    expect((await place(4)).statusCode).toBe(201);
    expect((await place(5)).statusCode).toBe(409);
    await shop.call("POST", `/api/orders/${open[1]._id}/cancel`, { token: buyer.token });
    expect((await place(5)).statusCode).toBe(201);
    shop.clock.advance(HOLD_MS);
    expect((await place(6)).statusCode).toBe(201);
  });

  test("the limit holds for parallel requests in two processes", async ({ shop }) => {
    const second = await openSecondShop(shop);
    const product = await makeProduct(shop, { price: "900", stock: "90" });
    const { token } = await makeCustomer(shop);
    const replies = await Promise.all(
      Array.from({ length: 9 }, (_, index) =>
        orderFrom([shop.app, second.app][index % 2]!, someAddress(), token, wants(product._id, 900, index + 1)),
      ),
    );
    expect(replies.map(({ statusCode }) => statusCode).filter((status) => status === 201)).toHaveLength(3);
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([201, 409]));
  });

  test("an ended hold is not renewed while three other orders are open", async ({ shop }) => {
    await shop.app.listen({ port: 0 });
    const product = await makeProduct(shop, { price: "900", stock: "50" });
    const buyer = await makeCustomer(shop);
    const old = await placeOrder(shop, buyer, wants(product._id, 900, 9));
    shop.clock.advance(HOLD_MS);
    for (let qty = 1; qty <= MAX_OPEN_ORDERS; qty++) await placeOrder(shop, buyer, wants(product._id, 900, qty));
    const json = { orderId: old._id };
    const reply = await shop.call("POST", "/api/payments/razorpay", { token: buyer.token, json });
    expect([reply.statusCode, problemOf(reply).code]).toEqual([409, "too_many_open_orders"]);
  });
});

describe("orders in an hour", () => {
  test("returns 429 for the 21st order of an account within an hour", async ({ shop }) => {
    const product = await makeProduct(shop, { price: "900", stock: "50" });
    const { token } = await makeCustomer(shop);
    const place = () => orderFrom(shop.app, someAddress(), token, wants(product._id, 900));
    for (let nth = 0; nth < 20; nth++) {
      const reply = await place();
      expect(reply.statusCode, reply.body).toBe(201);
      await shop.call("POST", `/api/orders/${reply.json()._id}/cancel`, { token });
      shop.clock.advance(60_000);
    }
    const refused = await place();
    expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, `${40 * 60}`]);
    expect(problemOf(refused).message).toContain("20 orders within an hour");
    shop.clock.advance(40 * 60_000);
    expect((await place()).statusCode).toBe(201);
    expect(await stockOf(shop, product._id)).toBe(49);
  });

  test("returns 429 for the 1,001st order from a network within an hour; refused and repeated ones do not count", async () => {
    const shop = await openOwnShop();
    const product = await makeProduct(shop, { price: "900", stock: "200" });
    const address = someAddress();
    let token = "";
    await countTries(shop, 994, { name: "order-ip", tries: 1_000, seconds: 3_600 }, address);
    for (let nth = 0; nth < 6; nth++) {
      if (nth % 3 === 0) token = (await makeCustomer(shop)).token;
      const form = wants(product._id, 900, 1 + (nth % 3));
      const sent = nth < 3 ? [{ ...form, totalAmount: 1 }, form, form] : [form];
      for (const one of sent) await orderFrom(shop.app, address, token, one);
    }
    expect((await shop.call("GET", "/api/orders", { token: shop.ownerToken })).headers["x-total-count"]).toBe("6");
    token = (await makeCustomer(shop)).token;
    const neighbour = address.replace(/1$/, "2");
    const refused = await orderFrom(shop.app, neighbour, token, wants(product._id, 900));
    expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "3600"]);
    expect((await orderFrom(shop.app, someAddress(), token, wants(product._id, 900))).statusCode).toBe(201);
  });

  test("RATE_LIMIT=off disables the limits on orders", async () => {
    const shop = await openOwnShop({ RATE_LIMIT: "off" });
    const product = await makeProduct(shop, { price: "900", stock: "999" });
    const buyer = await makeCustomer(shop);
    for (let qty = 1; qty <= 25; qty++) await placeOrder(shop, buyer, wants(product._id, 900, qty));
  });
});

describe("deletion of the account", () => {
  test("never leaves personal data in an order that is placed at the same time", async ({ shop }) => {
    const product = await makeProduct(shop, { price: "900", stock: "99" });
    const outcomes = new Set<string>();
    for (const isOrderFirst of [true, false]) {
      const { id, token, password } = await makeCustomer(shop);
      const erase = () => shop.call("DELETE", "/api/users/profile", { token, json: { password } });
      const place = () => sendOrder(shop, { token }, wants(product._id, 900));
      // Both wait for the account's row, in this order.
      const release = Promise.withResolvers<void>();
      const locked = Promise.withResolvers<void>();
      const blocker = shop.db.transaction(async (tx) => {
        await shop.services.accounts.findBuyer(tx, id);
        locked.resolve();
        await release.promise;
      });
      await locked.promise;
      const waiting = async () => {
        const { rows } = await shop.db.execute<{ count: number }>(sql`select count(*)::int as count
          from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
        return rows[0]!.count;
      };
      const first = isOrderFirst ? place() : erase();
      await until(async () => (await waiting()) === 1);
      const second = isOrderFirst ? erase() : place();
      await until(async () => (await waiting()) === 2);
      release.resolve();
      await blocker;
      outcomes.add([(await first).statusCode, (await second).statusCode].join(" then "));
      const { rows } = await shop.db.execute(sql`select 1 from orders where user_id = ${id} and shipping_email <> ''
        and not exists (select 1 from users where users.id = orders.user_id)`);
      expect(rows).toEqual([]);
    }
    expect(outcomes).toEqual(new Set(["201 then 409", "200 then 401"]));
  });
});

test("orders that nobody pays for mail their cancellation to a mailbox five times a day", async ({ shop }) => {
  const isTold = [];
  for (const at of [1, 2, 3, 4, 5, 6]) {
    const email = `never.asked+${at}@example.com`;
    const { order, buyer } = await orderOne(shop);
    await asOwner(shop, "PUT", `/api/orders/${order._id}/shipping`, { ...order.shipping, email });
    await shop.call("POST", `/api/orders/${order._id}/cancel`, { token: buyer.token });
    const mails = await mailsTo(shop, email);
    isTold.push(mails.some(({ headers }) => headers.subject?.endsWith("is cancelled")));
  }
  expect(isTold).toEqual([true, true, true, true, true, false]);
});
