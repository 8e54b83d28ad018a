import ICAL from "ical.js";
import { expect } from "vitest";
import { mailsTo, type ReadMail } from "./mails.ts";
import type { Customer } from "./orders.ts";
import type { TestShop } from "./test-shop.ts";

/** Mails with an invitation, in the order in which they were enqueued. */
export const invitationsTo = async (shop: TestShop, { email }: Customer) =>
  (await mailsTo(shop, email)).filter(({ calendar }) => calendar);

const REQUIRED = ["uid", "dtstamp", "dtstart", "dtend", "sequence", "summary", "status"];

/** Parses strictly: CRLF, at most 75 octets a line, no character cut in two, required properties exactly once. */
export function parseEvents(content: string) {
  expect(content).toMatch(/^(?:[^\r\n]+\r\n)+$/);
  for (const line of content.split("\r\n")) {
    expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75);
    expect(line.isWellFormed(), line).toBe(true);
  }
  const calendar = new ICAL.Component(ICAL.parse(content));
  for (const name of ["version", "prodid", "method"]) expect(calendar.getAllProperties(name), name).toHaveLength(1);
  const components = calendar.getAllSubcomponents();
  expect(components.filter(({ name }) => name !== "vevent")).toEqual([]);
  return components.map((component) => {
    for (const name of REQUIRED) expect(component.getAllProperties(name), name).toHaveLength(1);
    const event = new ICAL.Event(component);
    return {
      method: calendar.getFirstPropertyValue("method"),
      uid: event.uid,
      sequence: event.sequence,
      status: component.getFirstPropertyValue("status"),
      title: event.summary,
      details: event.description,
      location: event.location,
      url: component.getFirstPropertyValue("url"),
      organizer: event.organizer,
      attendees: event.attendees.map((attendee) => String(attendee.getFirstValue()).toLowerCase()),
      startsAt: event.startDate.toJSDate().toISOString(),
      zone: event.startDate.zone.tzid,
      minutes: event.duration.toSeconds() / 60,
    };
  });
}

/** A file with one event. */
export function parseCalendar(content: string) {
  const events = parseEvents(content);
  expect(events).toHaveLength(1);
  return events[0]!;
}

export const invitationIn = ({ calendar }: ReadMail) => parseCalendar(calendar!.content);
