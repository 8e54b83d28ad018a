import { eq } from "drizzle-orm";
import { expect, onTestFinished } from "vitest";
import { defaultSettings } from "../../site.config.ts";
import type { Appointment } from "../../src/contracts/appointments/appointment.ts";
import type { JoinPage } from "../../src/contracts/appointments/join.ts";
import { noSchedule } from "../../src/contracts/appointments/schedule.ts";
import { appointments } from "../../src/server/appointments/appointment-table.ts";
import { wrongLinkByAddress } from "../../src/server/appointments/limits.ts";
import { asOwner } from "../support/admin.ts";
import { appointmentsOf, buySession, choose, makeAvailable, slotsOf } from "../support/appointments.ts";
import { countTries } from "../support/counted-tries.ts";
import { makeCustomer } from "../support/customers.ts";
import { invitationIn, invitationsTo } from "../support/invitations.ts";
import { setStatus } from "../support/orders.ts";
import { openTestShop, type TestShop, test } from "../support/test-shop.ts";

const MINUTE_MS = 60_000;
const ROOM = "https://meet.example.com/asha";
const tokenIn = (url: string) => /\/join\/([\w-]{44})$/.exec(url)![1]!;

const advanceTo = (shop: TestShop, time: string, ms: number) =>
  shop.clock.advance(Date.parse(time) + ms - shop.clock.now().getTime());

/** A booked session with its link. */
async function bookSession(shop: TestShop) {
  const expert = await makeAvailable(shop, { noticeMinutes: 0, roomUrl: ROOM, phone: "+91 90000 00055" });
  const buyer = await makeCustomer(shop);
  const { orderId, appointments: bought } = await buySession(shop, buyer, expert);
  expect(bought[0]!.links).toBeUndefined();
  const [first, second] = (await slotsOf(shop, expert)).filter(
    (time) => Date.parse(time) > shop.clock.now().getTime() + 30 * MINUTE_MS,
  );
  const booked = (await choose(shop, buyer.token, bought[0]!, first!)).json() as Appointment;
  const [{ links }] = (await appointmentsOf(shop, buyer, orderId)) as [Appointment];
  return { expert, buyer, orderId, booked, second: second!, links: links!, token: tokenIn(links!.joinUrl) };
}

const read = async (shop: TestShop, token: string) => {
  const reply = await shop.call("GET", `/api/join/${token}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json() as JoinPage;
};

test("a call can be joined from 10 minutes before until its end, and its link stays the same after a move", async ({
  shop,
}) => {
  const { expert, buyer, orderId, booked, second, links, token } = await bookSession(shop);
  expect(new URL(links.googleUrl).searchParams.get("location")).toBe(links.joinUrl);
  expect((await shop.call("GET", new URL(links.fileUrl).pathname + new URL(links.fileUrl).search)).statusCode).toBe(
    200,
  );
  expect(await read(shop, token)).toMatchObject({ state: "early", isMoved: false, call: null });
  // The owner moves it: it is too late for the caller.
  expect((await choose(shop, shop.ownerToken, booked, second)).statusCode).toBe(200);
  const early = await read(shop, token);
  expect(early).toMatchObject({
    title: `Session with ${expert.name} (Audio, 60 min)`,
    state: "early",
    startsAt: second,
    opensAt: new Date(Date.parse(second) - 10 * MINUTE_MS).toISOString(),
    isMoved: true,
    call: null,
  });
  // The mail about the first time was not sent yet, so only the newest one is sent.
  const [moved] = await invitationsTo(shop, buyer);
  expect(moved!.text).toContain(links.joinUrl);
  expect(moved!.html).toContain(links.joinUrl);
  expect(invitationIn(moved!)).toMatchObject({ location: links.joinUrl, url: links.joinUrl, sequence: 1 });
  expect(JSON.stringify(early)).not.toMatch(/Meera|9000000001|example\.com/);
  expect(early.whoCalls).toBe(`${expert.name} calls you on the number that ends in 001.`);

  advanceTo(shop, second, -10 * MINUTE_MS - 1);
  expect((await read(shop, token)).state).toBe("early");
  shop.clock.advance(1);
  expect(await read(shop, token)).toMatchObject({ state: "open", call: { roomUrl: "", phone: "+91 90000 00055" } });
  await shop.db.update(appointments).set({ mode: "video" }).where(eq(appointments.id, booked._id));
  expect(await read(shop, token)).toMatchObject({
    callWay: "link",
    whoCalls: "You both open the link on your session page.",
    call: { roomUrl: ROOM, phone: "+91 90000 00055" },
  });
  // Rule 32: a changed room needs no new calendar file. Without a room, the call is by phone.
  await asOwner(shop, "PUT", `/api/experts/${expert._id}/schedule`, { ...noSchedule, version: 1 });
  expect((await read(shop, token)).call).toEqual({ roomUrl: "", phone: defaultSettings.business.phone });
  advanceTo(shop, second, 60 * MINUTE_MS - 1);
  expect((await read(shop, token)).state).toBe("open");
  shop.clock.advance(1);
  expect(await read(shop, token)).toMatchObject({ state: "over", call: null });

  const other = await bookSession(shop);
  await setStatus(shop, shop.ownerToken, other.orderId, { status: "cancelled" });
  expect(await read(shop, other.token)).toMatchObject({ state: "cancelled", call: null });
  await setStatus(shop, shop.ownerToken, other.orderId, { status: "paid" });
  expect(await read(shop, other.token)).toMatchObject({ state: "without_time", startsAt: null, call: null });
  expect((await appointmentsOf(shop, buyer, orderId))[0]!.state).toBe("confirmed");
  // No token is in the log.
  expect(shop.logLines.join("")).not.toContain(token);
});

test("wrong links to calls and feeds return link_not_found, and 429 after 300 from an address; right ones always work", async () => {
  const shop = await openTestShop();
  onTestFinished(shop.close);
  const { token } = await bookSession(shop);
  const ask = (url: string, remoteAddress: string) => shop.app.inject({ method: "GET", url, remoteAddress });
  const wrong = `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;
  await countTries(shop, 296, wrongLinkByAddress, "203.0.113.7");
  for (let i = 0; i < 2; i++) {
    const replies = [ask(`/api/join/${wrong}`, "203.0.113.7"), ask("/api/calendar/guess.ics", "203.0.113.7")];
    for (const reply of await Promise.all(replies)) expect(reply.json().code).toBe("link_not_found");
  }
  for (const url of [`/api/join/${wrong}`, "/api/calendar/guess.ics"])
    expect((await ask(url, "203.0.113.7")).statusCode).toBe(429);
  expect((await ask(`/api/join/${token}`, "203.0.113.7")).statusCode).toBe(200);
});
