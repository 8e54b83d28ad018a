import fc from "fast-check";
import { expect } from "vitest";
import { defaultSettings } from "../../site.config.ts";
import { toPaise } from "../../src/contracts/money.ts";
import type { ItemType } from "../../src/contracts/orders/cart-rules.ts";
import { packageItemId } from "../../src/contracts/orders/item-rules.ts";
import type { Order } from "../../src/contracts/orders/order.ts";
import { type AgentSale, addressIn, amountsOf, BUYER, lineItem, openAgent, tokenOf } from "../support/agent-sales.ts";
import { makeCoupon, quoteTotals } from "../support/coupons.ts";
import { makeCustomer } from "../support/customers.ts";
import { makeCourse, makeProduct } from "../support/forms.ts";
import { placeOrder, SHIPPING, setStatus } from "../support/orders.ts";
import { confirmedTax, GSTIN } from "../support/paper-shop.ts";
import { papersOf } from "../support/papers.ts";
import { isLong } from "../support/real-shop.ts";
import { publishSettings } from "../support/settings.ts";
import { makeRing } from "../support/sizes.ts";
import { openOwnShop, type TestShop, test } from "../support/test-shop.ts";

const CARTS = Number(process.env.CARTS ?? (isLong ? 10_000 : 50));
const SEED = Number(process.env.FC_SEED ?? 20_261_118);
const BUYERS = 4;
const STOCK = "500000";
/** In three States, one of them with its own price of delivery. */
const PINS = ["411001", "790001", "560001"];

async function openStocked() {
  const shop = await openOwnShop({ RATE_LIMIT: "off" });
  const charge = {
    isCharged: true,
    flat: 149.5,
    freeAbove: 2500,
    slabs: [
      { upToGrams: 250, price: 49.35 },
      { upToGrams: 1000, price: 99 },
    ],
    defaultWeightGrams: 120,
    pinPrices: [{ prefix: "79", price: 180.4 }],
  };
  for (const reply of [
    await publishSettings(shop, "delivery", { charge }),
    await publishSettings(shop, "business", { gstin: GSTIN }),
    await publishSettings(shop, "tax", confirmedTax()),
    await publishSettings(shop, "seller", { mode: "regular" }),
  ])
    expect(reply.statusCode, reply.body).toBe(200);
  const sizes = ["12", "14"].map((name) => ({ name, stock: Number(STOCK) }));
  const ring = await makeRing(shop, [...sizes, { name: "16", stock: Number(STOCK), price: 1234.55 }]);
  const pieces = [
    await makeProduct(shop, { price: "333.33", stock: STOCK, weightGrams: "90" }),
    await makeProduct(shop, { price: "899.99", stock: STOCK, weightGrams: "400" }),
    await makeProduct(shop, { price: "1.01", stock: STOCK }),
  ];
  const courses = [await makeCourse(shop), await makeCourse(shop, { offerPrice: "149.15" })];
  const [session] = defaultSettings.packages.packages;
  const items: [itemId: string, itemType: ItemType][] = [
    ...pieces.map(({ _id }) => [_id, "product"] as [string, ItemType]),
    ...["12", "14", "16"].map((name) => [ring.idOf(name), "product"] as [string, ItemType]),
    ...courses.map(({ _id }) => [_id, "course"] as [string, ItemType]),
    [packageItemId(session!.title, "audio"), "consultancy"],
    [packageItemId(session!.title, "video"), "consultancy"],
  ];
  const coupons: Record<string, string>[] = [
    { value: "7.5" },
    { value: "33.33", minTotal: "1000" },
    { value: "99.99" },
    { kind: "amount", value: "333.35" },
    { kind: "amount", value: "5000" },
    { kind: "free_delivery", value: "" },
    { value: "12.5", scope: "items", products: pieces[0]!._id },
  ];
  const codes: (string | undefined)[] = [undefined];
  for (const fields of coupons) codes.push((await makeCoupon(shop, fields)).code);
  return { shop, items, codes };
}

const cartOf = (items: number, codes: number) =>
  fc.record({
    lines: fc.uniqueArray(fc.tuple(fc.nat(items - 1), fc.integer({ min: 1, max: 3 })), {
      selector: ([item]) => item,
      minLength: 1,
      maxLength: 5,
    }),
    code: fc.nat(codes - 1),
    pin: fc.constantFrom(...PINS),
  });

/** All entries but the total add up to it. */
function expectSums(sale: AgentSale) {
  const { total, ...others } = amountsOf(sale);
  expect(Object.values(others).reduce((sum: number, amount) => sum + amount!, 0)).toBe(total);
  return total;
}

async function expectPaid(shop: TestShop, buyer: { token: string }, { _id }: Order) {
  for (const status of ["paid", "delivered"]) {
    const reply = await setStatus(shop, shop.ownerToken, _id, { status });
    expect(reply.statusCode, reply.body).toBe(200);
  }
  const papers = await papersOf(shop, buyer.token, _id);
  return papers.reduce((sum, { amount }) => sum + toPaise(amount), 0);
}

test(
  `the totals of agents, cart, order and papers agree to the paisa over ${CARTS} random carts`,
  async () => {
    const { shop, items, codes } = await openStocked();
    const agent = openAgent(shop);
    const carts = fc.sample(cartOf(items.length, codes.length), { seed: SEED, numRuns: CARTS });
    let papers = 0;
    async function check({ lines, code, pin }: (typeof carts)[number], buyer: { token: string }) {
      const wanted = lines.map(([item, qty]) => ({ itemId: items[item]![0], itemType: items[item]![1], qty }));
      const coupon = codes[code];
      const sale = await agent.open("create_checkout", {
        line_items: wanted.map(({ itemId, qty }) => lineItem(itemId, qty)),
        buyer: BUYER,
        fulfillment: addressIn(pin),
        discounts: { codes: coupon ? [coupon] : [] },
      });
      const totalPaise = expectSums(sale);
      const { quote } = await quoteTotals(shop, { items: wanted, coupon: coupon ?? "", pin });
      const { subtotal, discount = 0, fulfillment = 0 } = amountsOf(sale);
      const freed = quote.coupon?.freeDelivery ? fulfillment : 0;
      expect({ totalPaise, subtotal, discount: discount + freed, delivery: fulfillment - freed }).toEqual({
        totalPaise: toPaise(quote.total),
        subtotal: toPaise(quote.subtotal),
        discount: quote.discount === 0 ? 0 : -toPaise(quote.discount),
        delivery: toPaise(quote.delivery),
      });
      const isApplied = sale.discounts!.applied !== undefined;
      expect(isApplied).toBe(Boolean(quote.coupon && !quote.coupon.problem));
      const order = await placeOrder(shop, buyer, {
        items: wanted,
        ...(isApplied && { coupon }),
        totalAmount: quote.total,
        shipping: { ...SHIPPING, pin },
        agentCheckout: tokenOf(sale),
      });
      const paper = await expectPaid(shop, buyer, order);
      const { body: done } = await agent.call("get_checkout", { id: sale.id });
      const isFree = totalPaise === 0;
      expect([toPaise(order.totalAmount), isFree ? 0 : paper, done.status, expectSums(done)]).toEqual([
        totalPaise,
        totalPaise,
        "completed",
        totalPaise,
      ]);
      if (!isFree) papers += 1;
    }
    const queue = carts.entries();
    await Promise.all(
      Array.from({ length: BUYERS }, async () => {
        const buyer = await makeCustomer(shop);
        for (const [number, cart] of queue)
          await check(cart, buyer).catch((error: Error) => {
            throw new Error(`Cart ${number}, ${JSON.stringify(cart)}: ${error.message}`);
          });
      }),
    );
    expect(papers).toBeGreaterThan(CARTS / 2);
  },
  60_000 + CARTS * 1_000,
);
