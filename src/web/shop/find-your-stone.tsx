import type { ProductQuery } from "../../contracts/catalogue/product.ts";
import type { Api } from "../lib/api.ts";
import { apiOf, settingsOf } from "../lib/load-context.ts";
import { NOT_INDEXED, pageMeta } from "../lib/page-meta.ts";
import { shopOf } from "../lib/site.ts";
import { Banner } from "../ui/banner.tsx";
import { LinkButton } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import type { Route } from "./+types/find-your-stone";
import { readSteps } from "./find-steps.ts";
import { ProductGrid, toSummary } from "./product-card.tsx";

const PIECES = 3;

/** What is left out, in this order, while fewer than three pieces are found. */
const leftOut = [
  { words: "the sign", names: ["zodiac"] },
  { words: "the budget", names: ["maxPrice"] },
  { words: "the form", names: ["category", "subCategory"] },
] as const;

function explain(exact: number, total: number, words: string[]) {
  if (total === 0) return "No piece in stock fits at the moment. An expert can tell you what is on its way.";
  if (words.length === 0) return "";
  const without = `without ${new Intl.ListFormat("en-IN").format(words)}`;
  if (exact === 0) return `No piece in stock fits everything you chose, so we looked ${without}.`;
  const fitting = exact === 1 ? "The first piece fits" : "The first two pieces fit";
  return `${fitting} everything you chose. For the rest we looked ${without}.`;
}

async function findPieces(api: Api, chosen: Partial<ProductQuery>) {
  const query = { ...chosen };
  // Without the budget the cheapest come first: they are nearest to it.
  const load = () => {
    const sort = chosen.maxPrice && !query.maxPrice ? ("price_up" as const) : undefined;
    return api.call("GET /api/products", { query: { ...query, sort, inStock: "true", limit: 2 * PIECES } });
  };
  let pieces = (await load()).slice(0, PIECES);
  const exact = pieces.length;
  const tried: string[] = [];
  let needed: string[] = [];
  for (const { words, names } of leftOut) {
    if (pieces.length === PIECES || !query[names[0]]) continue;
    for (const name of names) delete query[name];
    tried.push(words);
    const known = new Set(pieces.map(({ _id }) => _id));
    const more = (await load()).filter(({ _id }) => !known.has(_id));
    if (more.length > 0) needed = [...tried];
    pieces = [...pieces, ...more].slice(0, PIECES);
  }
  return { pieces: pieces.map(toSummary), note: explain(exact, pieces.length, needed) };
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = apiOf(context);
  const facets = await api.call("GET /api/products/facets", { query: { inStock: "true" } });
  const { query, ...shown } = readSteps(url.searchParams, facets, settingsOf(context));
  return { ...shown, result: shown.question ? undefined : await findPieces(api, query) };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const tags = pageMeta({
    title: "Find your stone",
    description: `A few questions, and three pieces of ${shopOf(matches).brand} that tradition links with your answers.`,
    path: "/find-your-stone",
    matches,
  });
  return loaderData?.given.length === 0 ? tags : [...tags, NOT_INDEXED];
}

const choiceLook =
  "flex min-h-14 w-full flex-col justify-center rounded-card border border-edge bg-paper px-4 py-2 font-medium hover:border-ink hover:bg-sand";

export default function FindYourStone({ loaderData: { given, question, result } }: Route.ComponentProps) {
  return (
    <>
      <Banner above={<p className="eyebrow text-moon">Find your stone</p>} title={question?.title ?? "Chosen for you"}>
        <p aria-live="polite" className="mt-2 text-lead text-moon">
          {question?.progress}
        </p>
      </Banner>
      <div className="shell pt-6 pb-20 md:pt-8">
        {given.length > 0 && (
          <ul aria-label="Your answers" className="mb-6 flex flex-wrap items-center gap-2">
            {given.map(({ text, change }) => (
              <li key={change}>
                <Link to={change} aria-label={`Change: ${text}`} className="chip">
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        )}
        {question && (
          <ul className="fit-columns-[10rem] gap-3">
            {question.options.map(({ text, hint, to }) => (
              <li key={to} className="flex">
                <Link to={to} className={choiceLook}>
                  {text}
                  {hint && <span className="text-small text-ink-soft">{hint}</span>}
                </Link>
              </li>
            ))}
          </ul>
        )}
        {result && (
          <>
            {result.note && <p className="mb-6 max-w-[60ch] text-lead">{result.note}</p>}
            <ProductGrid products={result.pieces} />
            <div className="mt-8 flex flex-wrap gap-3">
              <LinkButton to="/experts" look="accent">
                Ask an expert
              </LinkButton>
              <LinkButton to="/find-your-stone">Start again</LinkButton>
            </div>
          </>
        )}
        <p className="mt-8 text-ink-soft">These are traditions. They are not medicine, and not a promise.</p>
      </div>
    </>
  );
}
