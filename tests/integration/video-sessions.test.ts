import { expect } from "vitest";
import { defaultSettings } from "../../site.config.ts";
import type { Appointment, AppointmentDetails, Desk } from "../../src/contracts/appointments/appointment.ts";
import type { JoinPage } from "../../src/contracts/appointments/join.ts";
import type { Schedule, ScheduleState, SlotList } from "../../src/contracts/appointments/schedule.ts";
import type { Expert } from "../../src/contracts/catalogue/expert.ts";
import type { QuotedLine } from "../../src/contracts/orders/quote.ts";
import type { Dashboard } from "../../src/contracts/reports/dashboard.ts";
import { asOwner } from "../support/admin.ts";
import {
  appointmentsOf,
  buySession,
  changeSession,
  choose,
  HOUR_MS,
  laterSlots,
  makeAvailable,
} from "../support/appointments.ts";
import { makeCustomer, makeExpertAccount } from "../support/customers.ts";
import { problemOf } from "../support/forms.ts";
import { invitationIn } from "../support/invitations.ts";
import { mailsTo } from "../support/mails.ts";
import { type Customer, placeOrder, readOrder, SHIPPING, setStatus } from "../support/orders.ts";
import { type TestShop, test } from "../support/test-shop.ts";

const MINUTE_MS = 60_000;
const ROOM = "https://meet.example.com/asha";
const NEW_ROOM = "https://meet.example.com/asha-two";
const OF_THIS_HOUR = "https://meet.example.com/only-this-hour";
const BY_MAIL = "You get the link by mail before the hour.";

const advanceTo = (shop: TestShop, time: string, ms: number) =>
  shop.clock.advance(Date.parse(time) + ms - shop.clock.now().getTime());

/** A booked hour by video. */
async function bookVideo(shop: TestShop, expert: Expert, place = 0) {
  const buyer = await makeCustomer(shop);
  const bought = await buySession(shop, buyer, expert, 60, 1, "video");
  const time = (await laterSlots(shop, expert))[place]!;
  const booked = await choose(shop, buyer.token, bought.appointments[0]!, time);
  expect(booked.statusCode, booked.body).toBe(200);
  return {
    buyer,
    orderId: bought.orderId,
    bought: bought.appointments[0]!,
    session: booked.json() as Appointment,
    time,
  };
}

const sessionOf = async (shop: TestShop, { buyer, orderId }: { buyer: Customer; orderId: string }) =>
  (await appointmentsOf(shop, buyer, orderId))[0]!;

const readJoin = async (shop: TestShop, { links }: Appointment) =>
  (await shop.call("GET", `/api${new URL(links!.joinUrl).pathname}`)).json() as JoinPage;

const deskOf = async (shop: TestShop, token: string) => (await shop.call("GET", "/api/desk", { token })).json() as Desk;

const attentionOf = async (shop: TestShop, { _id }: Expert) =>
  (await asOwner(shop, "GET", `/api/appointments?view=attention&expertId=${_id}`)).json() as AppointmentDetails[];

const withoutLink = async (shop: TestShop, { name }: Expert) => {
  const { sessions } = (await asOwner(shop, "GET", "/api/dashboard")).json() as Dashboard;
  return sessions.withoutLink.sessions.filter(({ expertName }) => expertName === name);
};

const giveLink = (shop: TestShop, token: string, session: Pick<Appointment, "_id" | "version">, roomUrl: string) =>
  changeSession(shop, token, session, ["PUT", "link"], { roomUrl });

async function changeSchedule(shop: TestShop, { _id }: Expert, change: Partial<Schedule>) {
  const path = `/api/experts/${_id}/schedule`;
  const now = (await asOwner(shop, "GET", path)).json() as ScheduleState;
  expect((await asOwner(shop, "PUT", path, { ...now, ...change })).statusCode).toBe(200);
}

/** The mails that say that there is a link, or another one. */
const linkMails = async (shop: TestShop, { email }: Pick<Customer, "email">) =>
  (await mailsTo(shop, email)).filter(({ headers }) => headers.subject!.startsWith("The link of your session"));

test("an hour by video has its link for buyer, expert and owner at once, for its public page from 10 minutes before", async ({
  shop,
}) => {
  const expert = await makeAvailable(shop, { roomUrl: ROOM });
  const account = await makeExpertAccount(shop, expert);
  const booking = await bookVideo(shop, expert);
  const { buyer, bought, time } = booking;
  // Before a time is chosen nobody needs the link.
  expect(bought).toMatchObject({ callWay: "link", state: "to_schedule" });
  expect(JSON.stringify(bought)).not.toContain(ROOM);

  const session = await sessionOf(shop, booking);
  expect(session).toMatchObject({ callWay: "link", links: { roomUrl: ROOM } });
  const stranger = await makeCustomer(shop);
  expect((await shop.call("GET", `/api/orders/${booking.orderId}`, { token: stranger.token })).statusCode).toBe(404);
  expect((await deskOf(shop, account.token)).next).toMatchObject([{ callWay: "link", roomUrl: ROOM }]);
  const mail = (await mailsTo(shop, buyer.email)).find(({ calendar }) => calendar)!;
  expect(mail.text).toContain(`How you meet:\nYou both open this link:\n${ROOM}`);
  expect(mail.html).toContain(`href="${ROOM}"`);
  // Calendars are shared: their entry leads to the page of the call.
  const { location, details } = invitationIn(mail);
  expect(location).toBe(session.links!.joinUrl);
  expect(details).toContain(`Join by video: ${session.links!.joinUrl}`);
  expect(mail.calendar!.content).not.toContain("meet.example");
  const [toExpert] = await mailsTo(shop, account.email);
  expect(toExpert!.text).toContain("How you meet: You both open the link of this session.");
  // Nothing that the buyer reads speaks of a phone call.
  const read = (await mailsTo(shop, buyer.email)).map(({ text }) => text).join("\n");
  expect(read).not.toMatch(/calls you|by phone/);

  expect(await readJoin(shop, session)).toMatchObject({ state: "early", call: null });
  expect(JSON.stringify(await readJoin(shop, session))).not.toContain(ROOM);
  advanceTo(shop, time, -HOUR_MS);
  await shop.services.appointments.remind();
  const reminder = (await mailsTo(shop, buyer.email)).at(-1)!;
  expect(reminder.headers.subject).toMatch(/^Your session: /);
  expect(reminder.text).toContain(ROOM);
  advanceTo(shop, time, -10 * MINUTE_MS);
  expect(await readJoin(shop, session)).toMatchObject({ state: "open", call: { roomUrl: ROOM } });
  advanceTo(shop, time, HOUR_MS);
  expect(await readJoin(shop, session)).toMatchObject({ state: "over", call: null });
  expect((await sessionOf(shop, booking)).links!.roomUrl).toBe("");
});

test("without a link the buyer reads that it comes by mail, desk and dashboard list the hour, and giving it mails once", async ({
  shop,
}) => {
  const expert = await makeAvailable(shop);
  const account = await makeExpertAccount(shop, expert);
  // Before the purchase: the dialog and the cart.
  const slots = (await shop.call("GET", `/api/experts/${expert._id}/slots?minutes=60`)).json() as SlotList;
  expect(slots.calls).toEqual({ audio: "expert_calls", video: "link_to_come" });
  const items = [{ itemId: `${expert._id}-video-60`, itemType: "consultancy", qty: 1 }];
  const [line] = (await shop.call("POST", "/api/cart/quote", { json: { items } })).json() as QuotedLine[];
  expect(line!.expert!.callWay).toBe("link_to_come");

  const booking = await bookVideo(shop, expert);
  const { buyer, time } = booking;
  const session = await sessionOf(shop, booking);
  expect(session).toMatchObject({ callWay: "link_to_come", links: { roomUrl: "" } });
  const [confirmation, booked] = await mailsTo(shop, buyer.email);
  for (const mail of [confirmation!, booked!])
    expect(mail.text).toMatch(/[Yy]ou get the link by mail before the hour\./);
  expect((await readJoin(shop, session)).whoCalls).toBe(BY_MAIL);
  const [toExpert] = await mailsTo(shop, account.email);
  expect(toExpert!.text).toContain("waits for the link of this video session: give it at your desk");
  const notices = (await mailsTo(shop, defaultSettings.business.email)).map(({ text }) => text);
  expect(notices.filter((text) => text.includes(expert.name) && text.includes("Link: None yet"))).toHaveLength(1);
  // An audio hour of the same expert is no such case.
  const audio = await buySession(shop, buyer, expert);
  await choose(shop, buyer.token, audio.appointments[0]!, (await laterSlots(shop, expert))[3]);
  const { next } = await deskOf(shop, account.token);
  expect(next.map(({ mode, callWay }) => [mode, callWay])).toEqual([
    ["video", "link_to_come"],
    ["audio", "expert_calls"],
  ]);
  expect(await attentionOf(shop, expert)).toMatchObject([{ _id: session._id, callWay: "link_to_come" }]);
  expect(await withoutLink(shop, expert)).toMatchObject([{ _id: session._id, startsAt: time }]);
  // Outside the hours as well, it is listed once.
  await changeSchedule(shop, expert, { overrides: [{ date: time.slice(0, 10), windows: [] }] });
  expect((await attentionOf(shop, expert)).filter(({ _id }) => _id === session._id)).toHaveLength(1);

  // Not for the buyer, another expert, an address that is no link, or an hour by audio.
  const other = await makeExpertAccount(shop, await makeAvailable(shop));
  const statuses = [buyer.token, other.token].map(
    async (token) => (await giveLink(shop, token, session, ROOM)).statusCode,
  );
  expect(await Promise.all(statuses)).toEqual([403, 404]);
  const insecure = await giveLink(shop, account.token, session, "http://meet.example.com/a");
  expect(problemOf(insecure).fields).toHaveProperty("roomUrl");
  const [call] = await appointmentsOf(shop, buyer, audio.orderId);
  expect(problemOf(await giveLink(shop, account.token, call!, ROOM)).fields).toHaveProperty("roomUrl");

  // Pressed twice at the same time.
  const pressed = await Promise.all([1, 2].map(() => giveLink(shop, account.token, session, OF_THIS_HOUR)));
  expect(pressed.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const [mail, ...more] = await linkMails(shop, buyer);
  expect(more).toEqual([]);
  expect(mail!.text).toContain(`You both open this link:\n${OF_THIS_HOUR}`);
  expect(mail!.html).toContain(`href="${OF_THIS_HOUR}"`);
  expect(await withoutLink(shop, expert)).toEqual([]);
  const given = await sessionOf(shop, booking);
  expect(given).toMatchObject({ callWay: "link", links: { roomUrl: OF_THIS_HOUR } });
  const { events } = (await readOrder(shop, buyer.token, booking.orderId)) as { events: { text: string }[] };
  expect(events.map(({ text }) => text)).toContain("The link of a video session was given.");

  // A form that was opened before; then another link: one more mail. Two quick changes: only the last is mailed.
  expect(problemOf(await giveLink(shop, shop.ownerToken, session, ROOM)).code).toBe("moved_meanwhile");
  const again = (await giveLink(shop, shop.ownerToken, given, NEW_ROOM)).json() as Appointment;
  expect((await giveLink(shop, shop.ownerToken, again, ROOM)).statusCode).toBe(200);
  expect((await linkMails(shop, buyer)).slice(1).map(({ text }) => text.includes(ROOM))).toEqual([true]);
  // An hour that is over gets none.
  advanceTo(shop, time, HOUR_MS);
  const over = await giveLink(shop, shop.ownerToken, { ...again, version: again.version + 1 }, OF_THIS_HOUR);
  expect(problemOf(over).code).toBe("not_open");
});

test("the reminder and the open page of an hour without a link promise none and name a number", async ({ shop }) => {
  const expert = await makeAvailable(shop);
  const booking = await bookVideo(shop, expert);
  const session = await sessionOf(shop, booking);
  advanceTo(shop, booking.time, -HOUR_MS);
  await shop.services.appointments.remind();
  const reminder = (await mailsTo(shop, booking.buyer.email)).at(-1)!;
  expect(reminder.text).toContain(BY_MAIL);
  expect(reminder.text).not.toContain("You can join from");
  advanceTo(shop, booking.time, 0);
  expect(await readJoin(shop, session)).toMatchObject({
    callWay: "link_to_come",
    call: { roomUrl: "", phone: defaultSettings.business.phone },
  });
});

test("an expert's new room is mailed once to each buyer of a booked video hour that has no link of its own", async ({
  shop,
}) => {
  const expert = await makeAvailable(shop);
  const account = await makeExpertAccount(shop, expert);
  const [first, own] = [await bookVideo(shop, expert), await bookVideo(shop, expert, 1)];
  const audio = await makeCustomer(shop);
  const bought = await buySession(shop, audio, expert);
  await choose(shop, audio.token, bought.appointments[0]!, (await laterSlots(shop, expert))[3]);
  const waiting = await makeCustomer(shop);
  await buySession(shop, waiting, expert, 60, 1, "video");
  expect((await giveLink(shop, account.token, own.session, OF_THIS_HOUR)).statusCode).toBe(200);

  await changeSchedule(shop, expert, { roomUrl: ROOM });
  await changeSchedule(shop, expert, { roomUrl: ROOM, gapMinutes: 5 });
  const counts = async () => {
    const found: number[] = [];
    for (const buyer of [first.buyer, own.buyer, audio, waiting]) found.push((await linkMails(shop, buyer)).length);
    return found;
  };
  expect(await counts()).toEqual([1, 1, 0, 0]);
  expect((await sessionOf(shop, first)).links!.roomUrl).toBe(ROOM);
  expect((await sessionOf(shop, own)).links!.roomUrl).toBe(OF_THIS_HOUR);
  expect(await withoutLink(shop, expert)).toEqual([]);

  await changeSchedule(shop, expert, { roomUrl: NEW_ROOM });
  expect(await counts()).toEqual([2, 1, 0, 0]);
  // Without its own link the hour has the room's, and its buyer hears of it.
  const { version } = await sessionOf(shop, own);
  expect((await giveLink(shop, account.token, { ...own.session, version }, "")).statusCode).toBe(200);
  expect(await counts()).toEqual([2, 2, 0, 0]);
  expect((await linkMails(shop, own.buyer)).at(-1)!.text).toContain(NEW_ROOM);
  // No room any more: the buyers read that a link comes, and no mail has an empty one.
  await changeSchedule(shop, expert, { roomUrl: "" });
  expect(await counts()).toEqual([2, 2, 0, 0]);
  expect((await withoutLink(shop, expert)).map(({ _id }) => _id)).toEqual([first.session._id, own.session._id]);
});

test("packages, callers on the phone and another expert: each hour by video has the link of its own expert", async ({
  shop,
}) => {
  const [expert, other] = [await makeAvailable(shop), await makeAvailable(shop, { roomUrl: ROOM })];
  // A package whose expert the owner has not assigned yet.
  const [offer] = defaultSettings.packages.packages;
  const buyer = await makeCustomer(shop);
  const items = [{ itemId: `${offer!.title}-video`, itemType: "consultancy" as const, qty: 1 }];
  const shipping = { ...SHIPPING, email: buyer.email };
  const order = await placeOrder(shop, buyer, { items, totalAmount: offer!.videoPrice, shipping });
  await setStatus(shop, shop.ownerToken, order._id, { status: "paid" });
  const [unassigned] = await appointmentsOf(shop, buyer, order._id);
  expect(unassigned).toMatchObject({ mode: "video", expertId: null, callWay: "link_to_come" });
  const [confirmation] = await mailsTo(shop, buyer.email);
  expect(confirmation!.text).toContain("By video: you get the link by mail before the hour.");
  const give = (session: Pick<Appointment, "_id" | "version">, { _id }: Expert, startsAt?: string) =>
    changeSession(shop, shop.ownerToken, session, ["PUT", "expert"], { expertId: _id, startsAt });
  // A link needs a time.
  expect(problemOf(await giveLink(shop, shop.ownerToken, unassigned!, ROOM)).code).toBe("not_open");
  const [time] = await laterSlots(shop, expert);
  const assigned = (await give(unassigned!, expert, time)).json() as Appointment;
  expect((await giveLink(shop, shop.ownerToken, assigned, OF_THIS_HOUR)).statusCode).toBe(200);
  expect((await appointmentsOf(shop, buyer, order._id))[0]!.links!.roomUrl).toBe(OF_THIS_HOUR);
  // The other expert does not get the link of the first.
  const version = assigned.version + 1;
  expect((await give({ ...assigned, version }, other)).statusCode).toBe(200);
  expect((await appointmentsOf(shop, buyer, order._id))[0]!.links!.roomUrl).toBe(ROOM);
  expect((await mailsTo(shop, buyer.email)).at(-1)!.text).toContain(`You both open this link:\n${ROOM}`);

  // Booked for callers on the phone, with and without an e-mail address.
  const [startsAt, , second] = await laterSlots(shop, expert);
  const email = `ravi-${expert._id}@example.com`;
  const form = { expertId: expert._id, mode: "video", minutes: 60, name: "Ravi Phone", phone: "9000000002" };
  const book = async (change: object) =>
    (await asOwner(shop, "POST", "/api/appointments", { ...form, ...change })).json() as AppointmentDetails;
  const mailed = await book({ startsAt, email });
  const silent = await book({ startsAt: second });
  expect([mailed.callWay, mailed.roomUrl]).toEqual(["link_to_come", ""]);
  expect((await mailsTo(shop, email))[0]!.text).toContain(BY_MAIL);
  const joinOf = async ({ joinUrl }: AppointmentDetails) =>
    ((await shop.call("GET", `/api${new URL(joinUrl).pathname}`)).json() as JoinPage).whoCalls;
  expect([await joinOf(mailed), await joinOf(silent)]).toEqual([BY_MAIL, "You get the link before the hour."]);
  for (const session of [mailed, silent])
    expect((await giveLink(shop, shop.ownerToken, session, OF_THIS_HOUR)).statusCode).toBe(200);
  expect(await linkMails(shop, { email })).toHaveLength(1);
  expect(await withoutLink(shop, expert)).toEqual([]);
});
