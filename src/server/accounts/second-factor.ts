import { randomInt, randomUUID } from "node:crypto";
import { and, eq, inArray } from "drizzle-orm";
import { RECOVERY_CODES, type SecondFactorMethod } from "../../contracts/accounts/account-rules.ts";
import type { IdentityProof, SecondFactor } from "../../contracts/accounts/second-factor.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import type { LimitedClient } from "../platform/http/rate-limit.ts";
import { createAuthenticatorApp } from "./authenticator-app.ts";
import type { AccountDeps } from "./deps.ts";
import { accountError } from "./errors.ts";
import type { KnownNetworks } from "./known-networks.ts";
import { codeByAccount, codeByAccountAndIp } from "./limits.ts";
import { createPasskeys } from "./passkeys.ts";
import { passkeyChallenges, passkeys as passkeyTable, recoveryCodes, totpSecrets } from "./second-factor-table.ts";
import { greeting, type UserRow, users } from "./user-table.ts";

/** Excludes characters that look alike. Ten characters give about 50 bits of entropy. */
const ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";
const HALF = 5;

const randomHalf = () => Array.from({ length: HALF }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

/** One-time codes for a lost device. Stored as keyed hashes, so that the database alone does not reveal them. */
function createRecoveryCodes({ db, keyedHash }: AccountDeps) {
  const inputOf = (userId: string, code: string) =>
    ["recovery code", userId, code.toLowerCase().replace(/[\s-]/g, "")] as const;

  return {
    count: (userId: string) => db.$count(recoveryCodes, eq(recoveryCodes.userId, userId)),

    async renew(tx: Transaction, userId: string) {
      const codes = Array.from({ length: RECOVERY_CODES }, () => `${randomHalf()}-${randomHalf()}`);
      await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
      await tx
        .insert(recoveryCodes)
        .values(codes.map((code) => ({ userId, hash: keyedHash(...inputOf(userId, code)) })));
      return codes;
    },

    /** Deletes the code, so that only one of two parallel uses succeeds. */
    async use(userId: string, code: string) {
      const hashes = keyedHash.all(...inputOf(userId, code));
      const isIt = and(inArray(recoveryCodes.hash, hashes), eq(recoveryCodes.userId, userId));
      return (await db.delete(recoveryCodes).where(isIt).returning()).length > 0;
    },
  };
}

function createSecurityMail({ db, notifications }: AccountDeps) {
  const mail = notifications.defineMail<{ userId: string; what: string }>(
    "security-changed",
    async ({ userId, what }) => {
      const [user] = await db.select().from(users).where(eq(users.id, userId));
      if (!user) return undefined;
      return {
        to: user.email,
        subject: "The security of your login has changed",
        paragraphs: [greeting(user), what],
        footnote: "If this was not you, change your password at once and write to the other owners of the shop.",
      };
    },
  );
  return (tx: Database | Transaction, { id }: UserRow, what: string) =>
    mail.enqueue(tx, { key: `security-changed:${randomUUID()}`, payload: { userId: id, what } });
}

export async function clearSecondFactor(tx: Transaction, userId: string) {
  for (const table of [totpSecrets, passkeyTable, passkeyChallenges, recoveryCodes])
    await tx.delete(table).where(eq(table.userId, userId));
}

export function methodsOf({ totp, passkeys, recoveryCodes: codesLeft }: SecondFactor) {
  const methods: SecondFactorMethod[] = [];
  if (totp) methods.push("totp");
  if (passkeys.length > 0) methods.push("passkey");
  // Recovery codes replace a lost factor. Alone they are not a second factor.
  if (methods.length > 0 && codesLeft > 0) methods.push("recovery");
  return methods;
}

export function createSecondFactor(deps: AccountDeps & { networks: KnownNetworks }) {
  const { db, limiter, networks, activity } = deps;
  const app = createAuthenticatorApp(deps);
  const passkeys = createPasskeys(deps);
  const recovery = createRecoveryCodes(deps);
  const sendSecurityMail = createSecurityMail(deps);

  async function statusOf(userId: string): Promise<SecondFactor> {
    const [totp, keys, codesLeft] = await Promise.all([
      app.isSetUp(userId),
      passkeys.list(userId),
      recovery.count(userId),
    ]);
    return { totp, passkeys: keys, recoveryCodes: codesLeft };
  }

  async function recordFailure(user: UserRow, ip: string) {
    if (user.role === "owner") await activity.recordFailedLogin(user, ip);
  }

  /**
   * Counts every attempt before it checks the code, so that parallel guesses cannot bypass the limit. Attackers who
   * know the password cannot use up the attempts of a known network.
   */
  async function requireCode(user: UserRow, code: string, ip: string, field: string) {
    const pair = [user.email, ip] as const;
    const limits: LimitedClient[] = [[codeByAccountAndIp, pair]];
    if (!(await networks.isKnown(user.email, ip))) limits.push([codeByAccount, user.email]);
    for (const [limit, client] of limits) await limiter.take(limit, client);
    const isTotp = await app.use(user.id, code);
    if (!isTotp && !(await recovery.use(user.id, code))) {
      await recordFailure(user, ip);
      throw accountError("wrong_code", { fields: { [field]: "This code is wrong or was used already." } });
    }
    await limiter.reset(codeByAccountAndIp, pair);
    if (!isTotp) await sendSecurityMail(db, user, "A recovery code was used to confirm that it is you.");
  }

  return {
    app,
    passkeys,
    recovery,
    sendSecurityMail,
    statusOf,

    isSetUp: async ({ id, role }: UserRow) => role !== "customer" && methodsOf(await statusOf(id)).length > 0,

    /** False for an account without a second factor. `question` is the error when the proof is missing, `field` the code's. */
    async requireProof(
      user: UserRow,
      { code, passkey }: Pick<IdentityProof, "code" | "passkey">,
      ip: string,
      question: "second_factor_required" | "confirm_second_factor",
      field = "code",
    ) {
      const methods = user.role === "customer" ? [] : methodsOf(await statusOf(user.id));
      if (methods.length === 0) return false;
      if (code) await requireCode(user, code, ip, field);
      else if (!passkey) {
        const options = await passkeys.beginLogin(user.id);
        throw accountError(question, { data: { methods, ...(options && { passkey: options }) } });
      } else if (!(await passkeys.use(user.id, passkey))) {
        await recordFailure(user, ip);
        throw accountError("wrong_passkey");
      }
      return true;
    },
  };
}
export type SecondFactorLogin = ReturnType<typeof createSecondFactor>;
