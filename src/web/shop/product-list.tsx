import { data } from "react-router";
import { findCategory, findSubCategory } from "../../contracts/catalogue/category-rules.ts";
import { spelledFacts } from "../../contracts/catalogue/product-rules.ts";
import { PAGE_SIZE } from "../../contracts/list-rules.ts";
import { listUrl, loadPage } from "../lib/list-view.ts";
import { apiOf, settingsOf } from "../lib/load-context.ts";
import { NOT_INDEXED, pageMeta } from "../lib/page-meta.ts";
import { shopOf } from "../lib/site.ts";
import { describeSuggestion } from "../lib/suggestions.ts";
import { LinkButton } from "../ui/button.tsx";
import { ChipLink } from "../ui/chip.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { TextLink } from "../ui/link.tsx";
import { CloseMatches, ListArea, ListProblem } from "../ui/list-parts.tsx";
import { Pagination } from "../ui/pagination.tsx";
import type { Route } from "./+types/product-list";
import { ProductGrid, toSummary } from "./product-card.tsx";
import {
  chosenFilters,
  matchSort,
  type ProductView,
  productListUrl,
  titleOf,
  viewAt,
  withoutFilters,
} from "./product-view.ts";

const ON_THEIR_WAY = "Products for this category are on their way.";

/** Of a search it is compact, so that what is close is within the first screen of a phone. */
function ComingSoon({ view }: { view: ProductView }) {
  const { category, q } = view;
  const clearFilters = chosenFilters(view).length > 0 && productListUrl(withoutFilters(view));
  if (q)
    return (
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h2 className="text-title">Coming Soon</h2>
        <p className="wrap-anywhere">{`Nothing matches “${q}” yet. ${ON_THEIR_WAY}`}</p>
        {clearFilters && <TextLink to={clearFilters}>Clear filters</TextLink>}
        <TextLink to={productListUrl({ ...view, page: 1, q: undefined })}>Clear search</TextLink>
        {category && <TextLink to={productListUrl({ q })}>See all products</TextLink>}
        <TextLink to={listUrl("/search", { q })}>Search the whole shop</TextLink>
        <TextLink to="/contact">Ask us</TextLink>
      </div>
    );
  return (
    <EmptyState title="Coming Soon" text={ON_THEIR_WAY}>
      {clearFilters && <LinkButton to={clearFilters}>Clear filters</LinkButton>}
      <LinkButton to="/find-your-stone">Find your stone</LinkButton>
      {category ? (
        <LinkButton to="/products">See all products</LinkButton>
      ) : (
        <LinkButton to="/">Back to home</LinkButton>
      )}
    </EmptyState>
  );
}

/** Products are left out: they are among the results. */
const MAX_SUGGESTIONS = 4;

const NOTHING = { suggestions: [], items: [], similar: [], total: 0, pageCount: 0 };

/** With a 503, crawlers come back later instead of indexing the empty page. */
const OUTAGE = { status: 503, headers: { "retry-after": "60", "cache-control": "no-store" } };

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const settings = settingsOf(context);
  const { categories } = settings.categories;
  const inUrl = viewAt(categories, params, url.searchParams);
  const view = { ...inUrl, ...spelledFacts(inUrl, settings.facts) };
  const category = findCategory(categories, view.category ?? "");
  const lead = (findSubCategory(category, view.subCategory ?? "") ?? category)?.lead;
  const none = { ...NOTHING, view, lead, facets: undefined, failed: false };
  if (view.category !== undefined && !category) return none;

  const api = apiOf(context);
  const load = (page: number) => api.page("GET /api/products", { query: { ...view, page, limit: PAGE_SIZE } });
  try {
    const { page: _page, sort, ...filters } = view;
    const isByMatch = sort === matchSort.order;
    const [{ page, items, ...found }, facets, suggestions] = await Promise.all([
      loadPage(load, { wanted: view.page, size: PAGE_SIZE }),
      api.call("GET /api/products/facets", { query: isByMatch ? { ...filters, sort } : filters }),
      view.q ? api.call("GET /api/suggestions", { query: { q: view.q } }).catch(() => []) : [],
    ]);
    const { q } = view;
    const meant =
      q && !isByMatch && found.total === 0
        ? await api.call("GET /api/products", { query: { q, sort: matchSort.order, limit: PAGE_SIZE } })
        : [];
    return {
      ...none,
      ...found,
      view: { ...view, page },
      facets,
      suggestions: suggestions.filter(({ kind }) => kind !== "product").slice(0, MAX_SUGGESTIONS),
      items: items.map(toSummary),
      similar: meant.map(toSummary),
    };
  } catch (error) {
    // The visitor sees Coming Soon; the log has the reason.
    console.error(error instanceof Error ? `Products could not be listed: ${error.message}` : error);
    return data({ ...none, failed: true }, OUTAGE);
  }
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

export function meta({ loaderData, params, location, matches }: Route.MetaArgs) {
  const shop = shopOf(matches);
  const view = loaderData?.view ?? viewAt(shop.categories, params, new URLSearchParams(location.search));
  const { category, subCategory, q, sort, page } = view;
  const title = titleOf(view);
  // Search engines index the categories, not their combinations with filters, and no unknown category.
  const isPlain = loaderData?.facets && !q && !sort && chosenFilters(view).length === 0;
  return [
    ...pageMeta({
      title: page > 1 ? `${title}, page ${page}` : title,
      description: `${title} at ${shop.brand}. ${shop.description}`,
      path: productListUrl({ category, subCategory, page: isPlain ? page : 1 }),
      matches,
    }),
    ...(isPlain ? [] : [NOT_INDEXED]),
  ];
}

export default function ProductList({ loaderData }: Route.ComponentProps) {
  const { view, suggestions, items, similar, pageCount, failed } = loaderData;
  if (failed) return <FailedList />;
  return (
    <ListArea path="/products">
      {suggestions.length > 0 && (
        <nav aria-label="Suggestions" className="mb-5">
          <ul className="flex flex-wrap gap-2">
            {suggestions.map((suggestion) => (
              <li key={suggestion.url}>
                <ChipLink to={suggestion.url} current={false}>
                  {describeSuggestion(suggestion)}
                </ChipLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {items.length === 0 ? <ComingSoon view={view} /> : <ProductGrid products={items} />}
      {similar.length > 0 && (
        <CloseMatches>
          <ProductGrid products={similar} />
        </CloseMatches>
      )}
      <Pagination page={view.page} pageCount={pageCount} linkTo={(page) => productListUrl({ ...view, page })} />
    </ListArea>
  );
}

const FailedList = () => (
  <ListArea path="/products">
    <ListProblem title="Coming Soon">
      <LinkButton to="/">Back to home</LinkButton>
    </ListProblem>
  </ListArea>
);

/** For a failed load in the browser. A failure on the server is returned as data with `failed`. */
export const ErrorBoundary = FailedList;
