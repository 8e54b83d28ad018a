import { createHmac } from "node:crypto";
import { deriveKey, isEqualSecret } from "./secrets.ts";

type HashInput = [purpose: string, ...parts: string[]];

/**
 * HMAC pseudonyms of e-mails and addresses, and keys of links. A plain hash could be brute-forced; this one needs the
 * shop's secret. Each purpose has a key of its own.
 */
export function createKeyedHash(secret: string) {
  const hash = (key: string | Buffer, input: HashInput) =>
    createHmac("sha256", key).update(JSON.stringify(input)).digest("base64url").slice(0, 22);
  const own = (...input: HashInput) => hash(deriveKey(secret, `keyed hash: ${input[0]}`), input);
  /** With every key that may have made a stored or mailed hash. Older versions used the secret itself. */
  const all = (...input: HashInput) => [own(...input), hash(secret, input)];

  return Object.assign(own, {
    all,
    matches: (given: string, ...input: HashInput) => all(...input).some((known) => isEqualSecret(given, known)),
  });
}
export type KeyedHash = ReturnType<typeof createKeyedHash>;
