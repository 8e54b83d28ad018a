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

/** The page of a category or sub category, of a fact or one of its values; of all products without names. */
export const listPath = (...names: (string | undefined)[]) =>
  ["/products", ...names.flatMap((name) => (name ? encodeURIComponent(slugOf(name)) : []))].join("/");

/** Finds by name (ignoring case), slug or id: `Palm Stone`, `palm stone` and `palm-stone` are equal. */
export function findNamed<T extends Named>(list: readonly T[], text: string) {
  const slug = slugOf(text);
  return list.find(({ name }) => slugOf(name) === slug) ?? list.find(({ id }) => id === slug);
}

export const findCategory = <T extends CategoryNames>(categories: readonly T[], text: string) =>
  findNamed(categories, text);

export const findSubCategory = <T extends CategoryNames>(category: T | undefined, text: string) =>
  findNamed(category?.subCategories ?? [], text) as T["subCategories"][number] | undefined;
