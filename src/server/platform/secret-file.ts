import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import path from "node:path";

const SECRET_BYTES = 32;

/** The secret in a file; undefined when it is too short to be one. */
export function readSecret(file: string) {
  const secret = readFileSync(file, "utf8").trim();
  return secret.length >= SECRET_BYTES * 2 ? secret : undefined;
}

/** The secret is generated at the first start and stored in a file that only the shop's user can read. */
export function readOrCreateSecret(file: string) {
  if (!existsSync(file)) {
    mkdirSync(path.dirname(file), { recursive: true });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, randomBytes(SECRET_BYTES).toString("hex"), { mode: 0o600 });
    try {
      // A hard link is atomic: the file is never half written, and only one of two concurrent processes creates it.
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    } finally {
      unlinkSync(draft);
    }
  }
  return readSecret(file);
}
