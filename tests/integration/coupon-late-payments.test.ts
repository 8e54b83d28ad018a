import { expect } from "vitest";
import type { Coupon } from "../../src/contracts/coupons/coupon.ts";
import { HOLD_MINUTES } from "../../src/contracts/orders/order-rules.ts";
import { makeCoupon, makeStone, readCoupon, withCode } from "../support/coupons.ts";
import { makeCustomer } from "../support/customers.ts";
import { beginPayment, type Customer, placeOrder, readOrder, setStatus, wants } from "../support/orders.ts";
import { mailsAbout, tellOf, test } from "../support/paying-shop.ts";
import type { TestShop } from "../support/test-shop.ts";

/** An order with a coupon whose checkout is open. */
async function openCheckout(shop: TestShop, { code }: Coupon, stoneId: string, buyer: Customer) {
  const order = await placeOrder(shop, buyer, withCode(stoneId, code));
  return { buyer, order, payment: await beginPayment(shop, buyer, order._id) };
}

async function endHolds(shop: TestShop) {
  shop.clock.advance(HOLD_MINUTES * 60_000);
  await shop.services.checkout.releaseExpired();
}

test("a coupon with one use is used once by three checkouts that are paid after their holds", async ({
  shop,
  razorpay,
}) => {
  const [stone, coupon] = [await makeStone(shop), await makeCoupon(shop, { totalUses: "1" })];
  const checkouts = [];
  for (let nth = 0; nth < 3; nth++) {
    checkouts.push(await openCheckout(shop, coupon, stone._id, await makeCustomer(shop)));
    await endHolds(shop);
  }
  const paid = [];
  for (const { payment } of checkouts) {
    paid.push(await razorpay.pay(payment.orderId));
    await Promise.all([tellOf(shop, paid.at(-1)!), tellOf(shop, paid.at(-1)!)]);
  }
  const [first, ...others] = await Promise.all(
    checkouts.map(({ order }) => readOrder(shop, shop.ownerToken, order._id)),
  );
  expect(first).toMatchObject({ status: "paid", totalAmount: 810, paymentNotes: [] });
  for (const [index, order] of others.entries()) {
    expect(order).toMatchObject({ status: "pending", totalAmount: 810 });
    expect(order.paymentNotes).toMatchObject([
      {
        paymentId: paid[index + 1]!.id,
        refundable: 810,
        note: expect.stringContaining("It cost ₹900: ₹90 too little"),
      },
    ]);
    const { toCheck, confirmations } = await mailsAbout(shop, order);
    expect([toCheck.length, confirmations.length]).toEqual([1, 0]);
    const { buyer } = checkouts[index + 1]!;
    expect((await readOrder(shop, buyer.token, order._id)).events).toMatchObject([
      {
        kind: "coupon",
        text: expect.stringMatching(/costs ₹900\. This code has been used up\. We look at this payment/),
      },
    ]);
  }
  expect((await readCoupon(shop, coupon)).report).toMatchObject({ uses: 1, reserved: 0, late: 0, discount: 90 });
});

test("a late payment does not use a first-order coupon for a second order, or a coupon that has ended", async ({
  shop,
  razorpay,
}) => {
  const stone = await makeStone(shop);
  const firstOnly = await makeCoupon(shop, { firstOrderOnly: "true" });
  const { buyer, order, payment } = await openCheckout(shop, firstOnly, stone._id, await makeCustomer(shop));
  const other = await placeOrder(shop, buyer, wants(stone._id, 900));
  await setStatus(shop, shop.ownerToken, other._id, { status: "paid" });
  await endHolds(shop);
  await tellOf(shop, await razorpay.pay(payment.orderId));
  const seen = await readOrder(shop, shop.ownerToken, order._id);
  expect(seen).toMatchObject({
    status: "pending",
    paymentNotes: [{ note: expect.stringContaining("₹90 too little") }],
  });

  const today = new Date(shop.clock.now().getTime() + 5.5 * 3_600_000).toISOString().slice(0, 10);
  const ending = await makeCoupon(shop, { until: today });
  const late = await openCheckout(shop, ending, stone._id, await makeCustomer(shop));
  shop.clock.advance(24 * 3_600_000);
  await endHolds(shop);
  await tellOf(shop, await razorpay.pay(late.payment.orderId));
  expect((await readOrder(shop, shop.ownerToken, late.order._id)).status).toBe("pending");
});

test("a late payment of the full price settles the order without its coupon", async ({ shop, razorpay }) => {
  const [stone, coupon] = [await makeStone(shop), await makeCoupon(shop, { totalUses: "1" })];
  const { buyer, order, payment } = await openCheckout(shop, coupon, stone._id, await makeCustomer(shop));
  await endHolds(shop);
  await placeOrder(shop, await makeCustomer(shop), withCode(stone._id, coupon.code));
  await tellOf(shop, await razorpay.pay(payment.orderId, { amount: 90_000 }));
  const seen = await readOrder(shop, buyer.token, order._id);
  expect(seen).toMatchObject({ status: "paid", totalAmount: 900, events: [{ kind: "coupon" }] });
  for (const field of ["coupon", "discount"]) expect(seen).not.toHaveProperty(field);
  expect(seen.items[0]).not.toHaveProperty("discount");
  expect((await readCoupon(shop, coupon)).report).toMatchObject({ uses: 0, reserved: 1 });
});

test("a payment after the hold uses the coupon again while it can be used", async ({ shop, razorpay }) => {
  const [stone, coupon] = [await makeStone(shop), await makeCoupon(shop, { totalUses: "1" })];
  const { order, payment } = await openCheckout(shop, coupon, stone._id, await makeCustomer(shop));
  await endHolds(shop);
  await tellOf(shop, await razorpay.pay(payment.orderId));
  expect(await readOrder(shop, shop.ownerToken, order._id)).toMatchObject({ status: "paid", totalAmount: 810 });
  expect((await readCoupon(shop, coupon)).report).toMatchObject({ uses: 1 });
});
