import ICAL from "ical.js";
import { expect } from "vitest";
import { mailsTo, type ReadMail } from "./mails.ts";
import type { Customer } from "./orders.ts";
import type { TestShop } from "./test-shop.ts";

/** Mails with an invitation, in the order in which they were enqueued. */
export const invitationsTo = async (shop: TestShop, { email }: Customer) =>
  (await mailsTo(shop, email)).filter(({ calendar }) => calendar);

/** Parses strictly: lines end with CRLF and have at most 75 octets, and there is one event. */
export function parseCalendar(content: string) {
  expect(content).toMatch(/^(?:[^\r\n]+\r\n)+$/);
  for (const line of content.split("\r\n")) expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75);
  const calendar = new ICAL.Component(ICAL.parse(content));
  expect(calendar.getAllSubcomponents().map(({ name }) => name)).toEqual(["vevent"]);
  const component = calendar.getFirstSubcomponent("vevent")!;
  const event = new ICAL.Event(component);
  return {
    method: calendar.getFirstPropertyValue("method"),
    uid: event.uid,
    sequence: event.sequence,
    status: component.getFirstPropertyValue("status"),
    title: event.summary,
    organizer: event.organizer,
    attendees: event.attendees.map((attendee) => String(attendee.getFirstValue()).toLowerCase()),
    startsAt: event.startDate.toJSDate().toISOString(),
    zone: event.startDate.zone.tzid,
    minutes: event.duration.toSeconds() / 60,
  };
}

export const invitationIn = ({ calendar }: ReadMail) => parseCalendar(calendar!.content);
