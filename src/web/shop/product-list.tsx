import { data, useNavigation } from "react-router";
import { site } from "../../../site.config.ts";
import { findCategory } from "../../contracts/categories.ts";
import { PAGE_SIZE } from "../../contracts/list-limits.ts";
import type { Product } from "../../contracts/product.ts";
import { countText, loadPage, loadSimilar } from "../lib/list-view.ts";
import { apiOf } from "../lib/load-context.ts";
import { pageMeta } from "../lib/page-meta.ts";
import { Banner } from "../ui/banner.tsx";
import { classes } from "../ui/classes.ts";
import { CloseMatches } from "../ui/close-matches.tsx";
import { Pagination } from "../ui/pagination.tsx";
import { SearchBox } from "../ui/search-box.tsx";
import type { Route } from "./+types/product-list";
import { CategoryChips } from "./category-chips.tsx";
import { ComingSoon } from "./coming-soon.tsx";
import { FilterSheet } from "./filter-sheet.tsx";
import type { ProductSummary } from "./product-card.tsx";
import { ProductGrid } from "./product-grid.tsx";
import { addressOf, type ProductView, viewAt } from "./product-view.ts";

/** After an outage of the product list, crawlers come back instead of indexing the empty page. */
const OUTAGE = { status: 503, headers: { "retry-after": "60", "cache-control": "no-store" } };

/** Sends only what a card shows: descriptions and further pictures would double the page's data. */
function toSummary({ description, images, createdAt, version, ...shown }: Product): ProductSummary {
  return { ...shown, image: images[0] };
}

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const view = viewAt(params, new URL(request.url).searchParams);
  const none = { view, items: [], similar: [], total: 0, pageCount: 0 };
  const isKnown = view.category === undefined || findCategory(view.category) !== undefined;
  if (!isKnown) return none;

  const api = apiOf(context);
  const load = (page: number, match?: "similar") =>
    api.page("GET /api/products", { query: { ...view, page, match, limit: PAGE_SIZE } });
  try {
    const { page, items, ...found } = await loadPage(load, { wanted: view.page, size: PAGE_SIZE });
    const similar = await loadSimilar((match) => load(1, match), { q: view.q, total: found.total });
    return { view: { ...view, page }, items: items.map(toSummary), similar: similar.map(toSummary), ...found };
  } catch (error) {
    // The visitor sees Coming Soon; the log has the reason.
    console.error(error instanceof Error ? `Products could not be listed: ${error.message}` : error);
    return data(none, OUTAGE);
  }
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { category, subCategory, page } = loaderData.view;
  const title = pageTitle(loaderData.view);
  return pageMeta({
    title: page > 1 ? `${title}, page ${page}` : title,
    description: `${title} at ${site.brand}. ${site.description}`,
    path: addressOf({ category, subCategory, page }),
    matches,
  });
}

const pageTitle = ({ category, subCategory }: ProductView) => subCategory ?? category ?? "Our Products";

export default function ProductList({ loaderData }: Route.ComponentProps) {
  const { view, items, similar, total, pageCount } = loaderData;
  const next = useNavigation().location;
  const isChanging = next?.pathname.startsWith("/products") === true;
  return (
    <>
      <Banner title={pageTitle(view)} lead="Stones and jewellery, chosen by hand" />
      <div className="shell pt-6 pb-20 md:pt-8">
        <div className="flex items-stretch gap-3">
          <SearchBox
            what="products"
            path={addressOf({ category: view.category, subCategory: view.subCategory })}
            q={view.q}
          />
          <FilterSheet view={view} />
          <p aria-live="polite" className="ml-auto self-center text-ink-soft max-md:hidden">
            {countText(total, view, ["piece", "pieces"])}
          </p>
        </div>
        <div className="mt-5 hidden md:block scripting-none:block">
          <CategoryChips view={view} />
        </div>
        <div aria-busy={isChanging} className={classes("mt-6 transition-opacity md:mt-8", isChanging && "opacity-50")}>
          {items.length === 0 ? <ComingSoon view={view} /> : <ProductGrid products={items} />}
          {similar.length > 0 && (
            <CloseMatches>
              <ProductGrid products={similar} />
            </CloseMatches>
          )}
          <Pagination page={view.page} pageCount={pageCount} linkTo={(page) => addressOf({ ...view, page })} />
        </div>
      </div>
    </>
  );
}
