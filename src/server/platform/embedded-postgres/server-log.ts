import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { Account } from "./account.ts";
import { logFile } from "./data-folder.ts";
import { complaintIn } from "./run-command.ts";

const largestLog = 4 * 1024 * 1024;

/** Root must not be led elsewhere by a link that the database's account put there. */
const noLinks = constants.O_NOFOLLOW ?? 0;

export async function openLog(folder: string, account: Account | undefined): Promise<FileHandle> {
  const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | noLinks;
  const handle = await open(logFile(folder), flags, 0o600);
  if (account) await handle.chown(account.uid, account.gid);
  await emptyWhenLarge(handle);
  return handle;
}

async function emptyWhenLarge(handle: FileHandle): Promise<void> {
  if ((await handle.stat()).size > largestLog) await handle.truncate(0);
}

/** The server appends to the file it was given, so emptying that file in between is safe. */
export async function boundLog(folder: string): Promise<void> {
  const handle = await open(logFile(folder), constants.O_RDWR | noLinks).catch(() => undefined);
  if (!handle) return;
  await emptyWhenLarge(handle).finally(() => handle.close());
}

/** What the server complained of since its log had this size. */
export async function complaintSince(folder: string, size: number): Promise<string> {
  const handle = await open(logFile(folder), constants.O_RDONLY | noLinks);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, size);
    return complaintIn(buffer.subarray(0, bytesRead).toString("utf8"));
  } finally {
    await handle.close();
  }
}
