import { listPath } from "../../contracts/catalogue/category-rules.ts";
import type { SearchGroup, SearchItem, SearchReply } from "../../contracts/catalogue/search.ts";
import { MAX_SEARCH_LENGTH } from "../../contracts/list-rules.ts";
import { CategoryArt } from "../art/category-art.tsx";
import { listUrl } from "../lib/list-view.ts";
import { apiOf } from "../lib/load-context.ts";
import { formatRate, formatRupees } from "../lib/money.ts";
import { NOT_INDEXED, pageMeta } from "../lib/page-meta.ts";
import { useShop } from "../lib/site.ts";
import { Banner } from "../ui/banner.tsx";
import { Button, LinkButton } from "../ui/button.tsx";
import { Card, CardLink } from "../ui/card.tsx";
import { ChipLink } from "../ui/chip.tsx";
import { Icon } from "../ui/icon.tsx";
import { TextLink } from "../ui/link.tsx";
import { problemPage } from "../ui/page-problem.tsx";
import { Picture } from "../ui/picture.tsx";
import type { Route } from "./+types/search-page";
import { matchSort } from "./product-view.ts";

type Kind = SearchGroup["kind"];

const headings: Record<Kind, string> = { product: "Pieces", course: "Courses", expert: "Experts", blog: "Articles" };
/** Lists that show all of a kind; those of pieces search for the same. */
const listOf: Record<Kind, (q: string) => string> = {
  product: (q) => listUrl("/products", { q, sort: matchSort.order }),
  course: () => "/courses",
  expert: () => "/experts",
  blog: () => "/blogs",
};

export async function loader({ url, context }: Route.LoaderArgs) {
  const typed = url.searchParams.getAll("q").join(" ");
  const q = typed.trim().slice(0, MAX_SEARCH_LENGTH).toWellFormed();
  return { q, found: q ? await apiOf(context).call("GET /api/search", { query: { q } }) : undefined };
}

const isFound = (found: SearchReply) => found.groups.some(({ total }) => total > 0);

/** The title and main heading. */
function titleOf({ q, found }: Awaited<ReturnType<typeof loader>>) {
  if (!found) return "Search the shop";
  return isFound(found) ? `Results for “${q}”` : `Nothing found for “${q}”`;
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const title = loaderData ? titleOf(loaderData) : "Search";
  return [...pageMeta({ title, description: "Search the shop.", path: "/search", matches }), NOT_INDEXED];
}

const SIZES = "(width >= 64rem) 270px, (width >= 40rem) 30vw, 46vw";

interface ItemProps {
  item: SearchItem;
  first: boolean;
}

const ItemPicture = ({ item: { image }, first, sizes }: ItemProps & { sizes: string }) =>
  image ? (
    <Picture path={image} alt="" sizes={sizes} first={first} className="card-zoom" />
  ) : (
    <CategoryArt category="" className="size-full stroke-[0.75] p-[27%] text-gold" />
  );

function PieceCard({ item, first }: ItemProps) {
  return (
    <Card>
      <div className="card-picture">
        <ItemPicture item={item} first={first} sizes={SIZES} />
      </div>
      <div className="card-text">
        <h3 className="card-title">
          <CardLink to={item.url}>{item.title}</CardLink>
        </h3>
        <p className="mt-auto text-title font-semibold">{formatRupees(item.price ?? 0)}</p>
      </div>
    </Card>
  );
}

/** Courses, experts and articles: a row with a small picture. */
function ItemRow({ item, kind, first }: ItemProps & { kind: Kind }) {
  const { title, url, price } = item;
  return (
    <article className="group relative flex w-full items-center gap-4 rounded-card border border-line bg-paper p-3">
      <div className="size-22 shrink-0 overflow-hidden rounded-control bg-sand">
        <ItemPicture item={item} first={first} sizes="88px" />
      </div>
      <div className="min-w-0">
        <h3 className="text-title">
          <CardLink to={url}>{title}</CardLink>
        </h3>
        {price !== undefined && (
          <p className="mt-1 font-semibold">{kind === "expert" ? formatRate(price) : formatRupees(price)}</p>
        )}
      </div>
    </article>
  );
}

interface ItemsProps {
  kind: Kind;
  items: SearchItem[];
  title: string;
  isFirst?: boolean;
  more?: { to: string; text: string } | undefined;
}

const pieceGrid = "grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-5 lg:grid-cols-4 lg:gap-6";
const rowGrid = "grid gap-3 sm:grid-cols-2 lg:grid-cols-3 lg:gap-5";

function Items({ kind, items, title, isFirst = false, more }: ItemsProps) {
  const id = `found-${kind}`;
  return (
    <section aria-labelledby={id} className="mt-10">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id={id} className="text-heading">
          {title}
        </h2>
        {more && <TextLink to={more.to}>{more.text}</TextLink>}
      </div>
      <ul className={kind === "product" ? pieceGrid : rowGrid}>
        {items.map((item, index) => (
          <li key={item._id} className="flex min-w-0 wrap-anywhere">
            {kind === "product" ? (
              <PieceCard item={item} first={isFirst && index < 2} />
            ) : (
              <ItemRow item={item} kind={kind} first={isFirst && index < 2} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const inWords = new Intl.ListFormat("en-IN", { type: "conjunction" });

/** Honest: what stands near is another stone. */
function Missing({ name, nearest, linked }: NonNullable<SearchReply["missing"]>[number]) {
  const [is, stone] = nearest.length === 1 ? ["is", "another stone"] : ["are", "other stones"];
  return (
    <p className="max-w-[68ch] text-lead">
      {`We do not have ${name}. `}
      {nearest.length > 0 &&
        `By tradition, ${inWords.format(nearest)} ${nearest.length === 1 ? "stands" : "stand"} nearest to it: ${nearest.length === 1 ? "it" : "they"} ${is} ${stone}, not ${name}.`}
      {nearest.length === 0 &&
        linked.length > 0 &&
        `Tradition links it with ${inWords.format(linked)}, and so it does the pieces below: they are other stones, not ${name}.`}
    </p>
  );
}

function Near({ near = [], nearExperts = [], missing = [] }: SearchReply) {
  return (
    <>
      <div className="grid gap-3 [&:empty]:hidden">
        {missing.map((one) => (
          <Missing key={one.name} {...one} />
        ))}
      </div>
      {near.length > 0 && (
        <Items
          kind="product"
          title={missing.length > 0 ? "Nearest to it" : "Near to what you typed"}
          items={near}
          isFirst
        />
      )}
      {nearExperts.length > 0 && <Items kind="expert" title="Experts to ask" items={nearExperts} />}
    </>
  );
}

/** What to do next, when nothing was found. */
const NextSteps = () => (
  <div className="mt-10 border-t border-line pt-6">
    <p className="text-lead">Please try fewer or other words, or tell us what you look for: a person answers.</p>
    <div className="mt-4 flex flex-wrap gap-3">
      <LinkButton to="/contact" look="accent">
        Ask us
      </LinkButton>
      <LinkButton to="/find-your-stone">Find your stone</LinkButton>
      <LinkButton to="/products">See all products</LinkButton>
    </div>
  </div>
);

/** Before anything is typed. */
const Categories = () => (
  <nav aria-label="Categories" className="mt-8">
    <ul className="flex flex-wrap gap-2">
      {useShop().categories.map(({ name }) => (
        <li key={name}>
          <ChipLink to={listPath(name)} current={false}>
            {name}
          </ChipLink>
        </li>
      ))}
    </ul>
  </nav>
);

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const { q, found } = loaderData;
  const groups = found?.groups.filter(({ total }) => total > 0) ?? [];
  return (
    <>
      <Banner title={titleOf(loaderData)} />
      <div className="shell pt-6 pb-20 md:pt-8">
        {/* biome-ignore lint/a11y/useSemanticElements: browsers of 2023 do not support <search>. */}
        <form role="search" aria-label="The whole shop" action="/search" className="flex max-w-xl gap-2">
          <input
            key={q}
            type="search"
            name="q"
            aria-label="Search the shop"
            placeholder="Stones, courses, experts …"
            defaultValue={q}
            maxLength={MAX_SEARCH_LENGTH}
            enterKeyHint="search"
            className="min-h-12 min-w-0 grow rounded-full border border-edge bg-paper px-4 placeholder:text-ink-soft focus-visible:rounded-full"
          />
          <Button type="submit" aria-label="Search" className="rounded-full">
            <Icon name="search" size={20} />
          </Button>
        </form>
        {!found && <Categories />}
        {found && <div className="mt-6 empty:hidden">{found.near && <Near {...found} />}</div>}
        {groups.map(({ kind, total, items }, index) => (
          <Items
            key={kind}
            kind={kind}
            items={items}
            title={`${headings[kind]} (${total})`}
            isFirst={index === 0 && !found?.near}
            more={
              total > items.length
                ? {
                    to: listOf[kind](q),
                    text: kind === "product" ? `See all ${total}` : `All ${headings[kind].toLowerCase()}`,
                  }
                : undefined
            }
          />
        ))}
        {found && groups.length === 0 && <NextSteps />}
      </div>
    </>
  );
}

export const ErrorBoundary = problemPage({
  failed: "Failed to search",
  back: { to: "/products", label: "See all products" },
});
