import { Outlet, useParams, useRouteLoaderData, useSearchParams } from "react-router";
import { Banner } from "../ui/banner.tsx";
import { ListCount } from "../ui/list-count.tsx";
import { SearchBox } from "../ui/search-box.tsx";
import { CategoryChips } from "./category-chips.tsx";
import { FilterSheet } from "./filter-sheet.tsx";
import type { loader } from "./product-list.tsx";
import { addressOf, titleOf, viewAt } from "./product-view.ts";
import { SortLinks } from "./sort-links.tsx";

/** Layout route of the product list: banner, search and filters need no data, so they stay when loading the list fails. */
export default function ProductFrame() {
  const [search] = useSearchParams();
  const view = viewAt(useParams(), search);
  const list = useRouteLoaderData<typeof loader>("shop/product-list");
  return (
    <>
      <Banner title={titleOf(view)} lead={list?.lead ?? "Stones and jewellery, chosen by hand"} />
      <div className="shell pt-6 pb-20 md:pt-8">
        <div className="flex flex-wrap items-stretch gap-3">
          <SearchBox
            what="products"
            path={addressOf({ category: view.category, subCategory: view.subCategory, sort: view.sort })}
            q={view.q}
          />
          <FilterSheet view={view} />
          <ListCount total={list?.total} q={view.q} nouns={["piece", "pieces"]} />
        </div>
        <div className="mt-5 hidden md:block scripting-none:block">
          <CategoryChips view={view} />
          <SortLinks view={view} />
        </div>
        <Outlet />
      </div>
    </>
  );
}
