import { eq } from "drizzle-orm";
import { shortId } from "../../contracts/orders/order-rules.ts";
import type { ReviewState } from "../../contracts/reviews/review-rules.ts";
import { contactLine } from "../notifications/service.ts";
import type { Transaction } from "../platform/database/database.ts";
import type { ReviewDeps } from "./deps.ts";
import { type ReviewRow, reviews, selectReviews } from "./review-table.ts";
import { readReviewableLines } from "./reviewable-lines.ts";

/** Mails about reviews, which buyers can unsubscribe. Each is composed when it is sent, and skipped if outdated. */
export function createReviewMails(deps: ReviewDeps, sign: (orderId: string) => string) {
  const { db, notifications, settings, records, publicUrl } = deps;

  /** An order whose buyer's account was deleted has no recipient. */
  async function toBuyer(orderId: string, title: string, texts: string[], action = { label: "", url: "" }) {
    const buyer = (await records.findBuyers([orderId])).get(orderId);
    if (!buyer) return undefined;
    return {
      notice: "reviews" as const,
      to: buyer.email,
      subject: title,
      paragraphs: [`Namaste ${buyer.name},`, ...texts],
      action: action.url ? action : { label: "See your order", url: `${publicUrl}/orders/${orderId}` },
      footnote: contactLine((await settings.read()).business),
    };
  }

  const request = notifications.defineMail<{ orderId: string }>("review-request", async ({ orderId }) => {
    const full = await records.read([orderId]);
    const lines = (await readReviewableLines(deps, full)).get(orderId) ?? [];
    const open = lines.filter(({ state }) => state === "ready").map(({ item }) => item);
    if (open.length === 0 || full[0]?.order.deletedAt) return undefined;
    const words = "a few words from you help others to choose. Stars alone are enough; a photo is welcome.";
    const action = { label: "Write a review", url: `${publicUrl}/review/${sign(orderId)}` };
    const mail = await toBuyer(orderId, `How do you like it? Order ${shortId(orderId)}`, [words], action);
    const value = open.map(({ title, qty, image }) => ({ title, qty, image }));
    return mail && { ...mail, details: [{ label: "Your order", value }] };
  });

  const news = notifications.defineMail<{ reviewId: string; state: ReviewState }>(
    "review-news",
    async ({ reviewId, state }) => {
      const [found] = await selectReviews(db).where(eq(reviews.id, reviewId));
      if (found?.row.state !== state) return undefined;
      const { orderId, reason, reply } = found.row;
      const [title, text] =
        state === "rejected"
          ? ["Your review is not shown", `we do not show your review of ${found.title}. The reason:\n${reason}`]
          : ["An answer to your review", `we have answered your review of ${found.title}:\n${reply}`];
      return toBuyer(orderId, title, [text]);
    },
  );

  return {
    async enqueueRequests(tx: Transaction, orderIds: string[]) {
      const rows = orderIds.map((orderId) => request.toRow({ key: `review-request:${orderId}`, payload: { orderId } }));
      if (rows.length > 0) await notifications.enqueueAll(tx, rows);
    },

    /** One mail for a rejection and one for an answer, however often the owner changes the words. */
    async enqueueNews(tx: Transaction, before: ReviewRow, { id, state, reply }: ReviewRow) {
      if (state !== "rejected" && (!reply || reply === before.reply)) return;
      await news.enqueue(tx, { key: `review-${state}:${id}`, payload: { reviewId: id, state } });
    },
  };
}
export type ReviewMails = ReturnType<typeof createReviewMails>;
