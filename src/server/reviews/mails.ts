import { eq } from "drizzle-orm";
import { shortId } from "../../contracts/orders/order-rules.ts";
import { contactLine } from "../notifications/service.ts";
import type { Transaction } from "../platform/database/database.ts";
import { type ReviewRow, type ReviewWithLine, reviews, selectReviews } from "./review-table.ts";
import { readReviewableLines } from "./reviewable-lines.ts";
import type { ReviewDeps } from "./service.ts";

interface News {
  title: string;
  texts: string[];
  action: { label: string; url: string };
}

/** Mails about reviews. Buyers can unsubscribe from them. Each is composed when it is sent, and skipped if outdated. */
export function createReviewMails(deps: ReviewDeps, sign: (orderId: string) => string) {
  const { db, notifications, settings, orders, publicUrl } = deps;

  /** An order whose buyer's account was deleted has no recipient. */
  async function toBuyer(orderId: string, { title, texts, action }: News) {
    const buyer = (await orders.findBuyers([orderId])).get(orderId);
    return (
      buyer && {
        notice: "reviews" as const,
        to: buyer.email,
        subject: title,
        paragraphs: [`Namaste ${buyer.name},`, ...texts],
        action,
        footnote: contactLine((await settings.read()).business),
      }
    );
  }

  const request = notifications.defineMail<{ orderId: string }>("review-request", async ({ orderId }) => {
    const full = await orders.read([orderId]);
    const lines = (await readReviewableLines(deps, full)).get(orderId) ?? [];
    const open = lines.filter(({ state }) => state === "ready").map(({ item }) => item);
    if (open.length === 0 || full[0]?.order.deletedAt) return undefined;
    const mail = await toBuyer(orderId, {
      title: `How do you like it? Order ${shortId(orderId)}`,
      texts: ["a few words from you help others to choose. Stars alone are enough; a photo is welcome."],
      action: { label: "Write a review", url: `${publicUrl}/review/${sign(orderId)}` },
    });
    return (
      mail && {
        ...mail,
        title: "How do you like it?",
        details: [{ label: "Your order", value: open.map(({ title, qty, image }) => ({ title, qty, image })) }],
      }
    );
  });

  const defineNews = (name: string, write: (found: ReviewWithLine) => News | undefined) =>
    notifications.defineMail<{ reviewId: string }>(name, async ({ reviewId }) => {
      const [found] = await selectReviews(db).where(eq(reviews.id, reviewId));
      const news = found && write(found);
      return news && toBuyer(found.row.orderId, news);
    });
  const seeOrder = ({ orderId }: ReviewRow) => ({ label: "See your order", url: `${publicUrl}/orders/${orderId}` });

  const rejected = defineNews("review-rejected", ({ row, title }) =>
    row.state === "rejected"
      ? {
          title: "Your review is not shown",
          texts: [
            `we do not show your review of ${title}. The reason:\n${row.reason}`,
            "You can withdraw it and write another one.",
          ],
          action: seeOrder(row),
        }
      : undefined,
  );
  const answered = defineNews("review-answered", ({ row, title }) =>
    row.state === "published" && row.reply
      ? {
          title: "An answer to your review",
          texts: [`thank you for your review of ${title}. We have answered it:\n${row.reply}`],
          action: seeOrder(row),
        }
      : undefined,
  );

  return {
    request,

    /** One mail of each kind for a review, however often the owner changes the words. */
    async enqueueDecision(tx: Transaction, before: ReviewRow, { id, state, reply }: ReviewRow) {
      const isAnswered = state === "published" && reply && reply !== before.reply;
      const mail = state === "rejected" ? rejected : isAnswered ? answered : undefined;
      await mail?.enqueue(tx, { key: `${mail.name}:${id}`, payload: { reviewId: id } });
    },
  };
}
