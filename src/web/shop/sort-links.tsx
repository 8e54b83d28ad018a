import { Link } from "../ui/link.tsx";
import { addressOf, type ProductView, productSorts } from "./product-view.ts";

/** The order of the list. A new order starts at page 1. */
export function SortLinks({ view }: { view: ProductView }) {
  return (
    <nav aria-label="Sort" className="mt-4 flex flex-wrap items-center gap-x-5 text-ink-soft">
      <span aria-hidden>Sort</span>
      {productSorts.map(({ name, order }) => {
        const isCurrent = view.sort === order;
        return (
          <Link
            key={name}
            to={addressOf({ ...view, page: 1, sort: order })}
            replace
            keepScroll
            aria-current={isCurrent || undefined}
            className="inline-flex min-h-11 items-center underline-offset-4 hover:text-ink hover:underline aria-current:font-semibold aria-current:text-ink"
          >
            {name}
          </Link>
        );
      })}
    </nav>
  );
}
