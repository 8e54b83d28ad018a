import { expect } from "vitest";
import type { Order } from "../../src/contracts/orders/order.ts";
import type { Review } from "../../src/contracts/reviews/review.ts";
import { makeCustomer } from "./customers.ts";
import { formOf, makeProduct } from "./forms.ts";
import { type Customer, placeOrder, setStatus, wants } from "./orders.ts";
import { picture } from "./pictures.ts";
import type { TestShop } from "./test-shop.ts";

export const deliver = (shop: TestShop, { _id }: Pick<Order, "_id">) =>
  setStatus(shop, shop.ownerToken, _id, { status: "delivered" });

/** An order of one piece, which was delivered, by a new buyer. */
export async function deliveredPiece(shop: TestShop, given?: { _id: string }, by?: Customer) {
  const product = given ?? (await makeProduct(shop, { price: "900", stock: "9" }));
  const buyer = by ?? (await makeCustomer(shop));
  const order = await placeOrder(shop, buyer, wants(product._id, 900));
  await deliver(shop, order);
  return { product, buyer, order };
}

/** Reviews the first line of an order, with one photo for each of `photos`. */
export async function sendReview(
  shop: Pick<TestShop, "call">,
  { token }: Pick<Customer, "token">,
  { _id, items: [item] }: Pick<Order, "_id" | "items">,
  fields: Record<string, string> = {},
  photos = 0,
) {
  const bytes = await picture();
  const files = Array.from({ length: photos }, () => ({ bytes, field: "photos" }));
  const line = { orderId: _id, itemId: item!.itemId, itemType: item!.itemType, stars: "5" };
  return shop.call("POST", "/api/reviews", { token, form: formOf({ ...line, ...fields }, files) });
}

export async function review(...args: Parameters<typeof sendReview>) {
  const reply = await sendReview(...args);
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json() as { _id: string; state: string };
}

export const decide = (shop: TestShop, id: string, json: object, token = shop.ownerToken) =>
  shop.call("PUT", `/api/reviews/${id}`, { token, json });

export const reviewsOf = async (shop: Pick<TestShop, "call">, itemId: string, itemType = "product") =>
  (await shop.call("GET", `/api/reviews?itemType=${itemType}&itemId=${itemId}`)).json() as Review[];

export const ratingOf = async (shop: Pick<TestShop, "call">, itemId: string, path = "products") =>
  (await shop.call("GET", `/api/${path}/${itemId}`)).json().rating as { average: number; count: number } | undefined;
