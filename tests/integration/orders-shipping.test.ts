import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Order } from "../../src/contracts/orders/order.ts";
import { changesByBuyer } from "../../src/server/checkout/limits.ts";
import { activityOf, asOwner } from "../support/admin.ts";
import { countTries } from "../support/counted-tries.ts";
import { makeCustomer } from "../support/customers.ts";
import { makeProduct, problemOf } from "../support/forms.ts";
import { mailsTo } from "../support/mails.ts";
import { writeOrderRows } from "../support/order-guard.ts";
import {
  openPayment,
  orderOne,
  placeOrder,
  readOrder,
  SHIPPING,
  sendOrder,
  setStatus,
  wants,
} from "../support/orders.ts";
import { publishSettings } from "../support/settings.ts";
import { openOwnShop, type TestShop, test } from "../support/test-shop.ts";
import { until } from "../support/until.ts";

const MOVED = {
  name: "Asha Deshpande",
  email: "asha.deshpande@example.com",
  phone: "+91 98765 43210",
  address: "7 Neem Lane\nNagpur",
  pin: "440010",
};

const change = (shop: TestShop, token: string | undefined, orderId: string, json: unknown = MOVED) =>
  shop.call("PUT", `/api/orders/${orderId}/shipping`, { token, json });

test("the buyer changes the address until the order is shipped", async ({ shop }) => {
  const { order, buyer } = await orderOne(shop);
  expect(order).not.toHaveProperty("shippingChange");
  shop.clock.advance(1000);
  const reply = await change(shop, buyer.token, order._id, {
    ...MOVED,
    address: "  7 Neem Lane\r\nNagpur ",
    pin: " 440 010",
  });
  expect(reply.statusCode, reply.body).toBe(200);
  const at = shop.clock.now().toISOString();
  const event = { kind: "address", text: "The delivery details were changed.", at, by: "buyer" };
  const changed = { ...order, shipping: MOVED, shippingChange: { at, by: "buyer" }, events: [event] };
  expect(reply.json()).toEqual(changed);
  expect(await readOrder(shop, buyer.token, order._id)).toEqual(changed);
  expect((await shop.call("GET", `/api/orders?q=asha.deshpande`, { token: shop.ownerToken })).json()).toMatchObject([
    { _id: order._id },
  ]);
  await setStatus(shop, shop.ownerToken, order._id, { status: "paid" });
  expect((await change(shop, buyer.token, order._id, SHIPPING)).json().shipping).toEqual(SHIPPING);
  for (const status of ["shipped", "delivered", "cancelled"]) {
    await setStatus(shop, shop.ownerToken, order._id, { status });
    const refused = await change(shop, buyer.token, order._id);
    expect([refused.statusCode, problemOf(refused)]).toEqual([
      409,
      {
        code: "shipping_closed",
        message: `This order is ${status}, so its address can no longer be changed here. Please write to us.`,
      },
    ]);
  }
  expect((await readOrder(shop, buyer.token, order._id)).shipping).toEqual(SHIPPING);
  expect(await activityOf(shop, order._id).then((entries) => entries.filter(({ changes }) => !changes.status))).toEqual(
    [],
  );
});

test("the owner changes the address at any time, and the log names the fields without their values", async ({
  shop,
}) => {
  const { order } = await orderOne(shop);
  for (const [index, status] of ["pending", "paid", "shipped", "delivered", "cancelled"].entries()) {
    if (index > 0) await setStatus(shop, shop.ownerToken, order._id, { status });
    const address = `${index} Neem Lane`;
    const shipping = { ...SHIPPING, address, ...(index % 2 === 0 && { pin: "440010" }) };
    const reply = await change(shop, shop.ownerToken, order._id, shipping);
    expect(reply.json()).toMatchObject({ status, shippingChange: { by: "owner" } });
    expect(reply.json().shipping).toEqual(shipping);
  }
  const entries = (await activityOf(shop, order._id)).filter(({ changes }) => !changes.status);
  expect(entries).toHaveLength(5);
  for (const { action, changes } of entries) {
    expect([action, changes]).toMatchObject(["updated", { address: ["••••", "••••"] }]);
    expect(Object.keys(changes).sort()).toEqual(["address", "pin"]);
    // An absent PIN code is null.
    expect([
      [null, "••••"],
      ["••••", null],
    ]).toContainEqual(changes.pin);
  }

  // Saved without a change: nothing is recorded.
  const { shipping, shippingChange } = await readOrder(shop, shop.ownerToken, order._id);
  shop.clock.advance(1000);
  expect((await change(shop, shop.ownerToken, order._id, shipping)).json()).toMatchObject({ shippingChange });
  expect((await activityOf(shop, order._id)).filter(({ changes }) => !changes.status)).toHaveLength(5);
});

test("refuses other people, unknown orders and bad details", async ({ shop }) => {
  const { order, buyer } = await orderOne(shop);
  const stranger = await makeCustomer(shop);
  expect((await change(shop, undefined, order._id)).statusCode).toBe(401);
  for (const id of [order._id, crypto.randomUUID(), "x", "%00"])
    expect([id, (await change(shop, stranger.token, id)).statusCode]).toEqual([id, 404]);
  for (const [fields, problems] of [
    [{ name: " " }, { name: "Full Name is required." }],
    [{ email: "asha" }, { email: "Enter a valid e-mail address." }],
    [{ phone: "12345" }, { phone: "Phone must have 10 to 15 digits." }],
    [{ address: "x".repeat(1001) }, { address: "Address must be at most 1000 characters." }],
  ] as const) {
    const reply = await change(shop, buyer.token, order._id, { ...MOVED, ...fields });
    expect([reply.statusCode, problemOf(reply).fields]).toEqual([400, problems]);
  }
  expect(await readOrder(shop, buyer.token, order._id)).toEqual(order);
  await shop.call("DELETE", `/api/orders/${order._id}`, { token: shop.ownerToken });
  for (const token of [buyer.token, shop.ownerToken])
    expect((await change(shop, token, order._id)).statusCode).toBe(404);
});

test("a changed address mails nobody, and later mails go to the new one", async ({ shop }) => {
  const { order, buyer } = await orderOne(shop);
  await setStatus(shop, shop.ownerToken, order._id, { status: "paid" });
  const email = `moved-${crypto.randomUUID()}@example.com`;
  await shop.services.notifications.deliverDue();
  expect((await change(shop, buyer.token, order._id, { ...MOVED, email })).statusCode).toBe(200);
  expect(await mailsTo(shop, email)).toEqual([]);
  await setStatus(shop, shop.ownerToken, order._id, { status: "shipped" });
  const [mail, ...more] = await mailsTo(shop, email);
  expect(more).toEqual([]);
  expect(mail!.text).toContain("Asha Deshpande\n7 Neem Lane\nNagpur\nPIN 440010");
});

test("no personal data is written into an order whose buyer has deleted the account", async ({ shop }) => {
  const { order, buyer } = await orderOne(shop);
  await setStatus(shop, shop.ownerToken, order._id, { status: "cancelled" });
  const erase = () =>
    shop.call("DELETE", "/api/users/profile", { token: buyer.token, json: { password: buyer.password } });

  // The deletion waits for the order's row; the change waits for the deletion.
  const released = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holder = shop.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from orders where id = ${order._id} for update`);
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  const waiting = async () => {
    const { rows } = await shop.db.execute<{ count: number }>(sql`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    return rows[0]!.count;
  };
  const erasure = erase();
  await until(async () => (await waiting()) === 1);
  const changes = [change(shop, buyer.token, order._id), change(shop, shop.ownerToken, order._id)];
  await until(async () => (await waiting()) === 3);
  released.resolve();
  await holder;
  expect((await erasure).statusCode).toBe(200);
  const [byBuyer, byOwner] = await Promise.all(changes);
  expect([byBuyer!.statusCode, byOwner!.statusCode]).toEqual([401, 409]);
  expect(problemOf(byOwner!).code).toBe("buyer_deleted");
  expect((await readOrder(shop, shop.ownerToken, order._id)).shipping).toMatchObject({ email: "", address: "" });
});

test("only owners see the internal note; the buyer's data export has it, and deleting the account erases it", async ({
  shop,
}) => {
  const { order, buyer } = await orderOne(shop);
  const note = (json: object) => asOwner(shop, "PUT", `/api/orders/${order._id}/internal-note`, json);
  expect((await note({ note: " Wrap as a gift ", noteWas: "" })).json()).toMatchObject({
    internalNote: "Wrap as a gift",
    events: [{ kind: "note", text: "The internal note was changed.", by: "owner" }],
  });
  const stale = await note({ note: "Other", noteWas: "" });
  expect([stale.statusCode, stale.json()]).toMatchObject([
    409,
    { code: "changed_meanwhile", current: { note: "Wrap as a gift" } },
  ]);
  expect(problemOf(await note({ note: "x".repeat(2001) })).fields).toEqual({
    note: "Internal note must be at most 2000 characters.",
  });
  const [entry] = await activityOf(shop, order._id);
  expect(entry!.changes).toEqual({ internalNote: [null, "••••"] });
  expect(JSON.stringify(await readOrder(shop, buyer.token, order._id))).not.toMatch(/gift|internal/i);
  const data = await shop.call("GET", "/api/users/profile/data", { token: buyer.token });
  expect(data.json().orders).toMatchObject([{ internalNote: "Wrap as a gift" }]);

  await setStatus(shop, shop.ownerToken, order._id, { status: "cancelled" });
  const json = { password: buyer.password };
  expect((await shop.call("DELETE", "/api/users/profile", { token: buyer.token, json })).statusCode).toBe(200);
  expect(await readOrder(shop, shop.ownerToken, order._id)).toMatchObject({ internalNote: "" });
  expect(problemOf(await note({ note: "Again" })).code).toBe("buyer_deleted");
});

test("another PIN code with another delivery charge returns 409 before payment, and is told to both afterwards", async () => {
  const shop = await openOwnShop();
  const charge = {
    isCharged: true,
    flat: 80,
    freeAbove: 0,
    slabs: [],
    defaultWeightGrams: 250,
    pinPrices: [{ prefix: "411", price: 0 }],
  };
  await publishSettings(shop, "delivery", { charge });
  const product = await makeProduct(shop, { price: "900", stock: "9" });
  const buyer = await makeCustomer(shop);
  const near = { ...SHIPPING, pin: "411001" };
  const order = await placeOrder(shop, buyer, { ...wants(product._id, 900), shipping: near });
  const far = { ...near, pin: "440010" };
  for (const token of [buyer.token, shop.ownerToken]) {
    const refused = await change(shop, token, order._id, far);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      {
        code: "price_changed",
        delivery: 80,
        total: 980,
        message:
          "Delivery to the new PIN code costs ₹80, not ₹0. Nothing was changed. Please cancel this order and place it again with this PIN code.",
      },
    ]);
  }
  expect((await readOrder(shop, buyer.token, order._id)).shipping).toEqual(near);
  expect((await change(shop, buyer.token, order._id, { ...near, pin: "411045" })).statusCode).toBe(200);

  await setStatus(shop, shop.ownerToken, order._id, { status: "paid" });
  const moved = await change(shop, buyer.token, order._id, far);
  expect(moved.statusCode, moved.body).toBe(200);
  expect(moved.json()).toMatchObject({ totalAmount: 900, shipping: far });
  const text =
    "The delivery details were changed. Delivery to the new PIN code costs ₹80, not ₹0: ₹80 too little was paid.";
  for (const token of [buyer.token, shop.ownerToken])
    expect((await readOrder(shop, token, order._id)).events?.at(-1)).toMatchObject({ kind: "address", text });
  expect((await change(shop, shop.ownerToken, order._id, near)).json().events.at(-1).text).toBe(
    "The delivery details were changed.",
  );

  // The owner's new charge is asked when the payment is opened after the hold.
  const old = await placeOrder(shop, buyer, { ...wants(product._id, 900, 2), shipping: near });
  await publishSettings(shop, "delivery", { charge: { ...charge, pinPrices: [] } });
  shop.clock.advance(30 * 60_000);
  const reply = await openPayment(shop, buyer, old._id);
  expect([reply.statusCode, reply.json()]).toMatchObject([409, { code: "price_changed", delivery: 80, total: 1880 }]);
});

test("an account changes details 60 times an hour, also by placing the same cart again; the owner is not limited", async ({
  shop,
}) => {
  const { order, buyer, product } = await orderOne(shop);
  await countTries(shop, 59, changesByBuyer, buyer.id);
  expect((await change(shop, buyer.token, order._id)).statusCode).toBe(200);
  expect((await change(shop, buyer.token, order._id)).statusCode, "nothing changes, nothing is counted").toBe(200);
  const refused = await change(shop, buyer.token, order._id, { ...MOVED, name: "Asha" });
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "3600"]);
  expect((await sendOrder(shop, buyer, wants(product._id, 900))).statusCode).toBe(429);
  expect((await readOrder(shop, buyer.token, order._id)).shipping).toEqual(MOVED);
  expect((await change(shop, shop.ownerToken, order._id, { ...MOVED, name: "Asha" })).statusCode).toBe(200);
});

test("lists show the five newest events of an order, its page the newest 200 and how many are older", async ({
  shop,
}) => {
  const { order, buyer } = await orderOne(shop);
  const json = { note: "Ring twice." };
  expect((await asOwner(shop, "PUT", `/api/orders/${order._id}/internal-note`, json)).statusCode).toBe(200);
  await writeOrderRows(
    shop,
    sql`insert into order_events (id, order_id, kind, text, is_public, actor, user_id, at)
    select gen_random_uuid(), ${order._id}, 'address', 'The delivery details were changed.', true, 'buyer', ${buyer.id}, now()
    from generate_series(1, 3000)`,
  );
  shop.clock.advance(1000);
  await change(shop, buyer.token, order._id);

  const list = await asOwner(shop, "GET", `/api/orders?q=${order._id.slice(-6)}`);
  const [listed] = list.json() as Order[];
  expect([listed!.events!.length, listed!.earlierEvents]).toEqual([5, 2_997]);
  expect(list.body.length).toBeLessThan(5_000);
  const [mine] = (await shop.call("GET", "/api/orders/my", { token: buyer.token })).json() as Order[];
  expect([mine!.events!.length, mine!.earlierEvents]).toEqual([5, 2_996]);
  const one = await readOrder(shop, buyer.token, order._id);
  expect(one.events!.length + one.earlierEvents!).toBe(3_001);
  expect(one.events!.length).toBeLessThanOrEqual(200);
  expect(await readOrder(shop, shop.ownerToken, order._id)).toMatchObject({ earlierEvents: 2_802 });
});
