import { describe, expect, test } from "vitest";
import { defaultSettings } from "../../site.config.ts";
import { formatArrival } from "../../src/contracts/orders/arrival-rules.ts";
import { indianStates, stateOfPin } from "../../src/contracts/orders/state-rules.ts";
import { arrivalTo } from "../../src/server/checkout/arrival.ts";

describe("the State of a PIN code", () => {
  test.each([
    ["110001", "Delhi"],
    ["160017", "Chandigarh"],
    ["141001", "Punjab"],
    ["194101", "Ladakh"],
    ["190001", "Jammu and Kashmir"],
    ["226001", "Uttar Pradesh"],
    ["247001", "Uttar Pradesh"],
    ["246701", "Uttar Pradesh"],
    ["247667", "Uttarakhand"],
    ["248001", "Uttarakhand"],
    ["263139", "Uttarakhand"],
    ["362520", "Dadra and Nagar Haveli and Daman and Diu"],
    ["396230", "Dadra and Nagar Haveli and Daman and Diu"],
    ["396001", "Gujarat"],
    ["403001", "Goa"],
    ["411001", "Maharashtra"],
    ["492001", "Chhattisgarh"],
    ["500001", "Telangana"],
    ["520001", "Andhra Pradesh"],
    ["600001", "Tamil Nadu"],
    ["605001", "Puducherry"],
    ["682001", "Kerala"],
    ["682555", "Lakshadweep"],
    ["700001", "West Bengal"],
    ["737101", "Sikkim"],
    ["744101", "Andaman and Nicobar Islands"],
    ["781001", "Assam"],
    ["791111", "Arunachal Pradesh"],
    ["793001", "Meghalaya"],
    ["795001", "Manipur"],
    ["796001", "Mizoram"],
    ["797001", "Nagaland"],
    ["799001", "Tripura"],
    ["800001", "Bihar"],
    ["834001", "Jharkhand"],
  ])("%s is in %s", (pin, state) => expect(stateOfPin(pin)).toBe(state));

  test("is unknown for army post offices and unused digits", () => {
    for (const pin of ["900056", "999999", "100001", "290001", "350001", "540001", "650001", "860001"])
      expect(stateOfPin(pin)).toBeUndefined();
  });

  test("every State and Union Territory has PIN codes", () => {
    const found = new Set(Array.from({ length: 90_000 }, (_, n) => stateOfPin(`${10_000 + n}0`)));
    expect(indianStates).toHaveLength(36);
    expect(indianStates.filter((state) => !found.has(state))).toEqual([]);
  });
});

describe("the days when pieces arrive", () => {
  const settings = { ...defaultSettings.delivery.arrival, handlingDays: 1, cutOffHour: 14, daysOff: [] as string[] };
  const days = { ...settings, rest: { from: 3, to: 5 }, zones: [{ prefixes: "44", from: 1, to: 2 }] };
  const at = (time: string, change: Partial<typeof days> = {}, pin = "560001") =>
    arrivalTo(pin, new Date(time), { ...days, ...change });

  test("count from the day of the payment before the cut-off, and from the next day after it", () => {
    // Wednesday 18 November 2026; 14:00 in India is 08:30 UTC.
    expect(at("2026-11-18T08:29:59Z")).toEqual({ from: "2026-11-23", to: "2026-11-25" });
    expect(at("2026-11-18T08:30:00Z")).toEqual({ from: "2026-11-24", to: "2026-11-26" });
    expect(at("2026-11-18T08:30:00Z", { cutOffHour: 24 })).toEqual({ from: "2026-11-23", to: "2026-11-25" });
  });

  test("use the day in India", () => {
    // Half past midnight of the 19th in India.
    expect(at("2026-11-18T19:00:00Z", { handlingDays: 0, rest: { from: 0, to: 0 } })).toEqual({
      from: "2026-11-19",
      to: "2026-11-19",
    });
  });

  test("leave out Sundays, unless the shop works on them", () => {
    // Saturday 21 November, in the morning.
    expect(at("2026-11-21T04:00:00Z", {}, "440010")).toEqual({ from: "2026-11-24", to: "2026-11-25" });
    expect(at("2026-11-21T04:00:00Z", { isSundayOff: false }, "440010")).toEqual({
      from: "2026-11-23",
      to: "2026-11-24",
    });
    // An order of Sunday counts as one of Monday.
    expect(at("2026-11-22T04:00:00Z", {}, "440010")).toEqual({ from: "2026-11-25", to: "2026-11-26" });
  });

  test("leave out the owner's days off, over the end of the year", () => {
    const daysOff = ["2026-12-31", "2027-01-01"];
    // Wednesday 30 December: packed on Saturday 2 January, a day under way on Monday.
    expect(at("2026-12-30T04:00:00Z", { daysOff }, "440010")).toEqual({ from: "2027-01-04", to: "2027-01-05" });
    expect(at("2026-12-31T04:00:00Z", { daysOff, handlingDays: 0 }, "440010")).toEqual({
      from: "2027-01-04",
      to: "2027-01-05",
    });
  });

  test("use the zone with the longest digits, whatever the order of the zones", () => {
    const zones = [
      { prefixes: "44", from: 2, to: 2 },
      { prefixes: "7, 440 441", from: 1, to: 1 },
    ];
    const from = (pin: string) => at("2026-11-16T04:00:00Z", { zones, handlingDays: 0 }, pin).from;
    expect([from("440010"), from("442001"), from("110001")]).toEqual(["2026-11-17", "2026-11-18", "2026-11-19"]);
  });

  test.each([
    ["2026-11-24", "2026-11-26", "Tue 24 to Thu 26 Nov"],
    ["2026-11-30", "2026-12-02", "Mon 30 Nov to Wed 2 Dec"],
    ["2026-12-31", "2027-01-02", "Thu 31 Dec to Sat 2 Jan"],
    ["2026-11-24", "2026-11-24", "Tue 24 Nov"],
  ])("%s to %s reads %s", (from, to, text) => expect(formatArrival({ from, to })).toBe(text));
});
