import { expect, test } from "vitest";
import { experts as demoExperts } from "../../demo/experts.ts";
import { defaultSettings } from "../../site.config.ts";
import { consultationPrice } from "../../src/contracts/appointments/consultation-rules.ts";
import type { Expert } from "../../src/contracts/catalogue/expert.ts";
import { domainsOf, founderFirst, isFounder, ratesOf, toExpertSummary } from "../../src/web/experts/expert-view.ts";

const { business: site } = defaultSettings;

const expert = (fields: Partial<Expert> = {}): Expert => ({
  _id: "1",
  name: "Someone",
  languages: "",
  domain: "",
  price: null,
  audioPrice: null,
  videoPrice: null,
  exp: null,
  description: "",
  status: "offline",
  images: [],
  topics: [],
  sampleQuestions: [],
  hasHours: false,
  published: true,
  createdAt: "2026-01-01T00:00:00.000Z",
  version: 1,
  ...fields,
});

test("recognises the founder by name, ignoring case and spaces, and sorts them first", () => {
  for (const name of [site.founder, ` ${site.founder.toUpperCase()} `]) expect(isFounder(site, { name })).toBe(true);
  expect(isFounder(site, { name: `${site.founder} Jr` })).toBe(false);
  const list = ["A", "B", site.founder.toLowerCase(), "C"].map((name) => toExpertSummary(expert({ name })));
  expect(founderFirst(site, list).map(({ name }) => name)).toEqual([site.founder.toLowerCase(), "A", "B", "C"]);
});

test("splits a domain on commas and drops empty parts", () => {
  expect(domainsOf({ domain: " Tarot,, Reiki ,Vastu, " })).toEqual(["Tarot", "Reiki", "Vastu"]);
  expect(domainsOf({ domain: "" })).toEqual([]);
});

test("an audio or video price overrides the expert's price; without any there are no rates", () => {
  expect(ratesOf(expert({ price: 50 }))).toEqual([
    { mode: "audio", rupees: 50 },
    { mode: "video", rupees: 50 },
  ]);
  expect(ratesOf(expert({ price: 50, audioPrice: 40, videoPrice: 60 })).map(({ rupees }) => rupees)).toEqual([40, 60]);
  expect(ratesOf(expert({ videoPrice: 60 }))).toEqual([{ mode: "video", rupees: 60 }]);
  expect(ratesOf(expert())).toEqual([]);
});

test("a session costs the rate times the minutes, to the paisa", () => {
  expect(consultationPrice(50, 90)).toBe(4500);
  expect(consultationPrice(33.33, 90)).toBe(2999.7);
});

test("an hour of the demo founder costs the same by package and by the minute", () => {
  const { price, audioPrice = price, videoPrice = price } = demoExperts.find((one) => isFounder(site, one))!;
  for (const { minutes, ...offer } of defaultSettings.packages.packages)
    expect([audioPrice! * minutes, videoPrice! * minutes]).toEqual([offer.audioPrice, offer.videoPrice]);
});
