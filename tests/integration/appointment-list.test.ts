import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, vi } from "vitest";
import type { AppointmentDetails, AppointmentStep, ExpertHours } from "../../src/contracts/appointments/appointment.ts";
import type { Schedule, ScheduleState } from "../../src/contracts/appointments/schedule.ts";
import type { Expert } from "../../src/contracts/catalogue/expert.ts";
import type { Dashboard } from "../../src/contracts/reports/dashboard.ts";
import { type AppointmentRow, appointments } from "../../src/server/appointments/appointment-table.ts";
import { asOwner } from "../support/admin.ts";
import {
  buySession,
  choose,
  DAY_MS,
  fromMorning,
  HOUR_MS,
  laterSlots,
  makeAvailable,
} from "../support/appointments.ts";
import { makeCustomer } from "../support/customers.ts";
import { makeExpert, problemOf } from "../support/forms.ts";
import { SHIPPING, setStatus } from "../support/orders.ts";
import { renewOwnerToken } from "../support/owner-token.ts";
import { openOwnShop, type TestShop, test } from "../support/test-shop.ts";

/** The owner's list; `total` is the header's. */
async function listOf(shop: TestShop, query: Record<string, string | number>) {
  const reply = await asOwner(shop, "GET", `/api/appointments?${new URLSearchParams(query as Record<string, string>)}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return { items: reply.json() as AppointmentDetails[], total: Number(reply.headers["x-total-count"]) };
}

const attention = async (shop: TestShop, { _id }: Expert) =>
  (await listOf(shop, { view: "attention", expertId: _id })).items;

/** Inserts a confirmed session of one hour, in the past or in the future. */
async function addSession(shop: TestShop, expert: Expert, startsAt: Date, change: Partial<AppointmentRow> = {}) {
  const endsAt = new Date(startsAt.getTime() + HOUR_MS);
  const [row] = await shop.db
    .insert(appointments)
    .values({
      id: randomUUID(),
      expertId: expert._id,
      title: "A session",
      mode: "video",
      minutes: 60,
      state: "confirmed",
      startsAt,
      endsAt,
      blockedUntil: endsAt,
      zone: "America/New_York",
      callerName: "Ravi Iyer",
      callerPhone: "98765 43210",
      callerEmail: "",
      createdAt: shop.clock.now(),
      ...change,
    })
    .returning();
  return row!;
}

/** Changes an expert's hours, a moment later. */
async function changeHours(shop: TestShop, { _id }: Expert, change: Partial<Schedule>) {
  shop.clock.advance(1000);
  const now = (await asOwner(shop, "GET", `/api/experts/${_id}/schedule`)).json() as ScheduleState;
  const reply = await asOwner(shop, "PUT", `/api/experts/${_id}/schedule`, { ...now, ...change });
  expect(reply.statusCode, reply.body).toBe(200);
  shop.clock.advance(1000);
}

const at = (text: string) => new Date(`${text}+05:30`);

test("lists the sessions of some days for the owner, with callers, by expert and page by page", async ({ shop }) => {
  const [one, other] = [await makeAvailable(shop), await makeAvailable(shop)];
  const buyer = await makeCustomer(shop);
  const { orderId, appointments: bought } = await buySession(shop, buyer, one);
  const [time] = await laterSlots(shop, one);
  await choose(shop, buyer.token, bought[0]!, time);
  const day = new Date(Date.parse(time) + 5.5 * HOUR_MS).toISOString().slice(0, 10);
  const evening = at(`${day}T23:30`);
  const late = await addSession(shop, other, evening);
  const inAnHour = new Date(shop.clock.now().getTime() + HOUR_MS);
  await addSession(shop, other, at(`${day}T20:00`), { state: "held", heldUntil: inAnHour });
  await addSession(shop, other, at(`${day}T18:00`), { state: "held", heldUntil: new Date(0) });
  await addSession(shop, other, at(`${day}T16:00`), { state: "to_schedule" });
  await addSession(shop, other, at(`${day}T14:00`), { state: "cancelled" });

  const { items, total } = await listOf(shop, { from: day, to: day });
  expect(items.map(({ state }) => state)).toEqual(["confirmed", "held", "confirmed"]);
  expect(total).toBe(3);
  expect(items[0]).toMatchObject({
    startsAt: time,
    orderId,
    expertName: one.name,
    caller: { name: SHIPPING.name, email: buyer.email, phone: SHIPPING.phone },
    isOutsideHours: false,
    joinUrl: expect.stringContaining("/join/"),
  });
  expect(items[2]).toMatchObject({
    _id: late.id,
    orderId: null,
    caller: { name: "Ravi Iyer", phone: "98765 43210", email: "" },
    isOutsideHours: true,
  });
  const second = await listOf(shop, { from: day, to: day, page: 2, limit: 2 });
  expect([second.items.map(({ _id }) => _id), second.total]).toEqual([[late.id], 3]);
  const mine = await listOf(shop, { from: day, to: day, expertId: one._id });
  expect(mine.items.map(({ startsAt }) => startsAt)).toEqual([time]);
  // The session crosses midnight. The end of the range is exclusive.
  const night = { from: new Date(evening.getTime() + HOUR_MS / 2).toISOString() };
  const after = new Date(evening.getTime() + HOUR_MS).toISOString();
  expect((await listOf(shop, { ...night, to: after, expertId: other._id })).total).toBe(1);
  expect((await listOf(shop, { from: after, expertId: other._id })).total).toBe(0);
  expect((await listOf(shop, { expertId: "nobody" })).total).toBe(0);

  await setStatus(shop, shop.ownerToken, orderId, { status: "cancelled" });
  const cancelled = (await listOf(shop, { from: day, to: day, expertId: one._id })).items;
  expect(cancelled).toMatchObject([{ state: "cancelled" }]);
  for (const query of ["from=2026-11-01&to=2027-01-02", "from=2026-11-02&to=2026-11-01", "from=soon", "view=some"])
    expect((await asOwner(shop, "GET", `/api/appointments?${query}`)).statusCode, query).toBe(400);
  const reply = await shop.call("GET", "/api/appointments", { token: buyer.token });
  expect([reply.statusCode, problemOf(reply).code]).toEqual([403, "not_allowed"]);
});

test("bookings outside changed hours stay, are listed, and are kept or moved", async ({ shop }) => {
  const expert = await makeAvailable(shop);
  const buyer = await makeCustomer(shop);
  const { appointments: bought } = await buySession(shop, buyer, expert, 60, 3);
  const [first, , third, , fifth] = fromMorning(await laterSlots(shop, expert));
  for (const [index, time] of [first, third, fifth].entries())
    expect((await choose(shop, buyer.token, bought[index]!, time!)).statusCode).toBe(200);
  expect(await attention(shop, expert)).toEqual([]);

  // The hours now start at 11:00 instead of 10:00: only the first session is outside.
  const wholeDay = { start: 0, minutes: 24 * 60 };
  const day = new Date(Date.parse(first!) + 5.5 * HOUR_MS).toISOString().slice(0, 10);
  await changeHours(shop, expert, { overrides: [{ date: day, windows: [{ start: 11 * 60, minutes: 7 * 60 }] }] });
  const [outside, ...others] = await attention(shop, expert);
  expect([outside, others]).toMatchObject([{ startsAt: first, state: "confirmed", isOutsideHours: true }, []]);

  const keep = (version: number) => asOwner(shop, "PUT", `/api/appointments/${outside!._id}/keep`, { version });
  expect(problemOf(await keep(99)).code).toBe("moved_meanwhile");
  expect((await keep(outside!.version)).statusCode).toBe(200);
  expect(await attention(shop, expert)).toEqual([]);
  await changeHours(shop, expert, { overrides: [{ date: day, windows: [] }] });
  expect((await attention(shop, expert)).map(({ startsAt }) => startsAt)).toEqual([first, third, fifth]);

  // A time that the owner chose counts as kept.
  const night = new Date(Date.parse(first!) + 12 * HOUR_MS).toISOString();
  expect((await choose(shop, shop.ownerToken, outside!, night)).statusCode).toBe(200);
  expect(await attention(shop, expert)).toHaveLength(2);
  await changeHours(shop, expert, { hours: [], overrides: [] });
  expect(await attention(shop, expert), "without hours every time is arranged by phone").toEqual([]);
  await changeHours(shop, expert, { overrides: [{ date: day, windows: [wholeDay] }] });
  expect(await attention(shop, expert)).toEqual([]);

  const history = (await asOwner(shop, "GET", `/api/appointments/${outside!._id}/history`)).json() as AppointmentStep[];
  expect(history.map(({ state, startsAt, by }) => [state, startsAt, by])).toEqual([
    ["to_schedule", null, "payment"],
    ["confirmed", first, "buyer"],
    ["confirmed", first, "owner"],
    ["confirmed", night, "owner"],
  ]);
  expect(history.at(-1)!.expertName).toBe(expert.name);
});

test("lists sessions that need attention: over without an outcome, without an expert, paid without a time", async () => {
  const shop = await openOwnShop();
  const expert = await makeAvailable(shop, { roomUrl: "https://meet.example.com/asha" });
  const buyer = await makeCustomer(shop);
  const { appointments: bought } = await buySession(shop, buyer, expert);
  const now = shop.clock.now().getTime();
  const over = await addSession(shop, expert, new Date(now - 2 * HOUR_MS));
  await addSession(shop, expert, new Date(now - 5 * HOUR_MS), { state: "done" });
  await addSession(shop, expert, new Date(now - HOUR_MS / 2));
  const nobody = { expertId: null, state: "to_schedule", startsAt: null, endsAt: null, blockedUntil: null } as const;
  const unassigned = await addSession(shop, expert, new Date(now), nobody);
  const ids = async () => (await listOf(shop, { view: "attention" })).items.map(({ _id }) => _id);
  expect(await ids()).toEqual([unassigned.id, over.id, bought[0]!._id]);
  const counted = (await asOwner(shop, "GET", "/api/dashboard")).json() as Dashboard;
  expect([counted.sessions.attention, counted.work.sessionsToArrange], "booked ones are not to arrange").toEqual([
    3, 2,
  ]);
  shop.clock.advance(DAY_MS);
  await renewOwnerToken(shop);
  expect((await ids()).at(-1)).toBe(bought[0]!._id);
  expect(await ids()).toHaveLength(4);
  const page = await listOf(shop, { view: "attention", page: 2, limit: 3 });
  expect([page.items.map(({ _id }) => _id), page.total]).toEqual([[bought[0]!._id], 4]);

  const today = await addSession(shop, expert, shop.clock.now());
  await addSession(shop, expert, new Date(shop.clock.now().getTime() + 3 * DAY_MS));
  const { sessions } = (await asOwner(shop, "GET", "/api/dashboard")).json() as Dashboard;
  expect(sessions.attention).toBeGreaterThanOrEqual(4);
  expect(sessions.today.sessions.find(({ _id }) => _id === today.id)).toMatchObject({
    startsAt: today.startsAt!.toISOString(),
    callerName: "Ravi Iyer",
    expertName: expert.name,
    state: "confirmed",
    mode: "video",
  });
  expect(sessions.today.count).toBe(sessions.today.sessions.length);
});

test("returns the hours of experts as instants, in other time zones too, without days off", async () => {
  const shop = await openOwnShop();
  const monday = { weekday: 1, start: 22 * 60, minutes: 4 * 60 };
  const hours = { hours: [monday], overrides: [{ date: "2030-11-11", windows: [] }] };
  const expert = await makeAvailable(shop, { ...hours, zone: "America/New_York" });
  await makeExpert(shop);
  const read = async (from: string, to: string) => {
    const url = `/api/appointments/hours?from=${from}&to=${to}&expertId=${expert._id}`;
    return ((await asOwner(shop, "GET", url)).json() as ExpertHours[]).flatMap(({ windows }) => windows);
  };
  // New York's clocks change on 3 November 2030.
  const window = { startsAt: "2030-11-05T03:00:00.000Z", endsAt: "2030-11-05T07:00:00.000Z" };
  expect(await read("2030-11-04", "2030-11-06")).toEqual([window]);
  expect(await read("2030-11-11", "2030-11-13")).toEqual([]);
  const all = (await asOwner(shop, "GET", "/api/appointments/hours")).json() as ExpertHours[];
  expect(all.map(({ hasHours }) => hasHours).sort()).toEqual([false, true]);
});

interface Plan {
  "Node Type": string;
  "Index Name"?: string;
  "Relation Name"?: string;
  Plans?: Plan[];
}
const flattenPlan = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flattenPlan)];

test("reads a week out of 5,000 appointments with the index, in as many queries as for one", async () => {
  const shop = await openOwnShop();
  const expert = await makeAvailable(shop);
  const now = shop.clock.now();
  await shop.db.execute(sql`
    insert into appointments (id, expert_id, title, mode, minutes, state, starts_at, ends_at, blocked_until, zone,
      caller_name, created_at)
    select gen_random_uuid(), ${expert._id}, 'A session', 'audio', 60,
      case when moment < ${now}::timestamptz then 'done' else 'confirmed' end,
      moment, moment + interval '1 hour', moment + interval '1 hour', 'Asia/Kolkata', 'Asha', ${now}::timestamptz
    from (select ${now}::timestamptz + (n - 4800) * interval '2 hours' as moment
      from generate_series(1, 5000) n) as moments`);
  await shop.db.execute(sql`vacuum analyze appointments`);
  const spy = vi.spyOn(shop.db.$client, "query");
  const { items, total } = await listOf(shop, { from: now.toISOString(), limit: 100 });
  const calls = spy.mock.calls as unknown as [{ text: string }, unknown[]][];
  expect([items.length, total]).toEqual([84, 84]);
  // The login, the rows, their number, the experts.
  expect(calls.length).toBeLessThanOrEqual(5);
  const scansOf = async (start: string) => {
    const [{ text }, values] = calls.find(([call]) => call.text.startsWith(start))!;
    const { rows } = await shop.db.$client.query(`explain (format json) ${text}`, values);
    return flattenPlan(rows[0]["QUERY PLAN"][0].Plan).flatMap((node) => node["Index Name"] ?? []);
  };
  expect(await scansOf('select "appointments"."id"')).toContain("appointments_by_time");
  expect(await scansOf("select count(*)")).toContain("appointments_by_time");

  calls.length = 0;
  const started = performance.now();
  const waiting = await listOf(shop, { view: "attention", limit: 20 });
  expect(performance.now() - started).toBeLessThan(1000);
  expect(waiting.total).toBeGreaterThan(100);
  expect(calls.length).toBeLessThanOrEqual(6);

  // Past sessions without an outcome are counted by the database, and a page of them is read.
  await shop.db.execute(sql`update appointments set state = 'confirmed' where state = 'done'`);
  await shop.db.execute(sql`vacuum analyze appointments`);
  calls.length = 0;
  const results = spy.mock.results;
  results.length = 0;
  const all = waiting.total + 4799;
  const last = await listOf(shop, { view: "attention", limit: 20, page: Math.ceil(all / 20) });
  expect([last.items.length, last.total]).toEqual([all % 20, all]);
  const read = await Promise.all(results.map(async ({ value }) => (await value).rows.length));
  expect(Math.max(...read)).toBeLessThan(300);
  spy.mockRestore();
});
