import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import type { AgentCheckout } from "../../src/contracts/agents/agent-checkout.ts";
import { shortId } from "../../src/contracts/orders/order-rules.ts";
import { capabilityNames } from "../../src/server/agents/operations.ts";
import { addressIn, amountsOf, BUYER, CHARGE, codesOf, lineItem, openAgent, tokenOf } from "../support/agent-sales.ts";
import { DAY_MS, HOUR_MS, makeAvailable } from "../support/appointments.ts";
import { makeCoupon, makeStone } from "../support/coupons.ts";
import { makeCustomer } from "../support/customers.ts";
import { makeCourse } from "../support/forms.ts";
import { beginPayment, payInSandbox, placeOrder, SHIPPING, setStatus, stockOf } from "../support/orders.ts";
import { publishSettings } from "../support/settings.ts";
import { makeRing } from "../support/sizes.ts";
import { openOwnShop, type TestShop, test } from "../support/test-shop.ts";

const findLink = async (shop: TestShop, token: string) =>
  (await shop.call("GET", `/api/agent-checkouts/${token}`)).json() as AgentCheckout;
const withoutFulfillment = capabilityNames.filter((name) => !name.endsWith("fulfillment"));

const rest = { from: 4, to: 7 };
const shopArrival = { handlingDays: 1, cutOffHour: 14, isSundayOff: true, daysOff: [], rest, zones: [] };

describe("a checkout of an agent", () => {
  test("is incomplete until mail and address are known, then a person must pay at its link; nothing is held", async () => {
    const shop = await openOwnShop();
    await publishSettings(shop, "delivery", { charge: CHARGE });
    const stone = await makeStone(shop, { stock: "3" });
    const agent = openAgent(shop);
    const body = { line_items: [lineItem(stone._id, 2)] };
    const first = await agent.open("create_checkout", body);
    expect(first).toMatchObject({ status: "incomplete", currency: "INR", ucp: { payment_handlers: {} } });
    expect(first.messages!.map(({ code, path, severity }) => [code, path, severity])).toEqual([
      ["missing", "$.buyer.email", "recoverable"],
      ["missing", "$.fulfillment.methods[0].destinations", "recoverable"],
    ]);
    expect(amountsOf(first)).toEqual({ subtotal: 180_000, fulfillment: 6_000, total: 186_000 });

    const wrong = { ...body, buyer: { email: "no mail" }, fulfillment: addressIn("79", { street_address: "" }) };
    const corrected = await agent.call("update_checkout", { id: first.id, body: { id: first.id, ...wrong } });
    expect(corrected.body.messages!.map(({ code, path }) => [code, path])).toEqual([
      ["invalid", "$.buyer.email"],
      ["missing", "$.fulfillment.methods[0].destinations[0].street_address"],
      ["invalid", "$.fulfillment.methods[0].destinations[0].postal_code"],
    ]);
    const abroad = { ...body, buyer: BUYER, fulfillment: addressIn("94043", { address_country: "US" }) };
    expect(codesOf((await agent.call("update_checkout", { id: first.id, body: abroad })).body)).toEqual([
      "address_undeliverable",
    ]);

    const whole = {
      ...body,
      buyer: BUYER,
      fulfillment: addressIn("790 001"),
      status: "completed",
      continue_url: "x:y",
    };
    const { body: ready } = await agent.call("update_checkout", { id: first.id, body: whole });
    expect(ready).toMatchObject({ status: "requires_escalation", buyer: BUYER, line_items: [{ id: stone._id }] });
    expect(ready.messages).toEqual([
      {
        type: "error",
        code: "payment_on_site",
        severity: "requires_buyer_input",
        content: "The buyer pays on our page.",
      },
    ]);
    expect(amountsOf(ready)).toEqual({ subtotal: 180_000, fulfillment: 15_000, total: 195_000 });
    const [method] = ready.fulfillment!.methods;
    expect(method).toMatchObject({ type: "shipping", line_item_ids: [stone._id], selected_destination_id: "address" });
    expect(method!.groups).toMatchObject([
      { selected_option_id: "standard", options: [{ totals: [{ amount: 15_000 }] }] },
    ]);
    // The address stays when a method is sent without one.
    const kept = { ...body, buyer: BUYER, fulfillment: { methods: [{ type: "shipping" }] } };
    expect((await agent.call("update_checkout", { id: first.id, body: kept })).body.status).toBe("requires_escalation");

    for (const name of ["get_checkout", "complete_checkout"])
      expect(await agent.call(name, { id: first.id, body: { payment: {} } })).toEqual({ status: 200, body: ready });
    expect(await stockOf(shop, stone._id)).toBe(3);
    expect(await findLink(shop, tokenOf(ready))).toEqual({
      state: "open",
      items: [{ itemId: stone._id, itemType: "product", qty: 2 }],
      coupon: "",
      shipping: {
        name: "Meera Test",
        email: BUYER.email,
        phone: "+919000000001",
        address: "12 Tara Marg",
        pin: "790001",
      },
      orderId: null,
    });

    await publishSettings(shop, "delivery", { arrival: { ...shopArrival, isShown: true } });
    const shown = (await agent.call("get_checkout", { id: first.id })).body.fulfillment!.methods[0]!.groups[0]!;
    expect(shown.options[0]!.earliest_fulfillment_time).toMatch(/^20\d\d-\d\d-\d\dT00:00:00\+05:30$/);
  });

  test("asks the person for a size, for the time of a session and, of agents without it, for the address", async ({
    shop,
  }) => {
    const ring = await makeRing(shop);
    const expert = await makeAvailable(shop);
    const course = await makeCourse(shop);
    const agent = openAgent(shop, withoutFulfillment);
    const session = `${expert._id}-audio-30`;
    const items = [ring._id, ring.idOf("12"), course._id, session].map((id) => lineItem(id));
    const sale = await agent.open("create_checkout", {
      line_items: items,
      buyer: BUYER,
      fulfillment: addressIn("411001"),
    });
    expect(sale).toMatchObject({ status: "requires_escalation" });
    expect(sale.fulfillment).toBeUndefined();
    expect(sale.ucp.capabilities).not.toHaveProperty(["dev.ucp.shopping.fulfillment"]);
    expect(sale.messages!.map(({ code, path = "" }) => `${code} ${path}`.trim())).toEqual([
      "variant_required $.line_items[0].item.id",
      "session_time_required $.line_items[3]",
      "address_required",
      "payment_on_site",
    ]);
    expect(sale.line_items.map(({ item }) => item.price)).toEqual([90_000, 90_000, 250_050, 60_000]);
    expect(amountsOf(sale)).toEqual({ subtotal: 490_050, fulfillment: 0, total: 490_050 });
    expect((await findLink(shop, tokenOf(sale))).items.map(({ itemType }) => itemType)).toEqual([
      "product",
      "product",
      "course",
      "consultancy",
    ]);

    const services = await openAgent(shop).open("create_checkout", {
      line_items: [lineItem(course._id)],
      buyer: BUYER,
    });
    expect([services.status, services.fulfillment, codesOf(services)]).toEqual([
      "requires_escalation",
      undefined,
      ["payment_on_site"],
    ]);
    expect(amountsOf(services)).toEqual({ subtotal: 250_050, total: 250_050 });
  });

  test("names unknown, sold-out and too many items; all unavailable is an error without a checkout", async ({
    shop,
  }) => {
    const [stone, soldOut] = [await makeStone(shop, { stock: "2" }), await makeStone(shop, { stock: "0" })];
    const [agent, unknown] = [openAgent(shop), randomUUID()];
    const ids = [unknown, soldOut._id, stone._id, "no such-audio"];
    const line_items = ids.map((id) => lineItem(id, 1_000));
    const sale = await agent.open("create_checkout", { line_items, buyer: BUYER, fulfillment: addressIn("411001") });
    expect(sale.status).toBe("incomplete");
    expect(sale.line_items.map(({ id }) => id)).toEqual([soldOut._id, stone._id]);
    expect(sale.line_items[1]!.quantity).toBeLessThan(1_000);
    expect(sale.messages!.map(({ type, code, path }) => [type, code, path])).toEqual([
      ["error", "out_of_stock", "$.line_items[0]"],
      ["warning", "quantity_adjusted", "$.line_items[0].quantity"],
      ["error", "out_of_stock", "$.line_items[1].quantity"],
      ["warning", "quantity_adjusted", "$.line_items[1].quantity"],
      ["error", "item_unavailable", "$.line_items"],
    ]);
    expect(sale.messages!.at(-1)!.content).toBe("2 of the items sent are not sold here and left out.");
    expect((await agent.call("get_checkout", { id: sale.id })).body).toEqual(sale);
    for (const [name, id, code] of [
      ["create_checkout", unknown, "item_unavailable"],
      ["create_cart", soldOut._id, "item_unavailable"],
    ] as const)
      expect(await agent.call(name, { body: { line_items: [lineItem(id)] } })).toMatchObject({
        status: 200,
        body: { ucp: { status: "error" }, messages: [{ code, severity: "unrecoverable" }] },
      });
  });

  test("that was cancelled cannot be changed; an expired one and unknown ids are not found", async () => {
    const shop = await openOwnShop();
    const stone = await makeStone(shop);
    const agent = openAgent(shop);
    const body = { line_items: [lineItem(stone._id)], buyer: BUYER };
    const [sale, late] = [await agent.open("create_checkout", body), await agent.open("create_checkout", body)];
    const cancelled = (await agent.call("cancel_checkout", { id: sale.id })).body;
    expect(cancelled).toMatchObject({ id: sale.id, status: "canceled" });
    const { body: read } = await agent.call("get_checkout", { id: sale.id });
    expect([read.status, read.continue_url, read.messages]).toEqual(["canceled", undefined, undefined]);
    for (const name of ["cancel_checkout", "update_checkout", "complete_checkout"])
      expect(await agent.call(name, { id: sale.id, body })).toMatchObject({
        status: 409,
        body: { code: "checkout_canceled", content: expect.any(String) },
      });
    const gone = { status: 200, body: { ucp: { status: "error" }, messages: [{ code: "not_found" }] } };
    for (const id of [randomUUID(), "1", tokenOf(late)]) {
      expect(await agent.call("get_checkout", { id })).toMatchObject(gone);
      expect(await agent.call("update_cart", { id, body })).toMatchObject(gone);
    }
    const forged = `${tokenOf(sale).slice(0, 24)}${tokenOf(late).slice(24)}`;
    const wrong = await shop.call("GET", `/api/agent-checkouts/${forged}`);
    expect([wrong.statusCode, wrong.headers["cache-control"]]).toEqual([404, "no-store"]);
    const { rows } = await shop.db.execute("select tries from rate_limits where key like 'agent-link-address:%'");
    expect(rows).toEqual([{ tries: 1 }]);
    shop.clock.advance(6 * HOUR_MS);
    expect(await agent.call("get_checkout", { id: late.id })).toMatchObject(gone);
    expect(await findLink(shop, tokenOf(late))).toMatchObject({
      state: "cancelled",
      items: [{ itemId: stone._id, qty: 1 }],
      shipping: { name: "", email: "" },
      orderId: null,
    });
  });

  test("is completed with its order and figures as bought once the person has paid, and tells nothing sent", async () => {
    const shop = await openOwnShop();
    await shop.app.listen({ port: 0 });
    const [stone, coupon] = [await makeStone(shop), await makeCoupon(shop)];
    const agent = openAgent(shop);
    const sale = await agent.open("create_checkout", {
      line_items: [lineItem(stone._id, 2)],
      buyer: BUYER,
      discounts: { codes: [coupon.code] },
      fulfillment: addressIn("411001"),
    });
    const buyer = await makeCustomer(shop);
    const form = {
      items: [{ itemId: stone._id, itemType: "product" as const, qty: 1 }],
      coupon: coupon.code,
      totalAmount: 810,
      shipping: SHIPPING,
      agentCheckout: tokenOf(sale),
    };
    const { _id } = await placeOrder(shop, buyer, form);
    expect((await agent.call("get_checkout", { id: sale.id })).body).toEqual(sale);
    const begun = await beginPayment(shop, buyer, _id);
    const paid = await payInSandbox(shop, begun.orderId);
    const proof = { paymentId: paid.razorpay_payment_id, signature: paid.razorpay_signature };
    await setStatus(shop, buyer.token, _id, { status: "paid", ...proof });

    const { body: done } = await agent.call("get_checkout", { id: sale.id });
    expect(done).toMatchObject({
      id: sale.id,
      status: "completed",
      order: {
        id: _id,
        label: shortId(_id),
        permalink_url: expect.stringMatching(new RegExp(`^https?://.+/orders/${_id}$`)),
      },
      line_items: [{ id: stone._id, quantity: 1 }],
    });
    expect(amountsOf(done)).toEqual({ subtotal: 90_000, discount: -9_000, fulfillment: 0, total: 81_000 });
    for (const key of ["continue_url", "messages", "buyer", "fulfillment"]) expect(done).not.toHaveProperty(key);
    for (const name of ["cancel_checkout", "update_checkout"])
      expect(await agent.call(name, { id: sale.id, body: { line_items: [lineItem(stone._id)] } })).toMatchObject({
        status: 409,
        body: { code: "checkout_completed" },
      });
    expect(await agent.call("complete_checkout", { id: sale.id, body: {} })).toEqual({ status: 200, body: done });
    const shown = { state: "completed", items: [], coupon: "", orderId: _id, shipping: { email: "", address: "" } };
    expect(await findLink(shop, tokenOf(sale))).toMatchObject(shown);

    // What the agent told about the person is erased a day after the checkout would have expired.
    const stored = async () => (await shop.db.execute("select request from agent_checkouts")).rows;
    await shop.services.agents.deleteExpired();
    expect(await stored()).toMatchObject([{ request: { buyer: BUYER } }]);
    shop.clock.advance(DAY_MS + 7 * HOUR_MS);
    await shop.services.agents.deleteExpired();
    expect(await stored()).toEqual([{ request: {} }]);
    shop.clock.advance(28 * DAY_MS);
    await shop.services.agents.deleteExpired();
    expect((await agent.call("get_checkout", { id: sale.id })).body).toEqual(done);
    shop.clock.advance(DAY_MS);
    await shop.services.agents.deleteExpired();
    expect(await stored()).toEqual([]);
  });

  test("that expired is completed by a late payment, also from the own cart, and stays so after a cancellation or a second order", async () => {
    const shop = await openOwnShop();
    const stone = await makeStone(shop);
    const agent = openAgent(shop);
    const sale = await agent.open("create_checkout", { line_items: [lineItem(stone._id)], buyer: BUYER });
    shop.clock.advance(6 * HOUR_MS);
    expect((await agent.call("get_checkout", { id: sale.id })).body.ucp.status).toBe("error");
    const items = [{ itemId: stone._id, itemType: "product" as const, qty: 1 }];
    const own = { items, totalAmount: 900, shipping: SHIPPING };
    const form = { ...own, agentCheckout: tokenOf(sale) };
    const [buyer, other] = [await makeCustomer(shop), await makeCustomer(shop)];
    const order = await placeOrder(shop, buyer, form);
    expect(await placeOrder(shop, buyer, own)).toMatchObject({ _id: order._id, byAgent: true });
    const second = await placeOrder(shop, other, form);
    const completed = { status: 200, body: { status: "completed", order: { id: order._id } } };
    for (const [id, status] of [
      [order._id, "paid"],
      [second._id, "paid"],
      [order._id, "cancelled"],
    ] as const) {
      shop.clock.advance(1000);
      const reply = await setStatus(shop, shop.ownerToken, id, { status });
      expect(reply.statusCode, reply.body).toBe(200);
      expect(await agent.call("get_checkout", { id: sale.id })).toMatchObject(completed);
    }
    expect(await findLink(shop, tokenOf(sale))).toMatchObject({ state: "completed", orderId: order._id });
  });
});
