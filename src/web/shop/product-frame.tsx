import { Outlet, useParams, useRouteLoaderData, useSearchParams } from "react-router";
import { findCategory } from "../../contracts/catalogue/category-rules.ts";
import { CategoryArt } from "../art/category-art.tsx";
import { useShop } from "../lib/site.ts";
import { Banner } from "../ui/banner.tsx";
import { ChipLink } from "../ui/chip.tsx";
import { classes } from "../ui/classes.ts";
import { ListCount } from "../ui/list-count.tsx";
import { SearchBox } from "../ui/search-box.tsx";
import { FilterSheet } from "./filter-sheet.tsx";
import { FilterBar } from "./filters.tsx";
import type { loader } from "./product-list.tsx";
import { type ProductView, productListUrl, titleOf, viewAt } from "./product-view.ts";

/**
 * Links to the categories and the current one's subcategories. They start at page 1 and keep search, filters and order.
 * On small screens they are hidden once a category is chosen; the filter sheet then has them.
 */
function CategoryChips({ view: { category, subCategory, page, ...rest } }: { view: ProductView }) {
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

/** Layout route of the product list: banner, search and filters need no data, so they stay when loading the list fails. */
export default function ProductFrame() {
  const [search] = useSearchParams();
  const view = viewAt(useShop().categories, useParams(), search);
  const list = useRouteLoaderData<typeof loader>("shop/product-list");
  const facets = list?.facets;
  return (
    <>
      <Banner
        title={titleOf(view)}
        lead={list?.lead ?? "Stones and jewellery, chosen by hand"}
        art={view.category && <CategoryArt category={view.category} className="banner-art" />}
      />
      <div className="shell pt-6 pb-20 md:pt-8">
        <div className="flex flex-wrap items-stretch gap-3">
          <SearchBox what="products" path={productListUrl({ ...view, page: 1, q: undefined })} q={view.q} />
          <FilterSheet view={view} facets={facets} />
          <ListCount total={list?.total} view={{ ...view, page: list?.view.page }} nouns={["piece", "pieces"]} />
        </div>
        <CategoryChips view={view} />
        {facets && (
          <div className="hidden md:block scripting-none:block">
            <FilterBar view={view} facets={facets} />
          </div>
        )}
        <Outlet />
      </div>
    </>
  );
}
