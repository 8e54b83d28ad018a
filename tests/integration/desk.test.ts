import { eq } from "drizzle-orm";
import { expect } from "vitest";
import type { Appointment, Desk } from "../../src/contracts/appointments/appointment.ts";
import { noSchedule } from "../../src/contracts/appointments/schedule.ts";
import type { Expert } from "../../src/contracts/catalogue/expert.ts";
import { users } from "../../src/server/accounts/user-table.ts";
import { expertSchedules } from "../../src/server/appointments/schedule-table.ts";
import { experts } from "../../src/server/catalogue/expert-table.ts";
import { activityOf } from "../support/admin.ts";
import { buySession, changeSession, choose, HOUR_MS, makeAvailable, slotsOf } from "../support/appointments.ts";
import { makeCustomer, makeExpertAccount } from "../support/customers.ts";
import { makeExpert } from "../support/forms.ts";
import { parseEvents } from "../support/invitations.ts";
import { issueToken, type TestShop, test } from "../support/test-shop.ts";

async function book(shop: TestShop, expert: Expert, place = 0) {
  const buyer = await makeCustomer(shop);
  const { appointments } = await buySession(shop, buyer, expert);
  const times = await slotsOf(shop, expert);
  const booked = await choose(shop, buyer.token, appointments[0]!, times[place]!);
  expect(booked.statusCode, booked.body).toBe(200);
  return { buyer, session: booked.json() as Appointment };
}

const readDesk = async (shop: TestShop, token: string) => {
  const reply = await shop.call("GET", "/api/desk", { token });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json() as Desk;
};

test("an expert sees their own sessions with the caller, moves them and records their outcome", async ({ shop }) => {
  const expert = await makeAvailable(shop, { roomUrl: "https://meet.example.com/desk" });
  const other = await makeAvailable(shop);
  const [asha, ravi] = [await makeExpertAccount(shop, expert), await makeExpertAccount(shop, other)];
  const { session } = await book(shop, expert);
  await book(shop, other);
  const { next, open, past, ...rest } = await readDesk(shop, asha.token);
  expect(rest).toMatchObject({ expert: { _id: expert._id }, roomUrl: "https://meet.example.com/desk" });
  expect([open, past]).toEqual([[], []]);
  expect(next).toHaveLength(1);
  expect(next[0]).toMatchObject({ _id: session._id, caller: { name: "Meera Test", phone: "9000000001" } });
  expect(next[0]!.callWay).toBe("expert_calls");
  expect((await readDesk(shop, ravi.token)).next.map(({ _id }) => _id)).not.toContain(session._id);

  // Only the assigned expert touches it.
  const later = (await slotsOf(shop, expert))[3]!;
  expect((await choose(shop, ravi.token, session, later)).statusCode).toBe(404);
  const moved = (await choose(shop, asha.token, session, later)).json() as Appointment;
  shop.clock.advance(Date.parse(later) + HOUR_MS - shop.clock.now().getTime());
  const over = await readDesk(shop, asha.token);
  expect([over.open.map(({ _id }) => _id), over.next]).toEqual([[moved._id], []]);

  const done = ["PUT", "outcome"] as ["PUT", "outcome"];
  expect((await changeSession(shop, ravi.token, moved, done, { outcome: "done" })).statusCode).toBe(404);
  expect((await changeSession(shop, asha.token, moved, done, { outcome: "done" })).statusCode).toBe(200);
  const said = await readDesk(shop, asha.token);
  expect([said.open, said.past.map(({ _id, state }) => [_id, state])]).toEqual([[], [[moved._id, "done"]]]);

  // Rule 23: archived, and unlinked by the owner.
  await shop.db.update(experts).set({ archived: true }).where(eq(experts.id, other._id));
  expect(await readDesk(shop, ravi.token)).toMatchObject({ expert: null, next: [] });
  await shop.db.update(users).set({ expertId: null }).where(eq(users.id, asha.id));
  expect(await readDesk(shop, asha.token)).toMatchObject({ expert: null, open: [], next: [], past: [] });
});

test("only the owner and the expert can read and change the expert's hours and feed", async ({ shop }) => {
  const expert = await makeExpert(shop);
  const asha = await makeExpertAccount(shop, expert);
  const ravi = await makeExpertAccount(shop, await makeExpert(shop));
  const customer = await makeCustomer(shop);
  const statuses = (method: string, path: string, json?: object) =>
    Promise.all(
      [undefined, customer.token, ravi.token, asha.token, shop.ownerToken].map(
        async (token) =>
          (await shop.call(method, `/api/experts/${expert._id}${path}`, { token, ...(json && { json }) })).statusCode,
      ),
    );
  expect(await statuses("GET", "/schedule")).toEqual([401, 403, 403, 200, 200]);
  expect(await statuses("GET", "/feed")).toEqual([401, 403, 403, 200, 200]);
  expect(await statuses("POST", "/feed")).toEqual([401, 403, 403, 201, 201]);
  // The feed has already created the schedule's row, so version 0 can be saved once.
  const saved = await statuses("PUT", "/schedule", {
    ...noSchedule,
    version: 0,
    roomUrl: "https://meet.example.com/a",
  });
  expect(saved.slice(0, 3)).toEqual([401, 403, 403]);
  expect(saved.slice(3).sort()).toEqual([200, 409]);
  const bad = { ...noSchedule, version: 1, roomUrl: "http://meet.example.com", phone: "call me" };
  const refused = await shop.call("PUT", `/api/experts/${expert._id}/schedule`, { token: asha.token, json: bad });
  expect(Object.keys(refused.json().fields)).toEqual(["roomUrl", "phone"]);
  expect(await statuses("DELETE", "/feed")).toEqual([401, 403, 403, 200, 200]);
  const asEach = [customer.token, shop.ownerToken].map((token) => shop.call("GET", "/api/desk", { token }));
  expect((await Promise.all(asEach)).map(({ statusCode }) => statusCode)).toEqual([403, 403]);
});

test("feed and desk end when the owner removes the expert, the account is deleted, or the expert becomes an owner", async ({
  shop,
}) => {
  const ways = {
    removed: ({ id }) => shop.call("DELETE", `/api/people/${id}`, { token: shop.ownerToken }),
    deleted: ({ token, password }) => shop.call("DELETE", "/api/users/profile", { token, json: { password } }),
    promoted: ({ email }) => shop.services.accounts.appointOwner({ email }),
  } satisfies Record<string, (person: Awaited<ReturnType<typeof makeExpertAccount>>) => Promise<unknown>>;
  for (const [way, leave] of Object.entries(ways)) {
    const [expert, other] = [await makeExpert(shop), await makeExpert(shop)];
    const [person, colleague] = [await makeExpertAccount(shop, expert), await makeExpertAccount(shop, other)];
    const feedOf = async ({ _id }: Expert, token: string) => {
      const reply = await shop.call("POST", `/api/experts/${_id}/feed`, { token });
      return new URL(reply.json().url as string).pathname;
    };
    const [feed, another] = [await feedOf(expert, person.token), await feedOf(other, colleague.token)];
    expect((await shop.call("GET", feed)).statusCode, way).toBe(200);
    await leave(person);
    const statuses = [feed, another].map(async (url) => (await shop.call("GET", url)).statusCode);
    expect(await Promise.all(statuses), way).toEqual([404, 200]);
    expect((await shop.call("GET", "/api/desk", { token: person.token })).statusCode, way).toBe(401);
    // A request that passed the access check before the access ended.
    const late = shop.services.appointments.feeds.renew(expert._id, { id: person.id, role: "expert" });
    await expect(late, way).rejects.toMatchObject({ code: "not_allowed" });
    const state = await shop.call("GET", `/api/experts/${expert._id}/feed`, { token: shop.ownerToken });
    expect(state.json(), way).toEqual({ isOn: false });
  }
});

test("the feeds that an owner made end with the owner's access", async ({ shop }) => {
  const [expert, other] = [await makeExpert(shop), await makeExpert(shop)];
  const colleague = await makeCustomer(shop);
  const [row] = await shop.db.update(users).set({ role: "owner" }).where(eq(users.id, colleague.id)).returning();
  const token = await issueToken(shop, { id: row!.id, role: "owner", generation: row!.tokenGeneration });
  const makeFeed = async ({ _id }: Expert, by: string) => {
    const reply = await shop.call("POST", `/api/experts/${_id}/feed`, { token: by });
    return new URL(reply.json().url as string).pathname;
  };
  const feeds = [await makeFeed(expert, token), await makeFeed(other, shop.ownerToken)];
  const statuses = () => Promise.all(feeds.map(async (url) => (await shop.call("GET", url)).statusCode));
  expect(await statuses()).toEqual([200, 200]);

  // A new link that is being made while the access ends does not outlive it.
  const late = shop.services.appointments.feeds.renew(expert._id, { id: colleague.id, role: "owner" });
  const removal = shop.call("DELETE", `/api/people/${colleague.id}`, { token: shop.ownerToken });
  const [made] = await Promise.allSettled([late, removal]);
  expect((await removal).statusCode).toBe(200);
  if (made.status === "fulfilled") feeds.push(new URL(made.value).pathname);
  expect(await statuses()).toEqual([404, 200, ...feeds.slice(2).map(() => 404)]);
  const state = await shop.call("GET", `/api/experts/${expert._id}/feed`, { token: shop.ownerToken });
  expect(state.json()).toEqual({ isOn: false });
});

test("the feed has no names and no intake; its secret is hashed, rotates and ends", async ({ shop }) => {
  const expert = await makeAvailable(shop);
  const asha = await makeExpertAccount(shop, expert);
  const { session } = await book(shop, expert, 2);
  const { session: cancelled, buyer } = await book(shop, expert, 5);
  await shop.call("PUT", `/api/orders/${(await orderOf(shop, buyer.token))._id}/status`, {
    token: shop.ownerToken,
    json: { status: "cancelled" },
  });
  const renew = async () => {
    const reply = await shop.call("POST", `/api/experts/${expert._id}/feed`, { token: asha.token });
    expect(reply.statusCode, reply.body).toBe(201);
    return new URL(reply.json().url as string).pathname;
  };
  const url = await renew();
  const secret = /^\/api\/calendar\/([\w-]{43})\.ics$/.exec(url)![1]!;
  const [row] = await shop.db.select().from(expertSchedules).where(eq(expertSchedules.expertId, expert._id));
  expect(row!.feedTokenHash).not.toContain(secret.slice(0, 10));

  const feed = await shop.call("GET", url);
  expect(feed.headers).toMatchObject({
    "content-type": "text/calendar; charset=utf-8",
    "cache-control": "private, no-cache",
  });
  expect(parseEvents(feed.body)).toMatchObject([
    {
      method: "PUBLISH",
      uid: `${session._id}@localhost`,
      sequence: 0,
      title: "Session, 60 minutes, audio",
      startsAt: session.startsAt,
      minutes: 60,
      attendees: [],
    },
  ]);
  expect(feed.body).not.toMatch(/Meera|9000000001|@example|\/join\//);
  expect(feed.body).not.toContain(cancelled._id);
  const etag = feed.headers.etag as string;
  expect((await shop.call("GET", url, { headers: { "if-none-match": etag } })).statusCode).toBe(304);

  const next = await renew();
  expect([(await shop.call("GET", url)).statusCode, (await shop.call("GET", next)).statusCode]).toEqual([404, 200]);
  await shop.call("DELETE", `/api/experts/${expert._id}/feed`, { token: asha.token });
  expect((await shop.call("GET", next)).statusCode).toBe(404);
  expect(shop.logLines.join("")).not.toContain(secret);
  expect((await activityOf(shop, expert._id))[0]).toMatchObject({ kind: "expert" });

  // A month later the past is no longer in it.
  shop.clock.advance(45 * 24 * HOUR_MS);
  const token = await issueToken(shop, { id: asha.id, role: "expert", generation: 1 });
  const reply = await shop.call("POST", `/api/experts/${expert._id}/feed`, { token });
  expect(parseEvents((await shop.call("GET", new URL(reply.json().url).pathname)).body)).toEqual([]);
});

const orderOf = async (shop: TestShop, token: string) =>
  ((await shop.call("GET", "/api/orders/my", { token })).json() as { _id: string }[])[0]!;
