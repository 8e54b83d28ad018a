import { randomInt, randomUUIDv7 } from "node:crypto";
import { and, eq, gt, lte, not, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { LOGIN_CODE_LENGTH } from "../../contracts/accounts/account-rules.ts";
import type { codeCredentials } from "../../contracts/accounts/user.ts";
import { MAX_ACCOUNT_NAME_LENGTH } from "../../contracts/field-rules.ts";
import { MINUTE_MS } from "../platform/clock.ts";
import type { LoginUser } from "../platform/http/logins.ts";
import { wrongLoginCode } from "./errors.ts";
import { emailHashOf, isCodeOf, loginCodes, networkHashOf } from "./login-code-table.ts";
import type { AccountParts } from "./parts.ts";
import { defineLoginMail } from "./password-resets.ts";
import { countFailedLogin, failureLimitsOf, NO_PASSWORD } from "./passwords.ts";
import { greeting, toLoginUser, type UserRow, users } from "./user-table.ts";

const VALID_MS = 10 * MINUTE_MS;
const MAX_TRIES = 5;

/** Letters and digits only: a local part such as `www.example.com` must not become a link in mails. */
const nameFrom = (email: string) =>
  email
    .replace(/[+@].*$/, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .slice(0, MAX_ACCOUNT_NAME_LENGTH) || "Customer";

/** Logs in with six digits that were mailed to the address. An address without an account becomes a customer. */
export function createLoginCodes(parts: AccountParts) {
  const { db, clock, keyedHash, networks, shopName } = parts;
  const { setPassword, secondFactor, clearFailedLogins, recordLogin } = parts;

  const hashOf = (email: string, code: string) => keyedHash("login code", email, code);
  const isFrom = (ip: string) => sql`${loginCodes.networkHash} = ${networkHashOf(keyedHash, ip)}`;
  const isOpen = (email: string, ip: string) =>
    and(
      isCodeOf(keyedHash, email),
      sql`case when ${isFrom(ip)} then ${loginCodes.wrongTries} else ${loginCodes.wrongTriesElsewhere} end < ${MAX_TRIES}`,
      gt(loginCodes.expiresAt, clock.now()),
    );

  /**
   * The code is created when the mail is composed, so that it exists only in the mail. It replaces an older one. A mail
   * that is late, because a newer request overtook it, is not sent.
   */
  const requestLoginCode = defineLoginMail(
    parts,
    "login-code",
    VALID_MS,
    async (email, user, { at: requestedAt, from: networkHash }) => {
      const code = `${randomInt(10 ** LOGIN_CODE_LENGTH)}`.padStart(LOGIN_CODE_LENGTH, "0");
      const expiresAt = new Date(clock.now().getTime() + VALID_MS);
      const counters = { networkHash, wrongTries: 0, wrongTriesElsewhere: 0 };
      const row = { codeHash: hashOf(email, code), requestedAt, ...counters, expiresAt };
      const stored = await db
        .insert(loginCodes)
        .values({ emailHash: emailHashOf(keyedHash, email), ...row })
        .onConflictDoUpdate({
          target: loginCodes.emailHash,
          set: row,
          setWhere: lte(loginCodes.requestedAt, requestedAt),
        })
        .returning();
      if (stored.length === 0) return undefined;
      return {
        to: email,
        subject: `${code} is your code for ${await shopName()}`,
        paragraphs: [
          user ? greeting(user) : "Hello,",
          `Enter ${code} where you asked for it. The code works once, for 10 minutes.`,
          "Give it to nobody: we never ask for it by phone or chat.",
        ],
        footnote: "If you did not ask for this, you can ignore this mail. Without the code nobody can log in with it.",
      };
    },
  );

  /**
   * Counts a wrong code in the same statement that compares it, so that parallel guesses cannot bypass the limit.
   * The tries of the code protect it, so the right one works however many failed logins strangers have caused.
   */
  async function verifyCode(email: string, code: string, user: UserRow | undefined, ip: string) {
    const codeHash = hashOf(email, code);
    const wrong = (where: SQL) => sql`case when ${loginCodes.codeHash} <> ${codeHash} and ${where} then 1 else 0 end`;
    const [row] = await db
      .update(loginCodes)
      .set({
        wrongTries: sql`${loginCodes.wrongTries} + ${wrong(isFrom(ip))}`,
        wrongTriesElsewhere: sql`${loginCodes.wrongTriesElsewhere} + ${wrong(not(isFrom(ip)))}`,
      })
      .where(isOpen(email, ip))
      .returning();
    if (row?.codeHash === codeHash) return;
    await countFailedLogin(parts, failureLimitsOf(email, ip, await networks.isKnown(email, ip)), user, ip);
    throw wrongLoginCode();
  }

  return {
    requestLoginCode,

    async logInWithCode(form: z.output<typeof codeCredentials>, ip: string): Promise<LoginUser> {
      const { code, name, phone, secondFactorCode, passkey } = form;
      const email = form.email.toLowerCase();
      const isAccount = eq(users.email, email);
      const [known] = await db.select().from(users).where(isAccount);
      await verifyCode(email, code, known, ip);
      const proof = { code: secondFactorCode, passkey };
      if (known) await secondFactor.requireProof(known, proof, ip, "second_factor_required", "secondFactorCode");
      const now = clock.now();
      const customer = {
        id: randomUUIDv7(),
        name: name ?? nameFrom(email),
        nameIsProvisional: name === undefined,
        email,
        phone: phone || null,
        emailConfirmedAt: now,
        passwordHash: NO_PASSWORD,
        role: "customer" as const,
        createdAt: now,
      };
      const user = await db.transaction(async (tx) => {
        if (!known) await tx.insert(users).values(customer).onConflictDoNothing({ target: users.email });
        // Locks the user before the code, like every change of a password: the other order could deadlock.
        const [account] = await tx.select().from(users).where(isAccount).for("no key update");
        // The delete makes a code work once: a concurrent second request waits for the lock and then finds no row.
        const isRight = and(isOpen(email, ip), eq(loginCodes.codeHash, hashOf(email, code)));
        const [used] = await tx.delete(loginCodes).where(isRight).returning();
        if (!account || !used) throw wrongLoginCode();
        if (account.emailConfirmedAt) return account;
        // A stranger may have registered the address, even from this network: the password must not stay valid.
        if (account.role === "customer")
          return (await setPassword(tx, account.id, { passwordHash: NO_PASSWORD, emailConfirmedAt: now }))!;
        await tx.update(users).set({ emailConfirmedAt: now }).where(isAccount);
        return account;
      });
      await clearFailedLogins(email);
      await recordLogin(user, ip);
      return toLoginUser(user);
    },
  };
}
