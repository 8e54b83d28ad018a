/** Its message is one sentence for the person at the terminal: what is wrong, and what to do about it. */
export class EmbeddedPostgresError extends Error {
  override name = "EmbeddedPostgresError";
}

export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** Bugs stay what they are; what a disk or its permissions can do to anyone becomes a sentence. */
export function explainFileError(error: unknown, folder: string): unknown {
  if (error instanceof EmbeddedPostgresError || !(error instanceof Error)) return error;
  const where = "path" in error && typeof error.path === "string" ? error.path : folder;
  const say = (sentence: string) => new EmbeddedPostgresError(sentence, { cause: error });
  switch (errorCode(error)) {
    case "ENOSPC":
    case "EDQUOT":
      return say(diskFull(folder));
    case "EACCES":
    case "EPERM":
      return say(
        `The database folder ${folder} cannot be used because this user has no permission for ${where}: ` +
          "correct its owner, or set DATA_DIR to a folder of your own.",
      );
    case "EROFS":
      return say(
        `The database folder ${folder} lies on a read-only disk: set DATA_DIR to a folder that can be written.`,
      );
    case "ENOTDIR":
    case "EEXIST":
      return say(
        `The database folder ${folder} cannot be made because something in its path is not a folder: set another DATA_DIR.`,
      );
    case "EBUSY":
    case "EXDEV":
      return say(
        `The database folder ${folder} is a mount point of its own: mount that volume one level higher, as DATA_DIR.`,
      );
    case "ENAMETOOLONG":
      return say(`The path of the database folder ${folder} is too long for this system: set a shorter DATA_DIR.`);
    default:
      return error;
  }
}

export function diskFull(folder: string): string {
  return `The disk that holds ${folder} is full: free some space and start the shop again (nothing was deleted).`;
}
