import { useState } from "react";
import { useRevalidator } from "react-router";
import type { OwnReview, ReviewPage } from "../../contracts/reviews/review.ts";
import { browserApi } from "../lib/browser-api.ts";
import { formatDay } from "../lib/dates.ts";
import { toast } from "../lib/toast.ts";
import { AskDialog } from "../ui/ask-dialog.tsx";
import { Button } from "../ui/button.tsx";
import { ReviewForm } from "./review-form.tsx";
import { ReviewContent } from "./review-section.tsx";

type Line = ReviewPage["lines"][number];

const texts: Record<Exclude<Line["state"], "ready">, string> = {
  not_yet: "You can review this when it has arrived, begun or taken place.",
  refunded: "This was refunded, so it cannot be reviewed.",
  waiting: "Thank you for your review. We read it first, then it is published.",
  published: "Thank you for your review. It is published.",
  rejected: "Your review was not published:",
  replaced: "You have written a newer review of this, which replaced this one.",
};

type LineReviewProps = { orderId: string; line: Line; isOpen: boolean; review: OwnReview | undefined };

/** The buyer's review of a line, or the form. Loaded after the login. */
export function LineReview({ orderId, line: { itemId, itemType, state }, isOpen, review }: LineReviewProps) {
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
