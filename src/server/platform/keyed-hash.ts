import { createHmac } from "node:crypto";
import { deriveKey, isEqualSecret } from "./secrets.ts";

type HashInput = [purpose: string, ...parts: string[]];

/**
 * HMAC pseudonyms of e-mails and addresses, and keys of links. A plain hash could be brute-forced; this one needs the
 * shop's secret. Each purpose has a key of its own.
 */
export function createKeyedHash(secret: string, previous?: string) {
  const hash = (key: string | Buffer, input: HashInput) =>
    createHmac("sha256", key).update(JSON.stringify(input)).digest("base64url").slice(0, 22);
  const derived = (from: string, [purpose]: HashInput) => deriveKey(from, `keyed hash: ${purpose}`);

  /** With every key that may have made a stored or mailed hash, the newest first. Older versions used the secret itself. */
  const all = (...input: HashInput) =>
    [secret, previous ?? []].flat().flatMap((from) => [hash(derived(from, input), input), hash(from, input)]);

  return Object.assign((...input: HashInput) => hash(derived(secret, input), input), {
    all,
    matches: (given: string, ...input: HashInput) => all(...input).some((own) => isEqualSecret(given, own)),
  });
}
export type KeyedHash = ReturnType<typeof createKeyedHash>;
