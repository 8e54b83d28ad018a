import { formatRupees } from "../lib/money.ts";
import { classes } from "./classes.ts";

interface PriceProps {
  price: number;
  offerPrice?: number;
  large?: boolean;
}

/** What is asked now, with the earlier price struck through when it was higher. Never wraps inside an amount. */
export function Price({ price, offerPrice = price, large }: PriceProps) {
  const reduced = offerPrice < price;
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 whitespace-nowrap">
      {reduced && <span className="sr-only">Offer price</span>}
      <span className={classes("font-semibold", large ? "text-[1.5rem] leading-tight md:text-heading" : "text-title")}>
        {formatRupees(offerPrice)}
      </span>
      {reduced && (
        <>
          <span className="sr-only">Original price</span>
          <s className={classes("text-ink-soft", large ? "text-base md:text-lead" : "text-small")}>
            {formatRupees(price)}
          </s>
        </>
      )}
    </p>
  );
}
