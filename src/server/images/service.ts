import { randomUUIDv7 } from "node:crypto";
import path from "node:path";
import { inArray, sql } from "drizzle-orm";
import { IMAGE_WIDTHS, webpCopyOf } from "../../contracts/image-path.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { errorMessage } from "../platform/error-message.ts";
import type { FileStore } from "../platform/files/file-store.ts";
import { httpError, ShopError } from "../platform/http/errors.ts";
import { imageError } from "./errors.ts";
import { type PreparedImage, prepareDrawing, prepareUploads, UPLOADS_PREFIX } from "./prepare.ts";
import { unclaimedImages } from "./unclaimed-image-table.ts";

interface Log {
  warn(details: object, message: string): void;
}
type LetGo = (paths: string[]) => Promise<void>;

/** Any number that no other lock of the shop uses; whoever holds it keeps files from being cleared away. */
export const FILES_LOCK = 4_201_003;

/** The names under which the store keeps a picture: itself and its copies. */
export const filesOf = (image: string) =>
  [image, ...IMAGE_WIDTHS.map((width) => webpCopyOf(image, width))].map((file) => path.posix.basename(file));

const isFull = (error: NodeJS.ErrnoException) => error.code === "ENOSPC" || error.code === "EDQUOT";

function diskFull({ sent }: PreparedImage) {
  if (!sent) return httpError("disk_full");
  const message = `“${sent.filename}” could not be stored: the shop's disk is full. Nothing was saved.`;
  return httpError("disk_full", { message, fields: { [sent.field]: message } });
}

const isInterrupted = (error: unknown) => error instanceof ShopError && error.code === "upload_interrupted";

async function note(where: Database | Transaction, paths: string[]) {
  if (paths.length === 0) return;
  const rows = paths.map((path) => ({ path }));
  await where.insert(unclaimedImages).values(rows).onConflictDoNothing();
}

/**
 * Keeps files and records in step without a transaction that spans both. A picture's path is noted as unclaimed before
 * its files exist and when a record lets go of it; saving the record claims it. Whatever is noted and not held by
 * a running transaction belongs to nobody, so clearing it away is always right, also after the process was killed.
 */
export function createImages({ db, store, log }: { db: Database; store: FileStore; log: Log }) {
  async function claim(tx: Transaction, images: PreparedImage[]) {
    const paths = images.map((image) => image.path);
    const claimed = await tx.delete(unclaimedImages).where(inArray(unclaimedImages.path, paths)).returning();
    if (claimed.length !== paths.length) throw imageError("upload_interrupted");
    for (const image of images) {
      for (const file of image.files) {
        await store.put(path.posix.basename(file.path), file.bytes).catch((error) => {
          throw isFull(error) ? diskFull(image) : error;
        });
      }
    }
  }

  /** A picture of its own that looks the same: the copy's files outlive those it was made from. */
  async function copyOf(image: string): Promise<PreparedImage> {
    const copy = `${UPLOADS_PREFIX}${randomUUIDv7()}${/-\d+x\d+\.\w+$/.exec(image)?.[0] ?? ""}`;
    const names = filesOf(copy);
    const reading = filesOf(image).map(async (file, place) => {
      return { path: `${UPLOADS_PREFIX}${names[place]}`, bytes: await store.read(file) };
    });
    try {
      return { path: copy, files: await Promise.all(reading) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") throw imageError("upload_interrupted");
      throw error;
    }
  }

  /** Clears away what belongs to nobody: all of it after a start, else just what the caller noted. */
  async function clearAway(noted?: string[]) {
    const which = noted && inArray(unclaimedImages.path, noted);
    const cleared = await db.transaction(async (tx) => {
      // While a backup is being made files stay; what is noted is found at the next hour's tidying.
      const { rows } = await tx.execute(sql`select pg_try_advisory_xact_lock_shared(${FILES_LOCK}) as free`);
      if (!rows[0]?.free) return 0;
      const batch = await tx.select().from(unclaimedImages).where(which).limit(100).for("update", { skipLocked: true });
      const paths = batch.map((row) => row.path);
      for (const file of paths.flatMap(filesOf)) await store.remove(file);
      if (paths.length > 0) await tx.delete(unclaimedImages).where(inArray(unclaimedImages.path, paths));
      return paths.length;
    });
    if (cleared === 100) await clearAway(noted);
  }

  return {
    prepareUploads,
    copyOf,
    prepareDrawing,
    clearAway,

    /**
     * Saves a record together with its new pictures: both are there afterwards, or neither.
     * Pictures that `save` lets go of lose their files once its transaction has committed.
     */
    async saveWith<T>(images: PreparedImage[], save: (tx: Transaction, letGo: LetGo) => Promise<T>): Promise<T> {
      const paths = images.map((image) => image.path);
      // Only these: another save may have noted its own a moment ago and not have claimed them yet.
      const noted: string[] = [];
      const attempt = async () => {
        await note(db, paths);
        noted.push(...paths);
        return db.transaction(async (tx) => {
          if (images.length > 0) await claim(tx, images);
          return save(tx, async (dropped) => {
            noted.push(...dropped);
            await note(tx, dropped);
          });
        });
      };
      try {
        // A process that starts clears away all it finds noted; what it took before the claim is simply noted again.
        return await attempt().catch((error) => (isInterrupted(error) ? attempt() : Promise.reject(error)));
      } finally {
        // The save has succeeded or failed by now; what cannot be cleared away today is found at the next start.
        if (noted.length > 0)
          await clearAway(noted).catch((error: Error) =>
            log.warn({ reason: errorMessage(error) }, "pictures were left behind"),
          );
      }
    },
  };
}
export type { PreparedImage };
export type Images = ReturnType<typeof createImages>;
