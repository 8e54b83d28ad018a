import type { ReactNode } from "react";
import { useNavigation } from "react-router";
import { countText, type ListView } from "../lib/list-view.ts";
import { classes } from "./classes.ts";
import { EmptyState } from "./empty-state.tsx";
import { TryAgain, useFailureText } from "./try-again.tsx";

/** The part of a list page that changes; dimmed while another view of the list at `path` loads. */
export function ListArea({ path, children }: { path: string; children: ReactNode }) {
  const next = useNavigation().location?.pathname;
  const isChanging = next === path || next?.startsWith(`${path}/`) === true;
  return (
    <div aria-busy={isChanging} className={classes("mt-6 transition-opacity md:mt-8", isChanging && "opacity-50")}>
      {children}
    </div>
  );
}

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

/** In place of a list that could not be loaded; the page around it stays. */
export function ListProblem({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div role="alert">
      <EmptyState title={title} text={useFailureText()}>
        <TryAgain />
        {children}
      </EmptyState>
    </div>
  );
}

/** Below an empty search: records with similar titles, for typing errors. */
export function CloseMatches({ children }: { children: ReactNode }) {
  return (
    <section aria-labelledby="close-matches" className="mt-6">
      <h2 id="close-matches" className="mb-4 text-heading">
        Close to what you typed
      </h2>
      {children}
    </section>
  );
}
