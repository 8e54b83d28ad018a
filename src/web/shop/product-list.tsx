import { useNavigation } from "react-router";
import { site } from "../../../site.config.ts";
import { findCategory } from "../../contracts/categories.ts";
import type { Product } from "../../contracts/product.ts";
import { loadPage } from "../lib/list-view.ts";
import { apiOf } from "../lib/load-context.ts";
import { pageMeta } from "../lib/page-meta.ts";
import { Banner } from "../ui/banner.tsx";
import { classes } from "../ui/classes.ts";
import { Kept } from "../ui/kept.tsx";
import { Pagination } from "../ui/pagination.tsx";
import type { Route } from "./+types/product-list";
import { ComingSoon } from "./coming-soon.tsx";
import { FilterSheet } from "./filter-sheet.tsx";
import type { ProductSummary } from "./product-card.tsx";
import { ProductGrid } from "./product-grid.tsx";
import { addressOf, PAGE_SIZE, type ProductView, viewAt } from "./product-view.ts";
import { SearchBox } from "./search-box.tsx";
import { CategoryChips } from "./view-chips.tsx";

/** What a card shows: descriptions and further pictures would double what a visitor loads. */
function summaryOf({ description, images, createdAt, version, ...shown }: Product): ProductSummary {
  return { ...shown, image: images[0] };
}

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const view = viewAt(params, new URL(request.url).searchParams);
  const { category, subCategory, q } = view;
  const known = category === undefined || findCategory(category) !== undefined;
  if (!known) return { view, items: [], total: 0, pageCount: 0 };

  const api = apiOf(context);
  const load = (page: number) =>
    api.page("GET /api/products", { query: { category, subCategory, q, page, limit: PAGE_SIZE } });
  try {
    const { page, items, ...found } = await loadPage(load, { wanted: view.page, size: PAGE_SIZE });
    return { view: { ...view, page }, items: items.map(summaryOf), ...found };
  } catch (error) {
    // The visitor sees Coming Soon; the owner's log has the reason.
    console.error(error instanceof Error ? `Products could not be listed: ${error.message}` : error);
    return { view, items: [], total: 0, pageCount: 0 };
  }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { category, subCategory, page } = loaderData.view;
  const title = titleOf(loaderData.view);
  return pageMeta({
    title: page > 1 ? `${title}, page ${page}` : title,
    description: `${title} at ${site.brand}. ${site.description}`,
    path: addressOf({ category, subCategory, page }),
    matches,
  });
}

const titleOf = ({ category, subCategory }: ProductView) => subCategory ?? category ?? "Our Products";

const countOf = (total: number) =>
  total === 0 ? "" : `${total.toLocaleString("en-IN")} ${total === 1 ? "piece" : "pieces"}`;

export default function ProductList({ loaderData }: Route.ComponentProps) {
  const { view, items, total, pageCount } = loaderData;
  const next = useNavigation().location;
  const isChanging = next?.pathname.startsWith("/products") === true;
  return (
    <>
      <Banner title={titleOf(view)} lead="Stones and jewellery, chosen by hand" />
      <div className="shell pt-6 pb-20 md:pt-8">
        <div className="flex items-stretch gap-3">
          <SearchBox
            what="products"
            path={addressOf({ category: view.category, subCategory: view.subCategory })}
            q={view.q}
          />
          <FilterSheet view={view} />
          <p aria-live="polite" className="ml-auto self-center text-ink-soft max-md:hidden">
            {countOf(total)}
          </p>
        </div>
        <Kept
          as="div"
          className="mt-5 hidden md:block scripting-none:block"
          part={CategoryChips}
          with={{ view: { ...view, page: undefined } }}
          fresh={view.q !== undefined}
        />
        <div aria-busy={isChanging} className={classes("mt-6 transition-opacity md:mt-8", isChanging && "opacity-50")}>
          {items.length === 0 ? <ComingSoon view={view} /> : <ProductGrid products={items} />}
          <Pagination page={view.page} pageCount={pageCount} linkTo={(page) => addressOf({ ...view, page })} />
        </div>
      </div>
    </>
  );
}
