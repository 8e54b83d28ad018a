import { expect, test } from "vitest";
import { demoBlogs, demoCourses, demoExperts, demoProducts } from "../../demo/records.ts";
import { defaultSettings } from "../../site.config.ts";
import { findClaims, textIn } from "../../src/contracts/claims-rules.ts";

const REMEDIES = "Drugs and Magic Remedies Act, 1954, section 3";
const MAGIC = "Drugs and Magic Remedies Act, 1954, section 5";
const BLACK_MAGIC = "Maharashtra Black Magic Act";
const ASCI = "ASCI Code";

test.each([
  ["This bracelet cures diabetes.", "cures diabetes", REMEDIES],
  ["Wear it to treat and slowly heal high blood pressure", "treat and slowly heal high blood pressure", REMEDIES],
  ["HEALS CANCER", "HEALS CANCER", REMEDIES],
  ["Good for anxiety and sleep", "Good for anxiety", REMEDIES],
  ["A pyramid for kidney stones", "for kidney stones", REMEDIES],
  ["Gives relief from joint pain", "relief from joint pain", REMEDIES],
  ["It prevents all diseases", "prevents all diseases", REMEDIES],
  ["No side effects, cures migraine", "cures migraine", REMEDIES],
  ["Supports weight loss", "weight loss", REMEDIES],
  ["Har bimari ka ilaaj", "bimari", REMEDIES],
  ["हर रोग का इलाज", "इलाज", REMEDIES],
  ["A miraculous stone", "miraculous", MAGIC],
  ["चमत्कारी रुद्राक्ष", "चमत्कारी", MAGIC],
  ["Breaks black magic", "black magic", BLACK_MAGIC],
  ["Removes the evil eye", "Removes the evil eye", BLACK_MAGIC],
  ["Brings you wealth and happiness", "Brings you wealth", BLACK_MAGIC],
  ["Money in 7 days", "Money in 7 days", BLACK_MAGIC],
  ["Get your love back", "your love back", BLACK_MAGIC],
  ["वशीकरण यंत्र", "वशीकरण", BLACK_MAGIC],
  ["Guaranteed results", "Guaranteed results", ASCI],
  ["100% effective", "100% effective", ASCI],
  ["Scientifically proven energy", "Scientifically proven", ASCI],
  ["गारंटी के साथ", "गारंटी", ASCI],
])("finds the claim in “%s”", (text, words, law) => {
  expect(findClaims(text)).toContainEqual(expect.objectContaining({ words, law: expect.stringContaining(law) }));
});

test.each([
  "Rose quartz for the heart chakra",
  "Traditionally linked with calm, prosperity and a clear mind",
  "A moonstone pendant for Cancer, the moon's own sign",
  "Treat yourself to a ring that fits",
  "Heat treated citrine, cured in resin, 100 % natural, 100 % cotton",
  "Healing circles and Reiki, for those who want to learn the methods",
  "This does not diagnose, treat, cure or prevent any disease.",
  "We never promise success, and results are not guaranteed.",
  "Stones are no cure for an illness; please ask a doctor.",
  "We guarantee that every stone is natural.",
  "A controlled polish; a band that reduces wear. Keep it for the brain-shaped box.",
  "A remedy or a practice to begin with; relief carving of Ganesha, with Riddhi and Siddhi",
  "When will I get a promotion? What does my chart say about marriage?",
  "यह किसी रोग का इलाज नहीं है",
  "Evil eye bracelet in blue glass",
])("finds no claim in “%s”", (text) => {
  expect(findClaims(text)).toEqual([]);
});

test("a claim does not span two fields", () => {
  expect(findClaims(textIn({ title: "A stone that heals", more: ["Diabetes and you"] }))).toEqual([]);
  expect(findClaims(textIn({ title: "Ring", more: [{ text: "Cures typhoid" }] }))).toHaveLength(1);
});

test("no demo record and no default setting has a claim", () => {
  const records = [...demoProducts, ...demoCourses, ...demoExperts, ...demoBlogs];
  expect(records.length).toBeGreaterThan(50);
  for (const text of [...records.map(({ form }) => textIn(form)), textIn(defaultSettings)]) {
    expect(findClaims(text), text.slice(0, 60)).toEqual([]);
  }
});

test("a long text is searched in little time", () => {
  const started = performance.now();
  findClaims("cures and heals, treats with attracts more proven guaranteed ".repeat(1000));
  expect(performance.now() - started).toBeLessThan(1000);
});
