import { randomUUID } from "node:crypto";
import { expect, onTestFinished } from "vitest";
import { agentCarts, agentCheckouts } from "../../src/server/agents/agent-table.ts";
import { creations, storedKilobytes } from "../../src/server/agents/limits.ts";
import { addressIn, amountsOf, BUYER, CHARGE, codesOf, lineItem, openAgent, tokenOf } from "../support/agent-sales.ts";
import { openAgentShop } from "../support/agents.ts";
import { DAY_MS, HOUR_MS } from "../support/appointments.ts";
import { countTries } from "../support/counted-tries.ts";
import { makeCoupon, makeStone } from "../support/coupons.ts";
import { makeCustomer } from "../support/customers.ts";
import { placeOrder, wants } from "../support/orders.ts";
import { publishSettings } from "../support/settings.ts";
import { openOwnShop, type TestShop, test } from "../support/test-shop.ts";

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

const storedSizes = async (shop: TestShop, table: string) => {
  const { rows } = await shop.db.execute<{ count: number; size: number }>(
    `select count(*)::int as count, coalesce(max(octet_length(request::text)), 0)::int as size from ${table}`,
  );
  return rows[0]!;
};

test("items that the shop does not have are not stored, and a reply has at most fifty lines", async () => {
  const shop = await openOwnShop();
  const stone = await makeStone(shop);
  const agent = openAgent(shop);
  const long = Array.from({ length: 49 }, (_, nth) => lineItem(`${nth}-${"x".repeat(190)}`));
  const { body: nothing } = await agent.call("create_cart", { body: { line_items: long } });
  expect(nothing.ucp.status).toBe("error");
  expect(await shop.db.$count(agentCarts)).toBe(0);
  const sent = { line_items: [...long, lineItem(stone._id)] };
  for (const [make, change, table] of [
    ["create_cart", "update_cart", "agent_carts"],
    ["create_checkout", "update_checkout", "agent_checkouts"],
  ] as const) {
    const made = await agent.open(make, sent);
    expect(made.line_items).toMatchObject([{ id: stone._id }]);
    expect(made.messages!.find(({ code }) => code === "item_unavailable")!.content).toContain("49 of the items");
    expect(JSON.stringify(made).length).toBeLessThan(2_500);
    const changed = await agent.call(change, { id: made.id, body: sent });
    expect(changed.body.line_items).toHaveLength(1);
    expect((await storedSizes(shop, table)).size).toBeLessThan(400);
    if (make === "create_cart") {
      const ofCart = await agent.open("create_checkout", { cart_id: made.id });
      expect(ofCart.messages!.find(({ code }) => code === "item_unavailable")!.content).toContain("49 of the items");
    }
    const refused = await agent.call(change, { id: made.id, body: { line_items: long } });
    expect([refused.body.ucp.status, codesOf(refused.body)]).toEqual(["error", ["item_unavailable"]]);
    const read = await agent.call(make.replace("create", "get"), { id: made.id });
    expect(read.body.line_items, "as it was").toHaveLength(1);
  }
  await expect(
    agent.call("create_cart", { body: { line_items: [...sent.line_items, lineItem("more")] } }),
  ).rejects.toThrow();
});

test("new carts are limited for an address and an hour, and less while the shop has many", async () => {
  const shop = await openOwnShop();
  const stone = await makeStone(shop);
  const body = { line_items: [lineItem(stone._id)] };
  const [flood, other] = [openAgent(shop), openAgent(shop)];
  const own = { ...creations, tries: creations.each };
  const all = { name: "agent-new-all", seconds: creations.seconds, tries: creations.all };
  await countTries(shop, 999, own, [flood.ip, ""]);
  await flood.open("create_cart", body);
  await expect(flood.call("create_checkout", { body })).rejects.toMatchObject({ status: 429 });
  await other.open("create_cart", body);
  await countTries(shop, 10_000, all, "");
  await countTries(shop, 48, own, [other.ip, ""]);
  await other.open("create_cart", body);
  await expect(other.call("create_cart", { body })).rejects.toMatchObject({ status: 429 });
  await openAgent(shop).open("create_checkout", body);
  shop.clock.advance(HOUR_MS);
  await flood.open("create_cart", body);
});

test("the kilobytes that an address has stored in an hour are limited; reading goes on", async () => {
  const shop = await openAgentShop({ RATE_LIMIT: "on" });
  onTestFinished(shop.close);
  const stone = await makeStone(shop);
  const body = { line_items: [lineItem(stone._id)] };
  const [address, other] = ["203.0.113.1", "203.0.113.2"];
  const made = await shop.ask("POST", "/carts", body, { address, key: randomUUID() });
  expect(made.statusCode, made.body).toBe(201);
  const { rows } = await shop.db.execute("select tries from rate_limits where key like 'agent-kilobytes:%'");
  expect(rows).toEqual([{ tries: Math.ceil(made.body.length / 1024) }]);
  const limit = { ...storedKilobytes, tries: storedKilobytes.each };
  await countTries(shop, storedKilobytes.each, limit, [address, ""]);
  for (const [method, path] of [
    ["POST", "/carts"],
    ["PUT", `/carts/${made.json().id}`],
    ["POST", "/checkout-sessions"],
  ] as const)
    expect((await shop.ask(method, path, body, { address })).statusCode).toBe(429);
  expect((await shop.ask("GET", `/carts/${made.json().id}`, undefined, { address })).statusCode).toBe(200);
  expect((await shop.ask("POST", "/carts", body, { address: other })).statusCode).toBe(201);
});

test("a network keeps its newest carts, fewer while the shop has many; others keep theirs, and so does an order", async () => {
  const shop = await openOwnShop();
  const stone = await makeStone(shop, { stock: "9" });
  const body = { line_items: [lineItem(stone._id)], buyer: BUYER, fulfillment: addressIn("411001") };
  const [flood, other] = [openAgent(shop), openAgent(shop)];
  const theirs = [await other.open("create_cart", body), await other.open("create_checkout", body)];
  const first = await flood.open("create_cart", body);
  const ordered = await flood.open("create_checkout", body);
  shop.clock.advance(1_000);
  const form = { ...wants(stone._id, 900), agentCheckout: tokenOf(ordered) };
  await placeOrder(shop, await makeCustomer(shop), form);
  const fill = (table: string, times: number, network: string) =>
    shop.db.execute(`insert into ${table} (id, network, request, created_at, expires_at)
      select gen_random_uuid(), ${network}, '{}', now(), now() + interval '1 year' from generate_series(1, ${times})`);
  for (const [table, one] of [
    ["agent_carts", first],
    ["agent_checkouts", ordered],
  ] as const)
    await fill(table, 1_999, `(select network from ${table} where id = '${one.id}')`);
  await flood.open("create_cart", body);
  await flood.open("create_checkout", body);
  const isThere = async (agent: typeof flood, { id }: { id: string }, kind = "cart") =>
    (await agent.call(`get_${kind}`, { id })).body.ucp.status !== "error";
  expect(await isThere(flood, first)).toBe(false);
  expect(await isThere(flood, ordered, "checkout")).toBe(true);
  expect((await storedSizes(shop, "agent_carts")).count).toBe(2_001);
  shop.clock.advance(1_000);
  await fill("agent_carts", 18_000, "'of many others'");
  await flood.open("create_cart", body);
  const { rows } = await shop.db.execute(
    "select count(*)::int as count from agent_carts where network <> 'of many others'",
  );
  expect(rows).toEqual([{ count: 101 }]);
  expect([await isThere(other, theirs[0]!), await isThere(other, theirs[1]!, "checkout")]).toEqual([true, true]);
});

test("old carts, checkouts without an order and replies are deleted", async () => {
  const shop = await openOwnShop();
  const stone = await makeStone(shop);
  const agent = openAgent(shop);
  const body = { line_items: [lineItem(stone._id)] };
  await agent.open("create_cart", body);
  const checkout = await agent.open("create_checkout", { ...body, buyer: BUYER, fulfillment: addressIn("411001") });
  shop.clock.advance(2 * DAY_MS);
  await shop.services.agents.deleteExpired();
  const link = await shop.call("GET", `/api/agent-checkouts/${tokenOf(checkout)}`);
  expect(link.json(), "its page says that it is over").toMatchObject({ state: "cancelled", items: [] });
  expect([await shop.db.$count(agentCarts), await shop.db.$count(agentCheckouts)]).toEqual([1, 0]);
  shop.clock.advance(3 * DAY_MS);
  await shop.services.agents.deleteExpired();
  expect(await shop.db.$count(agentCarts)).toBe(0);
});
