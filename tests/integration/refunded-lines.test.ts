import { decodeJwt } from "jose";
import { expect } from "vitest";
import type { Order } from "../../src/contracts/orders/order.ts";
import { problemOf } from "../support/forms.ts";
import { readOrder, stockOf } from "../support/orders.ts";
import { tellOf, test } from "../support/paying-shop.ts";
import { paidOrder, paidOrderWithCourse, refund, tellOfRefund } from "../support/refunds.ts";
import type { TestShop } from "../support/test-shop.ts";

const dashboard = async (shop: TestShop) =>
  (await shop.call("GET", "/api/dashboard", { token: shop.ownerToken })).json();

test("a refund takes its pieces out of the packing, although they do not go back on the shelf", async ({
  shop,
  razorpay,
}) => {
  const before = (await dashboard(shop)).work;
  const { order, product, buyer, paid } = await paidOrder(shop, razorpay, 3);
  const isToPack = async () =>
    ((await shop.call("GET", "/api/orders?task=pack", { token: shop.ownerToken })).json() as Order[]).some(
      ({ _id }) => _id === order._id,
    );
  const toPack = async () => {
    const { ordersToPack, piecesToPack } = (await dashboard(shop)).work;
    return [ordersToPack - before.ordersToPack, piecesToPack - before.piecesToPack];
  };
  expect([await toPack(), await isToPack()]).toEqual([[1, 3], true]);
  const lines = [{ itemId: product._id, qty: 1 }];
  await refund(shop, order._id, { lines });
  expect(await stockOf(shop, product._id)).toBe(2);
  expect(await toPack()).toEqual([1, 2]);
  expect((await readOrder(shop, buyer.token, order._id)).items[0]).toMatchObject({
    progress: "to_pack",
    unpackedQty: 2,
    refundedQty: 1,
  });
  const ship = (sent: object) =>
    shop.call("POST", `/api/orders/${order._id}/shipments`, {
      token: shop.ownerToken,
      json: { courier: "India Post", ...sent },
    });
  expect(problemOf(await ship({ lines: [{ itemId: product._id, qty: 3 }] })).code).toBe("too_many_pieces");
  await refund(shop, order._id, { amount: 1800 });
  expect([await toPack(), await isToPack()]).toEqual([[0, 0], false]);
  const [item] = (await readOrder(shop, shop.ownerToken, order._id)).items;
  expect(item).toMatchObject({ unpackedQty: 0, refundedQty: 3 });
  expect(item).not.toHaveProperty("progress");
  expect(problemOf(await ship({})).code).toBe("nothing_to_send");

  // A refund that fails is to be sent again, or the pieces are.
  for (const made of await razorpay.refundsOf(paid.id))
    await tellOfRefund(shop, "failed", { ...made, status: "failed" }, paid);
  expect([await toPack(), await isToPack()]).toEqual([[1, 3], true]);
});

test("the refund of a duplicate payment leaves the lines of the order as they are", async ({ shop, razorpay }) => {
  const { course, buyer, order, orderId } = await paidOrderWithCourse(shop, razorpay);
  const second = await razorpay.pay(orderId);
  await tellOf(shop, second);
  const before = (await dashboard(shop)).work.piecesToPack;
  await refund(shop, order._id, { amount: 1400, paymentId: second.id });
  for (const token of [buyer.token, shop.ownerToken]) {
    const shown = await readOrder(shop, token, order._id);
    expect(shown.items).toMatchObject([
      { progress: "to_pack", unpackedQty: 1 },
      { groupLink: "https://chat.example.com/join" },
    ]);
    expect(shown.items.every((item) => item.refundedQty === undefined)).toBe(true);
  }
  expect((await dashboard(shop)).work.piecesToPack).toBe(before);
  const { id } = decodeJwt(buyer.token);
  const spent = async () =>
    (await shop.call("GET", `/api/customers/${id}`, { token: shop.ownerToken })).json().spent as number;
  expect(await spent()).toBe(1400);
  await refund(shop, order._id, { lines: [{ itemId: course._id }] });
  expect(await spent()).toBe(900);
});
