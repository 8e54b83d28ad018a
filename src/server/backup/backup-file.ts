import { createReadStream, createWriteStream } from "node:fs";
import { access, open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createZstdCompress, createZstdDecompress } from "node:zlib";
import { type Entry, readTar, TarError, writeTar } from "../platform/files/tar.ts";
import { BackupError } from "./backup-error.ts";
import { checked, type End, readEnd, readStart, type Start } from "./contents.ts";

/** Under this ending a file is not whole yet. */
export const PART = ".part";

async function syncFolder(folder: string) {
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

/** Notes what a backup says of itself while it passes. */
async function* noting(entries: AsyncIterable<Entry>, note: (end: End) => void) {
  for await (const entry of entries) {
    const end = readEnd(entry);
    if (end) note(end);
    yield entry;
  }
}

/** Writes a backup that is whole from the first moment it has its name, readable by the shop's user alone. */
export async function writeBackup(entries: AsyncIterable<Entry>, file: string, signal?: AbortSignal) {
  if (await exists(file)) throw new BackupError(`${file} exists already: choose another name.`);
  const part = `${file}.${process.pid}${PART}`;
  let end: End | undefined;
  const found = noting(entries, (told) => {
    end = told;
  });
  try {
    await pipeline(
      writeTar(found, new Date()),
      createZstdCompress(),
      createWriteStream(part, { flags: "wx", mode: 0o600, flush: true }),
      { signal },
    );
    await rename(part, file);
    await syncFolder(path.dirname(file));
  } catch (error) {
    await rm(part, { force: true });
    throw explained(error, file);
  }
  return { ...end!, bytes: (await stat(file)).size };
}

function explained(error: unknown, file: string) {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOSPC" || code === "EDQUOT")
    return new BackupError(`The disk that holds ${file} is full: no backup was made.`);
  if (code === "ENOENT" || code === "ENOTDIR") return new BackupError(`The folder of ${file} does not exist.`);
  if (code === "EACCES" || code === "EROFS" || code === "EPERM")
    return new BackupError(`${file} cannot be written: choose a folder of your own.`);
  return error;
}

/** What a file that is no backup, or no whole one, makes the unpacking say. */
function explainedReading(error: unknown, file: string) {
  const { code = "", message } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return new BackupError(`There is no file ${file}.`);
  if (code === "EISDIR") return new BackupError(`${file} is a folder.`);
  if (code === "EACCES") return new BackupError(`${file} cannot be read: it belongs to another user.`);
  if (code === "ZSTD_error_prefix_unknown") return new BackupError(`${file} is not a backup of a shop.`);
  if (error instanceof TarError || /^(ZSTD_|Z_)/.test(code))
    return new BackupError(`${file} is damaged or was cut off (${message.replace(/\.$/, "")}).`);
  return error;
}

/** A backup's entries, as they were written or not to the end. */
export async function* readBackup(file: string): AsyncGenerator<Entry> {
  const packed = createReadStream(file);
  const unpacked = createZstdDecompress();
  const flow = pipeline(packed, unpacked).catch(() => undefined);
  packed.on("error", (error) => unpacked.destroy(error));
  try {
    yield* checked(readTar(unpacked));
  } catch (error) {
    throw explainedReading(error, file);
  } finally {
    unpacked.destroy();
    packed.destroy();
    await flow;
  }
}

/** Reads a backup through, so that a restore begins only with one that is whole. */
export async function verifyBackup(file: string): Promise<{ start: Start; end: End }> {
  let start: Start | undefined;
  let end: End | undefined;
  for await (const entry of readBackup(file)) {
    start ??= readStart(entry);
    end = readEnd(entry);
  }
  return { start: start!, end: end! };
}
