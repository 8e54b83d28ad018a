import { randomUUIDv7 } from "node:crypto";
import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { claimsToLog } from "../../contracts/claims-rules.ts";
import { type ListQuery, toLimitOffset } from "../../contracts/list.ts";
import type { OwnReview, ReviewedItem, ReviewForm, ReviewPage, ReviewQuery } from "../../contracts/reviews/review.ts";
import { review, type reviewDecision } from "../../contracts/reviews/review.ts";
import type { Transaction } from "../platform/database/database.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import { badInput } from "../platform/http/errors.ts";
import type { SentFile } from "../platform/http/multipart-form.ts";
import { createSignedIds } from "../platform/signed-ids.ts";
import { askForReviews } from "./ask.ts";
import type { ReviewDeps } from "./deps.ts";
import { reviewError } from "./errors.ts";
import { reviewsByAccount } from "./limits.ts";
import { createReviewMails } from "./mails.ts";
import { createReviewPhotos } from "./photos.ts";
import { type ReviewRow, type ReviewWithLine, reviews, selectReviews } from "./review-table.ts";
import { type ReviewableLine, readReviewableLines } from "./reviewable-lines.ts";

const pages = { product: "product", course: "course", consultancy: "experts" };

/** `Asha Rao` → `Asha R.` */
function shortName(name: string) {
  const [first, ...rest] = name.split(/\s+/);
  const [initial] = new Intl.Segmenter().segment(rest.at(-1) ?? "");
  return initial ? `${first} ${initial.segment.toUpperCase()}.` : first!;
}

const toPageLine = ({ item, state, review }: ReviewableLine): ReviewPage["lines"][number] => {
  const { itemId, itemType, title, image } = item;
  return { itemId, itemType, title, image: image || null, state, reviewId: review?.id ?? null };
};

const isPublished = eq(reviews.state, "published");
const hasId = (id: string) => (isUuid(id) ? eq(reviews.id, id) : sql`false`);
const isOf = ({ itemType, itemId }: ReviewedItem) =>
  and(eq(reviews.itemType, itemType), isUuid(itemId) ? eq(reviews.itemId, itemId) : sql`false`);

/** What reviews add to the rating of their item. */
function shareOf(rows: ReviewRow[]) {
  const counted = rows.filter(({ state }) => state === "published");
  return { stars: counted.reduce((sum, { stars }) => sum + stars, 0), count: counted.length };
}

const isByAndOf = ({ userId, itemType, itemId }: Pick<ReviewRow, "userId" | "itemType" | "itemId">) =>
  and(eq(reviews.userId, userId), eq(reviews.itemType, itemType), eq(reviews.itemId, itemId));

const isLater = (one: ReviewRow, other: ReviewRow) =>
  one.createdAt > other.createdAt || (one.createdAt.getTime() === other.createdAt.getTime() && one.id > other.id);

/** Lock order: the account, its orders, reviews, then what they rate, by kind and id. */
const lockKey = ({ itemType, itemId }: ReviewRow) => `${itemType} ${itemId}`;

export function createReviews(deps: ReviewDeps) {
  const { db, clock, catalogue, images, activity, limiter, records } = deps;
  const kinds = { product: catalogue.products, course: catalogue.courses, consultancy: catalogue.experts };
  const links = createSignedIds(deps.keyedHash, "review");
  const mails = createReviewMails(deps, links.sign);

  const photos = createReviewPhotos(deps, ({ itemType, itemId }, tx) =>
    kinds[itemType].changeRating(tx, itemId, { stars: 0, count: 0 }),
  );

  function toReview({ row, itemId, title }: ReviewWithLine): OwnReview {
    const { stars, text, by, reply, state, reason, orderId, itemType } = row;
    const shown = { _id: row.id, stars, text, by, at: row.createdAt.toISOString(), photos: photos.shown(row), reply };
    return { ...shown, state, reason, orderId, itemId, itemType, title, url: `/${pages[itemType]}/${row.itemId}` };
  }

  const newest = (where: SQL | undefined) =>
    selectReviews(db).where(where).orderBy(desc(reviews.createdAt), desc(reviews.id));

  async function list(where: SQL | undefined, query: ListQuery) {
    const { limit, offset } = toLimitOffset(query);
    const [found, total] = await Promise.all([newest(where).limit(limit).offset(offset), db.$count(reviews, where)]);
    return { items: found.map(toReview), total };
  }

  /** Keeps the rating of an item equal to its published reviews. */
  async function followRating(
    tx: Transaction,
    { itemType, itemId }: ReviewRow,
    before: ReviewRow[],
    after: ReviewRow[],
  ) {
    const [was, is] = [shareOf(before), shareOf(after)];
    if (was.count + is.count === 0) return;
    await kinds[itemType].changeRating(tx, itemId, { stars: is.stars - was.stars, count: is.count - was.count });
  }

  /** In one order, so that two transactions that lock the same reviews do not deadlock. */
  async function lockAll(tx: Transaction, where: SQL | undefined) {
    await tx.select({ id: reviews.id }).from(reviews).where(where).orderBy(reviews.id).for("update");
    // Read after the wait for the locks: it has what others wrote meanwhile.
    return tx.select().from(reviews).where(where);
  }

  /** A published review replaces the earlier ones of its writer and item. Returns those that were published or waited. */
  async function replace(tx: Transaction, earlier: ReviewRow[]) {
    const replaced = earlier.filter(({ state }) => state === "published" || state === "waiting");
    if (replaced.length === 0) return [];
    const isReplaced = inArray(
      reviews.id,
      replaced.map(({ id }) => id),
    );
    const rows = await tx.update(reviews).set({ state: "replaced" }).where(isReplaced).returning();
    // Its writer may have withdrawn one meanwhile.
    return replaced.filter((one) => rows.some(({ id }) => id === one.id));
  }

  async function remove(tx: Transaction, where: SQL | undefined, release: (photos: string[]) => Promise<void>) {
    await lockAll(tx, where);
    const rows = await tx.delete(reviews).where(where).returning();
    for (const row of rows.toSorted((one, other) => lockKey(one).localeCompare(lockKey(other))))
      await followRating(tx, row, [row], []);
    await release(rows.flatMap((row) => row.images));
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
    async create(userId: string, { stars, text, ...form }: ReviewForm, sent: SentFile[]) {
      await limiter.take(reviewsByAccount, userId);
      const { item, itemId } = await findLine(userId, { stars, text, ...form });
      const files = await images.prepareUploads(sent, "photos", "hidden");
      const created = await images.saveWith(files, async (tx) => {
        const by = shortName((await deps.findBuyer(tx, userId)).name);
        const { orderId, lineIndex, itemType } = item;
        const about = { userId, orderId, lineIndex, itemType, itemId: itemId! };
        const state = text || files.length > 0 ? "waiting" : "published";
        const words = { stars, text, by, state, images: files.map(({ path }) => path) } as const;
        const values = { ...about, ...words, id: randomUUIDv7(), createdAt: clock.now() };
        const ofItem = await lockAll(tx, isByAndOf(about));
        // A second request for this line, at the same time.
        if (ofItem.some((one) => one.orderId === orderId && one.lineIndex === lineIndex))
          throw reviewError("already_reviewed");
        const row: ReviewRow = { ...values, reason: "", reply: "", decidedAt: null };
        const replaced = state === "published" ? await replace(tx, ofItem) : [];
        const [saved] = await tx.insert(reviews).values(row).onConflictDoNothing().returning();
        if (!saved) throw reviewError("already_reviewed");
        await followRating(tx, saved, replaced, [saved]);
        return saved;
      });
      await photos.placeAll(isByAndOf(created));
      return { _id: created.id, state: created.state };
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
      const [found] = await db.select().from(reviews).where(hasId(id));
      if (!found) throw reviewError("review_not_found");
      await db.transaction(async (tx) => {
        const ofItem = await lockAll(tx, isByAndOf(found));
        const before = ofItem.find((one) => one.id === id);
        if (!before) throw reviewError("review_not_found");
        const isOutdated = ofItem.some((one) => one.state === "published" && isLater(one, before));
        if (before.state === "replaced" || (state === "published" && isOutdated)) throw reviewError("replaced");
        const earlier = ofItem.filter((one) => isLater(before, one));
        const replaced = state === "published" ? await replace(tx, earlier) : [];
        const answer = {
          state,
          reply: reply ?? before.reply,
          reason: state === "rejected" ? reason : "",
          decidedAt: clock.now(),
        };
        const [row] = await tx.update(reviews).set(answer).where(hasId(id)).returning();
        await followRating(tx, before, [before, ...replaced], [row!]);
        await mails.enqueueNews(tx, before, row!);
        const [line] = await selectReviews(tx).where(hasId(id));
        const title = `Review of ${line!.title}`;
        const entry = { by, action: "updated", kind: "review", recordId: id, title } as const;
        const claims = state === "published" && claimsToLog(row!.reply);
        const states = {
          before: { state: before.state, reply: before.reply },
          after: { state, reply: row!.reply, ...claims },
        };
        await activity.record(tx, { ...entry, ...states, secrets: ["reply"] });
      });
      await photos.placeAll(isByAndOf(found));
      const [decided] = await selectReviews(db).where(hasId(id));
      if (!decided) throw reviewError("review_not_found");
      return toReview(decided);
    },

    async withdraw(id: string, userId: string) {
      const isOwn = and(hasId(id), eq(reviews.userId, userId));
      const removed = await images.saveWith([], (tx, release) => remove(tx, isOwn, release));
      if (removed === 0) throw reviewError("review_not_found");
    },

    /** The file of a photo that is not public. */
    openPhoto: photos.open,

    /** Moves the files of photos that older versions left at public addresses, or that could not be moved at once. */
    placePhotos: (signal?: AbortSignal) => photos.placeAll(undefined, signal),

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
    eraseOf: (tx: Transaction, userId: string) =>
      remove(tx, eq(reviews.userId, userId), (paths) => images.release(tx, paths)),
  };
}
export type Reviews = ReturnType<typeof createReviews>;
