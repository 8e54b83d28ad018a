import { findCategory } from "../../contracts/catalogue/category-rules.ts";
import { CategoryArt } from "../art/category-art.tsx";
import { useShop } from "../lib/site.ts";
import { ChipLink } from "../ui/chip.tsx";
import { classes } from "../ui/classes.ts";
import { type ProductView, productListUrl } from "./product-view.ts";

/**
 * Links to the categories and the current one's subcategories. They start at page 1 and keep search, filters and order.
 * On small screens they are hidden once a category is chosen; the filter sheet then has them.
 */
export function CategoryChips({ view: { category, subCategory, page, ...rest } }: { view: ProductView }) {
  const { categories } = useShop();
  const subCategories = findCategory(categories, category ?? "")?.subCategories ?? [];
  return (
    <div className={classes("mt-5", category && "hidden md:block scripting-none:block")}>
      <nav aria-label="Categories">
        <ul className="category-tiles">
          <li>
            <ChipLink to={productListUrl(rest)} current={category === undefined}>
              <CategoryArt category="" className="category-art" />
              All
            </ChipLink>
          </li>
          {categories.map(({ name }) => (
            <li key={name}>
              <ChipLink to={productListUrl({ ...rest, category: name })} current={category === name}>
                <CategoryArt category={name} className="category-art" />
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
              <ChipLink to={productListUrl({ ...rest, category })} current={subCategory === undefined}>
                All
              </ChipLink>
            </li>
            {subCategories.map(({ name }) => (
              <li key={name}>
                <ChipLink to={productListUrl({ ...rest, category, subCategory: name })} current={subCategory === name}>
                  {name}
                </ChipLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}
