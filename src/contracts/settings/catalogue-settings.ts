import { z } from "zod";
import { slugOf } from "../catalogue/category-rules.ts";
import { optionalText, requiredText } from "../fields.ts";
import { list, unique, whole } from "./setting-fields.ts";

export const categoryId = z
  .string("A category needs an id.")
  .max(60, "The id is too long.")
  .regex(/^[\w-]{1,60}$/, "This is not the id of a category.");
const categoryName = requiredText("Name", 60).refine(
  (name) => !/[/?#%&]/.test(name),
  "A name cannot contain / ? # % or &: it is part of the page's address.",
);
const SAME_NAME = "Another one has this name.";

const subCategory = z.object({ id: categoryId, name: categoryName, lead: optionalText("Line below the title", 120) });
export const category = subCategory.extend({
  subCategories: list(subCategory, "Sub categories", { max: 30 }).superRefine(
    unique(({ name }) => slugOf(name), "name", SAME_NAME),
  ),
});

export const categories = z.object({
  categories: list(category, "Categories", { min: 1, max: 40 })
    .superRefine(unique(({ name }) => slugOf(name), "name", SAME_NAME))
    .superRefine(unique(({ id }) => id, "id", "Another category has this id.")),
});

const factValue = z.object({
  id: categoryId,
  name: categoryName.refine((name) => !name.includes(";"), "A name cannot contain a semicolon."),
  text: optionalText("Text", 2_000).describe("On the page of its own, worded as tradition."),
});
const factValues = (label: string) =>
  list(factValue, label, { max: 60 })
    .superRefine(unique(({ name }) => slugOf(name), "name", SAME_NAME))
    .superRefine(unique(({ id }) => id, "id", "Another one has this id."));

/** The values that products are given, and people shop by. */
export const facts = z.object({
  intentions: factValues("Intentions"),
  zodiac: factValues("Zodiac signs"),
  planets: factValues("Planets"),
  chakras: factValues("Chakras"),
});

export const search = z.object({
  aliases: list(
    z.object({
      words: requiredText("Words", 300).describe("Other words for it, with commas between them."),
      means: requiredText("Means", 80).describe("A word of the shop: a stone, a category, an intention …"),
    }),
    "Other words",
    { max: 300 },
  ),
  gifts: list(
    z.object({
      words: requiredText("Words", 300).describe("For whom or what: mother, mom, maa. With commas between them."),
      finds: requiredText("Finds", 300).describe("Names of the shop, with commas between them."),
    }),
    "Gift lists",
    { max: 60 },
  ),
  nearest: list(
    z.object({
      stone: requiredText("Stone", 80).describe("A stone that the shop may not have."),
      nearest: requiredText("Nearest", 300).describe(
        "What stands nearest to it by tradition, with commas between them.",
      ),
    }),
    "Stones that stand nearest",
    { max: 100 },
  ),
  coursesInFeeds: z.boolean("Courses in the feeds must be true or false."),
});

export const reviews = z.object({
  isAsked: z.boolean("Ask for reviews must be true or false."),
  days: whole("Days", 0, 60).describe("After delivery, the start of a course or a session, until the mail that asks."),
});
