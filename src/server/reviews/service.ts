import { randomUUIDv7 } from "node:crypto";
import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { claimsToLog } from "../../contracts/claims-rules.ts";
import { type ListQuery, toLimitOffset } from "../../contracts/list.ts";
import type { OwnReview, ReviewedItem, ReviewForm, ReviewPage, ReviewQuery } from "../../contracts/reviews/review.ts";
import { review, type reviewDecision } from "../../contracts/reviews/review.ts";
import type { Images } from "../images/service.ts";
import type { OrderDeps } from "../orders/service.ts";
import type { Transaction } from "../platform/database/database.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import { badInput } from "../platform/http/errors.ts";
import type { SentFile } from "../platform/http/multipart-form.ts";
import { createSignedIds } from "../platform/signed-ids.ts";
import { askForReviews } from "./ask.ts";
import { reviewError } from "./errors.ts";
import { reviewsByAccount } from "./limits.ts";
import { createReviewMails } from "./mails.ts";
import { type ReviewRow, type ReviewWithLine, reviews, selectReviews } from "./review-table.ts";
import { type ReviewableLine, readReviewableLines } from "./reviewable-lines.ts";

export interface ReviewDeps extends Omit<OrderDeps, "coupons" | "refunds" | "participants"> {
  images: Images;
}

const pages = { product: "product", course: "course", consultancy: "experts" };

/** `Asha Rao` → `Asha R.` */
function shortName(name: string) {
  const [first, ...rest] = name.split(/\s+/);
  const [initial] = new Intl.Segmenter().segment(rest.at(-1) ?? "");
  return initial ? `${first} ${initial.segment.toUpperCase()}.` : first!;
}

function toReview({ row, itemId, title }: ReviewWithLine): OwnReview {
  const { stars, text, by, reply, state, reason, orderId, itemType } = row;
  const shown = { _id: row.id, stars, text, by, at: row.createdAt.toISOString(), photos: row.images, reply };
  return { ...shown, state, reason, orderId, itemId, itemType, title, url: `/${pages[itemType]}/${row.itemId}` };
}

const toPageLine = ({ item, state, review }: ReviewableLine): ReviewPage["lines"][number] => {
  const { itemId, itemType, title, image } = item;
  return { itemId, itemType, title, image: image || null, state, reviewId: review?.id ?? null };
};

const isPublished = eq(reviews.state, "published");
const hasId = (id: string) => (isUuid(id) ? eq(reviews.id, id) : sql`false`);
const isOf = ({ itemType, itemId }: ReviewedItem) =>
  and(eq(reviews.itemType, itemType), isUuid(itemId) ? eq(reviews.itemId, itemId) : sql`false`);

/** What a review adds to the rating of its item. */
const shareOf = (row: ReviewRow | undefined) =>
  row?.state === "published" ? { stars: row.stars, count: 1 } : { stars: 0, count: 0 };

/** Lock order: the account, its orders, reviews, then what they rate, by kind and id. */
const lockKey = ({ itemType, itemId }: ReviewRow) => `${itemType} ${itemId}`;

export function createReviews(deps: ReviewDeps) {
  const { db, clock, catalogue, images, activity, limiter, records } = deps;
  const kinds = { product: catalogue.products, course: catalogue.courses, consultancy: catalogue.experts };
  const links = createSignedIds(deps.keyedHash, "review");
  const mails = createReviewMails(deps, links.sign);

  const newest = (where: SQL | undefined) =>
    selectReviews(db).where(where).orderBy(desc(reviews.createdAt), desc(reviews.id));

  async function list(where: SQL | undefined, query: ListQuery) {
    const { limit, offset } = toLimitOffset(query);
    const [found, total] = await Promise.all([newest(where).limit(limit).offset(offset), db.$count(reviews, where)]);
    return { items: found.map(toReview), total };
  }

  /** Keeps the rating of the item equal to its published reviews. */
  async function followRating(tx: Transaction, before: ReviewRow | undefined, after: ReviewRow | undefined) {
    const [was, is] = [shareOf(before), shareOf(after)];
    if (was.count + is.count === 0) return;
    const { itemType, itemId } = (after ?? before)!;
    await kinds[itemType].changeRating(tx, itemId, { stars: is.stars - was.stars, count: is.count - was.count });
  }

  /** The cleanup job deletes the files of the photos. */
  async function remove(tx: Transaction, where: SQL | undefined) {
    const rows = await tx.delete(reviews).where(where).returning();
    for (const row of rows.toSorted((one, other) => lockKey(one).localeCompare(lockKey(other))))
      await followRating(tx, row, undefined);
    const photos = rows.flatMap((row) => row.images);
    await images.release(tx, photos);
    return rows.length;
  }

  /** Undefined for a deleted order and for the order of another buyer. */
  async function findLines(orderId: string, userId?: string) {
    const [full] = isUuid(orderId) ? await records.read([orderId]) : [];
    if (!full || full.order.deletedAt || (userId && full.order.userId !== userId)) return undefined;
    return (await readReviewableLines(deps, [full])).get(full.order.id);
  }

  /** An order may have several lines of an item. */
  async function findLine(userId: string, { orderId, itemId, itemType }: ReviewForm) {
    const lines = await findLines(orderId, userId);
    if (!lines) throw reviewError("order_not_found");
    const ofItem = lines.filter(({ item }) => item.itemId === itemId && item.itemType === itemType);
    const line = ofItem.find(({ state }) => state === "ready") ?? ofItem[0];
    if (!line) throw reviewError("line_not_found");
    if (line.review) throw reviewError("already_reviewed");
    if (line.state !== "ready") throw reviewError(line.state === "refunded" ? "refunded" : "not_yet");
    return line;
  }

  return {
    async create(userId: string, { stars, text, ...form }: ReviewForm, files: SentFile[]) {
      await limiter.take(reviewsByAccount, userId);
      const { item, itemId } = await findLine(userId, { stars, text, ...form });
      const photos = await images.prepareUploads(files, "photos");
      return images.saveWith(photos, async (tx) => {
        const by = shortName((await deps.findBuyer(tx, userId)).name);
        const { orderId, lineIndex, itemType } = item;
        const state = text || photos.length > 0 ? "waiting" : "published";
        const words = { stars, text, by, state, images: photos.map(({ path }) => path) } as const;
        const about = { userId, orderId, lineIndex, itemType, itemId: itemId! };
        const values = { ...about, ...words, id: randomUUIDv7(), createdAt: clock.now() };
        const [row] = await tx.insert(reviews).values(values).onConflictDoNothing().returning();
        if (!row) throw reviewError("already_reviewed");
        await followRating(tx, undefined, row);
        return { _id: row.id, state: row.state };
      });
    },

    /** The published ones of an item; for the owner, all in one state. */
    async list({ state, itemType, itemId, ...query }: ReviewQuery) {
      const item = itemType && itemId ? isOf({ itemType, itemId }) : undefined;
      if (state) return list(and(eq(reviews.state, state), item), query);
      if (!item) throw badInput({ itemType: "Item type is required.", itemId: "Item is required." });
      const { items, total } = await list(and(isPublished, item), query);
      return { items: items.map((one) => review.parse(one)), total };
    },

    /** Reviews change with the rating of their item, so they share its tag. The owner's lists are not cached. */
    tagsOf: ({ itemType, itemId, state }: ReviewQuery) =>
      itemType && itemId && !state ? [kinds[itemType].tagOf(itemId)] : undefined,

    listMine: (userId: string, query: ListQuery) => list(eq(reviews.userId, userId), query),

    async countStars(item: ReviewedItem) {
      const count = sql`count(*)`.mapWith(Number);
      const ofItem = and(isPublished, isOf(item));
      const rows = await db.select({ stars: reviews.stars, count }).from(reviews).where(ofItem).groupBy(reviews.stars);
      return { stars: [1, 2, 3, 4, 5].map((stars) => rows.find((row) => row.stars === stars)?.count ?? 0) };
    },

    countWaiting: async () => db.$count(reviews, eq(reviews.state, "waiting")),

    /** Text and stars never change. */
    async decide(id: string, { state, reason, reply }: z.output<typeof reviewDecision>, by: string) {
      if (state === "rejected" && !reason) throw badInput({ reason: "Tell the buyer why it is not shown." });
      return db.transaction(async (tx) => {
        const [before] = await tx.select().from(reviews).where(hasId(id)).for("update");
        if (!before) throw reviewError("review_not_found");
        const answer = {
          state,
          reply: reply ?? before.reply,
          reason: state === "rejected" ? reason : "",
          decidedAt: clock.now(),
        };
        await tx.update(reviews).set(answer).where(hasId(id));
        const [found] = await selectReviews(tx).where(hasId(id));
        const { row, title } = found!;
        await followRating(tx, before, row);
        await mails.enqueueNews(tx, before, row);
        const entry = { by, action: "updated", kind: "review", recordId: id, title: `Review of ${title}` } as const;
        const claims = state === "published" && claimsToLog(row.reply);
        const states = {
          before: { state: before.state, reply: before.reply },
          after: { state, reply: row.reply, ...claims },
        };
        await activity.record(tx, { ...entry, ...states, secrets: ["reply"] });
        return toReview(found!);
      });
    },

    async withdraw(id: string, userId: string) {
      const isOwn = and(hasId(id), eq(reviews.userId, userId));
      const removed = await db.transaction((tx) => remove(tx, isOwn));
      if (removed === 0) throw reviewError("review_not_found");
    },

    async findForBuyer(orderId: string, userId: string) {
      const lines = await findLines(orderId, userId);
      if (!lines) throw reviewError("order_not_found");
      return { orderId, lines: lines.map(toPageLine) };
    },

    /** Refuses a wrong link without a database query. */
    async findByLink(token: string) {
      const orderId = links.read(token);
      const lines = orderId && (await findLines(orderId));
      if (!lines) throw reviewError("link_not_found");
      return { orderId, lines: lines.map(toPageLine) };
    },

    ask: (signal?: AbortSignal) => askForReviews(deps, mails, signal),

    exportFor: async (userId: string) =>
      (await newest(eq(reviews.userId, userId))).map(toReview).map(({ _id, ...written }) => written),

    /** After the orders of the account, which are locked first. */
    eraseOf: (tx: Transaction, userId: string) => remove(tx, eq(reviews.userId, userId)),
  };
}
export type Reviews = ReturnType<typeof createReviews>;
