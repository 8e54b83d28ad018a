import { countText, type ListView } from "../lib/list-view.ts";

interface ListCountProps {
  total: number | undefined;
  view: Pick<ListView, "q" | "page">;
  nouns: [one: string, many: string];
}

/** The number of results: beside the search box, on small screens below it. */
export function ListCount({ total = 0, view, nouns }: ListCountProps) {
  return (
    <p aria-live="polite" className="ml-auto self-center text-ink-soft max-md:w-full max-md:empty:-mt-3">
      {countText(total, view, nouns)}
    </p>
  );
}
