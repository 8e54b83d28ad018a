import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import { Link } from "./link.tsx";

/** The page numbers to show: both ends, the current page with its neighbours, and gaps. At most seven entries. */
function pageWindow(page: number, pageCount: number): (number | "gap")[] {
  if (pageCount <= 7) return Array.from({ length: pageCount }, (_, i) => i + 1);
  const first = Math.max(2, Math.min(page - 1, pageCount - 4));
  const last = Math.min(pageCount - 1, Math.max(page + 1, 5));
  const middle = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  return [
    1,
    ...(first > 2 ? (["gap"] as const) : []),
    ...middle,
    ...(last < pageCount - 1 ? (["gap"] as const) : []),
    pageCount,
  ];
}

interface PaginationProps {
  page: number;
  pageCount: number;
  linkTo: (page: number) => string;
}

export function Pagination({ page, pageCount, linkTo }: PaginationProps) {
  if (pageCount < 2) return null;
  return (
    <nav aria-label="Pages" className="mt-12 flex justify-center">
      <ul className="flex flex-wrap items-center justify-center gap-1 max-sm:w-full max-sm:gap-y-3 sm:gap-2">
        <Step to={page > 1 ? linkTo(page - 1) : undefined}>
          <Icon name="chevron-left" size={18} />
          Prev
        </Step>
        {pageWindow(page, pageCount).map((entry, index) =>
          entry === "gap" ? (
            <li key={index < 3 ? "gap-before" : "gap-after"} aria-hidden className="w-5 text-center text-ink-soft">
              …
            </li>
          ) : (
            <li key={entry}>
              <Link
                to={linkTo(entry)}
                aria-label={`Page ${entry}`}
                aria-current={entry === page ? "page" : undefined}
                className="page-link"
              >
                {entry}
              </Link>
            </li>
          ),
        )}
        <li aria-hidden className="order-1 -mb-3 basis-full sm:hidden" />
        <Step to={page < pageCount ? linkTo(page + 1) : undefined}>
          Next
          <Icon name="chevron-right" size={18} />
        </Step>
      </ul>
    </nav>
  );
}

function Step({ to, children }: { to: string | undefined; children: ReactNode }) {
  return (
    // On small screens both buttons share a row below the numbers.
    <li className="max-sm:order-2 max-sm:basis-[calc(50%-0.25rem)]">
      {to === undefined ? (
        <span className="page-link w-full text-ink-soft" aria-disabled="true">
          {children}
        </span>
      ) : (
        <Link to={to} className="page-link w-full border-edge bg-paper hover:border-ink">
          {children}
        </Link>
      )}
    </li>
  );
}
