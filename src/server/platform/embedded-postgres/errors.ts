/** The message is one sentence for the terminal: what is wrong and what to do. */
export class EmbeddedPostgresError extends Error {
  override name = "EmbeddedPostgresError";
}

/** For codes of the system such as ENOENT and for SQLSTATE codes. */
export const hasCode = (error: unknown, ...codes: string[]) =>
  codes.includes(String((error as { code?: unknown } | null)?.code));

/** Includes short writes: PostgreSQL reports a full disk as such only when nothing could be written. */
const DISK_FULL = /No space left on device|wrote only \d+ of \d+ bytes|quota exceeded/i;

const diskFullMessage = (folder: string) =>
  `The disk that holds ${folder} is full: free some space and start the shop again (nothing was deleted).`;

/** What PostgreSQL's own message means for the folder: a full disk, or else this sentence. */
export const explainMessage = (message: string, folder: string, sentence: string) =>
  new EmbeddedPostgresError(DISK_FULL.test(message) ? diskFullMessage(folder) : sentence);

function describeFileError(error: unknown, folder: string) {
  if (hasCode(error, "ENOSPC", "EDQUOT")) return diskFullMessage(folder);
  if (hasCode(error, "EACCES", "EPERM"))
    return `The database folder ${folder} cannot be used because this user has no permission for ${(error as NodeJS.ErrnoException).path ?? folder}: correct its owner, or set DATA_DIR to a folder of your own.`;
  if (hasCode(error, "EROFS"))
    return `The database folder ${folder} lies on a read-only disk: set DATA_DIR to a folder that can be written.`;
  if (hasCode(error, "ENOTDIR", "EEXIST"))
    return `The database folder ${folder} cannot be made because something in its path is not a folder: set another DATA_DIR.`;
  if (hasCode(error, "EBUSY", "EXDEV"))
    return `The database folder ${folder} is a mount point of its own: mount that volume one level higher, as DATA_DIR.`;
  if (hasCode(error, "ENAMETOOLONG"))
    return `The path of the database folder ${folder} is too long for this system: set a shorter DATA_DIR.`;
  return undefined;
}

/** Turns disk and permission errors into sentences. Other errors are bugs and stay unchanged. */
export function explainFileError(error: unknown, folder: string): unknown {
  const sentence = describeFileError(error, folder);
  return sentence ? new EmbeddedPostgresError(sentence, { cause: error }) : error;
}
