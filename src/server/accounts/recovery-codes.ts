import { randomInt } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { RECOVERY_CODES } from "../../contracts/accounts/account-rules.ts";
import type { Transaction } from "../platform/database/database.ts";
import { recoveryCodes } from "./second-factor-table.ts";
import type { AccountDeps } from "./service.ts";

/** Excludes characters that look alike. Ten characters give about 50 bits of entropy. */
const ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";
const HALF = 5;

const randomHalf = () => Array.from({ length: HALF }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

/** One-time codes for a lost device. Stored as keyed hashes, so that the database alone does not reveal them. */
export function createRecoveryCodes({ db, keyedHash }: AccountDeps) {
  const hashOf = (userId: string, code: string) =>
    keyedHash("recovery code", userId, code.toLowerCase().replace(/[\s-]/g, ""));

  return {
    count: (userId: string) => db.$count(recoveryCodes, eq(recoveryCodes.userId, userId)),

    /** Replaces the codes and returns the new ones: they are shown once. */
    async renew(tx: Transaction, userId: string) {
      const codes = Array.from({ length: RECOVERY_CODES }, () => `${randomHalf()}-${randomHalf()}`);
      await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
      await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, hash: hashOf(userId, code) })));
      return codes;
    },

    /** Deletes the code, so that only one of two parallel uses succeeds. */
    async use(userId: string, code: string) {
      const isIt = and(eq(recoveryCodes.hash, hashOf(userId, code)), eq(recoveryCodes.userId, userId));
      return (await db.delete(recoveryCodes).where(isIt).returning()).length > 0;
    },
  };
}
export type RecoveryCodes = ReturnType<typeof createRecoveryCodes>;
