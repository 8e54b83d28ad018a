import type { ReactNode } from "react";
import { pageWindow } from "../lib/page-window.ts";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import { Kept } from "./kept.tsx";
import { Link } from "./link.tsx";

const cell =
  "inline-flex min-h-11 min-w-11 items-center justify-center gap-1 rounded-control border px-2.5 font-medium";

interface PaginationProps {
  page: number;
  pageCount: number;
  linkTo: (page: number) => string;
  /** Its addresses hold words that somebody has typed. */
  typed?: boolean;
}

export function Pagination({ page, pageCount, linkTo, typed }: PaginationProps) {
  if (pageCount < 2) return null;
  const steps: StepsProps = {
    page,
    entries: pageWindow(page, pageCount).map((entry) => (entry === "gap" ? entry : { page: entry, to: linkTo(entry) })),
    before: page > 1 ? linkTo(page - 1) : undefined,
    after: page < pageCount ? linkTo(page + 1) : undefined,
  };
  return (
    <Kept as="nav" aria-label="Pages" className="mt-12 flex justify-center" part={Steps} with={steps} fresh={typed} />
  );
}

interface StepsProps {
  page: number;
  entries: ("gap" | { page: number; to: string })[];
  before: string | undefined;
  after: string | undefined;
}

function Steps({ page, entries, before, after }: StepsProps) {
  return (
    <ul className="flex flex-wrap items-center justify-center gap-1 max-sm:w-full max-sm:gap-y-3 sm:gap-2">
      <Step to={before}>
        <Icon name="chevron-left" size={18} />
        Prev
      </Step>
      {entries.map((entry, place) =>
        entry === "gap" ? (
          <li key={place < 3 ? "gap-before" : "gap-after"} aria-hidden className="w-5 text-center text-ink-soft">
            …
          </li>
        ) : (
          <li key={entry.page}>
            <Link
              to={entry.to}
              prefetch="intent"
              aria-label={`Page ${entry.page}`}
              aria-current={entry.page === page ? "page" : undefined}
              className={classes(
                cell,
                entry.page === page
                  ? "border-night bg-night text-ivory"
                  : "border-transparent hover:border-edge hover:bg-paper",
              )}
            >
              {entry.page}
            </Link>
          </li>
        ),
      )}
      <li aria-hidden className="order-1 -mb-3 basis-full sm:hidden" />
      <Step to={after}>
        Next
        <Icon name="chevron-right" size={18} />
      </Step>
    </ul>
  );
}

function Step({ to, children }: { to: string | undefined; children: ReactNode }) {
  return (
    // On a phone both steps share a row below the numbers, wide enough for a thumb.
    <li className="max-sm:order-2 max-sm:basis-[calc(50%-0.25rem)]">
      {to === undefined ? (
        <span className={classes(cell, "w-full border-transparent text-ink-soft")} aria-disabled="true">
          {children}
        </span>
      ) : (
        <Link to={to} prefetch="intent" className={classes(cell, "w-full border-edge bg-paper hover:border-ink")}>
          {children}
        </Link>
      )}
    </li>
  );
}
