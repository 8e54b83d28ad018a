import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline as connect, type TransformOptions } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress, createZstdDecompress, type ZstdOptions } from "node:zlib";
import { isDiskFull, syncFolder } from "../platform/files/file-store.ts";
import { readTar, type TarEntry, TarError, writeTar } from "../platform/files/tar.ts";
import { PART_SUFFIX, removeLeftovers } from "./backup-folder.ts";
import { type BackupFooter, type BackupHeader, parseFooter, parseHeader, verifyEntries } from "./contents.ts";

/** Many times the default of zlib, which gives each chunk to a thread of the pool. */
const CHUNK = 1024 * 1024;
const BUFFERED = 4 * CHUNK;
/** While a chunk is compressed, others are read and written. The checksum is that of zstd, over all bytes. */
const COMPRESSION: ZstdOptions & TransformOptions = {
  chunkSize: CHUNK,
  writableHighWaterMark: BUFFERED,
  readableHighWaterMark: BUFFERED,
  params: { [constants.ZSTD_c_checksumFlag]: 1 },
};

/** Writes a backup atomically, with mode 600: it contains personal data. */
export async function writeBackup(entries: AsyncIterable<TarEntry>, file: string, signal?: AbortSignal) {
  if (existsSync(file)) throw new Error(`${file} exists already: choose another name.`);
  await removeLeftovers(file);
  const part = `${file}.${process.pid}${PART_SUFFIX}`;
  let footer: BackupFooter | undefined;
  async function* captureFooter() {
    for await (const entry of entries) {
      footer = parseFooter(entry);
      yield entry;
    }
  }
  try {
    await pipeline(
      writeTar(captureFooter()),
      createZstdCompress(COMPRESSION),
      createWriteStream(part, { flags: "wx", mode: 0o600, flush: true, highWaterMark: BUFFERED }),
      { signal },
    );
    await rename(part, file);
    await syncFolder(path.dirname(file));
  } catch (error) {
    await rm(part, { force: true });
    throw explainWriteError(error, file);
  }
  return { ...footer!, bytes: (await stat(file)).size };
}

function explainWriteError(error: unknown, file: string) {
  const { code } = error as NodeJS.ErrnoException;
  if (isDiskFull(error)) return new Error(`The disk that holds ${file} is full: no backup was made.`);
  if (code === "ENOENT" || code === "ENOTDIR") return new Error(`The folder of ${file} does not exist.`);
  if (code === "EACCES" || code === "EROFS" || code === "EPERM")
    return new Error(`${file} cannot be written: choose a folder of your own.`);
  return error;
}

function explainReadError(error: unknown, file: string) {
  const { code = "", message } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return new Error(`There is no file ${file}.`);
  if (code === "EISDIR") return new Error(`${file} is a folder.`);
  if (code === "EACCES") return new Error(`${file} cannot be read: it belongs to another user.`);
  if (code === "ZSTD_error_prefix_unknown") return new Error(`${file} is not a backup of a shop.`);
  if (error instanceof TarError || /^(ZSTD_|Z_)/.test(code))
    return new Error(`${file} is damaged or was cut off (${message.replace(/\.$/, "")}).`);
  return error;
}

/** Reads and verifies the entries. The checksum is known only at the end. */
export async function* readBackup(file: string): AsyncGenerator<TarEntry> {
  // An error of either stream reaches the reader of the second one.
  const decompressed = connect(
    createReadStream(file, { highWaterMark: CHUNK }),
    createZstdDecompress({ chunkSize: CHUNK }),
    () => undefined,
  );
  try {
    yield* verifyEntries(readTar(decompressed));
  } catch (error) {
    throw explainReadError(error, file);
  } finally {
    decompressed.destroy();
  }
}

/** Reads the whole file, so that a restore starts only from an intact backup. */
export async function verifyBackup(file: string): Promise<{ header: BackupHeader; footer: BackupFooter }> {
  let header: BackupHeader | undefined;
  let footer: BackupFooter | undefined;
  for await (const entry of readBackup(file)) {
    header ??= parseHeader(entry);
    footer = parseFooter(entry);
  }
  return { header: header!, footer: footer! };
}
