import { categories } from "../../site.config.ts";

export const slugOf = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "-");

/** Finds a category by name, in any case, or by slug: `Palm Stone`, `palm stone` and `palm-stone` are the same. */
export const findCategory = (text: string) => categories.find((category) => slugOf(category.name) === slugOf(text));

export const findSubCategory = (category: string, text: string) =>
  findCategory(category)?.subCategories.find((name) => slugOf(name) === slugOf(text));
