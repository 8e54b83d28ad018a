import { expect, test } from "vitest";
import { assignLanes, hoursOf, isOn, placeIn, spanOn } from "../../src/web/admin/appointments/timetable-layout.ts";

const time = (startsAt: string, endsAt: string) => ({ startsAt, endsAt });

test("a session is on the Indian day of its time; one that crosses midnight is cut and shown on both days", () => {
  const night = time("2026-11-18T18:00:00Z", "2026-11-18T19:30:00Z");
  expect([isOn("2026-11-18", night), isOn("2026-11-19", night), isOn("2026-11-20", night)]).toEqual([
    true,
    true,
    false,
  ]);
  expect(spanOn("2026-11-18", night)).toEqual({ start: 23 * 60 + 30, end: 24 * 60 });
  expect(spanOn("2026-11-19", night)).toEqual({ start: 0, end: 60 });
});

test("the timetable's hours contain every session, and positions are percentages of them", () => {
  expect(hoursOf([])).toEqual({ first: 10, last: 18 });
  const hours = hoursOf([
    { start: 555, end: 600 },
    { start: 700, end: 790 },
  ]);
  expect(hours).toEqual({ first: 9, last: 14 });
  expect(placeIn(hours, { start: 600, end: 660 })).toEqual({ top: "20%", height: "20%" });
});

test("sessions at the same time are side by side; later ones have the whole width again", () => {
  const spans = [
    { start: 600, end: 660 },
    { start: 630, end: 640 },
    { start: 660, end: 690 },
    { start: 720, end: 725 },
    { start: 730, end: 760 },
    { start: 800, end: 830 },
  ];
  expect(assignLanes(spans)).toEqual([
    { lane: 0, lanes: 2 },
    { lane: 1, lanes: 2 },
    { lane: 0, lanes: 1 },
    // Drawn as 25 minutes, so the next one stands beside it.
    { lane: 0, lanes: 2 },
    { lane: 1, lanes: 2 },
    { lane: 0, lanes: 1 },
  ]);
});
