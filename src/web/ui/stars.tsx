import type { Rating } from "../../contracts/reviews/review.ts";
import { classes } from "./classes.ts";
import sheet from "./icons.svg?url";

/** The average as it is shown everywhere, and in the structured data. */
export const averageText = ({ average }: Rating) => average.toFixed(1);

const five = <use href={`${sheet}#stars`} width="120" height="24" />;

/** Five stars, filled up to `value`. Decorative: the number is in the text beside it. */
export const StarRow = ({ value }: { value: number }) => (
  <svg viewBox="0 0 120 24" aria-hidden className="stars">
    {five}
    <svg width={24 * value} height="24" aria-hidden className="stars-filled">
      {five}
    </svg>
  </svg>
);

/** Renders nothing without reviews. */
export const Stars = ({ rating, size = "text-small" }: { rating: Rating | undefined; size?: string }) =>
  rating && (
    <span className={classes("flex flex-wrap items-center gap-x-1.5 py-0.5", size)}>
      <StarRow value={rating.average} />
      {averageText(rating)} <span className="sr-only">of 5 stars,</span>
      <span aria-hidden>({rating.count})</span>
      <span className="sr-only">{`${rating.count} ${rating.count === 1 ? "review" : "reviews"}`}</span>
    </span>
  );

/** Beside the title of an item's page. */
export const StarsLink = ({ rating }: { rating: Rating | undefined }) =>
  rating && (
    <a href="#reviews" className="inline-flex min-h-11 items-center underline-gold">
      <Stars rating={rating} />
    </a>
  );
