import { expect } from "vitest";
import type { Appointment } from "../../src/contracts/appointments/appointment.ts";
import {
  appointmentsOf,
  buySession,
  choose,
  fromMorning,
  holdTime,
  laterSlots,
  makeAvailable,
  orderSession,
  slotsOf,
} from "../support/appointments.ts";
import { makeCustomer } from "../support/customers.ts";
import { makeExpert } from "../support/forms.ts";
import { invitationIn, invitationsTo, parseCalendar } from "../support/invitations.ts";
import { mailsTo, writtenMails } from "../support/mails.ts";
import { beginPayment, type Customer, setStatus } from "../support/orders.ts";
import { tellOf, test } from "../support/paying-shop.ts";
import { refund, tellOfRefund } from "../support/refunds.ts";
import type { TestShop } from "../support/test-shop.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const advanceTo = (shop: TestShop, time: number) => shop.clock.advance(time - shop.clock.now().getTime());

test("the calendar file is for its caller and the owner, or for a client with the link from the mail", async ({
  shop,
}) => {
  const expert = await makeAvailable(shop);
  const buyer = await makeCustomer(shop);
  const { appointments } = await buySession(shop, buyer, expert);
  const url = `/api/appointments/${appointments[0]!._id}/calendar.ics`;
  const read = async (token?: string, query = "") => (await shop.call("GET", `${url}${query}`, { token })).statusCode;
  expect(await read(buyer.token)).toBe(404);
  const [time] = await laterSlots(shop, expert);
  await choose(shop, buyer.token, appointments[0]!, time);
  const stranger = await makeCustomer(shop);
  expect(await Promise.all([read(), read(stranger.token), read(undefined, "?key=0123456789012345678901")])).toEqual([
    401, 404, 404,
  ]);
  expect(await read(shop.ownerToken)).toBe(200);
  const [mail] = await invitationsTo(shop, buyer);
  expect(mail!.text).toContain(`Who calls: ${expert.name} calls you on 9000000001.`);
  const link = new RegExp(`${url}\\?key=\\S+`).exec(mail!.text)![0];
  expect(mail!.html).toContain(`${link}"`);
  const file = await shop.call("GET", link);
  expect(file.headers).toMatchObject({
    "content-type": "text/calendar; charset=utf-8",
    "content-disposition": 'attachment; filename="session.ics"',
    "cache-control": "no-store",
  });
  expect(parseCalendar(file.body)).toMatchObject({ method: "PUBLISH", sequence: 0, startsAt: time, attendees: [] });
  const google = new URL(/https:\/\/calendar\.google\.com\S+/.exec(mail!.text)![0]);
  const compact = (instant: string) => instant.replace(/[-:]|\.000/g, "");
  const end = new Date(Date.parse(time) + HOUR_MS).toISOString();
  expect(Object.fromEntries(google.searchParams)).toMatchObject({
    text: `Session with ${expert.name} (Audio, 60 min)`,
    dates: `${compact(time)}/${compact(end)}`,
  });
});

test("when the webhook and the browser both settle, a held time is confirmed once, with one mail", async ({
  shop,
  razorpay,
}) => {
  const expert = await makeAvailable(shop);
  const buyer = await makeCustomer(shop);
  const order = await orderSession(shop, buyer, expert);
  const [time] = await laterSlots(shop, expert);
  await holdTime(shop, buyer, expert, order, time);
  const paid = await razorpay.pay((await beginPayment(shop, buyer, order._id)).orderId);
  await Promise.all([
    tellOf(shop, paid),
    tellOf(shop, paid),
    shop.services.checkout.settle(order._id, { paymentId: paid.id, amountPaise: paid.amount, currency: "INR" }),
  ]);
  expect(await appointmentsOf(shop, buyer, order._id)).toMatchObject([{ state: "confirmed", startsAt: time }]);
  expect(await invitationsTo(shop, buyer)).toHaveLength(1);
  const mails = await mailsTo(shop, buyer.email);
  const confirmation = mails.find(({ calendar }) => !calendar)!;
  expect(confirmation.text).toContain("The time of your consultation is in another mail");
  // The expert calls: neither mail nor calendar entry asks to join. `/join/…` is the address of the session page.
  expect(confirmation.text).toContain("calls you on 9000000001.\nYour session page:\nhttp");
  const { details } = invitationIn(mails.find(({ calendar }) => calendar)!);
  for (const text of [...mails.map((mail) => mail.text), details]) expect(text).not.toMatch(/\bjoin\b(?!\/)/i);
});

test("an expert without hours is called by phone, as before", async ({ shop }) => {
  const buyer = await makeCustomer(shop);
  await buySession(shop, buyer, await makeExpert(shop, { audioPrice: "20" }));
  const [confirmation] = await mailsTo(shop, buyer.email);
  expect(confirmation!.text).toContain("we write to you on WhatsApp or call you within a day");
  expect(confirmation!.text).not.toContain("choose your time");
});

test("times are in India's zone and the caller's with both dates, also when the owner books", async ({ shop }) => {
  // The evening in India; morning in New York, and the next day in Auckland.
  const evenings = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: 20 * 60, minutes: 60 }));
  const expert = await makeAvailable(shop, { hours: evenings });
  const buyer = await makeCustomer(shop);
  const { appointments } = await buySession(shop, buyer, expert);
  const [time, next] = await laterSlots(shop, expert);
  const zone = "Pacific/Auckland";
  const booked = (await choose(shop, shop.ownerToken, appointments[0]!, time, { zone })).json() as Appointment;
  const parts = { weekday: "short", day: "numeric", month: "short", year: "numeric" } as const;
  const dayIn = (timeZone: string) =>
    new Intl.DateTimeFormat("en-GB", { ...parts, timeZone }).format(new Date(time)).replace("Sept", "Sep");
  const [mail] = await invitationsTo(shop, buyer);
  expect(dayIn(zone)).not.toBe(dayIn("Asia/Kolkata"));
  expect(mail!.text).toContain(`When: ${dayIn("Asia/Kolkata")}, 8:00 pm to 9:00 pm (India Standard Time)`);
  expect(mail!.text).toMatch(new RegExp(`Where you are: ${dayIn(zone)}, \\d+:30 am to \\d+:30 am \\(New Zealand`));
  expect(mail!.text).toMatch(/You can move it .+, 8:00 pm IST, which is .+ am where you are\./);
  expect(mail!.text).not.toMatch(/UTC|GMT/);
  // The owner moves it without naming a zone: the caller's is kept.
  shop.clock.advance(MINUTE_MS);
  await choose(shop, shop.ownerToken, booked, next);
  const moved = (await invitationsTo(shop, buyer)).at(-1)!;
  expect(moved.text).toContain("(New Zealand");
  // An old name of India's zone is India's zone.
  const other = await makeCustomer(shop);
  const bought = await buySession(shop, other, expert);
  await choose(shop, other.token, bought.appointments[0]!, time, { zone: "Asia/Calcutta" });
  const [indian] = await invitationsTo(shop, other);
  expect(indian!.text).not.toContain("Where you are");
});

test("refunded sessions are cancelled, with a CANCEL file for those that had a time", async ({ shop, razorpay }) => {
  const expert = await makeAvailable(shop);
  const buyer = await makeCustomer(shop);
  const pay = async () => {
    const order = await orderSession(shop, buyer, expert, 60, 2);
    const paid = await razorpay.pay((await beginPayment(shop, buyer, order._id)).orderId);
    await tellOf(shop, paid);
    const sessions = (await appointmentsOf(shop, buyer, order._id)) as [Appointment, Appointment];
    const [time] = await laterSlots(shop, expert);
    await choose(shop, buyer.token, sessions[0], time);
    return { order, paid, session: sessions[0] };
  };
  const statesOf = async ({ order }: { order: { _id: string } }) =>
    (await appointmentsOf(shop, buyer, order._id)).map(({ state }) => state);
  const cancelled = async (session: Appointment) =>
    (await invitationsTo(shop, buyer))
      .map(invitationIn)
      .filter(({ method, uid }) => method === "CANCEL" && uid.startsWith(session._id));

  // A refund of one of two sessions cancels the one without a time.
  const first = await pay();
  const line = { lines: [{ itemId: first.order.items[0]!.itemId, qty: 1 }] };
  await refund(shop, first.order._id, line);
  expect(await statesOf(first)).toEqual(["confirmed", "cancelled"]);
  expect(await cancelled(first.session)).toEqual([]);
  // A refund of a part of the money cancels nothing.
  await refund(shop, first.order._id, { amount: 100 });
  expect(await statesOf(first)).toEqual(["confirmed", "cancelled"]);
  await refund(shop, first.order._id, { amount: 1100 });
  expect(await statesOf(first)).toEqual(["cancelled", "cancelled"]);
  expect(await cancelled(first.session)).toMatchObject([{ sequence: 1, status: "CANCELLED" }]);
  expect(await slotsOf(shop, expert)).toContain((await cancelled(first.session))[0]!.startsAt);

  // A full refund in the provider's dashboard, reported by two webhooks.
  const second = await pay();
  const elsewhere = await razorpay.refundByHand(second.paid.id, second.paid.amount);
  for (const event of ["created", "processed"] as const) await tellOfRefund(shop, event, elsewhere, second.paid);
  expect(await statesOf(second)).toEqual(["cancelled", "cancelled"]);
  expect(await cancelled(second.session)).toHaveLength(1);
});

test("reminders come once, a day and an hour before the time as it is when they are sent", async ({ shop }) => {
  const expert = await makeAvailable(shop);
  const book = async (wanted: number) => {
    const buyer = await makeCustomer(shop);
    const { orderId, appointments } = await buySession(shop, buyer, expert, 30);
    const time = (await slotsOf(shop, expert, 30)).find((slot) => Date.parse(slot) >= wanted)!;
    const session = (await choose(shop, buyer.token, appointments[0]!, time)).json() as Appointment;
    return { buyer, orderId, session, start: Date.parse(time) };
  };
  const { remind } = shop.services.appointments;
  const reminders = async (...people: { buyer: Customer }[]) => {
    await shop.services.notifications.deliverDue();
    const sent = (await writtenMails(shop)).filter(({ headers }) => headers.subject!.startsWith("Your session: "));
    return people.map(({ buyer }) => sent.filter(({ headers }) => headers.to === buyer.email).length);
  };
  // Three sessions of one morning.
  const [morning] = fromMorning(await laterSlots(shop, expert));
  const kept = await book(Date.parse(morning));
  const moved = await book(kept.start + HOUR_MS);
  const cancelled = await book(moved.start + HOUR_MS);

  advanceTo(shop, kept.start - DAY_MS - MINUTE_MS);
  await remind();
  expect(await reminders(kept)).toEqual([0]);
  advanceTo(shop, cancelled.start - DAY_MS);
  await remind();
  // The mails are enqueued, but the sessions change before they are sent.
  const later = (await slotsOf(shop, expert, 30)).find((slot) => Date.parse(slot) > cancelled.start + DAY_MS)!;
  await choose(shop, shop.ownerToken, moved.session, later);
  await setStatus(shop, shop.ownerToken, cancelled.orderId, { status: "cancelled" });
  expect(await reminders(kept, moved, cancelled)).toEqual([1, 0, 0]);
  expect((await mailsTo(shop, kept.buyer.email)).at(-1)!.calendar).toBeUndefined();

  // Booked less than a day before: only the reminder an hour before is sent.
  const late = await book(kept.start - 12 * HOUR_MS);
  await remind();
  expect(await reminders(late)).toEqual([0]);
  advanceTo(shop, kept.start - HOUR_MS);
  await remind();
  expect(await reminders(kept, late)).toEqual([2, 0]);
  advanceTo(shop, late.start - HOUR_MS);
  await remind();
  expect(await reminders(kept, late)).toEqual([2, 1]);
  // Cancelling the order does not cancel a session that has begun.
  advanceTo(shop, kept.start);
  await setStatus(shop, shop.ownerToken, kept.orderId, { status: "cancelled" });
  expect((await invitationsTo(shop, kept.buyer)).map(invitationIn)).toMatchObject([{ method: "REQUEST" }]);

  // A shop that was stopped sends no late reminders.
  advanceTo(shop, Date.parse(later) - DAY_MS / 4);
  await remind();
  expect(await reminders(moved)).toEqual([0]);
});

test("a mail about a time that was changed before it was sent is not sent", async ({ shop }) => {
  const expert = await makeAvailable(shop);
  const buyer = await makeCustomer(shop);
  const { appointments } = await buySession(shop, buyer, expert);
  const [one, two] = await laterSlots(shop, expert);
  const booked = (await choose(shop, buyer.token, appointments[0]!, one)).json() as Appointment;
  await choose(shop, buyer.token, booked, two);
  expect((await invitationsTo(shop, buyer)).map(invitationIn)).toMatchObject([{ sequence: 1, startsAt: two }]);
});
