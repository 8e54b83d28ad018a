import { randomUUIDv7 } from "node:crypto";
import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { type ListQuery, toLimitOffset } from "../../contracts/list.ts";
import type {
  OwnReview,
  Review,
  ReviewCounts,
  ReviewedItem,
  ReviewForm,
  ReviewPage,
  ReviewQuery,
  reviewDecision,
} from "../../contracts/reviews/review.ts";
import type { Activity } from "../activity/service.ts";
import type { Appointments } from "../appointments/service.ts";
import type { Catalogue } from "../catalogue/service.ts";
import type { Images } from "../images/service.ts";
import type { Notifications } from "../notifications/service.ts";
import type { OrderRecords } from "../orders/order-records.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import { badInput } from "../platform/http/errors.ts";
import type { SentFile } from "../platform/http/multipart-form.ts";
import type { RateLimiter } from "../platform/http/rate-limit.ts";
import type { KeyedHash } from "../platform/keyed-hash.ts";
import { createSignedIds } from "../platform/signed-ids.ts";
import type { SettingsService } from "../settings/service.ts";
import { askForReviews } from "./ask.ts";
import { reviewError } from "./errors.ts";
import { reviewsByAccount, wrongLinkByIp } from "./limits.ts";
import { createReviewMails } from "./mails.ts";
import { type ReviewRow, type ReviewWithLine, reviews, selectReviews } from "./review-table.ts";
import { type ReviewableLine, readReviewableLines } from "./reviewable-lines.ts";

export interface ReviewDeps {
  db: Database;
  clock: Clock;
  catalogue: Catalogue;
  appointments: Appointments;
  images: Images;
  activity: Activity;
  notifications: Notifications;
  settings: SettingsService;
  limiter: RateLimiter;
  keyedHash: KeyedHash;
  orders: OrderRecords;
  /** The account of a buyer. Locks it until the transaction ends, so that it cannot be deleted before. */
  findBuyer(tx: Transaction, userId: string): Promise<{ name: string }>;
  publicUrl: string;
}

export const PHOTO_FIELD = "photos";
const pages = { product: "product", course: "course", consultancy: "experts" };
const graphemes = new Intl.Segmenter();

/** `Asha Rao` → `Asha R.` */
export function shortName(name: string) {
  const [first = "", ...rest] = name.split(/\s+/);
  const [initial] = graphemes.segment(rest.at(-1) ?? "");
  return initial ? `${first} ${initial.segment.toUpperCase()}.` : first;
}

const toReview = ({ row }: ReviewWithLine): Review => ({
  _id: row.id,
  stars: row.stars,
  text: row.text,
  by: row.by,
  at: row.createdAt.toISOString(),
  photos: row.images,
  reply: row.reply,
});

function toOwnReview(found: ReviewWithLine): OwnReview {
  const { row, itemId, title } = found;
  const { state, reason, orderId, itemType } = row;
  const url = `/${pages[itemType]}/${row.itemId}`;
  return { ...toReview(found), state, reason, orderId, itemId, itemType, title, url };
}

const toPageLine = ({ item, state, review }: ReviewableLine): ReviewPage["lines"][number] => ({
  itemId: item.itemId,
  itemType: item.itemType,
  title: item.title,
  image: item.image || null,
  state,
  reviewId: review?.id ?? null,
});

const isPublished = eq(reviews.state, "published");
const isWaiting = eq(reviews.state, "waiting");
const isOf = ({ itemType, itemId }: ReviewedItem) =>
  and(eq(reviews.itemType, itemType), isUuid(itemId) ? eq(reviews.itemId, itemId) : sql`false`);

/** What a review adds to the rating of its item. */
const ratingOf = (row: ReviewRow | undefined) =>
  row?.state === "published" ? { stars: row.stars, count: 1 } : { stars: 0, count: 0 };

export function createReviews(deps: ReviewDeps) {
  const { db, clock, catalogue, images, activity, limiter, orders, findBuyer } = deps;
  const links = createSignedIds(deps.keyedHash, "review");
  const mails = createReviewMails(deps, links.sign);

  async function list<Item>(where: SQL | undefined, query: ListQuery, show: (found: ReviewWithLine) => Item) {
    const { limit, offset } = toLimitOffset(query);
    const newest = selectReviews(db).where(where).orderBy(desc(reviews.createdAt), desc(reviews.id));
    const [found, total] = await Promise.all([newest.limit(limit).offset(offset), db.$count(reviews, where)]);
    return { items: found.map(show), total };
  }

  /** Lock order: the account, orders, reviews, then experts, courses and products by id. */
  async function lock(tx: Transaction, id: string, userId?: string) {
    const isOwn = userId === undefined ? undefined : eq(reviews.userId, userId);
    const [row] = isUuid(id)
      ? await tx
          .select()
          .from(reviews)
          .where(and(eq(reviews.id, id), isOwn))
          .for("update")
      : [];
    if (!row) throw reviewError("review_not_found");
    return row;
  }

  /** Keeps the rating of the item equal to its published reviews, in the transaction of the change. */
  async function followRating(tx: Transaction, before: ReviewRow | undefined, after: ReviewRow | undefined) {
    const [was, is] = [ratingOf(before), ratingOf(after)];
    if (was.count + is.count === 0) return;
    const change = { stars: is.stars - was.stars, count: is.count - was.count };
    await catalogue.changeRating(tx, (after ?? before)!, change);
  }

  /** The lines of an order. Undefined for a deleted order and for the order of another buyer. */
  async function findLines(orderId: string, userId?: string) {
    const [full] = isUuid(orderId) ? await orders.read([orderId]) : [];
    if (!full || full.order.deletedAt || (userId && full.order.userId !== userId)) return undefined;
    return (await readReviewableLines(deps, [full])).get(full.order.id);
  }

  /** The line to review. An order may have several lines of an item. */
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

  const toPage = (orderId: string, lines: ReviewableLine[]): ReviewPage => ({ orderId, lines: lines.map(toPageLine) });

  return {
    async create(userId: string, form: ReviewForm, files: SentFile[]) {
      await limiter.take(reviewsByAccount, userId);
      const { item, itemId } = await findLine(userId, form);
      const photos = await images.prepareUploads(files, PHOTO_FIELD);
      const state = form.text || photos.length > 0 ? ("waiting" as const) : ("published" as const);
      return images.saveWith(photos, async (tx) => {
        const { name } = await findBuyer(tx, userId);
        const [row] = await tx
          .insert(reviews)
          .values({
            id: randomUUIDv7(),
            userId,
            orderId: item.orderId,
            lineIndex: item.lineIndex,
            itemType: item.itemType,
            itemId: itemId!,
            stars: form.stars,
            text: form.text,
            images: photos.map(({ path }) => path),
            by: shortName(name),
            state,
            createdAt: clock.now(),
          })
          .onConflictDoNothing()
          .returning();
        if (!row) throw reviewError("already_reviewed");
        await followRating(tx, undefined, row);
        return { _id: row.id, state };
      });
    },

    /** The published ones of an item; for the owner, all in one state. */
    async list({ state, itemType, itemId, ...query }: ReviewQuery) {
      const item = itemType && itemId ? isOf({ itemType, itemId }) : undefined;
      if (state) return list(and(eq(reviews.state, state), item), query, toOwnReview);
      if (!item) throw badInput({ itemType: "Item type is required.", itemId: "Item is required." });
      return list(and(isPublished, item), query, toReview);
    },

    listMine: (userId: string, query: ListQuery) => list(eq(reviews.userId, userId), query, toOwnReview),

    async countStars(item: ReviewedItem): Promise<ReviewCounts> {
      const rows = await db
        .select({ stars: reviews.stars, count: sql`count(*)`.mapWith(Number) })
        .from(reviews)
        .where(and(isPublished, isOf(item)))
        .groupBy(reviews.stars);
      return { stars: [1, 2, 3, 4, 5].map((stars) => rows.find((row) => row.stars === stars)?.count ?? 0) };
    },

    countWaiting: async () => db.$count(reviews, isWaiting),

    /** Text and stars never change. */
    async decide(id: string, { state, reason, reply }: z.output<typeof reviewDecision>, by: string) {
      if (state === "rejected" && !reason) throw badInput({ reason: "Tell the buyer why it is not shown." });
      return db.transaction(async (tx) => {
        const before = await lock(tx, id);
        const after = {
          state,
          reason: state === "rejected" ? reason : "",
          reply: reply ?? before.reply,
          decidedAt: clock.now(),
        };
        await tx.update(reviews).set(after).where(eq(reviews.id, id));
        await followRating(tx, before, { ...before, ...after });
        const [found] = await selectReviews(tx).where(eq(reviews.id, id));
        const shown = toOwnReview(found!);
        await activity.record(tx, {
          by,
          action: "updated",
          kind: "review",
          recordId: id,
          title: `Review of ${shown.title}`,
          before: toOwnReview({ ...found!, row: before }),
          after: shown,
          secrets: ["reason", "reply"],
        });
        await mails.enqueueDecision(tx, before, found!.row);
        return shown;
      });
    },

    async withdraw(id: string, userId: string) {
      await images.saveWith([], async (tx, release) => {
        const row = await lock(tx, id, userId);
        await tx.delete(reviews).where(eq(reviews.id, id));
        await release(row.images);
        await followRating(tx, row, undefined);
      });
    },

    async findForBuyer(orderId: string, userId: string) {
      const lines = await findLines(orderId, userId);
      if (!lines) throw reviewError("order_not_found");
      return toPage(orderId, lines);
    },

    async findByLink(token: string, ip: string) {
      const orderId = links.read(token);
      const lines = orderId && (await findLines(orderId));
      if (lines) return toPage(orderId, lines);
      await limiter.take(wrongLinkByIp, ip);
      throw reviewError("link_not_found");
    },

    ask: (signal?: AbortSignal) => askForReviews(deps, mails.request, signal),

    exportFor: async (userId: string) =>
      (await list(eq(reviews.userId, userId), {}, toOwnReview)).items.map(({ _id, ...review }) => review),

    /** After the orders of the account were erased: that locks them. */
    async eraseOf(tx: Transaction, userId: string) {
      const rows = await tx.delete(reviews).where(eq(reviews.userId, userId)).returning();
      const inLockOrder = rows.toSorted((one, other) =>
        `${one.itemType} ${one.itemId}`.localeCompare(`${other.itemType} ${other.itemId}`),
      );
      for (const row of inLockOrder) await followRating(tx, row, undefined);
      await images.release(
        tx,
        rows.flatMap((row) => row.images),
      );
    },
  };
}
export type Reviews = ReturnType<typeof createReviews>;
