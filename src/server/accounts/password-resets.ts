import { randomBytes, randomUUID } from "node:crypto";
import { and, eq, gt } from "drizzle-orm";
import type { ComposedMail } from "../notifications/service.ts";
import { HOUR_MS } from "../platform/clock.ts";
import type { LoginUser } from "../platform/http/logins.ts";
import type { LimitedClient } from "../platform/http/rate-limit.ts";
import { mailboxOf } from "../platform/mailbox.ts";
import { hashToken } from "../platform/sha256.ts";
import { accountError } from "./errors.ts";
import {
  loginMailsByIp,
  loginMailsByKnownNetwork,
  loginMailsByMailbox,
  loginMailsByMailboxAndIp,
  resetByIp,
} from "./limits.ts";
import { networkHashOf } from "./login-code-table.ts";
import type { AccountParts } from "./parts.ts";
import { hashPassword, RESET_MAIL, refuseCommonPassword } from "./passwords.ts";
import { greeting, passwordResets, toLoginUser, type UserRow, users } from "./user-table.ts";

const LINK_MS = HOUR_MS;
const TOKEN_BYTES = 32;

interface Asked {
  at: Date;
  /** A hash of the network. */
  from: string;
}
type Compose = (email: string, user: UserRow | undefined, asked: Asked) => Promise<ComposedMail | undefined>;

/**
 * A mail that lets somebody log in. Returns what sends it on request, which does the same work for a known and an unknown
 * e-mail: only the composer looks it up.
 * A network that has logged in to the account has a counter of its own, which others cannot use up. Until the mailbox
 * is confirmed, all such networks share it: who registered the address may be a stranger who logs in from everywhere.
 */
export function defineLoginMail(parts: AccountParts, kind: string, validMs: number, compose: Compose) {
  const { db, clock, keyedHash, limiter, networks, notifications } = parts;
  const mail = notifications.defineMail<{ email: string; from?: string }>(
    kind,
    async ({ email, from = "" }, { at }) => {
      const [user] = await db.select().from(users).where(eq(users.email, email));
      return compose(email, user, { at, from });
    },
    true,
  );

  async function limitsOf(email: string, ip: string): Promise<LimitedClient[]> {
    const mailbox = mailboxOf(email);
    const known = await networks.find(email, ip);
    if (known) return [[loginMailsByKnownNetwork, known.emailConfirmedAt ? [mailbox, ip] : mailbox]];
    return [
      [loginMailsByMailboxAndIp, [mailbox, ip]],
      [loginMailsByMailbox, mailbox],
      [loginMailsByIp, ip],
    ];
  }

  return async (input: string, ip: string) => {
    const email = input.toLowerCase();
    const limits = await limitsOf(email, ip);
    // First, so that what is refused by one counter does not fill another.
    await limiter.checkAll(limits);
    for (const [limit, client] of limits) await limiter.take(limit, client);
    const payload = { email, from: networkHashOf(keyedHash, ip) };
    const expiresAt = new Date(clock.now().getTime() + validMs);
    await mail.enqueue(db, { key: `${kind}:${randomUUID()}`, payload, expiresAt });
  };
}

export function createPasswordResets(parts: AccountParts) {
  const { db, clock, limiter, publicUrl, setPassword, clearFailedLogins, recordLogin, secondFactor } = parts;

  const isValid = (token: string) =>
    and(eq(passwordResets.tokenHash, hashToken(token)), gt(passwordResets.expiresAt, clock.now()));

  /** The token is created when the mail is composed, so the plain token exists only in the mail. */
  const requestReset = defineLoginMail(parts, RESET_MAIL, LINK_MS, async (_email, user, { at }) => {
    if (!user) return undefined;
    const token = randomBytes(TOKEN_BYTES).toString("base64url");
    const expiresAt = new Date(at.getTime() + LINK_MS);
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
  });

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
  };
}
