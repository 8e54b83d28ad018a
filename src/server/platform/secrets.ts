import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Constant-time comparison, which prevents timing attacks. */
export const isEqualSecret = (one: string, other: string) => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/** One key for each purpose (HKDF): a key that leaks does not reveal the secret or another key. */
export const deriveKey = (secret: string, purpose: string) => Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts secrets that the database stores, so that a copy of the database alone does not reveal them.
 * `context` binds a text to its record: copied to another record, it cannot be opened.
 */
export function createSecretBox(secret: string) {
  const key = deriveKey(secret, "stored secrets");
  return {
    seal(plain: Buffer, context: string) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
    },

    /** Undefined when it was sealed with another secret or for another context, or is damaged. */
    open(text: string, context: string) {
      const bytes = Buffer.from(text, "base64url");
      try {
        const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
          .setAAD(Buffer.from(context))
          .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
        return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
      } catch {
        return undefined;
      }
    },
  };
}
export type SecretBox = ReturnType<typeof createSecretBox>;

const SECRET_BYTES = 32;

export const generateSecret = () => randomBytes(SECRET_BYTES).toString("hex");

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
    writeFileSync(draft, generateSecret(), { mode: 0o600 });
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
