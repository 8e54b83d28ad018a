import { expect } from "vitest";
import { defaultSettings } from "../../site.config.ts";
import type { Appointment } from "../../src/contracts/appointments/appointment.ts";
import { activityOf } from "../support/admin.ts";
import {
  appointmentsOf,
  buySession,
  cancel,
  changeSession,
  choose,
  HOUR_MS,
  holdTime,
  laterSlots,
  makeAvailable,
  orderSession,
  paySessions,
  slotsOf,
} from "../support/appointments.ts";
import { makeCustomer, makeExpertAccount } from "../support/customers.ts";
import { problemOf } from "../support/forms.ts";
import { invitationIn, invitationsTo } from "../support/invitations.ts";
import { mailsTo } from "../support/mails.ts";
import { readOrder, setStatus } from "../support/orders.ts";
import { test } from "../support/paying-shop.ts";
import { refusal } from "../support/razorpay.ts";
import { askRefund, refund, refundsIn, retryRefund, tellOfRefund } from "../support/refunds.ts";
import { publishSettings } from "../support/settings.ts";
import { openSecondShop, type TestShop } from "../support/test-shop.ts";

const { business: site } = defaultSettings;
const advanceTo = (shop: TestShop, time: number) => shop.clock.advance(time - shop.clock.now().getTime());
const bookedAt = async (shop: TestShop, token: string, session: Appointment, time: string) => {
  const reply = await choose(shop, token, session, time);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json() as Appointment;
};
const noticesTo = async (shop: TestShop, about: string) =>
  (await mailsTo(shop, site.email)).filter(({ headers }) => headers.subject!.startsWith(about));

test("a caller cancels until exactly the deadline; the time is free at once and the session is refunded once", async ({
  shop,
  razorpay,
}) => {
  const expert = await makeAvailable(shop);
  const buyer = await makeCustomer(shop);
  const { order, sessions } = await paySessions(shop, razorpay, buyer, expert, 2);
  const [one] = await laterSlots(shop, expert);
  const first = await bookedAt(shop, buyer.token, sessions[0]!, one);
  expect(first).toMatchObject({ refund: 1200, changeUntil: new Date(Date.parse(one) - 24 * HOUR_MS).toISOString() });
  const second = await bookedAt(shop, buyer.token, sessions[1]!, (await laterSlots(shop, expert))[3]);
  const stranger = await makeCustomer(shop);
  expect((await cancel(shop, stranger.token, first)).statusCode).toBe(404);
  expect(problemOf(await cancel(shop, buyer.token, sessions[0]!)).code).toBe("moved_meanwhile");

  advanceTo(shop, Date.parse(first.changeUntil!) + 1);
  const late = await cancel(shop, buyer.token, first);
  expect([problemOf(late).code, problemOf(late).message]).toEqual([
    "too_late",
    "This session starts in less than 24 hours and can no longer be cancelled here. Please call us.",
  ]);
  advanceTo(shop, Date.parse(first.changeUntil!));
  // Two concurrent requests in two processes: one succeeds.
  const other = await openSecondShop(shop);
  const replies = await Promise.all([cancel(shop, buyer.token, first), cancel(other, buyer.token, first)]);
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  expect(await slotsOf(shop, expert)).toContain(one);
  expect(await refundsIn(shop, order._id)).toMatchObject([
    { amount: 1200, reason: "Cancelled session", by: "buyer", lines: [{ qty: 1, amount: 1200 }] },
  ]);
  const { appointments: after, events } = await readOrder(shop, shop.ownerToken, order._id);
  // The other session of the line is untouched.
  expect(after).toMatchObject([{ state: "cancelled" }, { state: "confirmed", version: second.version }]);
  expect(events!.map(({ text, by }) => [text.replace(/ on .* was/, " was"), by])).toEqual([
    ["The session was cancelled.", "buyer"],
    ["A refund of ₹1,200 was started.", "buyer"],
    ["The refund of ₹1,200 is on its way to the bank.", "payment"],
  ]);
  const mail = (await invitationsTo(shop, buyer)).at(-1)!;
  expect(mail.text).toContain("We refund ₹1,200 to the account or card you paid with.");
  expect(invitationIn(mail)).toMatchObject({ method: "CANCEL", sequence: 1, startsAt: one });
  // Two sessions of the line are refunded in all now, so the other one is cancelled too.
  await refund(shop, order._id, { lines: [{ itemId: order.items[0]!.itemId, qty: 1 }] });
  expect((await appointmentsOf(shop, buyer, order._id)).map(({ state }) => state)).toEqual(["cancelled", "cancelled"]);
});

test("a refund that fails is on the owner's list; without a policy or a payment the owner is asked to decide", async ({
  shop,
  razorpay,
}) => {
  const expert = await makeAvailable(shop);
  const buyer = await makeCustomer(shop);
  const failing = await paySessions(shop, razorpay, buyer, expert);
  razorpay.replyNext(refusal("Your account does not have enough balance to carry out the refund operation."));
  expect((await cancel(shop, buyer.token, failing.sessions[0]!)).json()).toMatchObject({ state: "cancelled" });
  expect(await refundsIn(shop, failing.order._id)).toMatchObject([{ status: "failed" }]);
  const toDo = await shop.call("GET", "/api/dashboard", { token: shop.ownerToken });
  expect(toDo.body).toContain(failing.order._id);
  const [failed] = await refundsIn(shop, failing.order._id);
  expect((await retryRefund(shop, failing.order._id, failed!._id)).statusCode).toBe(201);

  // Paid by hand.
  const byHand = await buySession(shop, buyer, expert);
  expect(byHand.appointments[0]!.refund).toBeNull();
  await cancel(shop, buyer.token, byHand.appointments[0]!);
  // The policy is off.
  await publishSettings(shop, "appointments", { isRefunded: false });
  const kept = await paySessions(shop, razorpay, buyer, expert);
  const [time] = await laterSlots(shop, expert);
  const booked = await bookedAt(shop, buyer.token, kept.sessions[0]!, time);
  expect(booked.refund).toBeNull();
  await cancel(shop, buyer.token, booked);
  await publishSettings(shop, "appointments", { isRefunded: true });
  expect(await refundsIn(shop, kept.order._id)).toEqual([]);
  const notices = await noticesTo(shop, "A session was cancelled");
  expect(notices.filter(({ text }) => text.includes("Please decide about a refund"))).toHaveLength(2);
  // The owner cancels without a refund, and that is in the activity log.
  const own = await paySessions(shop, razorpay, buyer, expert);
  await cancel(shop, shop.ownerToken, own.sessions[0]!, { refund: false });
  expect(await refundsIn(shop, own.order._id)).toEqual([]);
  expect(await activityOf(shop, own.sessions[0]!._id)).toMatchObject([
    { kind: "appointment", changes: { state: ["to_schedule", "cancelled"] } },
  ]);
});

test("an order that is paid again restores the sessions cancelled with it, but no refunded ones", async ({
  shop,
  razorpay,
}) => {
  const expert = await makeAvailable(shop);
  const buyer = await makeCustomer(shop);
  const states = async (orderId: string) => (await appointmentsOf(shop, buyer, orderId)).map(({ state }) => state);
  const { order, sessions } = await paySessions(shop, razorpay, buyer, expert, 4);
  const reopen = async () => {
    await setStatus(shop, shop.ownerToken, order._id, { status: "cancelled" });
    await setStatus(shop, shop.ownerToken, order._id, { status: "paid" });
  };
  const line = { lines: [{ itemId: order.items[0]!.itemId, qty: 1 }] };
  await cancel(shop, buyer.token, sessions[0]!);
  await refund(shop, order._id, { lines: [{ ...line.lines[0], qty: 1 }] });
  expect(await states(order._id)).toEqual(["cancelled", "to_schedule", "to_schedule", "cancelled"]);
  await reopen();
  expect(await states(order._id)).toEqual(["cancelled", "to_schedule", "to_schedule", "cancelled"]);
  // A refund while the order is cancelled: one of its sessions is not restored.
  await setStatus(shop, shop.ownerToken, order._id, { status: "cancelled" });
  await refund(shop, order._id, line);
  await setStatus(shop, shop.ownerToken, order._id, { status: "paid" });
  expect(await states(order._id)).toEqual(["cancelled", "to_schedule", "cancelled", "cancelled"]);
});

test("cancelling races with moving, a refund and a webhook without a deadlock, and makes one refund", async ({
  shop,
  razorpay,
}) => {
  const expert = await makeAvailable(shop);
  const buyer = await makeCustomer(shop);
  for (let round = 0; round < 3; round++) {
    const { order, paid, sessions } = await paySessions(shop, razorpay, buyer, expert);
    const [one, two] = await laterSlots(shop, expert);
    const booked = await bookedAt(shop, buyer.token, sessions[0]!, one);
    const elsewhere = await razorpay.refundByHand(paid.id, 100);
    const replies = await Promise.all([
      cancel(shop, buyer.token, booked),
      choose(shop, shop.ownerToken, booked, two),
      askRefund(shop, order._id, { lines: [{ itemId: order.items[0]!.itemId }] }),
      tellOfRefund(shop, "processed", elsewhere, paid),
      setStatus(shop, shop.ownerToken, order._id, { status: "cancelled" }),
    ]);
    expect(replies.map(({ statusCode }) => statusCode).filter((status) => status >= 500)).toEqual([]);
    const returned = (await refundsIn(shop, order._id)).filter(({ status }) => status !== "failed");
    expect(returned.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(1200);
    expect((await appointmentsOf(shop, buyer, order._id)).map(({ state }) => state)).toEqual(["cancelled"]);
  }
});

test("after the hold of an unpaid order has ended, its session can neither get a time nor be cancelled", async ({
  shop,
}) => {
  const expert = await makeAvailable(shop);
  const buyer = await makeCustomer(shop);
  const order = await orderSession(shop, buyer, expert);
  const [time, other] = await laterSlots(shop, expert);
  await holdTime(shop, buyer, expert, order, time);
  shop.clock.advance(2 * HOUR_MS);
  const blocked = await buySession(shop, buyer, expert);
  await bookedAt(shop, buyer.token, blocked.appointments[0]!, other);
  const [held] = await appointmentsOf(shop, buyer, order._id);
  expect(held).toMatchObject({ state: "to_schedule", canChoose: false });
  for (const reply of [await choose(shop, buyer.token, held!, time), await cancel(shop, buyer.token, held!)])
    expect(problemOf(reply)).toMatchObject({
      code: "not_open",
      message: "The order of this session has not been paid.",
    });
});

test("an outcome can be set after the start and corrected; after the expert missed it, the caller gets a new time or a refund", async ({
  shop,
  razorpay,
}) => {
  const expert = await makeAvailable(shop);
  const [own, buyer] = [await makeExpertAccount(shop, expert), await makeCustomer(shop)];
  const { order, sessions } = await paySessions(shop, razorpay, buyer, expert);
  const ends = (token: string, session: Appointment, outcome: string) =>
    changeSession(shop, token, session, ["PUT", "outcome"], { outcome });
  const progress = async () => (await readOrder(shop, buyer.token, order._id)).items[0]!.progress;
  expect(problemOf(await ends(own.token, sessions[0]!, "done")).code).toBe("not_open");
  const [one] = await laterSlots(shop, expert);
  const booked = await bookedAt(shop, buyer.token, sessions[0]!, one);
  expect(problemOf(await ends(own.token, booked, "done")).code).toBe("not_begun");
  advanceTo(shop, Date.parse(one));
  expect((await ends(buyer.token, booked, "done")).statusCode).toBe(403);
  expect(problemOf(await cancel(shop, shop.ownerToken, booked)).code).toBe("not_open");
  const done = (await ends(own.token, booked, "done")).json() as Appointment;
  expect([done.state, await progress()]).toEqual(["done", "done"]);
  const missed = (await ends(shop.ownerToken, done, "missed_by_caller")).json() as Appointment;
  expect([missed.state, missed.canChoose, await progress()]).toEqual(["missed_by_caller", false, "missed"]);
  expect(problemOf(await cancel(shop, buyer.token, missed)).code).toBe("not_open");
  // The caller's new time is free of charge: no move is used up. Calendars replace the entry.
  const sorry = (await ends(own.token, missed, "missed_by_expert")).json() as Appointment;
  expect(sorry).toMatchObject({ canChoose: true, refund: 1200, movesLeft: 2 });
  const [two] = await laterSlots(shop, expert);
  const again = await bookedAt(shop, buyer.token, sorry, two);
  expect(again).toMatchObject({ state: "confirmed", movesLeft: 2 });
  expect(invitationIn((await invitationsTo(shop, buyer)).at(-1)!)).toMatchObject({ method: "REQUEST", sequence: 1 });
  // Missed again: cancelling refunds the session, regardless of policy and deadline.
  await publishSettings(shop, "appointments", { isRefunded: false });
  advanceTo(shop, Date.parse(two) + HOUR_MS);
  const twice = (await ends(shop.ownerToken, again, "missed_by_expert")).json() as Appointment;
  expect((await cancel(shop, buyer.token, twice)).json()).toMatchObject({ state: "cancelled" });
  await publishSettings(shop, "appointments", { isRefunded: true });
  expect(await refundsIn(shop, order._id)).toMatchObject([{ amount: 1200 }]);
});

test("a session moves to another expert at its time, or is refused with free times; both experts and the caller get a mail", async ({
  shop,
}) => {
  const [expert, next] = [await makeAvailable(shop), await makeAvailable(shop)];
  const [before, after] = [await makeExpertAccount(shop, expert), await makeExpertAccount(shop, next)];
  const [buyer, other] = [await makeCustomer(shop), await makeCustomer(shop)];
  const give = (session: Appointment, form: object) =>
    changeSession(shop, shop.ownerToken, session, ["PUT", "expert"], form);
  const [time] = await laterSlots(shop, expert);
  const { appointments } = await buySession(shop, buyer, expert);
  const booked = await bookedAt(shop, buyer.token, appointments[0]!, time);
  const taken = await buySession(shop, other, next);
  const blocking = await bookedAt(shop, other.token, taken.appointments[0]!, time);
  const refused = await give(booked, { expertId: next._id });
  expect(problemOf(refused).code).toBe("slot_taken");
  expect(refused.json().slots).toContainEqual({ startsAt: (await slotsOf(shop, next))[0] });
  expect(problemOf(await give(booked, { expertId: expert._id })).code).toBe("same_expert");
  // Two sessions swap experts concurrently: each request locks both schedules.
  const free = (await laterSlots(shop, next))[3];
  const replies = await Promise.all([
    give(booked, { expertId: next._id, startsAt: free }),
    give(blocking, { expertId: expert._id, startsAt: free }),
  ]);
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(replies[0]!.json()).toMatchObject({ expertId: next._id, startsAt: free, state: "confirmed", movesLeft: 2 });
  const lastTo = async (person: { email: string }) => invitationIn((await mailsTo(shop, person.email)).at(-1)!);
  expect((await mailsTo(shop, buyer.email)).at(-1)!.headers.subject).toMatch(/^Your session is with another expert: /);
  expect(await lastTo(buyer)).toMatchObject({ method: "REQUEST", sequence: 1, startsAt: free });
  const uids = async (person: { email: string }, method: string) =>
    (await mailsTo(shop, person.email))
      .map(invitationIn)
      .filter((one) => one.method === method && one.sequence === 1)
      .map(({ uid }) => uid.slice(0, 36));
  expect(await uids(before, "CANCEL")).toEqual([booked._id]);
  expect(await uids(after, "REQUEST")).toEqual([booked._id]);
  expect(await uids(after, "CANCEL")).toEqual([blocking._id]);
  // A session without a time can always be given away, and the caller gets a mail.
  const waiting = await buySession(shop, buyer, expert);
  const given = await give(waiting.appointments[0]!, { expertId: next._id });
  expect(given.json()).toMatchObject({ expertId: next._id, state: "to_schedule", startsAt: null });
  expect((await mailsTo(shop, buyer.email)).at(-1)!.headers.subject).toBe("The expert of your session");
});
