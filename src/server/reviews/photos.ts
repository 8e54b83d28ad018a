import { and, eq, type SQL, sql } from "drizzle-orm";
import { filesOfImage } from "../../contracts/catalogue/image-rules.ts";
import { MINUTE_MS } from "../platform/clock.ts";
import type { Transaction } from "../platform/database/database.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import { errorMessage } from "../platform/log.ts";
import type { ReviewDeps } from "./deps.ts";
import { type ReviewRow, reviews } from "./review-table.ts";

/** An address lasts this long, or up to twice as long: all made in one such time are equal, so a page keeps its images. */
const LIFE_MS = 15 * MINUTE_MS;

/** Number, end in seconds, key, and the end of the file's name, from which browsers get size and copies. */
const ADDRESS = /^(\d)-(\d{10})-([\w-]{22})(-\d+x\d+(?:-w\d+)?\.\w+)$/;
const NAME_END = /-\d+x\d+\.\w+$/;

/**
 * Photos of a review that is not published are stored under names that nobody learns, so that a bucket that is public
 * by mistake does not show them either. Its writer and the owner see them at signed addresses.
 */
export function createReviewPhotos(
  { db, clock, images, keyedHash, log }: ReviewDeps,
  dropCached: (row: ReviewRow, tx: Transaction) => Promise<void>,
) {
  const { isHidden } = images;
  const isMisplaced = sql`exists (select from unnest(${reviews.images}) as image
    where starts_with(image, ${images.hiddenPath}) = (${reviews.state} = 'published'))`;
  const partsOf = (id: string, nth: string, end: string) => ["review photo", id, nth, end] as const;

  function addressesOf({ id, images: paths }: ReviewRow) {
    const end = `${(Math.ceil(clock.now().getTime() / LIFE_MS) * LIFE_MS + LIFE_MS) / 1000}`;
    return paths.map((path, nth) => {
      const key = keyedHash(...partsOf(id, `${nth}`, end));
      return `/api/reviews/${id}/photos/${nth}-${end}-${key}${NAME_END.exec(path)?.[0] ?? ""}`;
    });
  }

  /** One that fails holds up no other. */
  const warn = (row: ReviewRow) => (error: unknown) =>
    void log.warn({ reviewId: row.id, reason: errorMessage(error) }, "photos of a review could not be moved");

  /** Gives the photos of a review names that fit its state. The former files are deleted. */
  async function place(row: ReviewRow) {
    const kind = row.state === "published" ? "revocable" : "hidden";
    const copy = async (path: string) =>
      isHidden(path) === (kind === "hidden")
        ? undefined
        : images.copyImage(path, { visibility: kind }).catch(warn(row));
    const copies = await Promise.all(row.images.map(copy));
    const made = copies.filter((one) => one !== undefined);
    if (made.length === 0) return;
    await images.saveWith(made, async (tx, release) => {
      const [now] = await tx.select().from(reviews).where(eq(reviews.id, row.id)).for("update");
      const isSame = now?.state === row.state && `${now.images}` === `${row.images}`;
      if (!isSame) return release(made.map(({ path }) => path));
      const placed = row.images.map((path, nth) => copies[nth]?.path ?? path);
      await tx.update(reviews).set({ images: placed }).where(eq(reviews.id, row.id));
      await release(row.images.filter((_, nth) => copies[nth]));
      await dropCached(row, tx);
    });
  }

  return {
    /** Of a published review the public paths; those that are not in place yet are left out. */
    shown: (row: ReviewRow) =>
      row.state === "published" ? row.images.filter((path) => !isHidden(path)) : addressesOf(row),

    /** After a change of states, and as a job: the store may have been away. */
    async placeAll(where?: SQL, signal?: AbortSignal) {
      for (const row of await db.select().from(reviews).where(and(where, isMisplaced)))
        if (!signal?.aborted) await place(row).catch(warn(row));
    },

    /** The file behind a signed address; undefined for a wrong one. */
    async open(id: string, name: string) {
      const [, nth = "", end = "", key = "", nameEnd = ""] = ADDRESS.exec(name) ?? [];
      const isValid = isUuid(id) && keyedHash.matches(key, ...partsOf(id, nth, end));
      if (!isValid || Number(end) * 1000 < clock.now().getTime()) return undefined;
      const [row] = await db.select().from(reviews).where(eq(reviews.id, id));
      const path = row?.images[Number(nth)];
      const file = path && filesOfImage(path).find((one) => one.endsWith(nameEnd));
      if (!file) return undefined;
      const { stream, bytes } = await images.open(file);
      return { stream, headers: { ...images.headersOf(file), "content-length": bytes } };
    },
  };
}
