import { createHash, randomBytes, randomUUID } from "node:crypto";
import { and, eq, gt, lte, sql } from "drizzle-orm";
import type { Transaction } from "../platform/database/database.ts";
import type { SessionUser } from "../platform/http/sessions.ts";
import type { CurrentUsers } from "./current-users.ts";
import { accountError } from "./errors.ts";
import { forgotByAccount, forgotByAddress, loginByAccount, loginByAddress, resetByAddress } from "./limits.ts";
import { passwordResets } from "./password-reset-table.ts";
import { hashPassword } from "./passwords.ts";
import type { AccountDeps } from "./service.ts";
import type { SetPassword } from "./set-password.ts";
import { toSessionUser } from "./to-session-user.ts";
import { users } from "./user-table.ts";

const KIND = "password-reset-request";
const LINK_MS = 60 * 60_000;
const TOKEN_BYTES = 32;

const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url");

interface ResetDeps extends AccountDeps {
  setPassword: SetPassword;
  current: CurrentUsers;
}

export function createPasswordResets({
  db,
  clock,
  limiter,
  notifications,
  publicUrl,
  setPassword,
  current,
}: ResetDeps) {
  const isGood = (token: string) =>
    and(eq(passwordResets.tokenHash, hashOf(token)), gt(passwordResets.expiresAt, clock.now()));

  /** The token is made when the mail goes out, so that it lies nowhere but in the mail. */
  notifications.compose(KIND, async ({ email }: { email: string }, announced) => {
    const [user] = await db.select().from(users).where(eq(users.email, email));
    if (!user) return undefined;
    const token = randomBytes(TOKEN_BYTES).toString("base64url");
    const expiresAt = new Date(announced.at.getTime() + LINK_MS);
    await db.insert(passwordResets).values({ tokenHash: hashOf(token), userId: user.id, expiresAt });
    return {
      to: user.email,
      subject: "Choose a new password",
      title: "Choose a new password",
      paragraphs: [
        `Hello ${user.name},`,
        "You asked to set a new password for your account. This link works once, for one hour.",
      ],
      action: { label: "Choose a new password", url: `${publicUrl}/reset-password/${token}` },
      footnote: "If you did not ask for this, you can ignore this mail. Your password stays as it is.",
    };
  });

  return {
    /** Does the same for an e-mail that is known and one that is not: only the mail's composer looks. */
    async requestReset(given: string, address: string) {
      const email = given.toLowerCase();
      await limiter.take(forgotByAddress, address);
      await limiter.take(forgotByAccount, email);
      const expiresAt = new Date(clock.now().getTime() + LINK_MS);
      await notifications.announce(db, { kind: KIND, key: `${KIND}:${randomUUID()}`, payload: { email }, expiresAt });
    },

    async resetPassword(token: string, password: string, address: string): Promise<SessionUser> {
      await limiter.check(resetByAddress, address);
      const [link] = await db.select({ userId: passwordResets.userId }).from(passwordResets).where(isGood(token));
      if (!link) {
        await limiter.take(resetByAddress, address);
        throw accountError("reset_link_invalid");
      }
      const passwordHash = await hashPassword(password);
      const user = await db.transaction(async (tx) => {
        // Of two at once the second waits here for the first, and then finds nothing.
        const [used] = await tx.delete(passwordResets).where(isGood(token)).returning();
        if (!used) throw accountError("reset_link_invalid");
        await tx.delete(passwordResets).where(eq(passwordResets.userId, used.userId));
        const changed = await setPassword(tx, used.userId, { passwordHash });
        if (!changed) throw accountError("reset_link_invalid");
        return changed;
      });
      current.forget(user.id);
      // Who forgot a password has often guessed before; the new one should not have to wait.
      await limiter.forgive(loginByAccount, user.email);
      await limiter.forgive(loginByAddress, address);
      return toSessionUser(user);
    },

    /**
     * For accounts as they were at an earlier moment: tokens and links that have ended since then do not come to life
     * again. The generation follows the time, so that it is new however often the same state comes back.
     */
    async endAllLogins(tx: Transaction) {
      await tx.delete(passwordResets);
      const seconds = sql`extract(epoch from now() - timestamptz '2026-01-01')::int`;
      await tx.update(users).set({ tokenGeneration: sql`greatest(${users.tokenGeneration} + 1, ${seconds})` });
    },

    async forgetEndedResets() {
      await db.delete(passwordResets).where(lte(passwordResets.expiresAt, clock.now()));
    },
  };
}
