import { expect } from "vitest";
import { type NextTimes, noSchedule, type Schedule } from "../../src/contracts/appointments/schedule.ts";
import { activityOf, asOwner } from "../support/admin.ts";
import { buySession, choose, makeAvailable, slotsOf as timesOf } from "../support/appointments.ts";
import { makeCustomer } from "../support/customers.ts";
import { makeExpert, problemOf } from "../support/forms.ts";
import { type TestShop, test } from "../support/test-shop.ts";

const HOUR = 60;
const DAY_MS = 24 * 60 * 60_000;
const weekdays = [1, 2, 3, 4, 5, 6, 7];
const mornings = weekdays.map((weekday) => ({ weekday, start: 10 * HOUR, minutes: 2 * HOUR }));

const save = (shop: TestShop, id: string, change: Partial<Schedule> & { version?: number }) =>
  asOwner(shop, "PUT", `/api/experts/${id}/schedule`, { ...noSchedule, version: 0, ...change });

const slotsOf = async (shop: TestShop, id: string, query = "minutes=60&days=2") =>
  (await shop.call("GET", `/api/experts/${id}/slots?${query}`)).json() as {
    zone: string;
    slots: { startsAt: string }[];
    nextFrom: string | null;
  };

test("the owner sets an expert's hours, and visitors see when a session can start", async ({ shop }) => {
  const { _id, name } = await makeExpert(shop);
  const hasHours = async () => (await shop.call("GET", `/api/experts/${_id}`)).json().hasHours;
  const calls = { audio: "expert_calls", video: "link_to_come" };
  expect(await slotsOf(shop, _id)).toEqual({ zone: "Asia/Kolkata", calls, slots: [], nextFrom: null });
  expect(await hasHours()).toBe(false);
  const saved = await save(shop, _id, { hours: mornings });
  expect(saved.statusCode, saved.body).toBe(200);
  expect(saved.json()).toMatchObject({ version: 1, hours: mornings });
  expect(await hasHours()).toBe(true);
  const tomorrow = new Date(shop.clock.now().getTime() + DAY_MS).toISOString().slice(0, 10);
  const { slots } = await slotsOf(shop, _id, `minutes=60&from=${tomorrow}&days=1`);
  const times = ["04:30", "05:00", "05:30"].map((time) => ({ startsAt: `${tomorrow}T${time}:00.000Z` }));
  expect(slots).toEqual(times);
  expect((await slotsOf(shop, _id, `minutes=90&from=${tomorrow}&days=1`)).slots).toEqual(times.slice(0, 2));
  expect((await activityOf(shop, _id))[0]).toMatchObject({ kind: "expert", title: name });

  // Rule 22: a day off blocks new sessions at once.
  await save(shop, _id, { version: 1, hours: mornings, overrides: [{ date: tomorrow, windows: [] }] });
  expect((await slotsOf(shop, _id, `minutes=60&from=${tomorrow}&days=1`)).slots).toEqual([]);

  // Days beyond the longest request are requested in steps, up to the horizon.
  await save(shop, _id, { version: 2, hours: mornings, horizonDays: 40 });
  const { nextFrom } = await slotsOf(shop, _id, "minutes=60&days=31");
  const rest = await slotsOf(shop, _id, `minutes=60&days=31&from=${nextFrom}`);
  expect(rest.slots.length).toBe(30);
  expect(rest.nextFrom).toBe(null);
});

test("of two people who save the same hours, one succeeds and the other gets 409 with the saved ones", async ({
  shop,
}) => {
  const { _id } = await makeExpert(shop);
  const replies = await Promise.all([save(shop, _id, { hours: mornings }), save(shop, _id, { gapMinutes: 30 })]);
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  const refused = replies.find(({ statusCode }) => statusCode === 409)!;
  const accepted = replies.find(({ statusCode }) => statusCode === 200)!;
  expect(problemOf(refused).code).toBe("changed_meanwhile");
  expect(refused.json().current).toEqual(accepted.json());
  expect((await save(shop, _id, { version: 7 })).statusCode).toBe(409);
});

test("bad hours are refused at the field; drafts and unknown experts have no slots", async ({ shop }) => {
  const { _id } = await makeExpert(shop);
  const refused = (change: object) =>
    asOwner(shop, "PUT", `/api/experts/${_id}/schedule`, { ...noSchedule, version: 0, ...change });
  expect(problemOf(await refused({ zone: "Mars/Base" })).fields).toHaveProperty("zone");
  expect(problemOf(await refused({ hours: [{ weekday: 8, start: 0, minutes: 60 }] })).fields).toHaveProperty("hours");
  expect(problemOf(await refused({ overrides: [{ date: "tomorrow", windows: [] }] })).fields).toHaveProperty(
    "overrides",
  );
  // Rule 19: browsers still know Kolkata by its old name.
  expect((await refused({ zone: "Asia/Calcutta" })).statusCode).toBe(200);
  expect((await shop.call("GET", `/api/experts/${_id}/slots?minutes=60&days=400`)).statusCode).toBe(400);
  expect((await shop.call("GET", `/api/experts/${_id}/slots`)).statusCode).toBe(400);
  const draft = await makeExpert(shop, { published: "false" });
  expect((await shop.call("GET", `/api/experts/${draft._id}/slots?minutes=60`)).statusCode).toBe(404);
  expect((await shop.call("GET", "/api/experts/0/slots?minutes=60")).statusCode).toBe(404);
});

test("lists the next free time of each expert, and the one after it once somebody has booked it", async ({ shop }) => {
  const nextOf = async (id: string, minutes = 60) => {
    const { times } = (await shop.call("GET", `/api/experts/next-times?minutes=${minutes}`)).json() as NextTimes;
    return times.find(({ expertId }) => expertId === id)?.startsAt;
  };
  const [expert, other] = [await makeAvailable(shop), await makeExpert(shop, { price: "20" })];
  const [first, second] = await timesOf(shop, expert);
  expect(await nextOf(expert._id)).toBe(first);
  expect(await nextOf(other._id)).toBeUndefined();
  const buyer = await makeCustomer(shop);
  const { appointments } = await buySession(shop, buyer, expert, 30);
  expect((await choose(shop, buyer.token, appointments[0]!, first!)).statusCode).toBe(200);
  expect(await nextOf(expert._id)).toBe(second);

  // A length that fits in no window has no next time, nor has an expert who takes a break or has no price.
  expect(await nextOf(expert._id, 600)).toBeUndefined();
  await save(shop, expert._id, { version: 1 });
  expect(await nextOf(expert._id)).toBeUndefined();
  const free = await makeExpert(shop, { price: "" });
  await save(shop, free._id, { hours: mornings });
  expect((await slotsOf(shop, free._id)).slots).not.toEqual([]);
  expect(await nextOf(free._id)).toBeUndefined();
  expect((await shop.call("GET", "/api/experts/next-times?minutes=1")).statusCode).toBe(400);
});

test("refuses calls by link without a room, at the field", async ({ shop }) => {
  const { _id } = await makeExpert(shop);
  const refused = await save(shop, _id, { audioCall: "link" });
  expect(refused.statusCode).toBe(400);
  expect(problemOf(refused).fields).toEqual({ audioCall: "A call by link needs the room for video calls." });
  const roomUrl = "https://meet.example.com/asha";
  const saved = await save(shop, _id, { audioCall: "link", roomUrl });
  expect(saved.json()).toMatchObject({ audioCall: "link", roomUrl });
  expect(await slotsOf(shop, _id)).toMatchObject({ calls: { audio: "link", video: "link" } });
});
