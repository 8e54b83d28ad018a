import type { Product } from "../../contracts/catalogue/product.ts";
import type { Api } from "../lib/api.ts";
import { apiOf, settingsOf } from "../lib/load-context.ts";
import { NOT_INDEXED, pageMeta } from "../lib/page-meta.ts";
import { shopOf } from "../lib/site.ts";
import { Banner } from "../ui/banner.tsx";
import { LinkButton } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { PageProblem } from "../ui/page-problem.tsx";
import type { Route } from "./+types/find-your-stone";
import { type Answers, readSteps } from "./find-steps.ts";
import { ProductGrid, toSummary } from "./product-card.tsx";

const PIECES = 3;

const leftOut = [
  { name: "sign", words: "the sign", query: { zodiac: undefined } },
  // The cheapest first: they are nearest to the budget.
  { name: "budget", words: "the budget", query: { maxPrice: undefined, sort: "price_up" as const } },
  { name: "form", words: "the form", query: { category: undefined, subCategory: undefined } },
] as const;

function explain(exact: number, total: number, words: string[]) {
  if (total === 0) return "No piece in stock fits at the moment. An expert can tell you what is on its way.";
  if (words.length === 0) return total < PIECES ? "More pieces are on their way." : "";
  const without = `without ${words.join(" and ")}`;
  if (exact === 0) return `No piece in stock fits everything you chose, so we looked ${without}.`;
  const fitting = exact === 1 ? "The first piece fits" : "The first two pieces fit";
  return `${fitting} everything you chose. For the rest we looked ${without}.`;
}

/** The pieces in stock that fit best. Fewer than three: first the sign, then the budget, then the form is left out. */
async function findPieces(api: Api, answers: Answers) {
  const chosen = Object.assign({}, ...Object.values(answers).map(({ query }) => query));
  const load = (query: object) =>
    api.call("GET /api/products", { query: { ...query, inStock: "true", limit: 2 * PIECES } });
  let pieces = (await load(chosen)).slice(0, PIECES);
  const exact = pieces.length;
  let query = chosen;
  const tried: string[] = [];
  let words: string[] = [];
  for (const { name, words: what, query: change } of leftOut) {
    if (pieces.length === PIECES || Object.keys(answers[name]?.query ?? {}).length === 0) continue;
    query = { ...query, ...change };
    tried.push(what);
    const isNew = ({ _id }: Product) => pieces.every((piece) => piece._id !== _id);
    const more = (await load(query)).filter(isNew).slice(0, PIECES - pieces.length);
    if (more.length > 0) words = [...tried];
    pieces = [...pieces, ...more];
  }
  return { pieces: pieces.map(toSummary), note: explain(exact, pieces.length, words) };
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = apiOf(context);
  const facets = await api.call("GET /api/products/facets", { query: { inStock: "true" } });
  const { answers, ...shown } = readSteps(new URL(request.url).searchParams, facets, settingsOf(context));
  return { ...shown, result: shown.question ? undefined : await findPieces(api, answers) };
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

export default function FindYourStone({ loaderData: { given, question, result } }: Route.ComponentProps) {
  return (
    <>
      <Banner
        above={<p className="eyebrow text-moon">Find your stone</p>}
        title={question?.title ?? "Chosen for you"}
        lead={question ? `Step ${question.step} of ${question.of}` : undefined}
      />
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
          <ul className="fit-columns-[9.5rem] gap-3">
            {question.options.map(({ text, hint, to }) => (
              <li key={to} className="flex">
                <Link to={to} className="find-choice">
                  {text}
                  {hint && <span className="text-small text-ink-soft">{hint}</span>}
                </Link>
              </li>
            ))}
          </ul>
        )}
        {result?.note && <p className="mb-6 max-w-[60ch] text-lead">{result.note}</p>}
        {result && <ProductGrid products={result.pieces} />}
        {result && (
          <div className="mt-8 flex flex-wrap gap-3">
            <LinkButton to="/experts" look="accent">
              Ask an expert
            </LinkButton>
            <LinkButton to="/find-your-stone">Start again</LinkButton>
          </div>
        )}
        <p className="mt-8 text-ink-soft">These are traditions. They are not medicine, and not a promise.</p>
      </div>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <PageProblem error={error} failed="Failed to load products" back={{ to: "/products", label: "See all products" }} />
  );
}
