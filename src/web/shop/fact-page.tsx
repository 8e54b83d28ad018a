import { data, redirect } from "react-router";
import { findNamed } from "../../contracts/catalogue/category-rules.ts";
import { factPath, type PageFact, pageFacts } from "../../contracts/catalogue/product-rules.ts";
import { PAGE_SIZE } from "../../contracts/list-rules.ts";
import type { Settings } from "../../contracts/settings/settings.ts";
import { listUrl, listViewAt, loadPage } from "../lib/list-view.ts";
import { apiOf, settingsOf } from "../lib/load-context.ts";
import { detailMeta, NOT_INDEXED, shorten } from "../lib/page-meta.ts";
import { shopOf } from "../lib/site.ts";
import { Banner } from "../ui/banner.tsx";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { LinkButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ListArea } from "../ui/list-parts.tsx";
import { problemPage } from "../ui/page-problem.tsx";
import { Pagination } from "../ui/pagination.tsx";
import type { Route } from "./+types/fact-page";
import { FactLinks } from "./fact-links.tsx";
import { ProductGrid, toSummary } from "./product-card.tsx";

const linked = (name: string) => `Stones traditionally linked with ${name}`;

/** Worded as tradition: a page must not promise what a stone does. */
const titles: Record<PageFact, (name: string) => string> = {
  stone: (name) => name,
  origin: (name) => `From ${name}`,
  metal: (name) => `In ${name.toLowerCase()}`,
  intentions: (name) => linked(name.toLowerCase()),
  zodiac: linked,
  planets: (name) => linked(name.replace(/^(?=Sun$|Moon$)/, "the ")),
  chakras: (name) => linked(`the ${name.toLowerCase()} chakra`),
};

/** The values of the owner's list, or those of the products. */
function valuesOf(fact: PageFact, counted: { value: string }[], lists: Settings["facts"]) {
  if (fact !== "stone" && fact !== "origin" && fact !== "metal") return lists[fact];
  return counted.map(({ value }) => ({ id: "", name: value, text: "" }));
}

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const given = params.fact.toLowerCase();
  const fact = pageFacts.find(({ name, other }) => name === given || other === given);
  if (!fact) throw data(null, { status: 404 });
  const api = apiOf(context);
  const counted = (await api.call("GET /api/products/facets", {}))[fact.facet];
  const values = valuesOf(fact.name, counted, settingsOf(context).facts);
  const value = params.value ? findNamed(values, params.value) : undefined;
  if (params.value && !value) throw data(null, { status: 404 });

  const path = factPath(fact.name, value?.name);
  if (url.pathname !== path) throw redirect(path, 301);
  const load = (page: number) =>
    api.page("GET /api/products", { query: { [fact.name]: value?.name, page, limit: PAGE_SIZE } });
  const found = value
    ? await loadPage(load, { wanted: listViewAt(url.searchParams).page, size: PAGE_SIZE })
    : { items: [], page: 1, pageCount: 0 };
  const crumbs = [
    { name: "Products", to: "/products" },
    { name: `By ${fact.label.toLowerCase()}`, to: factPath(fact.name) },
  ];
  return {
    fact: fact.name,
    path,
    name: value?.name,
    title: value ? titles[fact.name](value.name) : `Shop by ${fact.label.toLowerCase()}`,
    text: value?.text ?? "",
    crumbs: value ? crumbs : crumbs.slice(0, 1),
    values: values.filter(({ name }) => counted.some((one) => one.value === name)).map(({ name }) => name),
    isEmpty: (value ? found.items : counted).length === 0,
    page: found.page,
    pageCount: found.pageCount,
    items: found.items.map(toSummary),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [{ title: "Not found" }, NOT_INDEXED];
  const { title, text, path, page, crumbs, isEmpty } = loaderData;
  const description = shorten(text || `${title} at ${shopOf(matches).brand}.`);
  const shown = {
    title: page > 1 ? `${title}, page ${page}` : title,
    description,
    path: listUrl(path, { page }),
    matches,
  };
  const structured = { "@context": "https://schema.org", "@type": "CollectionPage", name: title, description };
  return [...detailMeta(shown, structured, crumbs), ...(isEmpty ? [NOT_INDEXED] : [])];
}

export default function FactPage({ loaderData }: Route.ComponentProps) {
  const { fact, path, name, title, text, crumbs, values, isEmpty, items, page, pageCount } = loaderData;
  const others = values.filter((value) => value !== name);
  return (
    <>
      <Banner above={<Breadcrumbs crumbs={crumbs} here={name ?? title} />} title={title} />
      <div className="shell pt-6 pb-20 md:pt-8">
        {text && <p className="max-w-[68ch] text-lead whitespace-pre-line">{text}</p>}
        {isEmpty && (
          <EmptyState title="Coming Soon" text="Pieces for this page are on their way.">
            <LinkButton to="/products" look="accent">
              See all products
            </LinkButton>
          </EmptyState>
        )}
        {name && (
          <ListArea path={path}>
            <ProductGrid products={items} />
            <Pagination page={page} pageCount={pageCount} linkTo={(next) => listUrl(path, { page: next })} />
          </ListArea>
        )}
        {others.length > 0 && (
          <nav aria-label={crumbs[1]?.name ?? title} className={name && "mt-12 border-t border-line pt-6"}>
            {name && <h2 className="mb-3 text-title">{`Also ${crumbs[1]?.name.toLowerCase()}`}</h2>}
            <FactLinks fact={fact} values={others} />
          </nav>
        )}
      </div>
    </>
  );
}

export const ErrorBoundary = problemPage({
  missing: { title: "This page is not here", text: "The shop has no pieces under this name." },
  failed: "Failed to load products",
  back: { to: "/products", label: "See all products" },
});
