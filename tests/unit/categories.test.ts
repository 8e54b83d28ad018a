import { expect, test } from "vitest";
import { categories } from "../../site.config.ts";
import { findCategory, findSubCategory, slugOf } from "../../src/contracts/categories.ts";

test("a slug is lower case with single dashes", () => {
  expect(["Palm Stone", " palm   STONE ", "palm-stone", "Palm - Stone"].map(slugOf)).toEqual(
    Array(4).fill("palm-stone"),
  );
  expect(slugOf("रुद्राक्ष माला")).toBe("रुद्राक्ष-माला");
});

test("finds every category and sub category by name in any case and by slug", () => {
  for (const { name, subCategories } of categories) {
    for (const text of [name, name.toLowerCase(), name.toUpperCase(), slugOf(name)]) {
      expect(findCategory(text)?.name).toBe(name);
      for (const sub of subCategories) expect(findSubCategory(text, slugOf(sub))).toBe(sub);
    }
  }
});

test("no two categories share a slug", () => {
  expect(new Set(categories.map(({ name }) => slugOf(name))).size).toBe(categories.length);
  for (const { subCategories } of categories) {
    expect(new Set(subCategories.map(slugOf)).size).toBe(subCategories.length);
  }
});

test.each(["", " ", "Crowns", "palmstone", "Palm_Stone", "constructor", "__proto__", "Jewellery/Rings"])(
  "does not find an unknown category: %j",
  (text) => expect(findCategory(text)).toBeUndefined(),
);

test("a sub category belongs to its own category", () => {
  expect(findSubCategory("Jewellery", "rings")).toBe("Rings");
  expect(findSubCategory("Tower", "rings")).toBeUndefined();
  expect(findSubCategory("Crowns", "rings")).toBeUndefined();
  expect(findSubCategory("Jewellery", "")).toBeUndefined();
});
