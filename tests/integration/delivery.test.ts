import { expect } from "vitest";
import { defaultSettings } from "../../site.config.ts";
import { formatArrival } from "../../src/contracts/orders/arrival-rules.ts";
import { arrivalTo } from "../../src/server/checkout/arrival.ts";
import { makeCustomer } from "../support/customers.ts";
import { makeCourse, makeProduct, problemOf } from "../support/forms.ts";
import { mailsTo } from "../support/mails.ts";
import { placeOrder, readOrder, SHIPPING, sendOrder, setStatus, wants } from "../support/orders.ts";
import { renewOwnerToken } from "../support/owner-token.ts";
import { publishSettings, settingState } from "../support/settings.ts";
import { openOwnShop, openSecondShop, type TestShop, test } from "../support/test-shop.ts";

const HOUR = 60 * 60_000;
const { arrival: defaults } = defaultSettings.delivery;
const estimate = (shop: TestShop, pin: string) => shop.call("GET", `/api/delivery?pin=${encodeURIComponent(pin)}`);
const pay = (shop: TestShop, orderId: string, paymentId = `pay_${orderId}`) =>
  shop.services.checkout.settle(orderId, { paymentId, amountPaise: 90_000, currency: "INR" });

async function orderTo(shop: TestShop, shipping: Partial<typeof SHIPPING> & { pin?: string }) {
  const product = await makeProduct(shop, { price: "900", stock: "9" });
  const buyer = await makeCustomer(shop);
  const form = { ...wants(product._id, 900), shipping: { ...SHIPPING, email: buyer.email, ...shipping } };
  return { buyer, order: await placeOrder(shop, buyer, form) };
}

test("a PIN code has its State and the days of its zone, for browsers to keep five minutes", async ({ shop }) => {
  const reply = await estimate(shop, "411 001");
  const days = arrivalTo("411001", shop.clock.now(), defaults);
  expect([reply.statusCode, reply.headers["cache-control"], reply.json()]).toEqual([
    200,
    "public, max-age=300",
    { state: "Maharashtra", ...days },
  ]);
  const far = (await estimate(shop, "744101")).json();
  expect([far.state, far.from > days.from]).toEqual(["Andaman and Nicobar Islands", true]);
});

test("returns 404 for an unknown PIN code and 400 for none", async ({ shop }) => {
  const unknown = await estimate(shop, "999999");
  expect([unknown.statusCode, unknown.headers["cache-control"], problemOf(unknown)]).toEqual([
    404,
    "no-store",
    { code: "unknown_pin", message: "We do not know this PIN code. Please check it." },
  ]);
  for (const pin of ["", "4110", "041100", "41100x"]) {
    const refused = await estimate(shop, pin);
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ["pin"]]);
  }
});

test("the owner's days count at once; switched off, only the State is told", async () => {
  const shop = await openOwnShop();
  const arrival = { ...defaults, zones: [{ prefixes: "411", from: 20, to: 21 }] };
  expect((await publishSettings(shop, "delivery", { arrival })).statusCode).toBe(200);
  expect((await estimate(shop, "411001")).json()).toMatchObject(arrivalTo("411001", shop.clock.now(), arrival));
  await publishSettings(shop, "delivery", { arrival: { ...arrival, isShown: false } });
  expect((await estimate(shop, "411001")).json()).toEqual({ state: "Maharashtra" });
  const { order, buyer } = await orderTo(shop, { pin: "411001" });
  await pay(shop, order._id);
  expect(await readOrder(shop, buyer.token, order._id)).not.toHaveProperty("arrival");
});

test("settings refuse days and digits that make no sense, at their field", async ({ shop }) => {
  const arrival = {
    ...defaults,
    cutOffHour: 25,
    daysOff: ["Diwali"],
    rest: { from: 5, to: 3 },
    zones: [{ prefixes: "44; 45", from: 1, to: 2 }],
  };
  const reply = await publishSettings(shop, "delivery", { arrival });
  expect([reply.statusCode, reply.json().fields]).toEqual([
    400,
    {
      "arrival.cutOffHour": "Orders until must be at most 24.",
      "arrival.daysOff.0": "A day off must be a date such as 2026-12-25.",
      "arrival.rest.to": "To cannot be less than From.",
      "arrival.zones.0.prefixes": "PIN codes must be first digits with commas between them, such as 78, 79, 737.",
    },
  ]);
});

test("settings that were stored before these fields existed stay valid", async () => {
  const shop = await openOwnShop();
  await publishSettings(shop, "delivery", { maxPiecesPerOrder: 4 });
  await shop.db.execute(
    `update setting_groups set values = values - 'arrival' - 'addressNeeded' where "group" = 'delivery'`,
  );
  const { services } = await openSecondShop(shop);
  expect((await services.settings.read()).delivery).toEqual({ ...defaultSettings.delivery, maxPiecesPerOrder: 4 });
  expect((await settingState(shop, "delivery")).problem).toBeNull();
});

test("an order keeps the days of its payment until it is shipped, and the mail tells them", async () => {
  const shop = await openOwnShop();
  const { order, buyer } = await orderTo(shop, { pin: "411001" });
  expect(order).not.toHaveProperty("arrival");
  await pay(shop, order._id);
  const days = arrivalTo("411001", shop.clock.now(), defaults);
  shop.clock.advance(5 * 24 * HOUR);
  await publishSettings(shop, "delivery", { arrival: { ...defaults, handlingDays: 20 } });
  expect((await readOrder(shop, buyer.token, order._id)).arrival).toEqual(days);
  await shop.services.notifications.deliverDue();
  const [confirmation] = await mailsTo(shop, buyer.email);
  expect(confirmation!.text).toContain(`Arrives: ${formatArrival(days)}`);
  await setStatus(shop, shop.ownerToken, order._id, { status: "shipped" });
  expect(await readOrder(shop, buyer.token, order._id)).not.toHaveProperty("arrival");
});

test("a PIN code that is added or changed after the payment has days of its own", async ({ shop }) => {
  const { order, buyer } = await orderTo(shop, {});
  await pay(shop, order._id);
  expect(await readOrder(shop, buyer.token, order._id)).not.toHaveProperty("arrival");
  shop.clock.advance(48 * HOUR);
  const json = { ...SHIPPING, pin: "744101" };
  const changed = await shop.call("PUT", `/api/orders/${order._id}/shipping`, { token: buyer.token, json });
  expect(changed.json().arrival).toEqual(arrivalTo("744101", shop.clock.now(), defaults));
});

test("courses have no days", async ({ shop }) => {
  const course = await makeCourse(shop, { offerPrice: "900" });
  const buyer = await makeCustomer(shop);
  const items = [{ itemId: course._id, itemType: "course" as const, qty: 1 }];
  const order = await placeOrder(shop, buyer, { items, totalAmount: 900, shipping: { ...SHIPPING, pin: "411001" } });
  await pay(shop, order._id);
  expect(await readOrder(shop, buyer.token, order._id)).not.toHaveProperty("arrival");
});

test("with the setting, pieces need an address and a PIN code, and courses do not", async () => {
  const shop = await openOwnShop();
  await publishSettings(shop, "delivery", { addressNeeded: true });
  const buyer = await makeCustomer(shop);
  const product = await makeProduct(shop, { price: "900", stock: "9" });
  const send = (shipping: object) =>
    sendOrder(shop, buyer, { ...wants(product._id, 900), shipping: { ...SHIPPING, ...shipping } });
  const refused = await send({ address: " " });
  expect([refused.statusCode, refused.json().fields]).toEqual([
    400,
    {
      "shipping.address": "Address is required: we send your pieces there.",
      "shipping.pin": "PIN code is required: we send your pieces there.",
    },
  ]);
  expect((await send({})).json().fields).toEqual({
    "shipping.pin": "PIN code is required: we send your pieces there.",
  });
  const placed = await send({ pin: "411001" });
  expect(placed.statusCode, placed.body).toBe(201);
  const path = `/api/orders/${placed.json()._id}/shipping`;
  const cleared = await shop.call("PUT", path, { token: buyer.token, json: { ...SHIPPING, address: "" } });
  expect([cleared.statusCode, Object.keys(cleared.json().fields)]).toEqual([400, ["address", "pin"]]);
  const course = await makeCourse(shop, { offerPrice: "900" });
  const items = [{ itemId: course._id, itemType: "course" as const, qty: 1 }];
  await placeOrder(shop, buyer, { items, totalAmount: 900, shipping: { ...SHIPPING, address: "" } });
});

test("the buyer of pieces without an address is asked once by mail, an hour after the payment", async () => {
  const shop = await openOwnShop();
  const { order, buyer } = await orderTo(shop, { address: "" });
  const answered = await orderTo(shop, { address: "" });
  const complete = await orderTo(shop, {});
  for (const { _id } of [order, answered.order, complete.order]) await pay(shop, _id);
  const requests = async (email: string) => {
    await shop.services.orders.askForAddresses();
    await shop.services.notifications.deliverDue();
    return (await mailsTo(shop, email)).filter(({ headers }) => headers.subject!.startsWith("Where shall we send"));
  };
  shop.clock.advance(HOUR);
  expect(await requests(buyer.email)).toEqual([]);
  await shop.call("PUT", `/api/orders/${answered.order._id}/shipping`, { token: answered.buyer.token, json: SHIPPING });
  shop.clock.advance(1000);
  const [mail, ...more] = await requests(buyer.email);
  expect(more).toEqual([]);
  expect(mail!.text).toContain(`/orders/${order._id}#order-shipping`);
  for (let week = 0; week < 6; week++) {
    shop.clock.advance(7 * 24 * HOUR);
    await shop.services.jobs.deleteEnded();
    await shop.services.orders.askForAddresses();
  }
  expect(await requests(buyer.email)).toHaveLength(1);
  expect(await requests(answered.buyer.email)).toEqual([]);
  expect(await requests(complete.buyer.email)).toEqual([]);
  await renewOwnerToken(shop);
  const dashboard = await shop.call("GET", "/api/dashboard", { token: shop.ownerToken });
  expect(dashboard.json().work.addressesMissing).toBe(1);
});
