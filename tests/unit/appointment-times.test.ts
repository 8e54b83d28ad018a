import { expect, test } from "vitest";
import { groupByDay, groupByPart, INDIA, momentInBoth } from "../../src/web/appointments/times.tsx";

const NEW_YORK = "America/New_York";

test("times are grouped by the dates of the displayed time zone, and none is lost", () => {
  const slots = ["2026-11-18T04:30:00.000Z", "2026-11-18T05:00:00.000Z", "2026-11-18T13:30:00.000Z"];
  expect(groupByDay(slots, INDIA)).toEqual([{ day: "Wed 18 Nov", slots }]);
  expect(groupByPart(slots, INDIA).map(([part, { length }]) => [part, length])).toEqual([
    ["Morning", 2],
    ["Evening", 1],
  ]);
  expect(groupByDay(slots, NEW_YORK)).toEqual([
    { day: "Tue 17 Nov", slots: slots.slice(0, 1) },
    { day: "Wed 18 Nov", slots: slots.slice(1) },
  ]);
});

test("a time is written in both zones with their dates, before and after the clocks change", () => {
  expect(momentInBoth(INDIA, "2026-11-18T05:30:00Z")).toBe("Wed 18 Nov, 11:00 IST");
  expect(momentInBoth("UTC", "2026-11-18T05:30:00Z")).toBe("Wed 18 Nov, 11:00 IST (Wed 18 Nov, 05:30 UTC)");
  expect(momentInBoth(NEW_YORK, "2026-10-31T04:30:00Z")).toBe("Sat 31 Oct, 10:00 IST (Sat 31 Oct, 00:30 EDT)");
  expect(momentInBoth(NEW_YORK, "2026-11-02T04:30:00Z")).toBe("Mon 2 Nov, 10:00 IST (Sun 1 Nov, 23:30 EST)");
});
