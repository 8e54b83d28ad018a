import { expect, test } from "vitest";
import { formatTime, toTime } from "../../src/contracts/appointments/appointment-rules.ts";
import { birthMinute } from "../../src/contracts/appointments/intake-rules.ts";
import { groupByDay, groupByPart, INDIA, momentInBoth } from "../../src/web/appointments/times.tsx";

const NEW_YORK = "America/New_York";

test("times are grouped by the dates of the displayed time zone, and none is lost", () => {
  const slots = ["2026-11-18T04:30:00.000Z", "2026-11-18T06:30:00.000Z", "2026-11-18T11:30:00.000Z"];
  expect(groupByDay(slots, INDIA)).toEqual([{ day: "Wed 18 Nov", slots }]);
  expect(groupByPart(slots, INDIA).map(([part, { length }]) => [part, length])).toEqual([
    ["Morning", 1],
    ["Afternoon", 1],
    ["Evening", 1],
  ]);
  expect(groupByDay(slots, NEW_YORK)).toEqual([
    { day: "Tue 17 Nov", slots: slots.slice(0, 1) },
    { day: "Wed 18 Nov", slots: slots.slice(1) },
  ]);
});

test("a time is written in both zones with their dates, before and after the clocks change", () => {
  expect(momentInBoth(INDIA, "2026-11-18T05:30:00Z")).toBe("Wed 18 Nov, 11:00 am IST");
  expect(momentInBoth("UTC", "2026-11-18T05:30:00Z")).toBe("Wed 18 Nov, 11:00 am IST (Wed 18 Nov, 5:30 am UTC)");
  expect(momentInBoth(NEW_YORK, "2026-10-31T04:30:00Z")).toBe("Sat 31 Oct, 10:00 am IST (Sat 31 Oct, 12:30 am EDT)");
  expect(momentInBoth(NEW_YORK, "2026-11-02T04:30:00Z")).toBe("Mon 2 Nov, 10:00 am IST (Sun 1 Nov, 11:30 pm EST)");
});

test("minutes of a day are written with am and pm", () => {
  expect([0, 255, 720, 1439, 1440].map(formatTime)).toEqual([
    "12:00 am",
    "4:15 am",
    "12:00 pm",
    "11:59 pm",
    "12:00 am",
  ]);
});

test("a birth time is understood with am or pm, with a colon, a dot or neither", () => {
  const read = (text: string) => {
    const minute = birthMinute(text);
    return minute === undefined ? undefined : toTime(minute);
  };
  for (const text of ["4:15 am", "0415", "4.15", "04:15", "415", " 4:15AM ", "4.15 a.m."])
    expect(read(text)).toBe("04:15");
  expect(["4:15 pm", "16:15", "1615", "12 am", "12:30 pm", "0:05"].map(read)).toEqual([
    "16:15",
    "16:15",
    "16:15",
    "00:00",
    "12:30",
    "00:05",
  ]);
  for (const text of ["25:00", "16:15 pm", "13 am", "4", "4:60", "morning", ""])
    expect(read(text), text).toBeUndefined();
});
