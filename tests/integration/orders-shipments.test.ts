import { expect } from "vitest";
import type { Order } from "../../src/contracts/orders/order.ts";
import type { Shipment } from "../../src/contracts/orders/shipment.ts";
import { activityOf, asOwner } from "../support/admin.ts";
import { makeCustomer } from "../support/customers.ts";
import { makeCourse, makeProduct, problemOf, unique } from "../support/forms.ts";
import { mailsTo } from "../support/mails.ts";
import { placeOrder, readOrder, SHIPPING, setStatus, stockOf } from "../support/orders.ts";
import { roundTripsOf } from "../support/round-trips.ts";
import { publishSettings } from "../support/settings.ts";
import { openOwnShop, type TestShop, test } from "../support/test-shop.ts";

const PARCEL = { courier: "Delhivery", trackingNumber: "AWB 123/4" };
const LINK = "https://www.delhivery.com/track-v2/package/AWB%20123%2F4";

const send = (shop: TestShop, { _id }: Order, json: unknown = PARCEL, key?: string) =>
  shop.call("POST", `/api/orders/${_id}/shipments`, {
    token: shop.ownerToken,
    json,
    headers: key ? { "idempotency-key": key } : {},
  });

async function sent(shop: TestShop, order: Order, json?: unknown, key?: string) {
  const reply = await send(shop, order, json, key);
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json() as Shipment;
}

const pathOf = (order: Order, parcel: Shipment) => `/api/orders/${order._id}/shipments/${parcel._id}`;
const asOwnerRead = (shop: TestShop, { _id }: Order) => readOrder(shop, shop.ownerToken, _id);

async function set(shop: TestShop, order: Order, status: string) {
  expect((await setStatus(shop, shop.ownerToken, order._id, { status })).statusCode).toBe(200);
}

/** A paid order for 3 rings, 1 bracelet and the given items. */
async function paidOrder(shop: TestShop, ...others: { itemId: string; itemType: string; rupees: number }[]) {
  const [ring, bracelet] = [
    await makeProduct(shop, { title: unique("Ring"), price: "900", stock: "5" }),
    await makeProduct(shop, { title: unique("Bracelet"), price: "500", stock: "5" }),
  ];
  const buyer = await makeCustomer(shop);
  const order = await placeOrder(shop, buyer, {
    items: [
      { itemId: ring._id, itemType: "product", qty: 3 },
      { itemId: bracelet._id, itemType: "product", qty: 1 },
      ...others.map(({ itemId, itemType }) => ({ itemId, itemType: itemType as "course", qty: 1 })),
    ],
    totalAmount: 3200 + others.reduce((sum, { rupees }) => sum + rupees, 0),
    shipping: { ...SHIPPING, email: buyer.email },
  });
  await set(shop, order, "paid");
  return { ring, bracelet, buyer, order };
}

/** The subjects of the mails, without the confirmation of the payment. */
const subjectsTo = async (shop: TestShop, email: string) =>
  (await mailsTo(shop, email))
    .map(({ headers }) => headers.subject!.replace(/: order \w+$/, ""))
    .filter((subject) => !subject.endsWith("is confirmed"))
    .sort();

const progressOf = ({ items }: Order) =>
  items.map(({ progress, shippedQty, deliveredQty }) =>
    shippedQty === undefined ? progress : `${progress} ${shippedQty} ${deliveredQty}`,
  );

test("parcels update progress, status and history, with one mail for each step", async ({ shop }) => {
  const course = await makeCourse(shop, { title: unique("Tarot"), offerPrice: "500" });
  const { ring, bracelet, buyer, order } = await paidOrder(shop, {
    itemId: course._id,
    itemType: "course",
    rupees: 500,
  });
  expect(progressOf(await readOrder(shop, buyer.token, order._id))).toEqual([
    "to_pack 0 0",
    "to_pack 0 0",
    "access_given",
  ]);

  const first = await sent(shop, order, { ...PARCEL, lines: [{ itemId: ring._id, qty: 2 }] });
  expect(first).toMatchObject({ ...PARCEL, trackingUrl: LINK, version: 1 });
  expect(first.lines).toEqual([{ itemId: ring._id, title: ring.title, qty: 2 }]);
  const parted = await readOrder(shop, buyer.token, order._id);
  expect([parted.status, progressOf(parted)]).toEqual(["paid", ["to_pack 2 0", "to_pack 0 0", "access_given"]]);
  expect(parted.items[0]).toMatchObject({ unpackedQty: 1 });
  expect(parted.shipments).toEqual([first]);
  expect(parted.events).toMatchObject([{ kind: "shipment", text: "2 pieces left with Delhivery.", by: "owner" }]);
  const [mail] = (await mailsTo(shop, buyer.email)).filter(({ headers }) => headers.subject!.includes("parcel"));
  for (const fact of [`${ring.title} × 2`, "Delhivery", PARCEL.trackingNumber, LINK, `/orders/${order._id}`])
    for (const body of [mail!.text, mail!.html]) expect(body).toContain(fact);
  expect(mail!.text).not.toContain(bracelet.title);

  // All that is left, with a courier that is not in the settings and its own link.
  const own = { courier: "Ravi", trackingNumber: "7", trackingUrl: "https://ravi.example/7" };
  const second = await sent(shop, order, own);
  expect(second).toMatchObject(own);
  expect(second.lines.map(({ qty }) => qty)).toEqual([1, 1]);
  const complete = await asOwnerRead(shop, order);
  expect([complete.status, progressOf(complete)]).toEqual(["shipped", ["shipped 3 0", "shipped 1 0", "access_given"]]);
  expect(complete.history.at(-1)).toMatchObject({ status: "shipped", by: "owner" });
  expect((await activityOf(shop, order._id)).map(({ changes }) => changes)).toContainEqual({
    status: ["paid", "shipped"],
    parcel: [null, "Ravi, 2 pieces"],
  });
  const refused = await send(shop, order);
  expect([refused.statusCode, problemOf(refused).code]).toEqual([409, "nothing_to_send"]);

  const deliver = (parcel: Shipment) => asOwner(shop, "POST", `${pathOf(order, parcel)}/delivered`);
  expect((await deliver(first)).json()).toMatchObject({ deliveredAt: shop.clock.now().toISOString() });
  expect(progressOf(await asOwnerRead(shop, order))).toEqual(["shipped 3 2", "shipped 1 0", "access_given"]);
  await deliver(first);
  await deliver(second);
  const done = await asOwnerRead(shop, order);
  expect([done.status, progressOf(done)]).toEqual(["delivered", ["delivered 3 3", "delivered 1 1", "access_given"]]);
  // Setting the status by hand sends no second mail.
  for (const status of ["shipped", "delivered"]) await set(shop, order, status);
  expect(await subjectsTo(shop, buyer.email)).toEqual([
    "Your parcel is delivered",
    "Your parcel is delivered",
    "Your parcel is on its way",
    "Your parcel is on its way",
  ]);
  expect((await readOrder(shop, buyer.token, order._id)).events?.map(({ text }) => text)).toEqual([
    "2 pieces left with Delhivery.",
    "2 pieces left with Ravi.",
    "The parcel with Delhivery was delivered.",
    "The parcel with Ravi was delivered.",
  ]);
});

test("a status set by hand ships the pieces in no parcel, and its mail names only those", async ({ shop }) => {
  const session = { itemId: "Deep Dive-audio", itemType: "consultancy", rupees: 1800 };
  const { ring, bracelet, buyer, order } = await paidOrder(shop, session);
  const parcel = await sent(shop, order, { ...PARCEL, lines: [{ itemId: ring._id }] });
  await set(shop, order, "shipped");
  expect(progressOf(await asOwnerRead(shop, order))).toEqual(["shipped 3 0", "shipped 1 0", "to_schedule"]);
  const [rest] = (await mailsTo(shop, buyer.email)).filter(({ headers }) => headers.subject!.includes("pieces"));
  expect(rest!.text).toContain(`${bracelet.title} × 1`);
  expect(rest!.text).not.toContain(ring.title);

  // The number can be recorded afterwards. A consultation keeps the order open.
  const late = await sent(shop, order, { courier: "India Post", trackingNumber: "EM1" });
  for (const one of [parcel, late]) await asOwner(shop, "POST", `${pathOf(order, one)}/delivered`);
  const open = await asOwnerRead(shop, order);
  expect([open.status, progressOf(open)]).toEqual(["shipped", ["delivered 3 3", "delivered 1 1", "to_schedule"]]);
  await set(shop, order, "delivered");
  expect(progressOf(await asOwnerRead(shop, order)).at(-1)).toBe("done");
  expect(await subjectsTo(shop, buyer.email)).toEqual([
    "Your order is complete",
    "Your parcel is delivered",
    "Your parcel is delivered",
    "Your parcel is on its way",
    "Your parcel is on its way",
    "Your pieces are on their way",
  ]);
});

test("a wrong parcel can be corrected or taken back, and the order's status follows", async ({ shop }) => {
  const { ring, buyer, order } = await paidOrder(shop);
  const stock = await stockOf(shop, ring._id);
  const wrong = await sent(shop, order);
  const back = await asOwner(shop, "DELETE", pathOf(order, wrong));
  expect([back.statusCode, back.json()]).toEqual([200, { message: "Parcel taken back" }]);
  const reopened = await asOwnerRead(shop, order);
  expect([reopened.status, reopened.shipments, progressOf(reopened)]).toEqual([
    "paid",
    undefined,
    ["to_pack 0 0", "to_pack 0 0"],
  ]);
  expect(reopened.history.map(({ status }) => status)).toEqual(["pending", "paid", "shipped", "paid"]);
  expect(await stockOf(shop, ring._id)).toBe(stock);
  // It was taken back before its mail was sent.
  expect(await subjectsTo(shop, buyer.email)).toEqual([]);

  const parcel = await sent(shop, order);
  const correct = (json: object) => asOwner(shop, "PUT", pathOf(order, parcel), json);
  const corrected = await correct({ courier: "Blue Dart", trackingNumber: "99", version: 1 });
  expect(corrected.json()).toMatchObject({
    courier: "Blue Dart",
    trackingUrl: expect.stringMatching(/trackNo=99$/),
    version: 2,
  });
  const stale = await correct({ courier: "DTDC", version: 1 });
  expect([stale.statusCode, stale.json().code, stale.json().current]).toEqual([
    409,
    "changed_meanwhile",
    corrected.json(),
  ]);
  expect((await activityOf(shop, order._id)).map(({ changes }) => changes)).toContainEqual({
    courier: ["Delhivery", "Blue Dart"],
    trackingNumber: ["••••", "••••"],
    trackingUrl: ["••••", "••••"],
  });
  expect(await subjectsTo(shop, buyer.email)).toEqual(["Your parcel is on its way"]);

  await set(shop, order, "delivered");
  const closed = await asOwner(shop, "DELETE", pathOf(order, parcel));
  expect([closed.statusCode, problemOf(closed).code]).toEqual([409, "parcel_closed"]);
});

test("refuses orders that are not paid, pieces that are not left, bad details and other people", async ({ shop }) => {
  const { ring, buyer, order } = await paidOrder(shop);
  const other = await paidOrder(shop);
  const codeOf = async (json: unknown, of = order) => problemOf(await send(shop, of, json));
  const tooMany = `${ring.title}: only 3 pieces left to send.`;
  expect(await codeOf({ ...PARCEL, lines: [{ itemId: ring._id, qty: 4 }] })).toMatchObject({
    code: "too_many_pieces",
    fields: { lines: tooMany },
  });
  const twice = [
    { itemId: ring._id, qty: 2 },
    { itemId: ring._id, qty: 2 },
  ];
  expect((await codeOf({ ...PARCEL, lines: twice })).code).toBe("too_many_pieces");
  for (const [json, field] of [
    [{ ...PARCEL, lines: [{ itemId: other.ring._id }] }, "lines"],
    [{ ...PARCEL, courier: " " }, "courier"],
    [{ ...PARCEL, trackingUrl: "http://plain.example" }, "trackingUrl"],
    [{ ...PARCEL, trackingNumber: "9".repeat(61) }, "trackingNumber"],
  ] as const) {
    const problem = await codeOf(json);
    expect([problem.code, Object.keys(problem.fields ?? {})]).toEqual(["bad_input", [field]]);
  }
  for (const status of ["pending", "cancelled", "delivered"]) {
    await set(shop, order, status);
    const reply = await send(shop, order);
    expect([reply.statusCode, problemOf(reply).code]).toEqual([409, "not_sendable"]);
    expect(problemOf(reply).message).toMatch(/^This order is /);
  }
  await set(shop, order, "paid");

  const parcel = await sent(shop, other.order, { ...PARCEL, lines: [{ itemId: other.bracelet._id }] });
  const asBuyer = await shop.call("POST", `/api/orders/${order._id}/shipments`, { token: buyer.token, json: PARCEL });
  expect(asBuyer.statusCode).toBe(403);
  for (const id of [parcel._id, crypto.randomUUID(), "x"]) {
    const reply = await asOwner(shop, "DELETE", `/api/orders/${order._id}/shipments/${id}`);
    expect([reply.statusCode, problemOf(reply).code]).toEqual([404, "shipment_not_found"]);
  }
  expect((await send(shop, { ...order, _id: crypto.randomUUID() })).statusCode).toBe(404);
  expect((await asOwnerRead(shop, order)).shipments).toBeUndefined();
});

test("two owners at once cannot send a piece twice, and a repeated request records one parcel", async ({ shop }) => {
  const { ring, order } = await paidOrder(shop);
  const lines = [{ itemId: ring._id, qty: 2 }];
  const replies = await Promise.all([1, 2, 3].map(() => send(shop, order, { ...PARCEL, lines })));
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409]);
  expect((await asOwnerRead(shop, order)).items[0]).toMatchObject({ shippedQty: 2, unpackedQty: 1 });

  const one = { ...PARCEL, lines: [{ itemId: ring._id, qty: 1 }] };
  const key = crypto.randomUUID();
  const repeats = await Promise.all([1, 2].map(() => sent(shop, order, one, key)));
  expect(repeats[0]).toEqual(repeats[1]);
  const changed = await send(shop, order, PARCEL, key);
  expect([changed.statusCode, problemOf(changed).code]).toEqual([409, "idempotency_key_used"]);
  expect((await asOwnerRead(shop, order)).shipments).toHaveLength(2);
});

test("order lists read all parcels in one query; the dashboard, CSV, data export and couriers' links include them", async () => {
  const shop = await openOwnShop();
  const couriers = [{ name: "Ravi", trackingUrl: "https://ravi.example/{awb}" }];
  expect((await publishSettings(shop, "delivery", { couriers: [...couriers, ...couriers] })).statusCode).toBe(400);
  expect((await publishSettings(shop, "delivery", { couriers })).statusCode).toBe(200);
  expect((await shop.call("GET", "/api/site")).body).not.toContain("ravi.example");

  const { ring, buyer, order } = await paidOrder(shop);
  const list = () => roundTripsOf(() => asOwner(shop, "GET", "/api/orders"));
  const { statements: before } = await list();
  for (const trackingNumber of ["1", "2"])
    await sent(shop, order, { courier: "Ravi", trackingNumber, lines: [{ itemId: ring._id, qty: 1 }] });
  await paidOrder(shop);
  const { statements: after, result } = await list();
  expect(after.length).toBe(before.length);
  expect((result.json() as Order[]).flatMap(({ shipments = [] }) => shipments.map((one) => one.trackingUrl))).toEqual([
    "https://ravi.example/1",
    "https://ravi.example/2",
  ]);
  const dashboard = (await asOwner(shop, "GET", "/api/dashboard")).json();
  expect(dashboard.work).toMatchObject({ ordersToPack: 2, piecesToPack: 6 });
  expect((await asOwner(shop, "GET", "/api/orders.csv")).body).toContain("Ravi 1; Ravi 2");

  const data = () => shop.call("GET", "/api/users/profile/data", { token: buyer.token });
  expect((await data()).json().orders[0]).toMatchObject({ shipments: [{}, {}] });
  await set(shop, order, "delivered");
  const json = { password: buyer.password };
  expect((await shop.call("DELETE", "/api/users/profile", { token: buyer.token, json })).statusCode).toBe(200);
  for (const parcel of (await asOwnerRead(shop, order)).shipments!) expect(parcel).not.toHaveProperty("trackingNumber");
});
