import { expect } from "vitest";
import { defaultSettings } from "../../site.config.ts";
import type { Appointment } from "../../src/contracts/appointments/appointment.ts";
import {
  appointmentsOf,
  buySession,
  changeSession,
  choose,
  laterSlots,
  makeAvailable,
} from "../support/appointments.ts";
import { makeCustomer } from "../support/customers.ts";
import { makeExpert } from "../support/forms.ts";
import { invitationIn, invitationsTo } from "../support/invitations.ts";
import { mailsTo } from "../support/mails.ts";
import { setStatus } from "../support/orders.ts";
import { test } from "../support/paying-shop.ts";

const MINUTE_MS = 60_000;
const { business: site } = defaultSettings;

test("the calendar files of a session keep their UID, raise SEQUENCE from 0 to 4 and have the right METHOD", async ({
  shop,
}) => {
  const expert = await makeAvailable(shop);
  const buyer = await makeCustomer(shop);
  const { orderId, appointments } = await buySession(shop, buyer, expert);
  const [confirmation] = await mailsTo(shop, buyer.email);
  expect(confirmation!.text).toContain("Please choose your time");
  expect(confirmation!.text).toContain(`/orders/${orderId}\n`);
  expect(confirmation!.text).not.toContain("within a day");

  const times = (await laterSlots(shop, expert)).slice(0, 3);
  let session = appointments[0]!;
  for (const time of times) {
    shop.clock.advance(MINUTE_MS);
    session = (await choose(shop, buyer.token, session, time)).json() as Appointment;
    await shop.services.notifications.deliverDue();
  }
  // Another expert takes it, with a name whose lines must be folded between characters.
  const name = "आशा देवी ज्योतिषाचार्य विशारद, नागपुर 🌙✨";
  const other = await makeExpert(shop, { name, audioPrice: "20" });
  shop.clock.advance(MINUTE_MS);
  const form = { expertId: other._id };
  const reassigned = await changeSession(shop, shop.ownerToken, session, ["PUT", "expert"], form);
  expect(reassigned.statusCode, reassigned.body).toBe(200);
  await shop.services.notifications.deliverDue();
  shop.clock.advance(MINUTE_MS);
  await setStatus(shop, shop.ownerToken, orderId, { status: "cancelled" });

  const mails = await invitationsTo(shop, buyer);
  const files = mails.map(invitationIn);
  const uid = `${session._id}@localhost`;
  const joinUrl = shop.services.appointments.joinUrl(session._id);
  const every = { uid, minutes: 60, zone: "UTC", location: joinUrl, url: joinUrl };
  const same = { ...every, title: `Session with ${expert.name} (Audio, 60 min)` };
  const after = { ...every, title: `Session with ${name} (Audio, 60 min)`, startsAt: times[2] };
  expect(files).toMatchObject([
    { ...same, sequence: 0, method: "REQUEST", status: "CONFIRMED", startsAt: times[0] },
    { ...same, sequence: 1, method: "REQUEST", status: "CONFIRMED", startsAt: times[1] },
    { ...same, sequence: 2, method: "REQUEST", status: "CONFIRMED", startsAt: times[2] },
    { ...after, sequence: 3, method: "REQUEST", status: "CONFIRMED" },
    { ...after, sequence: 4, method: "CANCEL", status: "CANCELLED" },
  ]);
  for (const [index, { headers, calendar }] of mails.entries()) {
    expect(headers["content-type"]).toMatch(/^multipart\/alternative/);
    expect(calendar!.type).toContain(`method=${files[index]!.method}`);
    expect(headers.from).toContain(`<${files[index]!.organizer.replace("mailto:", "")}>`);
    expect(files[index]!.attendees).toEqual([`mailto:${buyer.email}`]);
    // Nothing about the caller but the address it is sent to.
    expect(calendar!.content).not.toMatch(/Meera|9000000001/);
  }
  expect(mails.map(({ headers }) => headers.subject!.split(":")[0])).toEqual([
    "Your session is booked",
    "Your session has a new time",
    "Your session has a new time",
    "Your session is with another expert",
    "Your session is cancelled",
  ]);
  const notices = (await mailsTo(shop, site.email)).filter(({ text }) =>
    [expert.name, name].some((of) => text.includes(of)),
  );
  expect(notices.flatMap(({ headers }) => /^A session [a-z ]+/.exec(headers.subject!) ?? [])).toEqual([
    "A session is booked",
    "A session was moved",
    "A session was moved",
    "A session has another expert",
    "A session was cancelled",
  ]);
  expect(notices.every(({ calendar }) => !calendar)).toBe(true);

  // Paid again, the session gets a new time: newer than the cancellation.
  await setStatus(shop, shop.ownerToken, orderId, { status: "paid" });
  const [reopened] = await appointmentsOf(shop, buyer, orderId);
  await choose(shop, shop.ownerToken, reopened!, times[0]!);
  expect((await invitationsTo(shop, buyer)).map(invitationIn).at(-1)).toMatchObject({
    uid,
    method: "REQUEST",
    sequence: 5,
  });
});
