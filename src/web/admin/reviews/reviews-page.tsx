import { useState } from "react";
import { useRevalidator } from "react-router";
import { shortId } from "../../../contracts/orders/order-rules.ts";
import type { OwnReview, ReviewDecision } from "../../../contracts/reviews/review.ts";
import { MAX_REASON_LENGTH, MAX_REPLY_LENGTH, reviewStates } from "../../../contracts/reviews/review-rules.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { formatMoment } from "../../lib/dates.ts";
import { requireOwner } from "../../lib/guard.ts";
import { listUrl, listViewAt, loadPage } from "../../lib/list-view.ts";
import { toast } from "../../lib/toast.ts";
import { useForm } from "../../lib/use-form.ts";
import { useSend } from "../../lib/use-send.ts";
import { ReviewContent } from "../../reviews/review-section.tsx";
import { DialogForm } from "../../ui/ask-dialog.tsx";
import { SmallButton } from "../../ui/button.tsx";
import { ChipLink } from "../../ui/chip.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { TextLink } from "../../ui/link.tsx";
import { ListPage } from "../layout/admin-page.tsx";
import { ClaimsBox, useClaims } from "../layout/claims.tsx";
import type { Route } from "./+types/reviews-page";

const PATH = "/admin/reviews";
const PAGE_LENGTH = 10;
const FAILED = "❌ Operation failed";
const names = { waiting: "Waiting", published: "Published", rejected: "Rejected", replaced: "Replaced" };

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  requireOwner(url);
  const search = url.searchParams;
  const state = reviewStates.find((one) => one === search.get("state")) ?? "waiting";
  const load = (page: number) => browserApi.page("GET /api/reviews", { query: { state, page, limit: PAGE_LENGTH } });
  const wanted = listViewAt(search).page;
  return { state, found: await loadPage(load, { wanted, size: PAGE_LENGTH }).catch(() => undefined) };
}
clientLoader.hydrate = true as const;

export default function ReviewsPage({ loaderData: { state, found } }: Route.ComponentProps) {
  return (
    <ListPage
      title="Reviews"
      path={PATH}
      filters={
        <nav aria-label="Which reviews" className="flex flex-wrap gap-2">
          {reviewStates.map((one) => (
            <ChipLink key={one} to={listUrl(PATH, { state: one })} current={one === state}>
              {names[one]}
            </ChipLink>
          ))}
        </nav>
      }
      found={found}
      failed="Failed to load reviews"
      pageUrl={(page) => listUrl(PATH, { state, page })}
      empty={[
        state === "waiting" ? "Nothing waits for you" : "No such reviews",
        "Reviews with words or photos wait here until you publish them. Stars alone are published at once.",
        "/reviews-policy",
        "How reviews are checked",
      ]}
    >
      {/* With a state, the call returns what the owner sees. */}
      {(reviews, focusList) =>
        (reviews as OwnReview[]).map((review) => <ReviewCard key={review._id} review={review} onDecided={focusList} />)
      }
    </ListPage>
  );
}

function ReviewCard({ review, onDecided }: { review: OwnReview; onDecided: () => void }) {
  const { _id, state, title, url, orderId, reason, reply } = review;
  const { revalidate } = useRevalidator();
  const { send, isSending } = useSend(FAILED, { asToast: true });
  const [asked, ask] = useState<"reason" | "reply">();
  const { claims, mayPublish, recheck, clear } = useClaims();
  const close = () => {
    clear();
    ask(undefined);
  };
  const isRejecting = asked === "reason";
  async function decide(decision: ReviewDecision) {
    await browserApi.call("PUT /api/reviews/:id", { params: { id: _id }, body: decision });
    close();
    toast(`Review ${decision.state}`);
    await revalidate();
    onDecided();
  }
  const form = useForm<Pick<ReviewDecision, "reason" | "reply">>({
    async send(values) {
      if (isRejecting) await decide({ state: "rejected", ...values });
      else if (await mayPublish([["Reply", values.reply]])) await decide({ state: "published", ...values });
    },
    failed: FAILED,
  });
  const publish = claims.length > 0 ? "Publish anyway" : "Publish";
  const field = isRejecting
    ? { name: "reason", label: "Reason, for the buyer", maxLength: MAX_REASON_LENGTH, required: true }
    : { name: "reply", label: "Reply, for everybody", maxLength: MAX_REPLY_LENGTH, defaultValue: reply };
  const of = <span className="sr-only"> (review of {title})</span>;
  return (
    <article aria-label={`Review of ${title}`} className="admin-card mb-4">
      <p className="flex flex-wrap gap-x-4">
        <TextLink to={url}>{title}</TextLink>
        <TextLink to={`/admin/orders/${orderId}`}>Order {shortId(orderId)}</TextLink>
      </p>
      <ReviewContent review={review} when={formatMoment(review.at)} />
      {reason && <p className="mt-3">Rejected: {reason}</p>}
      {state === "replaced" ? (
        <p className="mt-3">The buyer has written a newer review, which replaced this one. It is not shown.</p>
      ) : (
        <div className="mt-4 flex flex-wrap gap-2">
          {state !== "published" && (
            <SmallButton disabled={isSending} onClick={() => send(() => decide({ state: "published" }))}>
              Publish{of}
            </SmallButton>
          )}
          <SmallButton onClick={() => ask("reply")}>Reply{of}</SmallButton>
          {state !== "rejected" && <SmallButton onClick={() => ask("reason")}>Reject{of}</SmallButton>}
        </div>
      )}
      <Dialog open={asked !== undefined} onClose={close} title={isRejecting ? "Reject" : "Reply"} look="choice">
        <DialogForm form={form} action={[isRejecting ? "Reject" : publish, "Saving…"]} onClose={close}>
          <TextField
            key={field.name}
            {...field}
            error={form.errors[field.name]}
            onInput={({ currentTarget }) => recheck([["Reply", currentTarget.value]])}
          />
          <ClaimsBox claims={claims} />
        </DialogForm>
      </Dialog>
    </article>
  );
}
