import { formatRupees } from "../lib/money.ts";
import { classes } from "./classes.ts";

export function Price({ price, offerPrice = price, large }: { price: number; offerPrice?: number; large?: boolean }) {
  const isReduced = offerPrice < price;
  return (
    <p className="price">
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
