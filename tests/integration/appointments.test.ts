import { expect } from "vitest";
import type { Appointment } from "../../src/contracts/appointments/appointment.ts";
import {
  buySession,
  choose,
  fromMorning,
  HOUR_MS,
  laterSlots,
  makeAvailable,
  slotsOf,
} from "../support/appointments.ts";
import { makeCustomer, makeExpertAccount } from "../support/customers.ts";
import { problemOf } from "../support/forms.ts";
import { readOrder, SHIPPING, setStatus } from "../support/orders.ts";
import { openSecondShop, type TestShop, test } from "../support/test-shop.ts";

test("a paid session has an appointment for each piece; its buyer chooses a time, which is then taken; the line shows it", async ({
  shop,
}) => {
  const expert = await makeAvailable(shop);
  const buyer = await makeCustomer(shop);
  const { orderId, appointments } = await buySession(shop, buyer, expert, 60, 2);
  const progress = async () => (await readOrder(shop, buyer.token, orderId)).items[0]!.progress;
  expect(appointments).toMatchObject([
    {
      state: "to_schedule",
      minutes: 60,
      mode: "audio",
      expertId: expert._id,
      startsAt: null,
      canChoose: true,
      movesLeft: 2,
    },
    { state: "to_schedule" },
  ]);
  const [first] = await slotsOf(shop, expert);
  const chosen = await choose(shop, buyer.token, appointments[0]!, first!);
  expect(chosen.json(), chosen.body).toMatchObject({ state: "confirmed", startsAt: first, version: 2 });
  expect(await progress()).toBe("to_schedule");
  const [second] = await slotsOf(shop, expert);
  expect(second).not.toBe(first);
  await choose(shop, buyer.token, appointments[1]!, second!);
  expect(await progress()).toBe("booked");
  const stranger = await makeCustomer(shop);
  expect((await choose(shop, stranger.token, appointments[1]!, first!)).statusCode).toBe(404);
});

test("of 200 buyers who want one time at once over two processes, one holds it and the others see free ones", async ({
  shop,
}) => {
  const expert = await makeAvailable(shop);
  const second = await openSecondShop(shop);
  const buyers = await Promise.all(Array.from({ length: 200 }, () => makeCustomer(shop)));
  const [wanted] = await slotsOf(shop, expert);
  const items = [{ itemId: `${expert._id}-audio-60`, itemType: "consultancy" as const, qty: 1, startsAt: wanted! }];
  /** A shop that is busy for a moment is asked again, as its answer says. */
  async function order({ app }: Pick<TestShop, "app">, token: string): Promise<Awaited<ReturnType<typeof app.inject>>> {
    const reply = await app.inject({
      method: "POST",
      url: "/api/orders",
      headers: { authorization: `Bearer ${token}` },
      payload: { items, totalAmount: 1200, shipping: SHIPPING },
    });
    return reply.statusCode === 503 ? order({ app }, token) : reply;
  }
  const replies = await Promise.all(buyers.map(({ token }, index) => order(index % 2 ? second : shop, token)));
  expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
  for (const reply of replies.filter(({ statusCode }) => statusCode !== 201)) {
    expect(problemOf(reply).code).toBe("slot_taken");
    expect(reply.json().slots.length).toBeGreaterThan(0);
    expect(reply.json().slots).not.toContainEqual({ startsAt: wanted });
  }
});

test("a move frees the old time, needs the version, may overlap its own old time and is allowed twice", async ({
  shop,
}) => {
  const expert = await makeAvailable(shop);
  const buyer = await makeCustomer(shop);
  const { appointments } = await buySession(shop, buyer, expert);
  const [one, two, three, four] = fromMorning(await laterSlots(shop, expert));
  const booked = (await choose(shop, buyer.token, appointments[0]!, one)).json() as Appointment;
  // Half an hour later: overlaps its own old time.
  const offered = (token: string) =>
    shop.call("GET", `/api/experts/${expert._id}/slots?minutes=60&except=${booked._id}`, { token });
  expect(await slotsOf(shop, expert)).not.toContain(two);
  for (const token of [buyer.token, shop.ownerToken])
    expect((await offered(token)).json().slots).toContainEqual({ startsAt: two });
  for (const token of ["", (await makeCustomer(shop)).token]) expect((await offered(token)).statusCode).toBe(404);
  const moved = (await choose(shop, buyer.token, booked, two)).json() as Appointment;
  expect(moved).toMatchObject({ startsAt: two, state: "confirmed", movesLeft: 1 });
  expect(problemOf(await choose(shop, buyer.token, booked, three)).code).toBe("moved_meanwhile");
  expect(problemOf(await choose(shop, buyer.token, moved, two)).code).toBe("same_time");
  const again = (await choose(shop, buyer.token, moved, three)).json() as Appointment;
  expect(problemOf(await choose(shop, buyer.token, again, four)).code).toBe("moved_too_often");
  expect((await choose(shop, shop.ownerToken, again, four)).json()).toMatchObject({ startsAt: four });
  expect(await slotsOf(shop, expert)).toEqual(expect.arrayContaining([one]));
});

test("the assigned expert moves a session like the owner; for another expert it does not exist", async ({ shop }) => {
  const expert = await makeAvailable(shop);
  const [own, other] = [
    await makeExpertAccount(shop, expert),
    await makeExpertAccount(shop, await makeAvailable(shop)),
  ];
  const { appointments } = await buySession(shop, await makeCustomer(shop), expert);
  // Outside the hours, and within the notice.
  const soon = new Date(shop.clock.now().getTime() + HOUR_MS).toISOString();
  expect((await choose(shop, other.token, appointments[0]!, soon)).statusCode).toBe(404);
  expect((await choose(shop, own.token, appointments[0]!, soon)).json()).toMatchObject({
    state: "confirmed",
    startsAt: soon,
  });
  const file = `/api/appointments/${appointments[0]!._id}/calendar.ics`;
  expect((await shop.call("GET", file, { token: own.token })).statusCode).toBe(200);
  expect((await shop.call("GET", file, { token: other.token })).statusCode).toBe(404);
});

test("a caller moves a session until exactly 24 hours before", async ({ shop }) => {
  const expert = await makeAvailable(shop);
  const buyer = await makeCustomer(shop);
  const { appointments } = await buySession(shop, buyer, expert);
  const [wanted] = await laterSlots(shop, expert);
  const booked = (await choose(shop, buyer.token, appointments[0]!, wanted)).json() as Appointment;
  shop.clock.advance(Date.parse(wanted) - 24 * HOUR_MS + 1 - shop.clock.now().getTime());
  const free = (await slotsOf(shop, expert))[3]!;
  expect(problemOf(await choose(shop, buyer.token, booked, free)).code).toBe("too_late");
});

test("cancelling the order frees the time; an order paid again asks for a new one", async ({ shop }) => {
  const expert = await makeAvailable(shop);
  const buyer = await makeCustomer(shop);
  const { orderId, appointments } = await buySession(shop, buyer, expert);
  const [wanted] = await slotsOf(shop, expert);
  await choose(shop, buyer.token, appointments[0]!, wanted!);
  await setStatus(shop, shop.ownerToken, orderId, { status: "cancelled" });
  expect(await slotsOf(shop, expert)).toContain(wanted);
  await setStatus(shop, shop.ownerToken, orderId, { status: "paid" });
  const reopened = (await readOrder(shop, buyer.token, orderId)) as { appointments: Appointment[] };
  expect(reopened.appointments).toMatchObject([{ state: "to_schedule", startsAt: null }]);
});
