import { expect } from "vitest";
import { defaultSettings } from "../../site.config.ts";
import type { Appointment } from "../../src/contracts/appointments/appointment.ts";
import { noSchedule } from "../../src/contracts/appointments/schedule.ts";
import type { Expert } from "../../src/contracts/catalogue/expert.ts";
import type { Order } from "../../src/contracts/orders/order.ts";
import { HOLD_MINUTES } from "../../src/contracts/orders/order-rules.ts";
import type { QuotedLine } from "../../src/contracts/orders/quote.ts";
import { dayIn } from "../../src/server/appointments/slots.ts";
import { asOwner } from "../support/admin.ts";
import { buySession, choose, DAY_MS, fromMorning, makeAvailable, slotsOf } from "../support/appointments.ts";
import { makeCustomer } from "../support/customers.ts";
import { makeExpert, problemOf } from "../support/forms.ts";
import { type Customer, readOrder, SHIPPING, sendOrder, setStatus } from "../support/orders.ts";
import { publishSettings } from "../support/settings.ts";
import { type TestShop, test } from "../support/test-shop.ts";

const HOLD_MS = HOLD_MINUTES * 60_000;
const session = ({ _id }: Expert, startsAt: string, minutes = 60) => ({
  itemId: `${_id}-audio-${minutes}`,
  itemType: "consultancy" as const,
  qty: 1,
  startsAt,
});

const order = (
  shop: TestShop,
  buyer: Customer,
  items: (Partial<ReturnType<typeof session>> & { zone?: string })[],
  totalAmount = 1200 * items.length,
) => sendOrder(shop, buyer, { items, totalAmount, shipping: SHIPPING });

const appointmentsOfLines = async (shop: TestShop, { token }: Customer, id: string) =>
  ((await readOrder(shop, token, id)) as { appointments: Appointment[] }).appointments;

test("a time in the cart is held with the order, taken for others, and confirmed by the payment", async ({ shop }) => {
  const expert = await makeAvailable(shop);
  const [buyer, other] = [await makeCustomer(shop), await makeCustomer(shop)];
  const wanted = (await slotsOf(shop, expert))[0]!;
  const placed = (await order(shop, buyer, [session(expert, wanted)])).json() as Order;
  const [held] = await appointmentsOfLines(shop, buyer, placed._id);
  expect(held).toMatchObject({ state: "held", startsAt: wanted });
  const refused = await order(shop, other, [session(expert, wanted)]);
  expect([refused.statusCode, problemOf(refused).code]).toEqual([409, "slot_taken"]);
  expect(refused.json().slots.length).toBeGreaterThan(0);
  await setStatus(shop, shop.ownerToken, placed._id, { status: "paid" });
  expect(await appointmentsOfLines(shop, buyer, placed._id)).toMatchObject([{ state: "confirmed", startsAt: wanted }]);
  // A form that the owner opened before the payment.
  const later = (await slotsOf(shop, expert)).at(-1)!;
  const outdated = await choose(shop, shop.ownerToken, held!, later);
  expect([outdated.statusCode, problemOf(outdated).code]).toEqual([409, "moved_meanwhile"]);
});

test("a payment after the hold takes the time again; if it is gone, the buyer chooses another one", async ({
  shop,
}) => {
  const expert = await makeAvailable(shop);
  const [late, tooLate, faster] = [await makeCustomer(shop), await makeCustomer(shop), await makeCustomer(shop)];
  const slots = await slotsOf(shop, expert);
  const [one, , two] = slots.slice(-6) as [string, string, string];
  const first = (await order(shop, late, [session(expert, one)])).json() as Order;
  const second = (await order(shop, tooLate, [session(expert, two)])).json() as Order;
  shop.clock.advance(HOLD_MS + 1000);
  expect(await slotsOf(shop, expert)).toEqual(expect.arrayContaining([one, two]));
  expect((await order(shop, faster, [session(expert, two)])).statusCode).toBe(201);
  for (const { _id } of [first, second]) await setStatus(shop, shop.ownerToken, _id, { status: "paid" });
  expect(await appointmentsOfLines(shop, late, first._id)).toMatchObject([{ state: "confirmed", startsAt: one }]);
  const [lost] = await appointmentsOfLines(shop, tooLate, second._id);
  expect(lost).toMatchObject({ state: "to_schedule", startsAt: null, isTimeTaken: true });
  const [free] = await slotsOf(shop, expert);
  expect((await choose(shop, tooLate.token, lost!, free!)).statusCode).toBe(200);
  expect(await appointmentsOfLines(shop, tooLate, second._id)).not.toMatchObject([{ isTimeTaken: true }]);
});

test("the holder sees a held time as free; the same cart finds its order again, and another time moves the hold", async ({
  shop,
}) => {
  const expert = await makeAvailable(shop);
  const [buyer, other] = [await makeCustomer(shop), await makeCustomer(shop)];
  const [wanted, overlapping, , later] = fromMorning(await slotsOf(shop, expert));
  const first = (await order(shop, buyer, [{ ...session(expert, wanted), zone: "Asia/Kathmandu" }])).json() as Order;
  expect(await appointmentsOfLines(shop, buyer, first._id)).toMatchObject([{ zone: "Asia/Kathmandu" }]);
  expect(await slotsOf(shop, expert)).not.toContain(wanted);
  expect(await slotsOf(shop, expert, 60, buyer.token)).toContain(wanted);
  expect((await order(shop, buyer, [session(expert, wanted)])).json()).toMatchObject({ _id: first._id, reused: true });
  // The buyer chooses another time more often than the limit on open orders. Old keys restore no time.
  const choose = (time: string) =>
    sendOrder(shop, buyer, { items: [session(expert, time)], totalAmount: 1200, shipping: SHIPPING }, `key ${time}`);
  for (const time of [overlapping, wanted, later, overlapping, wanted, overlapping]) {
    expect((await choose(time)).json(), time).toMatchObject({ _id: first._id });
    expect(await appointmentsOfLines(shop, buyer, first._id)).toMatchObject([{ state: "held", startsAt: time }]);
  }
  expect((await order(shop, other, [session(expert, later)])).statusCode).toBe(201);
  expect(problemOf(await choose(later)).code).toBe("slot_taken");
  expect(await appointmentsOfLines(shop, buyer, first._id)).toMatchObject([{ state: "held", startsAt: overlapping }]);
  // Two sessions of another buyer swap their times. A cart without the time is another order.
  const swapper = await makeCustomer(shop);
  const [one, two] = (await slotsOf(shop, expert)).slice(-4).filter((_, place) => place % 2 === 0) as [string, string];
  const pair = (long: string, short: string) =>
    order(shop, swapper, [session(expert, long), session(expert, short, 30)], 1800);
  const both = (await pair(one, two)).json() as Order;
  expect((await pair(two, one)).json()).toMatchObject({ _id: both._id });
  expect(await appointmentsOfLines(shop, swapper, both._id)).toMatchObject([{ startsAt: two }, { startsAt: one }]);
  const { startsAt: _, ...untimed } = session(expert, wanted);
  expect((await order(shop, buyer, [untimed])).json()._id).not.toBe(first._id);
  await setStatus(shop, shop.ownerToken, first._id, { status: "paid" });
  expect(await appointmentsOfLines(shop, buyer, first._id)).toMatchObject([
    { state: "confirmed", startsAt: overlapping },
  ]);
});

test("the quote names lines that can be booked, and rejects times that are past, too soon, taken or overlap in the cart", async ({
  shop,
}) => {
  const [expert, byPhone] = [await makeAvailable(shop), await makeExpert(shop, { audioPrice: "20" })];
  const [buyer, other] = [await makeCustomer(shop), await makeCustomer(shop)];
  const { packages } = defaultSettings.packages;
  const { title, minutes } = packages[0]!;
  await publishSettings(shop, "packages", { packages: packages.map((one) => ({ ...one, expertId: expert._id })) });
  const quoteLines = async (token: string, ...items: object[]) =>
    (await shop.call("POST", "/api/cart/quote", { token, json: { items } })).json() as QuotedLine[];
  const quote = async (token: string, ...items: object[]) =>
    (await quoteLines(token, ...items)).map((line) => line.session);
  // A package names its expert, and every line says who calls whom.
  const form = {
    ...noSchedule,
    hours: [],
    roomUrl: "https://meet.example.com/a",
    audioCall: "buyer_calls",
    version: 0,
  };
  expect((await asOwner(shop, "PUT", `/api/experts/${byPhone._id}/schedule`, form)).statusCode).toBe(200);
  const consultancy = (itemId: string) => ({ itemId, itemType: "consultancy", qty: 1 });
  const lines = [`${title}-audio`, `${byPhone._id}-audio-30`, `${byPhone._id}-video-30`].map(consultancy);
  expect((await quoteLines(other.token, ...lines)).map((line) => line.expert)).toEqual([
    { name: expert.name, callWay: "expert_calls" },
    { name: byPhone.name, callWay: "buyer_calls" },
    { name: byPhone.name, callWay: "link" },
  ]);
  const [first, overlapping, , later] = fromMorning(await slotsOf(shop, expert));
  const { startsAt: _, ...untimed } = session(expert, first);
  const bookable = { expertId: expert._id, minutes: 60 };
  expect(
    await quote(
      other.token,
      untimed,
      session(byPhone, first),
      { itemId: `${title}-audio`, itemType: "consultancy", qty: 1 },
      { itemId: "no such-audio", itemType: "consultancy", qty: 1, startsAt: first },
    ),
  ).toEqual([bookable, undefined, { expertId: expert._id, minutes }, undefined]);
  await order(shop, buyer, [session(expert, first)]);
  expect(await quote(other.token, session(expert, first))).toEqual([{ ...bookable, isOpen: false }]);
  expect(
    await quote(buyer.token, session(expert, first), session(expert, overlapping, 30), session(expert, later)),
  ).toMatchObject([{ isOpen: true }, { isOpen: false }, { isOpen: true }]);
  const soon = new Date(shop.clock.now().getTime() + 60_000).toISOString();
  expect(await quote(other.token, session(expert, soon), session(expert, "2020-01-01T05:30:00Z"))).toMatchObject([
    { isOpen: false },
    { isOpen: false },
  ]);
  expect(problemOf(await order(shop, other, [session(expert, later), session(expert, later, 30)], 1800)).code).toBe(
    "slot_taken",
  );
});

test("two times are held together or not at all, and an unpaid order is never confirmed", async ({ shop }) => {
  const [one, two] = [await makeAvailable(shop), await makeAvailable(shop)];
  const [buyer, other] = [await makeCustomer(shop), await makeCustomer(shop)];
  const [free, taken] = [(await slotsOf(shop, one))[0]!, (await slotsOf(shop, two))[0]!];
  const { appointments } = await buySession(shop, other, two);
  await choose(shop, other.token, appointments[0]!, taken);
  const refused = await order(shop, buyer, [session(one, free), session(two, taken)]);
  expect(problemOf(refused).code).toBe("slot_taken");
  expect(await slotsOf(shop, one)).toContain(free);
  const placed = (await order(shop, buyer, [session(one, free)])).json() as Order;
  await shop.call("POST", `/api/orders/${placed._id}/cancel`, { token: buyer.token });
  expect(await slotsOf(shop, one)).toContain(free);
  expect(await appointmentsOfLines(shop, buyer, placed._id)).toMatchObject([{ state: "cancelled" }]);
});

test("refuses a time for two sessions, more than five times in an order, and times within the notice or past the horizon", async ({
  shop,
}) => {
  const expert = await makeAvailable(shop);
  const buyer = await makeCustomer(shop);
  const slots = await slotsOf(shop, expert);
  const twice = { ...session(expert, slots[0]!), qty: 2 };
  expect(problemOf(await order(shop, buyer, [twice], 2400)).fields).toHaveProperty("items");
  const six = slots.filter((_, index) => index % 2 === 0).slice(0, 6);
  expect(
    problemOf(
      await order(
        shop,
        buyer,
        six.map((slot) => session(expert, slot)),
      ),
    ).fields,
  ).toHaveProperty("items");
  shop.clock.advance(Date.parse(slots[0]!) - shop.clock.now().getTime() - 60_000);
  expect(problemOf(await order(shop, buyer, [session(expert, slots[0]!)])).code).toBe("slot_taken");
  const far = new Date(Date.parse(slots[0]!) + 60 * DAY_MS).toISOString();
  expect(problemOf(await order(shop, buyer, [session(expert, far)])).code).toBe("slot_taken");
});

test("a day off blocks new holds and choices of that day at once, also from a page that still shows it", async ({
  shop,
}) => {
  const expert = await makeAvailable(shop);
  const [buyer, other] = [await makeCustomer(shop), await makeCustomer(shop)];
  const { appointments } = await buySession(shop, other, expert);
  const wanted = (await slotsOf(shop, expert)).at(-1)!;
  const url = `/api/experts/${expert._id}/schedule`;
  const now = (await asOwner(shop, "GET", url)).json();
  const overrides = [{ date: dayIn(now.zone, new Date(wanted)), windows: [] }];
  expect((await asOwner(shop, "PUT", url, { ...now, overrides })).statusCode).toBe(200);
  expect(problemOf(await order(shop, buyer, [session(expert, wanted)])).code).toBe("slot_taken");
  expect(problemOf(await choose(shop, other.token, appointments[0]!, wanted)).code).toBe("slot_taken");
  expect(await slotsOf(shop, expert)).not.toContain(wanted);
});

test("the browser's name of a zone is accepted, an unknown one refused; without one it is India's", async ({
  shop,
}) => {
  const expert = await makeAvailable(shop);
  const buyer = await makeCustomer(shop);
  const { appointments } = await buySession(shop, buyer, expert, 60, 2);
  const [one, , two] = await slotsOf(shop, expert);
  const [first, second] = appointments;
  const refused = await choose(shop, buyer.token, first!, one!, { zone: "Mars/Olympus" });
  expect([refused.statusCode, Object.keys(problemOf(refused).fields ?? {})]).toEqual([400, ["zone"]]);
  expect((await choose(shop, buyer.token, first!, one!, { zone: "Asia/Calcutta" })).json().zone).toBe("Asia/Calcutta");
  expect((await choose(shop, buyer.token, second!, two!)).json().zone).toBe("Asia/Kolkata");
});
