import { expect } from "vitest";
import { addressIn, amountsOf, BUYER, CHARGE, codesOf, lineItem, openAgent } from "../support/agent-sales.ts";
import { makeCoupon, makeStone } from "../support/coupons.ts";
import { publishSettings } from "../support/settings.ts";
import { openOwnShop, test } from "../support/test-shop.ts";

test("a cart takes the first code that applies and warns about the others; reads do not count wrong codes", async () => {
  const shop = await openOwnShop();
  await publishSettings(shop, "delivery", { charge: CHARGE });
  const stone = await makeStone(shop);
  const [ten, amount] = [await makeCoupon(shop), await makeCoupon(shop, { kind: "amount", value: "50" })];
  const old = await makeCoupon(shop, { until: "2020-01-01" });
  const free = await makeCoupon(shop, { kind: "free_delivery", value: "" });
  const agent = openAgent(shop);
  const body = (codes: string[]) => ({ line_items: [lineItem(stone._id)], discounts: { codes } });
  const codes = ["NO-SUCH", old.code, ten.code.toLowerCase(), amount.code];
  const cart = await agent.open("create_cart", body(codes));
  expect(cart.discounts).toEqual({
    codes: ["NO-SUCH", old.code, ten.code, amount.code],
    applied: [{ code: ten.code, title: `Coupon ${ten.code}`, amount: 9_000 }],
  });
  expect(cart.messages!.map(({ type, code, path }) => [type, code, path])).toEqual([
    ["warning", "discount_code_invalid", "$.discounts.codes[0]"],
    ["warning", "discount_code_expired", "$.discounts.codes[1]"],
    ["warning", "discount_code_combination_disallowed", "$.discounts.codes[3]"],
  ]);
  expect(amountsOf(cart)).toEqual({ subtotal: 90_000, discount: -9_000, fulfillment: 6_000, total: 87_000 });
  const { rows } = await shop.db.execute<{ tries: number }>(
    "select tries from rate_limits where key like 'coupon-guess:%'",
  );
  for (let n = 0; n < 3; n++) expect((await agent.call("get_cart", { id: cart.id })).body).toEqual(cart);
  expect((await shop.db.execute("select tries from rate_limits where key like 'coupon-guess:%'")).rows).toEqual(rows);
  expect(rows).toEqual([{ tries: 1 }]);

  const { body: freed } = await agent.call("update_cart", { id: cart.id, body: body([free.code]) });
  expect(amountsOf(freed)).toEqual({ subtotal: 90_000, discount: -6_000, fulfillment: 6_000, total: 90_000 });
  expect(freed.discounts!.applied).toMatchObject([{ code: free.code, amount: 6_000 }]);
  const { body: cleared } = await agent.call("update_cart", { id: cart.id, body: body([]) });
  expect([cleared.discounts, amountsOf(cleared).discount]).toEqual([{ codes: [] }, undefined]);
  await shop.db.execute("update rate_limits set tries = 1000 where key like 'coupon-guess:%'");
  const late = await agent.open("create_cart", body(["NO-SUCH", ten.code]));
  expect([codesOf(late), late.discounts!.applied]).toMatchObject([["discount_code_invalid"], [{ code: ten.code }]]);
  const plain = openAgent(shop, ["dev.ucp.shopping.cart"]);
  expect((await plain.open("create_cart", body([ten.code]))).discounts).toBeUndefined();
});

test("a checkout of a cart is made once with the cart's contents; a cancelled cart is gone", async ({ shop }) => {
  const [stone, other] = [await makeStone(shop), await makeStone(shop)];
  const agent = openAgent(shop);
  const line_items = [lineItem(stone._id), lineItem(stone._id, 2)];
  const cart = await agent.open("create_cart", { line_items, buyer: BUYER });
  const body = { cart_id: cart.id, line_items: [lineItem(other._id)], fulfillment: addressIn("411001") };
  const made = await Promise.all(
    [body, { ...body, line_items: [] }].map((sent) => agent.open("create_checkout", sent)),
  );
  expect(made[0]).toMatchObject({ status: "requires_escalation", line_items: [{ id: stone._id, quantity: 3 }] });
  expect(made[1]).toEqual(made[0]);
  await agent.call("cancel_checkout", { id: made[0]!.id });
  expect((await agent.open("create_checkout", body)).id).not.toBe(made[0]!.id);
  expect((await agent.call("cancel_cart", { id: cart.id })).body).toEqual(cart);
  const gone = { status: 200, body: { ucp: { status: "error" }, messages: [{ code: "not_found" }] } };
  expect(await agent.call("get_cart", { id: cart.id })).toMatchObject(gone);
  expect(await agent.call("update_cart", { id: cart.id, body })).toMatchObject(gone);
  expect(await agent.call("create_checkout", { body })).toMatchObject(gone);
  const without = openAgent(shop, ["dev.ucp.shopping.checkout"]);
  expect(await without.call("create_checkout", { body: { cart_id: cart.id } })).toMatchObject(gone);
});
