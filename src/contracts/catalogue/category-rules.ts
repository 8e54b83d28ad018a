/** A category or subcategory. The id survives renaming, so that old URLs and drawings are still found. */
interface Named {
  id: string;
  name: string;
}

export interface CategoryNames extends Named {
  subCategories: readonly Named[];
}

export const slugOf = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "-");

/** The path of all products, or of those in a category or its subcategory. */
export const categoryPath = (...names: (string | undefined)[]) =>
  ["/products", ...names.flatMap((name) => (name ? slugOf(name) : []))].join("/");

/** Finds by name (ignoring case), slug or id: `Palm Stone`, `palm stone` and `palm-stone` are equal. */
export function findNamed<T extends Named>(list: readonly T[], text: string) {
  const slug = slugOf(text);
  return list.find(({ name }) => slugOf(name) === slug) ?? list.find(({ id }) => id === slug);
}

export const findCategory = <T extends CategoryNames>(categories: readonly T[], text: string) =>
  findNamed(categories, text);

export const findSubCategory = <T extends CategoryNames>(category: T | undefined, text: string) =>
  findNamed(category?.subCategories ?? [], text) as T["subCategories"][number] | undefined;
