import type { Rating } from "../../contracts/reviews/review.ts";
import type { ReviewedType } from "../../contracts/reviews/review-rules.ts";
import type { Api } from "../lib/api.ts";
import { formatDay, indianDate } from "../lib/dates.ts";
import { listViewAt, loadPage } from "../lib/list-view.ts";
import { averageText } from "../ui/stars.tsx";

const PAGE_LENGTH = 10;

type ReviewedItem = { _id: string; rating?: Rating | undefined };

/** The reviews of an item's page, if it has any. The page is complete without them, so a failure is only logged. */
export async function loadReviews(api: Api, url: URL, itemType: ReviewedType, item: ReviewedItem) {
  const { _id: itemId, rating } = item;
  if (!rating) return undefined;
  const wanted = listViewAt(url.searchParams).page;
  const load = (page: number) =>
    api.page("GET /api/reviews", { query: { itemType, itemId, page, limit: PAGE_LENGTH } });
  try {
    const [{ items, page, pageCount }, { stars: counts }] = await Promise.all([
      loadPage(load, { wanted, size: PAGE_LENGTH }),
      api.call("GET /api/reviews/counts", { query: { itemType, itemId } }),
    ]);
    const reviews = items.map((review) => ({ ...review, day: formatDay(review.at) }));
    return { rating, counts, reviews, page, pageCount };
  } catch (error) {
    console.error(error instanceof Error ? `Reviews could not be listed: ${error.message}` : error);
    return undefined;
  }
}
export type ShownReviews = Awaited<ReturnType<typeof loadReviews>>;

/** For an item's structured data (schema.org): the reviews that its page shows. */
export const reviewData = (shown: ShownReviews) =>
  shown && {
    aggregateRating: {
      "@type": "AggregateRating",
      ratingValue: averageText(shown.rating),
      reviewCount: shown.rating.count,
    },
    review: shown.reviews.map(({ stars, text, by, at }) => ({
      "@type": "Review",
      author: { "@type": "Person", name: by },
      datePublished: indianDate(at),
      reviewRating: { "@type": "Rating", ratingValue: stars },
      reviewBody: text || undefined,
    })),
  };
