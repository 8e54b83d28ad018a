import { useState } from "react";
import { useRevalidator, useSearchParams } from "react-router";
import type { OwnReview, ReviewPage as Page } from "../../contracts/reviews/review.ts";
import { browserApi } from "../lib/browser-api.ts";
import { keyOf } from "../lib/cart.ts";
import { formatDay } from "../lib/dates.ts";
import { requireLogin, useGuard, withNext } from "../lib/guard.ts";
import { apiOf } from "../lib/load-context.ts";
import { readLogin } from "../lib/login.ts";
import { NO_REFERRER, secretMeta } from "../lib/page-meta.ts";
import { toast } from "../lib/toast.ts";
import { FoundOrder, LoadingOrder } from "../orders/order-frame.tsx";
import { nullIfMissing } from "../orders/order-rules.ts";
import { AskDialog } from "../ui/ask-dialog.tsx";
import { Button, LinkButton } from "../ui/button.tsx";
import { TextLink } from "../ui/link.tsx";
import { LinePicture } from "../ui/picture.tsx";
import type { Route } from "./+types/review-page";
import { ReviewForm } from "./review-form.tsx";
import { ReviewContent } from "./review-section.tsx";

/** The URL may contain a token: let no cache or search engine store the page. */
export const headers = () => ({ ...NO_REFERRER, "cache-control": "no-store", "x-robots-tag": "noindex" });

type Found = { page: Page | null | undefined; reviews?: OwnReview[] };

/** The mail's link has a token and opens without a login. The link of an order's page needs one. */
export async function loader({ params: { token }, context }: Route.LoaderArgs): Promise<Found> {
  if (!token) return { page: undefined };
  return {
    page: await apiOf(context).call("GET /api/reviews/page/:token", { params: { token } }).catch(nullIfMissing),
  };
}

export async function clientLoader({ params, request, serverLoader }: Route.ClientLoaderArgs): Promise<Found> {
  const served = await serverLoader();
  if (served.page === null || (served.page && !readLogin())) return served;
  requireLogin(request);
  const id = served.page?.orderId ?? params.id ?? "";
  const [page, reviews] = await Promise.all([
    browserApi.call("GET /api/reviews/of-order/:id", { params: { id } }).catch(nullIfMissing),
    browserApi.call("GET /api/reviews/mine", {}).catch(() => []),
  ]);
  // The calls may have ended the login.
  requireLogin(request);
  return { page, reviews };
}
clientLoader.hydrate = true as const;

export const meta = secretMeta({ title: "Your reviews", description: "Review your order.", path: "/review" });

export default function ReviewPage({ loaderData, params }: Route.ComponentProps) {
  const { page, reviews }: Found = loaderData;
  useGuard();
  const wanted = useSearchParams()[0].get("item");
  if (page === undefined && !reviews) return <LoadingOrder />;
  return (
    <FoundOrder order={page}>
      {({ orderId, lines }) => (
        <div className="shell max-w-3xl pt-8 pb-20">
          <h1 className="text-display">How was it?</h1>
          <p className="mt-2 mb-6 text-lead text-ink-soft">
            Your honest words help others to choose, and us to do better.
          </p>
          {lines.map((line) => (
            <section key={keyOf(line)} aria-label={line.title} className="order-card mb-4">
              <div className="flex items-center gap-4">
                <LinePicture line={{ image: line.image ?? "" }} sizes="64px" className="size-16" />
                <h2 className="text-title wrap-anywhere">{line.title}</h2>
              </div>
              {reviews || line.state === "not_yet" || line.state === "refunded" ? (
                <LineReview
                  {...{ orderId, line, isOpen: lines.length === 1 || line.itemId === wanted }}
                  review={reviews?.find(({ _id }) => _id === line.reviewId)}
                />
              ) : (
                <LinkButton
                  to={withNext("/login", `/review/${params.token}?item=${encodeURIComponent(line.itemId)}`)}
                  className="mt-4"
                >
                  Log in to write a review
                </LinkButton>
              )}
            </section>
          ))}
          <TextLink to="/reviews-policy">How reviews are checked</TextLink>
        </div>
      )}
    </FoundOrder>
  );
}

type Line = Page["lines"][number];

const texts: Record<Exclude<Line["state"], "ready">, string> = {
  not_yet: "You can review this when it has arrived, begun or taken place.",
  refunded: "This was refunded, so it cannot be reviewed.",
  waiting: "Thank you for your review. We read it first, then it is published.",
  published: "Thank you for your review. It is published.",
  rejected: "Your review was not published:",
};

type LineReviewProps = { orderId: string; line: Line; isOpen: boolean; review: OwnReview | undefined };

function LineReview({ orderId, line: { itemId, itemType, state }, isOpen, review }: LineReviewProps) {
  const { revalidate } = useRevalidator();
  const [wasSent, setSent] = useState(false);
  const [isAsking, setAsking] = useState(false);
  async function withdraw() {
    await browserApi.call("DELETE /api/reviews/:id", { params: { id: review!._id } });
    setAsking(false);
    toast("Your review is withdrawn.");
    await revalidate();
  }
  if (state === "ready")
    return (
      <details open={isOpen} className="mt-3">
        <summary className="min-h-11 py-2 font-semibold">Write a review</summary>
        <ReviewForm line={{ orderId, itemId, itemType }} onSent={() => setSent(true)} />
      </details>
    );
  return (
    <>
      <p tabIndex={-1} ref={(text) => (wasSent ? text?.focus() : undefined)} className="my-3 font-medium">
        {texts[state]} {review?.reason}
      </p>
      {review && <ReviewContent review={review} when={formatDay(review.at)} />}
      {review && (
        <Button onClick={() => setAsking(true)} className="mt-4">
          Withdraw
        </Button>
      )}
      <AskDialog
        {...{ open: isAsking, onClose: () => setAsking(false), send: withdraw, keep: "Keep it" }}
        title="Withdraw your review?"
        action={["Withdraw", "Withdrawing…"]}
        failed="Your review could not be withdrawn. Please try again."
      >
        <p>It is removed from the shop, with its photos.</p>
      </AskDialog>
    </>
  );
}
