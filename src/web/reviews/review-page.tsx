import { lazy, Suspense } from "react";
import { useSearchParams } from "react-router";
import type { OwnReview, ReviewPage as Page } from "../../contracts/reviews/review.ts";
import { isMissing } from "../lib/api.ts";
import { browserApi } from "../lib/browser-api.ts";
import { keyOf } from "../lib/cart.ts";
import { requireLogin, useGuard, withNext } from "../lib/guard.ts";
import { apiOf } from "../lib/load-context.ts";
import { readLogin } from "../lib/login.ts";
import { SECRET_HEADERS, secretMeta } from "../lib/page-meta.ts";
import { LinkButton } from "../ui/button.tsx";
import { TextLink } from "../ui/link.tsx";
import { NeedsScript } from "../ui/needs-script.tsx";
import { LoadProblem } from "../ui/page-problem.tsx";
import { LinePicture } from "../ui/picture.tsx";
import type { Route } from "./+types/review-page";

/** The form and its dialogs would double the scripts of the mail's link. */
const LineReview = lazy(async () => ({ default: (await import("./line-review.tsx")).LineReview }));

/** `null` when there is no such order, `undefined` when loading failed. */
const nullIfMissing = (error: unknown) => (isMissing(error) ? null : undefined);

export const headers = () => SECRET_HEADERS;

type Found = { page: Page | null | undefined; reviews?: OwnReview[] };

/** The mail's link has a token and opens without a login. The link of an order's page needs one. */
export async function loader({ params: { token }, context }: Route.LoaderArgs): Promise<Found> {
  if (!token) return { page: undefined };
  return {
    page: await apiOf(context).call("GET /api/reviews/page/:token", { params: { token } }).catch(nullIfMissing),
  };
}

export async function clientLoader({ params, url, serverLoader }: Route.ClientLoaderArgs): Promise<Found> {
  const served = await serverLoader();
  if (served.page === null || (served.page && !readLogin())) return served;
  requireLogin(url);
  const id = served.page?.orderId ?? params.id ?? "";
  const [page, reviews] = await Promise.all([
    browserApi.call("GET /api/reviews/of-order/:id", { params: { id } }).catch(nullIfMissing),
    browserApi.call("GET /api/reviews/mine", {}).catch(() => []),
  ]);
  // The calls may have ended the login.
  requireLogin(url);
  return { page, reviews };
}
clientLoader.hydrate = true as const;

export const meta = secretMeta({ title: "Your reviews", description: "Review your order.", path: "/review" });

export default function ReviewPage({ loaderData, params }: Route.ComponentProps) {
  const { page, reviews }: Found = loaderData;
  useGuard();
  const wanted = useSearchParams()[0].get("item");
  if (!page)
    return (
      <div className="shell pt-8 pb-20">
        <h1 className="mb-6 text-heading">Your reviews</h1>
        {page === null && <p>There is no such order in your account. Your orders are listed in your profile.</p>}
        {page === undefined && (reviews ? <LoadProblem>Your order could not be loaded.</LoadProblem> : <NeedsScript />)}
        <TextLink to="/profile">My Orders</TextLink>
      </div>
    );
  const { orderId, lines } = page;
  // Without a login the page shows only what can be reviewed.
  const shown = lines.filter(({ state }) => reviews || (state !== "not_yet" && state !== "refunded"));
  return (
    <div className="shell max-w-3xl pt-8 pb-20">
      <h1 className="text-display">How was it?</h1>
      <p className="mt-2 mb-6 text-lead text-ink-soft">Your honest words help others to choose, and us to do better.</p>
      {shown.map((line) => (
        <section key={keyOf(line)} aria-label={line.title} className="order-card mb-4">
          <div className="flex items-center gap-4">
            <LinePicture line={{ image: line.image ?? "" }} sizes="64px" className="size-16" />
            <h2 className="text-title wrap-anywhere">{line.title}</h2>
          </div>
          {reviews ? (
            <Suspense>
              <LineReview
                {...{ orderId, line, isOpen: shown.length === 1 || line.itemId === wanted }}
                review={reviews.find(({ _id }) => _id === line.reviewId)}
              />
            </Suspense>
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
  );
}
