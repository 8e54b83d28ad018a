import type { KeyedHash } from "./keyed-hash.ts";
import { isEqualSecret } from "./secrets.ts";

/** 16 bytes of the id and 22 characters of its keyed hash. */
const TOKEN = /^[\w-]{44}$/;
const ID_LENGTH = 22;

const idOf = (token: string) =>
  Buffer.from(token.slice(0, ID_LENGTH), "base64url")
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

const withHash = (id: string, hash: string) => Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url") + hash;

/** Tokens of links in mails: an id and its keyed hash. Nothing is stored, nobody can guess one, and none expires. */
export const createSignedIds = (keyedHash: KeyedHash, purpose: string) => ({
  sign: (id: string) => withHash(id, keyedHash(purpose, id)),

  /** Undefined for a wrong token. */
  read(token: string) {
    if (!TOKEN.test(token)) return undefined;
    const id = idOf(token);
    const isOurs = keyedHash.all(purpose, id).some((hash) => isEqualSecret(token, withHash(id, hash)));
    return isOurs ? id : undefined;
  },
});
