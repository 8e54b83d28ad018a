import { expect } from "vitest";
import { makeCoupon, quoteTotals } from "../support/coupons.ts";
import { makeCustomer } from "../support/customers.ts";
import { mailsTo } from "../support/mails.ts";
import { placeOrder, SHIPPING, setStatus } from "../support/orders.ts";
import { publishSettings } from "../support/settings.ts";
import { makeRing } from "../support/sizes.ts";
import { openOwnShop, test } from "../support/test-shop.ts";

const linesOf = (...items: [itemId: string, qty?: number][]) =>
  items.map(([itemId, qty = 1]) => ({ itemId, itemType: "product" as const, qty }));

test("a coupon for a product covers all its sizes", async ({ shop }) => {
  const ring = await makeRing(shop);
  const other = await makeRing(shop);
  const items = linesOf([ring.idOf("12"), 2], [ring.idOf("14")], [other.idOf("12")]);
  const coupon = await makeCoupon(shop, { value: "10", scope: "items", products: ring._id });
  const { quote } = await quoteTotals(shop, { items, coupon: coupon.code });
  expect(quote).toMatchObject({ discount: 270, total: 3330 });
});

test("delivery counts the product's weight for each size", async () => {
  const shop = await openOwnShop();
  const slabs = [
    { upToGrams: 600, price: 30 },
    { upToGrams: 1000, price: 70 },
  ];
  const charge = {
    isCharged: true,
    flat: 200,
    freeAbove: 0,
    slabs,
    defaultWeightGrams: 100,
    pinPrices: [{ prefix: "11", price: 30 }],
  };
  await publishSettings(shop, "delivery", { charge });
  const ring = await makeRing(shop, undefined, { weightGrams: "300" });
  const items = linesOf([ring.idOf("12"), 2], [ring.idOf("14")]);
  expect((await quoteTotals(shop, { items, pin: "560001" })).quote.delivery).toBe(70);
  const buyer = await makeCustomer(shop);
  const order = await placeOrder(shop, buyer, { items, totalAmount: 2770, shipping: { ...SHIPPING, pin: "560001" } });
  // By weight the order costs ₹70, to this PIN code ₹30: the total would change.
  const json = { ...SHIPPING, pin: "110001" };
  const reply = await shop.call("PUT", `/api/orders/${order._id}/shipping`, { token: buyer.token, json });
  expect([reply.statusCode, reply.json().code]).toEqual([409, "price_changed"]);
});

test("mails name the size and charge its price; a shipment lists it", async ({ shop }) => {
  const ring = await makeRing(shop, [
    { name: "12", stock: 2, price: 1200, offerPrice: 1100 },
    { name: "14", stock: 1 },
  ]);
  const buyer = await makeCustomer(shop);
  const shipping = { ...SHIPPING, email: buyer.email };
  const order = await placeOrder(shop, buyer, {
    items: linesOf([ring.idOf("12")], [ring.idOf("14")]),
    totalAmount: 2000,
    shipping,
  });
  await setStatus(shop, shop.ownerToken, order._id, { status: "paid" });
  const [confirmation] = await mailsTo(shop, buyer.email);
  expect(confirmation!.text).toContain(`${ring.title} (12)`);
  expect(confirmation!.text).toContain("₹1,100");
  const reply = await shop.call("POST", `/api/orders/${order._id}/shipments`, {
    token: shop.ownerToken,
    headers: { "idempotency-key": order._id },
    json: { courier: "India Post", lines: [{ itemId: ring.idOf("14") }] },
  });
  expect([reply.statusCode, reply.json().lines]).toEqual([
    201,
    [{ itemId: ring.idOf("14"), title: `${ring.title} (14)`, qty: 1 }],
  ]);
});
