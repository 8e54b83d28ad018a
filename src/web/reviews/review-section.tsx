import { useLocation } from "react-router";
import type { Review } from "../../contracts/reviews/review.ts";
import { useShop } from "../lib/site.ts";
import { DetailSection } from "../ui/detail-section.tsx";
import { TextLink } from "../ui/link.tsx";
import { Picture } from "../ui/picture.tsx";
import { StarRow, Stars } from "../ui/stars.tsx";
import type { ShownReviews } from "./review-data.ts";

/** The part "Reviews" of an item's page. Without reviews the page has no such part. */
export function Reviews({ shown }: { shown: ShownReviews }) {
  const { pathname } = useLocation();
  if (!shown) return null;
  const { rating, counts, reviews, page, pageCount } = shown;
  return (
    <DetailSection id="reviews" title="Reviews">
      <div className="min-w-0">
        <Stars rating={rating} size="text-title" />
        <ul className="mt-3 text-small">
          {[5, 4, 3, 2, 1].map((stars) => (
            <li key={stars} className="star-count">
              <span className="w-[3.5em]">{`${stars} ${stars === 1 ? "star" : "stars"}`}</span>
              <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden>
                <rect width={(100 * counts[stars - 1]!) / rating.count} height="8" />
              </svg>
              {counts[stars - 1]}
            </li>
          ))}
        </ul>
        <TextLink to="/reviews-policy">How reviews are checked</TextLink>
        <ul>
          {reviews.map((review) => (
            <li key={review._id} className="border-t border-line py-5">
              <ReviewContent review={review} when={review.day} />
            </li>
          ))}
        </ul>
        {page > 1 && <TextLink to={`${pathname}#reviews`}>Newest reviews</TextLink>}{" "}
        {page < pageCount && <TextLink to={`${pathname}?page=${page + 1}#reviews`}>Show more</TextLink>}
      </div>
    </DetailSection>
  );
}

/** One review, as everybody sees it. A photo is a link to its file. */
export function ReviewContent({ review, when }: { review: Review; when: string }) {
  const { stars, text, by, photos, reply } = review;
  const { brand } = useShop();
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3">
        <StarRow value={stars} />
        <span className="sr-only">{stars} of 5 stars</span>
        <strong>{by}</strong>
        <span className="text-small text-ink-soft">{when}</span>
      </p>
      {text && <p className="mt-2 whitespace-pre-line wrap-anywhere">{text}</p>}
      <p className="mt-3 flex flex-wrap gap-2 empty:hidden">
        {photos.map((photo, index) => (
          <a key={photo} href={photo} target="_blank" className="size-24" rel="noopener">
            <Picture path={photo} alt={`Photo ${index + 1} by ${by}`} sizes="96px" className="rounded-control" />
          </a>
        ))}
      </p>
      {reply && (
        <div className="mt-3 border-l-2 border-gold pl-4">
          <p className="font-semibold">Reply by {brand}</p>
          <p className="whitespace-pre-line wrap-anywhere">{reply}</p>
        </div>
      )}
    </>
  );
}
