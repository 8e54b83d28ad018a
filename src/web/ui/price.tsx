import { formatRupees } from "../lib/money.ts";
import { classes } from "./classes.ts";

interface PriceProps {
  price: number;
  offerPrice?: number;
  /** The lowest of several prices. */
  from?: boolean | undefined;
  large?: boolean;
}

export function Price({ price, offerPrice = price, from, large }: PriceProps) {
  const isReduced = offerPrice < price;
  return (
    <p className="price">
      {from && "From"}
      {isReduced && <span className="sr-only">Offer price</span>}
      <span className={classes("font-semibold", large ? "text-[1.5rem] leading-tight md:text-heading" : "text-title")}>
        {formatRupees(offerPrice)}
      </span>
      {isReduced && (
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
