import { Outlet, useParams, useRouteLoaderData, useSearchParams } from "react-router";
import { CategoryArt } from "../art/category-art.tsx";
import { useShop } from "../lib/site.ts";
import { Banner } from "../ui/banner.tsx";
import { ChipLink } from "../ui/chip.tsx";
import { classes } from "../ui/classes.ts";
import { ListCount } from "../ui/list-parts.tsx";
import { SearchBox } from "../ui/search-box.tsx";
import { FilterBar, FilterSheet } from "./filters.tsx";
import type { loader } from "./product-list.tsx";
import { categoryChoices, type ProductView, productListUrl, titleOf, viewAt } from "./product-view.ts";

/** On small screens the categories are hidden once one is chosen; the filter sheet then has them. */
function CategoryChips({ view }: { view: ProductView }) {
  const { categories, subCategories } = categoryChoices(useShop().categories, view);
  return (
    <>
      <nav aria-label="Categories" className={classes("mt-5", view.category && "hidden md:block scripting-none:block")}>
        <ul className="category-tiles">
          {categories.map(({ name = "", isCurrent, ...choice }) => (
            <li key={name}>
              <ChipLink to={productListUrl(choice.view)} current={isCurrent}>
                <CategoryArt category={name} className="category-art" />
                {name || "All"}
              </ChipLink>
            </li>
          ))}
        </ul>
      </nav>
      {subCategories.length > 0 && (
        <nav aria-label={`${view.category} subcategories`} className="mt-5 md:mt-4 md:border-t md:border-line md:pt-4">
          <ul className="flex flex-wrap gap-2">
            {subCategories.map(({ name = "All", isCurrent, ...choice }) => (
              <li key={name}>
                <ChipLink to={productListUrl(choice.view)} current={isCurrent}>
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

/** Layout route of the product list: banner, search and filters need no data, so they stay when loading the list fails. */
export default function ProductFrame() {
  const [search] = useSearchParams();
  const inUrl = viewAt(useShop().categories, useParams(), search);
  const list = useRouteLoaderData<typeof loader>("shop/product-list");
  const view = list?.view ?? inUrl;
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
