import { and, eq } from "drizzle-orm";
import type { Transaction } from "../platform/database/database.ts";
import { endLogins } from "./logins.ts";
import type { AccountDeps } from "./service.ts";
import { passwordResets, type UserRow, users } from "./user-table.ts";

interface PasswordChange extends Partial<Pick<UserRow, "name" | "phone" | "role" | "expertId">> {
  passwordHash: string;
  /** If set, the change applies only if the user's token generation is still this one. */
  onlyGeneration?: number;
}

/** The only way to set a new password: it ends older tokens and reset links, and mails the user. */
export function createSetPassword({ db, notifications }: AccountDeps) {
  const passwordChangedMail = notifications.defineMail<{ userId: string }>("password-changed", async ({ userId }) => {
    const [user] = await db.select().from(users).where(eq(users.id, userId));
    if (!user) return undefined;
    return {
      to: user.email,
      subject: "Your password was changed",
      title: "Your password was changed",
      paragraphs: [
        `Hello ${user.name},`,
        "The password of your account was changed just now. Wherever you were logged in, please log in with the new one.",
      ],
      footnote:
        "If this was not you, choose a new password with “Forgot password?” on the login page, and write to us.",
    };
  });

  return async (
    tx: Transaction,
    id: string,
    { onlyGeneration, ...change }: PasswordChange,
  ): Promise<UserRow | undefined> => {
    const isExpected = onlyGeneration === undefined ? undefined : eq(users.tokenGeneration, onlyGeneration);
    const user = await endLogins(tx, and(eq(users.id, id), isExpected), change);
    if (!user) return undefined;
    await tx.delete(passwordResets).where(eq(passwordResets.userId, id));
    // A reset mail that is still in the outbox would create a new link.
    await notifications.withdraw(tx, { email: user.email });
    const key = `password-changed:${id}:${user.tokenGeneration}`;
    await passwordChangedMail.enqueue(tx, { key, payload: { userId: id } });
    return user;
  };
}
export type SetPassword = ReturnType<typeof createSetPassword>;
