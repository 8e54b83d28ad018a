import { expect } from "vitest";
import { activityOf } from "../support/admin.ts";
import { makeCustomer } from "../support/customers.ts";
import { makeCourse, makeProduct, problemOf } from "../support/forms.ts";
import { orderOne, placeOrder, readOrder, SHIPPING, sendOrder, setStatus, wants } from "../support/orders.ts";
import { publishSettings } from "../support/settings.ts";
import { openOwnShop, type TestShop, test } from "../support/test-shop.ts";

const MOVED = { ...SHIPPING, address: "7 Neem Lane\nNagpur", pin: "440010" };

const change = (shop: TestShop, token: string, orderId: string, json: unknown = MOVED) =>
  shop.call("PUT", `/api/orders/${orderId}/shipping`, { token, json });

const GSTIN = "27AAPFU0939F1ZV";
const NO_GSTIN = "This is not a GSTIN. Please compare it with your certificate.";

test("a shop without GST stores State and GSTIN as they are sent, and asks for neither", async ({ shop }) => {
  const { product, buyer } = await orderOne(shop);
  const ship = (more: object) => ({ ...wants(product._id, 900, 2), shipping: { ...SHIPPING, ...more } });
  const plain = await placeOrder(shop, buyer, ship({ pin: "411001", state: "", gstin: "" }));
  expect(plain.shipping).toEqual({ ...SHIPPING, pin: "411001" });
  const given = { state: "Goa", gstin: GSTIN } as const;
  const again = await placeOrder(shop, buyer, ship({ state: "Goa", gstin: " 27aapfu0939f1zv" }));
  expect([again._id, again.shipping]).toEqual([plain._id, { ...SHIPPING, ...given }]);
  expect((await change(shop, buyer.token, plain._id)).json().shipping).toEqual(MOVED);
  const refused = await sendOrder(shop, buyer, ship({ state: "Bavaria", gstin: "27AAPFU0939F1ZW" }));
  expect([refused.statusCode, problemOf(refused).fields]).toEqual([
    400,
    { "shipping.state": "State must be a State or Union Territory of India.", "shipping.gstin": NO_GSTIN },
  ]);
});

test("a registered shop needs the State of each order, takes it from the PIN code, and erases it with the account", async () => {
  const shop = await openOwnShop();
  await publishSettings(shop, "business", { gstin: GSTIN });
  await publishSettings(shop, "seller", { mode: "regular" });
  const { _id } = await makeProduct(shop, { price: "900", stock: "9" });
  const course = await makeCourse(shop, { offerPrice: "900" });
  const buyer = await makeCustomer(shop);
  const send = (more: object, items: object[] = wants(_id, 900).items) =>
    sendOrder(shop, buyer, { items, totalAmount: 900, shipping: { ...SHIPPING, ...more } }, crypto.randomUUID());

  const ofCourse = [{ itemId: course._id, itemType: "course", qty: 1 }];
  const missing = { "shipping.state": "State is required." };
  for (const reply of [await send({}), await send({ pin: "900056" }), await send({ state: "", address: "" }, ofCourse)])
    expect([reply.statusCode, problemOf(reply).fields]).toEqual([400, missing]);
  const studied = await send({ address: "", state: "Kerala" }, ofCourse);
  expect([studied.statusCode, studied.json().shipping]).toMatchObject([201, { state: "Kerala" }]);

  const { _id: id, shipping } = (await send({ pin: "110001", gstin: GSTIN })).json();
  expect(shipping).toEqual({ ...SHIPPING, pin: "110001", state: "Delhi", gstin: GSTIN });
  const again = (await send({ pin: "110001", state: "Haryana" })).json();
  expect([again.reused, again._id, again.shipping]).toEqual([
    true,
    id,
    { ...SHIPPING, pin: "110001", state: "Haryana" },
  ]);

  const unknown = await change(shop, buyer.token, id, SHIPPING);
  expect([unknown.statusCode, problemOf(unknown).fields]).toEqual([400, { state: "State is required." }]);
  expect((await change(shop, shop.ownerToken, id, SHIPPING)).json().shipping).toEqual(SHIPPING);
  const moved = { ...MOVED, state: "Maharashtra", gstin: GSTIN };
  expect((await change(shop, buyer.token, id, { ...MOVED, gstin: GSTIN })).json().shipping).toEqual(moved);
  expect((await activityOf(shop, id))[0]!.changes).toMatchObject({ state: ["••••", null] });
  const data = await shop.call("GET", "/api/users/profile/data", { token: buyer.token });
  expect(data.json().orders.find((order: { _id: string }) => order._id === id).shipping).toEqual(moved);

  for (const order of [id, studied.json()._id]) await setStatus(shop, shop.ownerToken, order, { status: "cancelled" });
  const json = { password: buyer.password };
  expect((await shop.call("DELETE", "/api/users/profile", { token: buyer.token, json })).statusCode).toBe(200);
  const erased = (await readOrder(shop, shop.ownerToken, id)).shipping;
  expect([erased.state, erased.gstin]).toEqual([undefined, undefined]);
});

test("a composition dealer sells within the own State only", async () => {
  const shop = await openOwnShop();
  const { product, buyer, order: old } = await orderOne(shop);
  await publishSettings(shop, "business", { gstin: GSTIN, phone: "+91 90000 00000" });
  await publishSettings(shop, "seller", { mode: "composition" });
  const send = (more: object) =>
    sendOrder(shop, buyer, { ...wants(product._id, 900, 2), shipping: { ...SHIPPING, ...more } });
  const sentence = "We may sell only within Maharashtra. If you have a question, please call +91 90000 00000.";
  for (const more of [{ pin: "110001" }, { state: "Goa" }, { pin: "411001", state: "Goa" }])
    expect(problemOf(await send(more)).fields).toEqual({ "shipping.state": sentence });
  const placed = await send({ pin: "411001" });
  expect([placed.statusCode, placed.json().shipping.state]).toEqual([201, "Maharashtra"]);
  const refused = await change(shop, buyer.token, placed.json()._id, { ...MOVED, pin: "110001" });
  expect([refused.statusCode, problemOf(refused).fields]).toEqual([400, { state: sentence }]);
  // The owner corrects an order of before, and its buyer what is left of it.
  const elsewhere = { ...MOVED, state: "Delhi" };
  expect((await change(shop, shop.ownerToken, old._id, elsewhere)).statusCode).toBe(200);
  expect((await change(shop, buyer.token, old._id, { ...elsewhere, name: "Asha" })).statusCode).toBe(200);
});
