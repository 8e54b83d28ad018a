import { eq } from "drizzle-orm";
import { expect } from "vitest";
import type { Appointment, AppointmentDetails } from "../../src/contracts/appointments/appointment.ts";
import { noSchedule } from "../../src/contracts/appointments/schedule.ts";
import type { Expert } from "../../src/contracts/catalogue/expert.ts";
import { experts } from "../../src/server/catalogue/expert-table.ts";
import { activityOf, asOwner } from "../support/admin.ts";
import {
  appointmentsOf,
  buySession,
  cancel,
  changeSession,
  choose,
  DAY_MS,
  HOUR_MS,
  laterSlots,
  makeAvailable,
  orderSession,
  slotsOf,
} from "../support/appointments.ts";
import { makeCustomer, makeExpertAccount } from "../support/customers.ts";
import { formOf, problemOf } from "../support/forms.ts";
import { invitationIn } from "../support/invitations.ts";
import { mailsTo } from "../support/mails.ts";
import { readOrder, SHIPPING, sendOrder, setStatus } from "../support/orders.ts";
import { publishSettings } from "../support/settings.ts";
import { type TestShop, test } from "../support/test-shop.ts";

const advanceTo = (shop: TestShop, time: number) => shop.clock.advance(time - shop.clock.now().getTime());
const remove = (shop: TestShop, { _id }: Expert) => asOwner(shop, "DELETE", `/api/experts/${_id}`);

test("the owner books for a caller outside the hours, never over a session; mails and reminders need no order", async ({
  shop,
}) => {
  const expert = await makeAvailable(shop);
  const account = await makeExpertAccount(shop, expert);
  const [time] = await laterSlots(shop, expert);
  // Three in the morning in India.
  const night = new Date(Date.parse(`${time.slice(0, 10)}T21:30:00Z`)).toISOString();
  const caller = { name: "Ravi Phone", phone: "9000000002", email: "ravi-phone@example.com", zone: "Pacific/Auckland" };
  const form = { expertId: expert._id, mode: "video", minutes: 45, startsAt: night, ...caller };
  const book = (change = {}) => asOwner(shop, "POST", "/api/appointments", { ...form, ...change });
  const reply = await book();
  expect(reply.statusCode, reply.body).toBe(201);
  const booked = reply.json() as AppointmentDetails;
  expect(booked).toMatchObject({
    orderId: null,
    state: "confirmed",
    startsAt: night,
    expertName: expert.name,
    caller: { name: caller.name, phone: caller.phone, email: caller.email },
    refund: 0,
  });
  const half = new Date(Date.parse(night) + HOUR_MS / 2).toISOString();
  const refused = await Promise.all([book(), book({ startsAt: half })]);
  expect(refused.map((one) => problemOf(one).code)).toEqual(["slot_taken", "slot_taken"]);
  expect(problemOf(await book({ startsAt: shop.clock.now().toISOString() })).fields).toHaveProperty("startsAt");
  expect(problemOf(await book({ expertId: booked._id })).fields).toHaveProperty("expertId");
  expect(await activityOf(shop, booked._id)).toMatchObject([{ action: "created", kind: "appointment" }]);

  const [mail] = await mailsTo(shop, caller.email);
  expect(mail!.text).toContain("(New Zealand");
  expect(mail!.text).not.toMatch(/UTC|GMT|\/orders\//);
  expect(invitationIn(mail!)).toMatchObject({ method: "REQUEST", startsAt: night, minutes: 45 });
  // The expert gets a mail. Its calendar file has no data of the caller.
  const [own] = await mailsTo(shop, account.email);
  expect(own!.headers.subject).toMatch(/^You have a session: /);
  expect(invitationIn(own!)).toMatchObject({ method: "REQUEST", attendees: [`mailto:${account.email}`] });
  expect(own!.calendar!.content).not.toMatch(/Ravi|9000000002/);

  advanceTo(shop, Date.parse(night) - DAY_MS);
  await shop.services.appointments.remind();
  expect((await mailsTo(shop, caller.email)).at(-1)!.headers.subject).toMatch(/^Your session: /);
  expect((await cancel(shop, account.token, booked)).json()).toMatchObject({ state: "cancelled" });
  expect(invitationIn((await mailsTo(shop, caller.email)).at(-1)!)).toMatchObject({ method: "CANCEL", sequence: 1 });
  // Without an e-mail address no mail is sent.
  expect((await book({ email: "", startsAt: half })).statusCode).toBe(201);
  await shop.services.notifications.deliverDue();
});

test("an expert with sessions to come is not removed; with past ones archived; without any deleted", async ({
  shop,
}) => {
  const expert = await makeAvailable(shop);
  const buyer = await makeCustomer(shop);
  const { orderId, appointments } = await buySession(shop, buyer, expert);
  const [time] = await laterSlots(shop, expert);
  await shop.services.catalogue.demo.mark(shop.db as never, [expert]);
  const stay = await remove(shop, expert);
  expect([stay.statusCode, problemOf(stay).code, problemOf(stay).message]).toEqual([
    409,
    "has_sessions",
    `${expert.name} has 1 session to come. Give it to another expert or cancel it first.`,
  ]);
  expect((await asOwner(shop, "DELETE", "/api/first-day/demo-data")).json()).toMatchObject({ experts: 0 });
  const booked = (await choose(shop, buyer.token, appointments[0]!, time)).json() as Appointment;
  expect((await remove(shop, expert)).statusCode).toBe(409);
  advanceTo(shop, Date.parse(time) + 2 * HOUR_MS);
  await changeSession(shop, shop.ownerToken, booked, ["PUT", "outcome"], { outcome: "missed_by_expert" });

  // Ordered before the expert was removed, paid after: nobody is assigned.
  const late = await makeAvailable(shop);
  const unpaid = await orderSession(shop, buyer, late);
  expect((await remove(shop, late)).statusCode).toBe(200);
  expect(await shop.db.select().from(experts).where(eq(experts.id, late._id))).toEqual([]);
  await setStatus(shop, shop.ownerToken, unpaid._id, { status: "paid" });
  expect(await appointmentsOf(shop, buyer, unpaid._id)).toMatchObject([{ expertId: null, state: "to_schedule" }]);

  // An active hold prevents the removal, whether or not a later booking has marked it. A late payment gets no time.
  const holder = await makeCustomer(shop);
  for (const isMarked of [false, true]) {
    const held = await makeAvailable(shop);
    const [wanted, other] = await laterSlots(shop, held);
    const items = [{ itemId: `${held._id}-audio-60`, itemType: "consultancy", qty: 1, startsAt: wanted }];
    const placed = await sendOrder(shop, holder, { items, totalAmount: 1200, shipping: SHIPPING });
    expect((await remove(shop, held)).statusCode).toBe(409);
    advanceTo(shop, shop.clock.now().getTime() + HOUR_MS);
    if (isMarked) {
      const call = {
        expertId: held._id,
        mode: "audio",
        minutes: 30,
        startsAt: other,
        name: "Ravi",
        phone: "9000000002",
      };
      const booked = (await asOwner(shop, "POST", "/api/appointments", call)).json() as Appointment;
      expect((await remove(shop, held)).statusCode).toBe(409);
      await cancel(shop, shop.ownerToken, booked);
    }
    expect((await remove(shop, held)).statusCode).toBe(200);
    await setStatus(shop, shop.ownerToken, placed.json()._id, { status: "paid" });
    expect(await appointmentsOf(shop, holder, placed.json()._id)).toMatchObject([
      { state: "to_schedule", expertId: null, startsAt: null, isTimeTaken: true, canChoose: false },
    ]);
  }

  expect((await asOwner(shop, "DELETE", "/api/first-day/demo-data")).json()).toMatchObject({ experts: 1 });
  const [row] = await shop.db.select().from(experts).where(eq(experts.id, expert._id));
  expect(row).toMatchObject({ archived: true, name: expert.name });
  for (const path of ["", "/slots?minutes=60", "/schedule"])
    expect((await asOwner(shop, "GET", `/api/experts/${expert._id}${path}`)).statusCode, path).toBe(404);
  for (const query of ["", `?ids=${expert._id}`, `?q=${expert.name}`])
    expect((await asOwner(shop, "GET", `/api/experts${query}`)).body, query).not.toContain(expert._id);
  expect((await remove(shop, expert)).statusCode).toBe(404);
  const items = [{ itemId: `${expert._id}-audio-60`, itemType: "consultancy", qty: 1 }];
  expect((await sendOrder(shop, buyer, { items, totalAmount: 1200, shipping: SHIPPING })).statusCode).toBe(409);
  // Old orders and sessions still name the expert; a new time needs another one.
  const order = await readOrder(shop, buyer.token, orderId);
  expect(order.items[0]!.title).toContain(expert.name);
  expect(order.appointments).toMatchObject([{ state: "missed_by_expert", canChoose: false }]);
  const file = await shop.call("GET", `/api/appointments/${booked._id}/calendar.ics`, { token: buyer.token });
  expect(file.body).toContain(expert.name);
});

test("a changed duration, price or gap leaves existing sessions as they were", async ({ shop }) => {
  const expert = await makeAvailable(shop, { gapMinutes: 15 });
  const buyer = await makeCustomer(shop);
  const { orderId, appointments } = await buySession(shop, buyer, expert);
  const [time] = await laterSlots(shop, expert);
  const booked = (await choose(shop, buyer.token, appointments[0]!, time)).json() as Appointment;
  const { version } = (await asOwner(shop, "GET", `/api/experts/${expert._id}/schedule`)).json();
  const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: 600, minutes: 480 }));
  const wider = { ...noSchedule, hours, gapMinutes: 60, version };
  expect((await asOwner(shop, "PUT", `/api/experts/${expert._id}/schedule`, wider)).statusCode).toBe(200);
  const price = formOf({ name: expert.name, audioPrice: "50" });
  await shop.call("PUT", `/api/experts/${expert._id}`, { token: shop.ownerToken, form: price });
  const order = await readOrder(shop, buyer.token, orderId);
  expect(order.items[0]!.price).toBe(1200);
  expect(order.appointments).toMatchObject([
    { _id: booked._id, startsAt: time, endsAt: booked.endsAt, minutes: 60, version: booked.version },
  ]);
  // A changed gap applies to new sessions only: this one still blocks 75 minutes after its start, not 120.
  const next = new Date(Date.parse(time) + 1.5 * HOUR_MS).toISOString();
  expect(await slotsOf(shop, expert)).toContain(next);

  // A longer package does not change the length of sold sessions.
  const settings = (await shop.services.settings.read()).packages.packages;
  const [sold] = settings;
  const items = [{ itemId: `${sold!.title}-audio`, itemType: "consultancy" as const, qty: 1 }];
  const bought = await sendOrder(shop, buyer, { items, totalAmount: sold!.audioPrice, shipping: SHIPPING });
  expect(bought.statusCode, bought.body).toBe(201);
  await setStatus(shop, shop.ownerToken, bought.json()._id, { status: "paid" });
  const packages = settings.map((one) => ({ ...one, minutes: one.minutes + 30, expertId: expert._id }));
  await publishSettings(shop, "packages", { packages });
  const [session] = await appointmentsOf(shop, buyer, bought.json()._id);
  expect(session).toMatchObject({ minutes: sold!.minutes });
});
