import type { SearchCount } from "../../../contracts/catalogue/search.ts";
import { Link } from "../../ui/link.tsx";
import { Panel } from "../../ui/panel.tsx";

const MAX_SHOWN = 20;

/** The most frequent of these days. */
function sumByTerm(rows: SearchCount[]) {
  const counts = new Map<string, number>();
  for (const { term, count } of rows) counts.set(term, (counts.get(term) ?? 0) + count);
  return [...counts].sort(([, a], [, b]) => b - a).slice(0, MAX_SHOWN);
}

function Terms({ title, rows, none }: { title: string; rows: SearchCount[]; none: string }) {
  const terms = sumByTerm(rows);
  return (
    <Panel title={title}>
      {terms.length === 0 && <p>{none}</p>}
      <ol>
        {terms.map(([term, count]) => (
          <li key={term} className="flex items-center gap-3 border-b border-line last:border-0">
            <Link
              to={`/search?${new URLSearchParams({ q: term })}`}
              className="inline-flex min-h-11 min-w-0 grow items-center wrap-anywhere underline decoration-gold underline-offset-4"
            >
              {term}
            </Link>
            <span className="tabular-nums">{count.toLocaleString("en-IN")}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** What visitors searched for in these days; they are counted without saying who searched. */
export const Searches = ({ searches }: { searches: SearchCount[] }) => (
  <section aria-label="Searches" className="mt-8 grid gap-4 lg:grid-cols-2">
    <Terms title="Searched and found" rows={searches.filter(({ found }) => found)} none="No searches in these days." />
    <Terms
      title="Searched and not found"
      rows={searches.filter(({ found }) => !found)}
      none="Every search found something."
    />
  </section>
);
