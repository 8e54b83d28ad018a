import { expect } from "vitest";
import type { OrderDocument } from "../../src/contracts/documents/document.ts";
import { test } from "../support/paying-shop.ts";
import { paidOrder } from "../support/refunds.ts";
import type { TestShop } from "../support/test-shop.ts";

const papersOf = async (shop: TestShop, token: string, orderId: string): Promise<OrderDocument[]> =>
  (await shop.call("GET", `/api/orders/${orderId}/documents`, { token })).json();

test("a paid order has a numbered receipt, and only one", async ({ shop, razorpay }) => {
  const { order, buyer } = await paidOrder(shop, razorpay);
  const [first, second] = await Promise.all([
    papersOf(shop, buyer.token, order._id),
    papersOf(shop, shop.ownerToken, order._id),
  ]);
  expect(first).toMatchObject([{ kind: "receipt", amount: order.totalAmount }]);
  expect(first[0]!.number).toMatch(/^R\/\d\d-\d\d\/\d{6}$/);
  expect(second).toEqual(first);
});
