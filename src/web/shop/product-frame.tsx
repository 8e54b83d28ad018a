import { Outlet, useParams, useRouteLoaderData, useSearchParams } from "react-router";
import { CategoryArt } from "../art/category-art.tsx";
import { useShop } from "../lib/site.ts";
import { Banner } from "../ui/banner.tsx";
import { ListCount } from "../ui/list-count.tsx";
import { SearchBox } from "../ui/search-box.tsx";
import { CategoryChips } from "./category-chips.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { FilterSheet } from "./filter-sheet.tsx";
import type { loader } from "./product-list.tsx";
import { productListUrl, titleOf, viewAt } from "./product-view.ts";

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
