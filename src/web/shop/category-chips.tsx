import { categories } from "../../../site.config.ts";
import { findCategory } from "../../contracts/categories.ts";
import { ChipLink } from "../ui/chip.tsx";
import { addressOf, type ProductView } from "./product-view.ts";

/** Links to the categories and the current one's subcategories. They start at page 1 and keep search and order. */
export function CategoryChips({ view: { category, subCategory, q, sort } }: { view: ProductView }) {
  const subCategories = findCategory(category ?? "")?.subCategories ?? [];
  return (
    <>
      <nav aria-label="Categories">
        <ul className="flex flex-wrap gap-2">
          <li>
            <ChipLink to={addressOf({ q, sort })} current={category === undefined}>
              All
            </ChipLink>
          </li>
          {categories.map(({ name }) => (
            <li key={name}>
              <ChipLink to={addressOf({ category: name, q, sort })} current={category === name}>
                {name}
              </ChipLink>
            </li>
          ))}
        </ul>
      </nav>
      {subCategories.length > 0 && (
        <nav aria-label={`${category} subcategories`} className="mt-4 border-t border-line pt-4">
          <ul className="flex flex-wrap gap-2">
            <li>
              <ChipLink to={addressOf({ category, q, sort })} current={subCategory === undefined}>
                All
              </ChipLink>
            </li>
            {subCategories.map((name) => (
              <li key={name}>
                <ChipLink to={addressOf({ category, subCategory: name, q, sort })} current={subCategory === name}>
                  {name}
                </ChipLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  );
}
