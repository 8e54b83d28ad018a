import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Appointment, TimeForm } from "../../src/contracts/appointments/appointment.ts";
import type { Intake, IntakeForm } from "../../src/contracts/appointments/intake.ts";
import { noSchedule, type Schedule, type SlotList } from "../../src/contracts/appointments/schedule.ts";
import type { Expert } from "../../src/contracts/catalogue/expert.ts";
import type { Order } from "../../src/contracts/orders/order.ts";
import { appointments } from "../../src/server/appointments/appointment-table.ts";
import { asOwner } from "./admin.ts";
import { makeCustomer } from "./customers.ts";
import { makeExpert } from "./forms.ts";
import { beginPayment, type Customer, placeOrder, readOrder, SHIPPING, setStatus } from "./orders.ts";
import { tellOf } from "./paying-shop.ts";
import type { Razorpay } from "./razorpay.ts";
import type { TestShop } from "./test-shop.ts";

const HOUR = 60;
export const HOUR_MS = 60 * 60_000;
export const DAY_MS = 24 * HOUR_MS;
const allDays = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: 10 * HOUR, minutes: 8 * HOUR }));

/** An expert with hours on every day. */
export async function makeAvailable(shop: TestShop, change: Partial<Schedule> = {}) {
  const expert = await makeExpert(shop, { audioPrice: "20" });
  const form = { ...noSchedule, hours: allDays, gapMinutes: 0, version: 0, ...change };
  const saved = await asOwner(shop, "PUT", `/api/experts/${expert._id}/schedule`, form);
  expect(saved.statusCode, saved.body).toBe(200);
  return expert;
}

/** An unpaid order of sessions, audio unless said. Mails go to the buyer's own address. */
export function orderSession(shop: TestShop, buyer: Customer, expert: Expert, minutes = 60, qty = 1, mode = "audio") {
  const items = [{ itemId: `${expert._id}-${mode}-${minutes}`, itemType: "consultancy" as const, qty }];
  const shipping = { ...SHIPPING, email: buyer.email };
  return placeOrder(shop, buyer, { items, totalAmount: 20 * minutes * qty, shipping });
}

export async function appointmentsOf(shop: TestShop, buyer: Customer, orderId: string) {
  const order = (await readOrder(shop, buyer.token, orderId)) as { appointments: Appointment[] };
  return order.appointments;
}

/** A paid session: bought, and marked as paid by the owner. */
export async function buySession(
  shop: TestShop,
  buyer: Customer,
  expert: Expert,
  minutes = 60,
  qty = 1,
  mode = "audio",
) {
  const order = await orderSession(shop, buyer, expert, minutes, qty, mode);
  await setStatus(shop, shop.ownerToken, order._id, { status: "paid" });
  return { orderId: order._id, appointments: await appointmentsOf(shop, buyer, order._id) };
}

export const choose = (
  { app }: Pick<TestShop, "app">,
  token: string,
  { _id, version }: Appointment,
  startsAt: string,
  change: Partial<TimeForm> = {},
) =>
  app.inject({
    method: "PUT",
    url: `/api/appointments/${_id}/time`,
    headers: { authorization: `Bearer ${token}` },
    payload: { startsAt, version, ...change },
  });

/** A call that changes a session, with the version the caller saw. */
export const changeSession = (
  { app }: Pick<TestShop, "app">,
  token: string,
  { _id, version }: Pick<Appointment, "_id" | "version">,
  [method, path]: ["POST", "cancel"] | ["PUT", "outcome" | "expert" | "link"],
  form: object = {},
) =>
  app.inject({
    method,
    url: `/api/appointments/${_id}/${path}`,
    headers: { authorization: `Bearer ${token}` },
    payload: { version, ...form },
  });

export const cancel = (
  shop: Pick<TestShop, "app">,
  token: string,
  session: Pick<Appointment, "_id" | "version">,
  form = {},
) => changeSession(shop, token, session, ["POST", "cancel"], form);

/** Sessions of an order whose payment settled it. */
export async function paySessions(shop: TestShop, razorpay: Razorpay, buyer: Customer, expert: Expert, qty = 1) {
  const order = await orderSession(shop, buyer, expert, 60, qty);
  const paid = await razorpay.pay((await beginPayment(shop, buyer, order._id)).orderId);
  await tellOf(shop, paid);
  return { order, paid, sessions: await appointmentsOf(shop, buyer, order._id) };
}

export const slotsOf = async (shop: TestShop, { _id }: Expert, minutes = 60, token = "") => {
  const reply = await shop.call("GET", `/api/experts/${_id}/slots?minutes=${minutes}&days=10`, { token });
  return (reply.json() as SlotList).slots.map(({ startsAt }) => startsAt);
};

/** Times from the next 10:00 in India on, so that the first ones are on the same day at any hour of the test run. */
export const fromMorning = (slots: string[]) =>
  slots.slice(slots.findIndex((slot) => slot.includes("T04:30"))) as [string, string, string, string, string];

/** Times more than two days away: callers may move them. */
export const laterSlots = async (shop: TestShop, expert: Expert) =>
  (await slotsOf(shop, expert)).filter((slot) => Date.parse(slot) > shop.clock.now().getTime() + 2 * DAY_MS) as [
    string,
    string,
    string,
    string,
  ];

/** Holds an hour for the first line of an unpaid order. */
export async function holdTime(shop: TestShop, buyer: Customer, expert: Expert, order: Order, time: string) {
  const startsAt = new Date(time);
  const endsAt = new Date(startsAt.getTime() + HOUR_MS);
  await shop.db.insert(appointments).values({
    id: randomUUID(),
    orderId: order._id,
    lineIndex: 0,
    unit: 0,
    userId: buyer.id,
    expertId: expert._id,
    title: order.items[0]!.title,
    mode: "audio",
    minutes: 60,
    state: "held",
    startsAt,
    endsAt,
    blockedUntil: endsAt,
    heldUntil: new Date(shop.clock.now().getTime() + HOUR_MS),
    zone: "Asia/Kolkata",
    createdAt: shop.clock.now(),
  });
}

export const told = {
  question: "Shall I take the work in Pune?",
  birthDate: "1990-04-27",
  birthTime: "7:45",
  birthPlace: "Nagpur",
  consent: true,
} satisfies IntakeForm;

export const intakePath = (id: string) => `/api/appointments/${id}/intake`;

/** Any fields, so that a test can send wrong ones. */
export const giveIntake = (shop: Pick<TestShop, "call">, token: string, id: string, change: object = {}) =>
  shop.call("PUT", intakePath(id), { token, json: { ...told, ...change } });

export const readIntake = async (shop: Pick<TestShop, "call">, token: string, id: string) =>
  (await shop.call("GET", intakePath(id), { token })).json() as Intake;

/** A caller with a booked session and an intake. */
export async function bookAndTell(shop: TestShop, change: object = {}) {
  const expert = await makeAvailable(shop);
  const buyer = await makeCustomer(shop);
  const { orderId, appointments } = await buySession(shop, buyer, expert);
  const id = appointments[0]!._id;
  const [slot] = await slotsOf(shop, expert);
  expect((await choose(shop, buyer.token, appointments[0]!, slot!)).statusCode).toBe(200);
  const given = await giveIntake(shop, buyer.token, id, change);
  expect(given.statusCode, given.body).toBe(200);
  return { expert, buyer, orderId, id, startsAt: slot! };
}
