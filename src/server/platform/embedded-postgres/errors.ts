/** The message is one sentence for the terminal: what is wrong and what to do. */
export class EmbeddedPostgresError extends Error {
  override name = "EmbeddedPostgresError";
}

export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** Turns disk and permission errors into sentences. Other errors are bugs and stay unchanged. */
export function explainFileError(error: unknown, folder: string): unknown {
  const sentence = describeFileError(error, folder);
  return sentence ? new EmbeddedPostgresError(sentence, { cause: error }) : error;
}

function describeFileError(error: unknown, folder: string): string | undefined {
  const { path = folder } = error as NodeJS.ErrnoException;
  switch (errorCode(error)) {
    case "ENOSPC":
    case "EDQUOT":
      return diskFullMessage(folder);
    case "EACCES":
    case "EPERM":
      return (
        `The database folder ${folder} cannot be used because this user has no permission for ${path}: ` +
        "correct its owner, or set DATA_DIR to a folder of your own."
      );
    case "EROFS":
      return `The database folder ${folder} lies on a read-only disk: set DATA_DIR to a folder that can be written.`;
    case "ENOTDIR":
    case "EEXIST":
      return `The database folder ${folder} cannot be made because something in its path is not a folder: set another DATA_DIR.`;
    case "EBUSY":
    case "EXDEV":
      return `The database folder ${folder} is a mount point of its own: mount that volume one level higher, as DATA_DIR.`;
    case "ENAMETOOLONG":
      return `The path of the database folder ${folder} is too long for this system: set a shorter DATA_DIR.`;
    default:
      return undefined;
  }
}

export function diskFullMessage(folder: string): string {
  return `The disk that holds ${folder} is full: free some space and start the shop again (nothing was deleted).`;
}
