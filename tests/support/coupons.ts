import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Coupon } from "../../src/contracts/coupons/coupon.ts";
import type { CartQuote } from "../../src/contracts/orders/quote.ts";
import { formOf, makeProduct } from "./forms.ts";
import { wants } from "./orders.ts";
import { someAddress } from "./people.ts";
import type { TestShop } from "./test-shop.ts";

export const someCode = () => `C-${randomUUID().slice(0, 8).toUpperCase()}`;

/** 10 percent off everything. */
export const couponForm = (fields: Record<string, string> = {}) =>
  formOf({ code: someCode(), kind: "percent", value: "10", ...fields });

export const sendCoupon = (shop: TestShop, fields: Record<string, string> = {}) =>
  shop.call("POST", "/api/coupons", { token: shop.ownerToken, form: couponForm(fields) });

export async function makeCoupon(shop: TestShop, fields: Record<string, string> = {}) {
  const reply = await sendCoupon(shop, fields);
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json() as Coupon;
}

export async function readCoupon(shop: TestShop, { _id }: Pick<Coupon, "_id">) {
  return (await shop.call("GET", `/api/coupons/${_id}`, { token: shop.ownerToken })).json() as Coupon;
}

/** Asks from an own address, so that tests do not share the limit on wrong codes. */
export async function quoteTotals(
  { app }: Pick<TestShop, "app">,
  payload: Record<string, unknown>,
  { token, address = someAddress() }: { token?: string | undefined; address?: string } = {},
) {
  const reply = await app.inject({
    method: "POST",
    url: "/api/cart/quote",
    remoteAddress: address,
    payload,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  return { status: reply.statusCode, quote: reply.json() as CartQuote };
}

export const itemOf = (itemId: string, qty = 1) => ({ itemId, itemType: "product" as const, qty });

/** An order for one ₹900 product with a code that takes 10 percent off. */
export const withCode = (productId: string, coupon: string, totalAmount = 810) => ({
  ...wants(productId, 900),
  totalAmount,
  coupon,
});

export const makeStone = (shop: TestShop, fields = {}) => makeProduct(shop, { price: "900", stock: "50", ...fields });
