import { expect } from "vitest";
import { mailsTo } from "../support/mails.ts";
import { beginPayment, orderOne, payInSandbox, readOrder, SHIPPING, setStatus, stockOf } from "../support/orders.ts";
import { test as base, openTestShop } from "../support/test-shop.ts";

/** The sandbox is called over HTTP, so the shop listens. */
const test = base.override({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads which fixtures are wanted from the pattern.
  shop: async ({}, use) => {
    const shop = await openTestShop();
    await shop.app.listen({ port: 0, host: "127.0.0.1" });
    await use(shop);
    await shop.close();
  },
});

test("a purchase holds its stock, is settled by the payment and sends one mail to the buyer and one to the owner", async ({
  shop,
}) => {
  const { product, buyer, order } = await orderOne(shop, 5, 2);
  expect(order).toMatchObject({ status: "pending", totalAmount: 1800, paymentMethod: "razorpay", shipping: SHIPPING });
  expect(await stockOf(shop, product._id)).toBe(3);

  const payment = await beginPayment(shop, buyer, order._id);
  expect(payment).toMatchObject({ amount: 180_000, key: expect.stringMatching(/^rzp_test_/) });
  expect(await beginPayment(shop, buyer, order._id)).toEqual(payment);

  const paid = await payInSandbox(shop, payment.orderId);
  const reply = await setStatus(shop, buyer.token, order._id, {
    status: "paid",
    paymentId: paid.razorpay_payment_id,
    signature: paid.razorpay_signature,
  });
  expect(reply.statusCode, reply.body).toBe(200);
  const settled = await readOrder(shop, buyer.token, order._id);
  expect(settled).toMatchObject({ status: "paid", paymentId: paid.razorpay_payment_id });
  expect(settled.history.map(({ status, by }) => [status, by])).toEqual([
    ["pending", "buyer"],
    ["paid", "payment"],
  ]);
  expect(await stockOf(shop, product._id)).toBe(3);

  await shop.services.notifications.deliverDue();
  expect(await mailsTo(shop, SHIPPING.email)).toHaveLength(1);
});
