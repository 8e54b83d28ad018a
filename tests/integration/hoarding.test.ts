import { expect } from "vitest";
import type { Appointment } from "../../src/contracts/appointments/appointment.ts";
import type { Expert } from "../../src/contracts/catalogue/expert.ts";
import type { Order, PlacedOrder } from "../../src/contracts/orders/order.ts";
import { HOLD_MINUTES } from "../../src/contracts/orders/order-rules.ts";
import { choose, DAY_MS, makeAvailable, slotsOf } from "../support/appointments.ts";
import { makeCustomer } from "../support/customers.ts";
import { makeProduct, problemOf } from "../support/forms.ts";
import {
  beginPayment,
  type Customer,
  openPayment,
  payInSandbox,
  placeOrder,
  readOrder,
  SHIPPING,
  sendOrder,
  setStatus,
  stockOf,
  wants,
} from "../support/orders.ts";
import { someAddress } from "../support/people.ts";
import { openOwnShop, openSecondShop, type TestShop, test } from "../support/test-shop.ts";

const HOLD_MS = HOLD_MINUTES * 60_000;
/** Open around the clock: 47 start times for an hour, of which one hour takes three. */
const allDay = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: 0, minutes: 24 * 60 }));

const timed = ({ _id }: Expert, startsAt: string, minutes = 60) => ({
  items: [{ itemId: `${_id}-audio-${minutes}`, itemType: "consultancy" as const, qty: 1, startsAt }],
  totalAmount: 20 * minutes,
  shipping: SHIPPING,
});

const people = (shop: TestShop, count: number) => Promise.all(Array.from({ length: count }, () => makeCustomer(shop)));

const cancel = (shop: TestShop, { token }: Customer, { _id }: Pick<Order, "_id">) =>
  shop.call("POST", `/api/orders/${_id}/cancel`, { token });

async function pay(shop: TestShop, buyer: Customer, { _id }: Order) {
  const paid = await payInSandbox(shop, (await beginPayment(shop, buyer, _id)).orderId);
  const proof = { paymentId: paid.razorpay_payment_id, signature: paid.razorpay_signature };
  const reply = await setStatus(shop, buyer.token, _id, { status: "paid", ...proof });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json() as Order;
}

/** The times of the first whole day that can be booked. */
async function wholeDay(shop: TestShop, expert: Expert) {
  const slots = await slotsOf(shop, expert);
  // Not the next day: its first times pass while the test advances the clock.
  const isLater = (slot: string) => Date.parse(slot) >= Date.parse(slots[0]!) + DAY_MS;
  const start = slots.findIndex((slot) => slot.includes("T18:30") && isLater(slot));
  return slots.slice(start).filter((slot) => Date.parse(slot) < Date.parse(slots[start]!) + DAY_MS);
}

const freeOf = async (shop: TestShop, expert: Expert, day: string[]) => {
  const free = new Set(await slotsOf(shop, expert));
  return day.filter((slot) => free.has(slot));
};

/** The sandbox is called over HTTP. */
async function listen({ app }: TestShop) {
  if (!app.server.listening) await app.listen({ port: 0 });
}

test("one address holds half of a product; further orders are placed without a hold, and their payment takes the pieces", async ({
  shop,
}) => {
  await listen(shop);
  const product = await makeProduct(shop, { price: "900", stock: "10" });
  const address = someAddress();
  const [one, two, three, elsewhere] = (await people(shop, 4)) as [Customer, Customer, Customer, Customer];
  const first = await placeOrder(shop, one, wants(product._id, 900, 3), { address });
  await placeOrder(shop, two, wants(product._id, 900, 2), { address });
  const heldUntil = new Date(shop.clock.now().getTime() + HOLD_MS).toISOString();
  expect(first).toMatchObject({ status: "pending", held: true, heldUntil });
  const third = await placeOrder(shop, three, wants(product._id, 900), { address });
  expect(third).toMatchObject({ status: "pending", held: false, heldUntil: shop.clock.now().toISOString() });
  expect(await stockOf(shop, product._id)).toBe(5);
  expect(await placeOrder(shop, elsewhere, wants(product._id, 900))).toMatchObject({ held: true });

  // Opening its payment holds nothing either, and paying takes the piece.
  expect((await openPayment(shop, three, third._id, address)).statusCode).toBe(200);
  expect(await stockOf(shop, product._id)).toBe(4);
  expect(await pay(shop, three, third)).toMatchObject({ status: "paid" });
  expect(await stockOf(shop, product._id)).toBe(3);
  expect(await readOrder(shop, shop.ownerToken, third._id)).toMatchObject({ stockShort: false });
});

test("an order without a hold gets one when its payment is opened and there is room", async ({ shop }) => {
  await listen(shop);
  const product = await makeProduct(shop, { price: "900", stock: "6" });
  const address = someAddress();
  const [one, two] = (await people(shop, 2)) as [Customer, Customer];
  const first = await placeOrder(shop, one, wants(product._id, 900, 3), { address });
  const second = await placeOrder(shop, two, wants(product._id, 900, 2), { address });
  await cancel(shop, one, first);
  expect((await openPayment(shop, two, second._id, address)).statusCode).toBe(200);
  expect(await readOrder(shop, two.token, second._id)).toMatchObject({ held: true });
  expect(await stockOf(shop, product._id)).toBe(4);
});

test("opening a payment returns 409 when the pieces of an order without a hold are gone", async ({ shop }) => {
  const product = await makeProduct(shop, { price: "900", stock: "4" });
  const [greedy, other] = (await people(shop, 2)) as [Customer, Customer];
  const order = await placeOrder(shop, greedy, wants(product._id, 900, 4));
  expect(order).toMatchObject({ held: false });
  expect(await placeOrder(shop, other, wants(product._id, 900, 1))).toMatchObject({ held: true });
  const reply = await openPayment(shop, greedy, order._id);
  expect([reply.statusCode, problemOf(reply).code]).toEqual([409, "out_of_stock"]);
  const late = await setStatus(shop, shop.ownerToken, order._id, { status: "paid" });
  expect(late.json()).toMatchObject({ status: "paid", stockShort: true });
});

test("up to three pieces can be held, also of the last ones; an account has the same share from any address", async ({
  shop,
}) => {
  const [rare, common] = [
    await makeProduct(shop, { price: "900", stock: "3" }),
    await makeProduct(shop, { price: "10", stock: "20" }),
  ];
  const buyer = await makeCustomer(shop);
  const place = (id: string, price: number, qty: number) =>
    placeOrder(shop, buyer, wants(id, price, qty), { address: someAddress() });
  expect(await place(rare._id, 900, 3)).toMatchObject({ held: true });
  expect(await place(common._id, 10, 9)).toMatchObject({ held: true });
  expect(await place(common._id, 10, 2)).toMatchObject({ held: false });
  expect(await stockOf(shop, common._id)).toBe(11);
});

test("the same cart finds its order without a hold again, and three such orders are the limit", async ({ shop }) => {
  const product = await makeProduct(shop, { price: "900", stock: "4" });
  const expert = await makeAvailable(shop, { hours: allDay });
  const [buyer] = (await people(shop, 1)) as [Customer];
  const form = wants(product._id, 900, 4);
  const order = await placeOrder(shop, buyer, form);
  const again = (await placeOrder(shop, buyer, { ...form, note: "ring twice" })) as PlacedOrder;
  expect(again).toMatchObject({ _id: order._id, reused: true, held: false, note: "ring twice" });
  const [one, , , two, , , three] = (await wholeDay(shop, expert)) as [string, ...string[]];
  const both = { items: [one, two!, three!].flatMap((slot) => timed(expert, slot).items), totalAmount: 3600 };
  const sessions = await placeOrder(shop, buyer, { ...both, shipping: SHIPPING });
  expect(await placeOrder(shop, buyer, { ...both, shipping: SHIPPING })).toMatchObject({
    _id: sessions._id,
    reused: true,
    held: false,
  });
  expect((await sendOrder(shop, buyer, timed(expert, one))).statusCode).toBe(201);
  expect(problemOf(await sendOrder(shop, buyer, wants(product._id, 900))).code).toBe("too_many_open_orders");
});

test("one account holds two times; a third order leaves its time free, and its payment takes it if it still is", async ({
  shop,
}) => {
  await listen(shop);
  const expert = await makeAvailable(shop, { hours: allDay });
  const [buyer, other] = (await people(shop, 2)) as [Customer, Customer];
  const day = await wholeDay(shop, expert);
  const [one, two, three] = [day[0]!, day[10]!, day[20]!];
  expect(await placeOrder(shop, buyer, timed(expert, one, 30))).toMatchObject({ held: true });
  expect(await placeOrder(shop, buyer, timed(expert, two, 60))).toMatchObject({ held: true });
  const third = await placeOrder(shop, buyer, timed(expert, three, 90));
  expect(third).toMatchObject({ held: false, appointments: [{ state: "to_schedule", startsAt: three }] });
  const free = await slotsOf(shop, expert);
  expect([free.includes(one), free.includes(two), free.includes(three)]).toEqual([false, false, true]);
  expect((await pay(shop, buyer, third)).appointments).toMatchObject([{ state: "confirmed", startsAt: three }]);

  const fourth = await placeOrder(shop, buyer, timed(expert, day[30]!, 90));
  await beginPayment(shop, buyer, fourth._id);
  expect(await placeOrder(shop, other, timed(expert, day[30]!))).toMatchObject({ held: true });
  expect(problemOf(await openPayment(shop, buyer, fourth._id)).code).toBe("slot_taken");
  const paid = await setStatus(shop, shop.ownerToken, fourth._id, { status: "paid" });
  const [lost] = (paid.json() as { appointments: [Appointment] }).appointments;
  expect(lost).toMatchObject({ state: "to_schedule", startsAt: null });
  expect((await choose(shop, shop.ownerToken, lost, day[40]!)).statusCode).toBe(200);
});

test("people behind one address hold a quarter of an expert's day, and no more by moving their times there", async ({
  shop,
}) => {
  const expert = await makeAvailable(shop, { hours: allDay });
  const address = someAddress();
  const day = await wholeDay(shop, expert);
  const buyers = await people(shop, 5);
  const held: (boolean | undefined)[] = [];
  for (const [nth, buyer] of buyers.entries())
    held.push((await placeOrder(shop, buyer, timed(expert, day[nth * 6]!), { address })).held);
  expect(held).toEqual([true, true, true, false, false]);
  const left = await freeOf(shop, expert, day);
  expect(left.length / day.length).toBeGreaterThanOrEqual(3 / 4);

  const [next] = (await slotsOf(shop, expert)).filter((slot) => slot > day.at(-1)!).slice(3);
  const mover = await makeCustomer(shop);
  const order = await placeOrder(shop, mover, timed(expert, next!), { address });
  expect(order).toMatchObject({ held: true });
  const moved = await placeOrder(shop, mover, timed(expert, day[40]!), { address });
  expect(moved).toMatchObject({ held: false });
  expect(moved._id).not.toBe(order._id);
  expect(await freeOf(shop, expert, day)).toEqual(left);
  expect(await placeOrder(shop, await makeCustomer(shop), timed(expert, day[40]!))).toMatchObject({ held: true });
});

test("one address leaves half of a product and three quarters of a day, whatever it does in two processes", async () => {
  const shop = await openOwnShop();
  await listen(shop);
  const second = await openSecondShop(shop);
  const apps = [shop.app, second.app];
  const product = await makeProduct(shop, { price: "900", stock: "20" });
  const expert = await makeAvailable(shop, { hours: allDay });
  const address = someAddress();
  const buyers = await people(shop, 8);
  const day = await wholeDay(shop, expert);
  const send = (nth: number, url: string, payload: object) =>
    apps[nth % 2]!.inject({
      method: "POST",
      url,
      remoteAddress: address,
      headers: { authorization: `Bearer ${buyers[nth % buyers.length]!.token}` },
      payload,
    });
  const expectLeft = async () => {
    expect(await stockOf(shop, product._id)).toBeGreaterThanOrEqual(10);
    expect((await freeOf(shop, expert, day)).length).toBeGreaterThanOrEqual((3 / 4) * day.length);
  };
  for (let round = 0; round < 3; round++) {
    const replies = await Promise.all(
      Array.from({ length: 16 }, (_, nth) =>
        send(nth, "/api/orders", nth < 8 ? wants(product._id, 900, (nth % 4) + 1) : timed(expert, day[(nth - 8) * 6]!)),
      ),
    );
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    await expectLeft();
    const orders = replies.map((reply) => reply.json() as Order);
    expect(orders.some(({ held }) => held) && orders.some(({ held }) => !held)).toBe(true);
    // Every third one is cancelled; the others are opened again after their holds ended.
    await Promise.all(orders.map(({ _id }, nth) => nth % 3 === 0 && send(nth, `/api/orders/${_id}/cancel`, {})));
    shop.clock.advance(HOLD_MS);
    if (round % 2 === 0) await shop.services.checkout.releaseExpired();
    await Promise.all(orders.map(({ _id }, nth) => send(nth, "/api/payments/razorpay", { orderId: _id })));
    await expectLeft();
    shop.clock.advance(HOLD_MS);
  }
});

test("RATE_LIMIT=off lets one address hold everything", async () => {
  const shop = await openOwnShop({ RATE_LIMIT: "off" });
  const product = await makeProduct(shop, { price: "900", stock: "8" });
  const buyer = await makeCustomer(shop);
  expect(await placeOrder(shop, buyer, wants(product._id, 900, 8))).toMatchObject({ held: true });
  expect(await stockOf(shop, product._id)).toBe(0);
});
