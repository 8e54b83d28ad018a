import { expect, test } from "vitest";
import { defaultSettings } from "../../site.config.ts";
import { findCategory, findSubCategory, slugOf } from "../../src/contracts/catalogue/category-rules.ts";

const { categories } = defaultSettings.categories;

test("a slug is lower case with single dashes", () => {
  expect(["Palm Stone", " palm   STONE ", "palm-stone", "Palm - Stone"].map(slugOf)).toEqual(
    Array(4).fill("palm-stone"),
  );
  expect(slugOf("रुद्राक्ष माला")).toBe("रुद्राक्ष-माला");
});

test("finds every category and sub category by name in any case and by slug", () => {
  for (const { name, subCategories } of categories) {
    for (const text of [name, name.toLowerCase(), name.toUpperCase(), slugOf(name)]) {
      expect(findCategory(categories, text)?.name).toBe(name);
      for (const sub of subCategories)
        expect(findSubCategory(findCategory(categories, text), slugOf(sub.name))).toBe(sub);
    }
  }
});

test("no two categories share a slug", () => {
  expect(new Set(categories.map(({ name }) => slugOf(name))).size).toBe(categories.length);
  for (const { subCategories } of categories) {
    expect(new Set(subCategories.map(({ name }) => slugOf(name))).size).toBe(subCategories.length);
  }
});

test.each(["", " ", "Crowns", "palmstone", "Palm_Stone", "constructor", "__proto__", "Jewellery/Rings"])(
  "does not find an unknown category: %j",
  (text) => expect(findCategory(categories, text)).toBeUndefined(),
);

test("a sub category belongs to its own category", () => {
  const find = (category: string, text: string) => findSubCategory(findCategory(categories, category), text)?.name;
  expect(find("Jewellery", "rings")).toBe("Rings");
  for (const [category, text] of [
    ["Tower", "rings"],
    ["Crowns", "rings"],
    ["Jewellery", ""],
  ] as const)
    expect(find(category, text), category).toBeUndefined();
});

test("finds a renamed category by its first address", () => {
  const renamed = [{ id: "palm-stone", name: "Worry Stones", subCategories: [] }];
  expect(findCategory(renamed, "palm-stone")).toBe(renamed[0]);
  expect(findCategory(renamed, "worry-stones")).toBe(renamed[0]);
});
