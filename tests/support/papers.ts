import { expect } from "vitest";
import type { OrderDocument } from "../../src/contracts/documents/document.ts";
import type { Settings } from "../../src/contracts/settings/settings.ts";
import { makeCustomer } from "./customers.ts";
import { makeCourse, makeProduct } from "./forms.ts";
import { beginPayment, placeOrder, SHIPPING } from "./orders.ts";
import { confirmedTax, GSTIN } from "./paper-shop.ts";
import { tellOf } from "./paying-shop.ts";
import type { Razorpay } from "./razorpay.ts";
import { publishSettings } from "./settings.ts";
import { openOwnShop, type TestShop } from "./test-shop.ts";

/** As the order page asks for them. */
export async function papersOf(shop: Pick<TestShop, "app">, token: string, orderId: string) {
  const headers = { authorization: `Bearer ${token}` };
  const reply = await shop.app.inject({ url: `/api/orders/${orderId}/documents`, headers });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json() as OrderDocument[];
}

interface Registration {
  seller?: Partial<Settings["seller"]>;
  tax?: Settings["tax"];
}

/** A shop of a registered seller in Maharashtra, for one test. */
export async function openRegisteredShop(
  { settings }: Razorpay,
  { seller = {}, tax = confirmedTax() }: Registration = {},
) {
  const shop = await openOwnShop(settings);
  for (const reply of [
    await publishSettings(shop, "business", { gstin: GSTIN }),
    await publishSettings(shop, "tax", tax),
    await publishSettings(shop, "seller", { mode: "regular", ...seller }),
  ])
    expect(reply.statusCode, reply.body).toBe(200);
  return shop;
}

/** An order of pieces for ₹900 each and, if wanted, a course for ₹500. */
export async function orderToInvoice(shop: TestShop, { pieces = 0, courses = 0 }) {
  const [product, course] = [
    await makeProduct(shop, { price: "900", stock: "9" }),
    await makeCourse(shop, { offerPrice: "500" }),
  ];
  const buyer = await makeCustomer(shop);
  const lines = [
    { itemId: product._id, itemType: "product" as const, qty: pieces },
    { itemId: course._id, itemType: "course" as const, qty: courses },
  ];
  const order = await placeOrder(shop, buyer, {
    items: lines.filter(({ qty }) => qty > 0),
    totalAmount: 900 * pieces + 500 * courses,
    shipping: { ...SHIPPING, pin: "411001", state: "Maharashtra" },
  });
  return { product, buyer, order };
}

/** The same, paid. */
export async function paidForInvoice(
  shop: TestShop,
  razorpay: Razorpay,
  wanted: { pieces?: number; courses?: number },
) {
  const placed = await orderToInvoice(shop, wanted);
  const { orderId } = await beginPayment(shop, placed.buyer, placed.order._id);
  const paid = await razorpay.pay(orderId);
  await tellOf(shop, paid);
  return { ...placed, paid };
}
