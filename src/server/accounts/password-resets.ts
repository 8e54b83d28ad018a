import { randomBytes, randomUUID } from "node:crypto";
import { and, eq, gt, sql } from "drizzle-orm";
import type { ComposedMail } from "../notifications/service.ts";
import { HOUR_MS } from "../platform/clock.ts";
import type { Transaction } from "../platform/database/database.ts";
import type { LoginUser } from "../platform/http/logins.ts";
import { hashToken } from "../platform/sha256.ts";
import { accountError } from "./errors.ts";
import { invitations } from "./invitation-table.ts";
import { loginMailsByAccount, loginMailsByIp, mailsToUnconfirmed, resetByIp } from "./limits.ts";
import { loginCodes } from "./login-code-table.ts";
import { logins } from "./login-table.ts";
import { hashPassword, refuseCommonPassword } from "./passwords.ts";
import { passkeyChallenges } from "./second-factor-table.ts";
import type { AccountContext } from "./service.ts";
import { greeting, passwordResets, toLoginUser, type UserRow, users } from "./user-table.ts";

const LINK_MS = HOUR_MS;
const TOKEN_BYTES = 32;

type Compose = (email: string, user: UserRow | undefined, requestedAt: Date) => Promise<ComposedMail | undefined>;

/**
 * A mail that lets somebody log in. Returns what sends it on request, which does the same work for a known and an unknown
 * e-mail: only the composer looks it up.
 * A network that the person has logged in from bypasses the limits that others could use up, except the daily one of
 * an unconfirmed address: who registered it, perhaps a stranger, has logged in too.
 */
export function defineLoginMail(context: AccountContext, kind: string, validMs: number, compose: Compose) {
  const { db, clock, limiter, networks, notifications } = context;
  /** `isOverDay`: more requests than an address gets mails in a day while it is not confirmed. */
  type Request = { email: string; isOverDay?: boolean };
  const mail = notifications.defineMail<Request>(kind, async ({ email, isOverDay }, enqueued) => {
    const [user] = await db.select().from(users).where(eq(users.email, email));
    return isOverDay && !user?.emailConfirmedAt ? undefined : compose(email, user, enqueued.at);
  });
  return async (input: string, ip: string) => {
    const email = input.toLowerCase();
    const isKnown = await networks.isKnown(email, ip);
    if (!isKnown) await limiter.take(loginMailsByIp, ip);
    await limiter.take(loginMailsByAccount, isKnown ? [email, ip] : email);
    const payload = { email, isOverDay: await limiter.isOver(mailsToUnconfirmed, email) };
    const expiresAt = new Date(clock.now().getTime() + validMs);
    await mail.enqueue(db, { key: `${kind}:${randomUUID()}`, payload, expiresAt });
  };
}

export function createPasswordResets(context: AccountContext) {
  const { db, clock, limiter, publicUrl, setPassword, clearFailedLogins, recordLogin, secondFactor } = context;

  const isValid = (token: string) =>
    and(eq(passwordResets.tokenHash, hashToken(token)), gt(passwordResets.expiresAt, clock.now()));

  /** The token is created when the mail is composed, so the plain token exists only in the mail. */
  const requestReset = defineLoginMail(
    context,
    "password-reset-request",
    LINK_MS,
    async (_email, user, requestedAt) => {
      if (!user) return undefined;
      const token = randomBytes(TOKEN_BYTES).toString("base64url");
      const expiresAt = new Date(requestedAt.getTime() + LINK_MS);
      await db.insert(passwordResets).values({ tokenHash: hashToken(token), userId: user.id, expiresAt });
      return {
        to: user.email,
        subject: "Choose a new password",
        paragraphs: [
          greeting(user),
          "You asked to set a new password for your account. This link works once, for one hour.",
        ],
        action: { label: "Choose a new password", url: `${publicUrl}/reset-password/${token}` },
        footnote: "If you did not ask for this, you can ignore this mail. Your password stays as it is.",
      };
    },
  );

  return {
    requestReset,

    /** Undefined when the account has a second factor: a mailed link does not replace it, so the person logs in. */
    async resetPassword(token: string, password: string, ip: string): Promise<LoginUser | undefined> {
      refuseCommonPassword(password);
      const [link] = await db.select({ userId: passwordResets.userId }).from(passwordResets).where(isValid(token));
      if (!link) {
        await limiter.take(resetByIp, ip);
        throw accountError("reset_link_invalid");
      }
      const passwordHash = await hashPassword(password, ip);
      const user = await db.transaction(async (tx) => {
        // Locks the user before the link, like every change of a password: the other order could deadlock.
        await tx.select({ id: users.id }).from(users).where(eq(users.id, link.userId)).for("no key update");
        // The delete makes a link work once: a concurrent second request waits for the lock and then finds no row.
        const [used] = await tx.delete(passwordResets).where(isValid(token)).returning();
        const changed = used && (await setPassword(tx, used.userId, { passwordHash, emailConfirmedAt: clock.now() }));
        if (!changed) throw accountError("reset_link_invalid");
        return changed;
      });
      // Failed guesses before the reset must not block the new password.
      await clearFailedLogins(user.email);
      if (await secondFactor.isSetUp(user)) return undefined;
      await recordLogin(user, ip);
      return toLoginUser(user);
    },

    /**
     * After a restore: tokens and links that ended since the backup must stay invalid. The generation is derived from the
     * time, so it is new even if the same backup is restored twice.
     */
    async endAllLogins(tx: Transaction) {
      await tx.delete(passwordResets);
      await tx.delete(loginCodes);
      await tx.delete(logins);
      await tx.delete(passkeyChallenges);
      await tx.delete(invitations);
      const seconds = sql`extract(epoch from now() - timestamptz '2026-01-01')::int`;
      await tx.update(users).set({ tokenGeneration: sql`greatest(${users.tokenGeneration} + 1, ${seconds})` });
    },
  };
}
