import { inArray, lte, type SQL, sql } from "drizzle-orm";
import { allFilesOfImage, filesOfImage } from "../../contracts/catalogue/image-rules.ts";
import { afterCommit, type Database, type Transaction } from "../platform/database/database.ts";
import {
  FILES_LOCK,
  type FileStore,
  isDiskFull,
  isNotFound,
  type ServedFileStore,
} from "../platform/files/file-store.ts";
import { httpError, ShopError } from "../platform/http/errors.ts";
import type { Log } from "../platform/log.ts";
import { errorMessage } from "../platform/log.ts";
import { imageError } from "./errors.ts";
import {
  HIDDEN_PATH,
  imageHeaders,
  isHidden,
  newImagePath,
  type PreparedImage,
  prepareUploads,
  type Visibility,
} from "./prepare.ts";
import { unclaimedImages } from "./unclaimed-image-table.ts";

type ReleaseImages = (paths: string[]) => Promise<void>;

const DELETE_BATCH = 100;

function diskFullError({ upload }: PreparedImage) {
  if (!upload) return httpError("disk_full");
  const message = `“${upload.filename}” could not be stored: the shop's disk is full. Nothing was saved.`;
  return httpError("disk_full", { message, fields: { [upload.field]: message } });
}

const isInterrupted = (error: unknown) => error instanceof ShopError && error.code === "upload_interrupted";

async function markUnclaimed(db: Database | Transaction, paths: string[]) {
  if (paths.length === 0) return;
  const rows = paths.map((path) => ({ path }));
  await db.insert(unclaimedImages).values(rows).onConflictDoNothing();
}

/**
 * Keeps files and records consistent without a transaction over both. A path is inserted into `unclaimed_images` before
 * its files are written and when a record drops it; the transaction that saves the record deletes that row. So a row
 * belongs to no record, and its files can be deleted at any time, also after a crash.
 */
export function createImages({ db, store, log }: { db: Database; store: ServedFileStore; log: Pick<Log, "warn"> }) {
  async function claim(tx: Transaction, paths: string[]) {
    const claimed = await tx.delete(unclaimedImages).where(inArray(unclaimedImages.path, paths)).returning();
    if (claimed.length !== paths.length) throw imageError("upload_interrupted");
  }

  async function putFiles(images: PreparedImage[]) {
    for (const image of images) {
      for (const { name, bytes } of image.files) {
        await store.put(name, bytes).catch((error) => {
          throw isDiskFull(error) ? diskFullError(image) : error;
        });
      }
    }
  }

  async function copyImage(
    image: string,
    { from = store, visibility = "lasting" }: { from?: Pick<FileStore, "read">; visibility?: Visibility } = {},
  ): Promise<PreparedImage> {
    const path = newImagePath(visibility, /-\d+x\d+\.\w+$/.exec(image)?.[0] ?? "");
    const names = filesOfImage(path);
    const copies = filesOfImage(image).map(async (file, index) => ({
      name: names[index]!,
      bytes: await from.read(file),
    }));
    const files = await Promise.all(copies).catch((error) => {
      throw isNotFound(error) ? imageError("upload_interrupted") : error;
    });
    return { path, files };
  }

  async function deleteWhere(filter: SQL | undefined) {
    const deleted = await db.transaction(async (tx) => {
      // A running backup needs the files. The cleanup job deletes them later.
      const { rows } = await tx.execute(sql`select pg_try_advisory_xact_lock_shared(${FILES_LOCK}) as free`);
      if (!rows[0]?.free) return 0;
      const unclaimed = await tx
        .select()
        .from(unclaimedImages)
        .where(filter)
        .limit(DELETE_BATCH)
        .for("update", { skipLocked: true });
      const batch = unclaimed.map(({ path }) => path);
      for (const file of batch.flatMap(allFilesOfImage)) await store.remove(file);
      if (batch.length > 0) await tx.delete(unclaimedImages).where(inArray(unclaimedImages.path, batch));
      return batch.length;
    });
    if (deleted === DELETE_BATCH) await deleteWhere(filter);
  }

  /** A failure must not fail the save. The cleanup job tries again. */
  const deleteAtOnce = (paths: string[]) =>
    deleteWhere(inArray(unclaimedImages.path, paths)).catch((error: Error) =>
      log.warn({ reason: errorMessage(error) }, "pictures were left behind"),
    );

  return {
    prepareUploads,
    copyImage,
    open: store.open,
    headersOf: imageHeaders,
    isHidden,
    hiddenPath: HIDDEN_PATH,

    /** For a transaction that erases records. The files are deleted after the commit. */
    async release(tx: Transaction, paths: string[]) {
      await markUnclaimed(tx, paths);
      if (paths.length > 0) afterCommit(() => void deleteAtOnce(paths));
    },

    /** The age leaves out pictures whose files are still being written. */
    deleteUnclaimed: (minAgeMs = 0) =>
      deleteWhere(lte(unclaimedImages.notedAt, sql`now() - make_interval(secs => ${minAgeMs / 1000})`)),

    /**
     * Saves a record with its new images: both are stored, or neither. Files are written before the transaction, which
     * must not wait for a remote store. The files of images that `save` releases are deleted after the commit.
     */
    async saveWith<T>(
      images: PreparedImage[],
      save: (tx: Transaction, release: ReleaseImages) => Promise<T>,
    ): Promise<T> {
      const paths = images.map((image) => image.path);
      // Clean up only these paths: another save may have inserted rows that it has not claimed yet.
      const marked: string[] = [];
      const attempt = async () => {
        await markUnclaimed(db, paths);
        marked.push(...paths);
        await putFiles(images);
        return db.transaction(async (tx) => {
          if (paths.length > 0) await claim(tx, paths);
          return save(tx, async (released) => {
            marked.push(...released);
            await markUnclaimed(tx, released);
          });
        });
      };
      try {
        // The cleanup job may delete our rows before we claim them. Then try once more.
        return await attempt().catch((error) => (isInterrupted(error) ? attempt() : Promise.reject(error)));
      } catch (error) {
        if (isInterrupted(error)) await markUnclaimed(db, paths);
        throw error;
      } finally {
        if (marked.length > 0) await deleteAtOnce(marked);
      }
    },
  };
}
export type { PreparedImage };
export type Images = ReturnType<typeof createImages>;
