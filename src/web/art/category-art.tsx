import { findCategory } from "../../contracts/catalogue/category-rules.ts";
import { useShop } from "../lib/site.ts";
import sheet from "./category-art.svg?url";

const drawn = new Set(
  "jewellery tumbles tower idols palm-stone rudraksh pyramids mushrooms sphere pendulum".split(" "),
);

/** A line drawing of a category, or a star. Decorative: the name is always beside it. */
export function CategoryArt({ category, className }: { category: string; className?: string }) {
  const slug = findCategory(useShop().categories, category)?.id ?? "";
  return (
    <svg viewBox="0 0 48 48" aria-hidden className={className}>
      <use href={`${sheet}#${drawn.has(slug) ? slug : "star"}`} />
    </svg>
  );
}
