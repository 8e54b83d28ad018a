import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type { Profile, profileForm } from "../../contracts/user.ts";
import type { Transaction } from "../platform/database/database.ts";
import { httpError } from "../platform/http/errors.ts";
import type { SessionUser } from "../platform/http/sessions.ts";
import type { CurrentUsers } from "./current-users.ts";
import { passwordByAccount } from "./limits.ts";
import { hashPassword } from "./passwords.ts";
import type { AccountDeps } from "./service.ts";
import type { SetPassword, UserRow } from "./set-password.ts";
import { toSessionUser } from "./to-session-user.ts";
import { users } from "./user-table.ts";

export const toProfile = ({ name, email, phone, role }: UserRow): Profile => ({
  name,
  email,
  phone: phone ?? "",
  role,
});

interface ProfileDeps extends AccountDeps {
  setPassword: SetPassword;
  current: CurrentUsers;
}

export function createProfiles({ db, limiter, notifications, setPassword, current }: ProfileDeps) {
  notifications.compose("password-changed", async ({ userId }: { userId: string }) => {
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

  return {
    async profile({ id }: SessionUser): Promise<Profile> {
      const [user] = await db.select().from(users).where(eq(users.id, id));
      if (!user) throw httpError("not_signed_in");
      return toProfile(user);
    },

    /** By whose name a change is written down, as part of the transaction that makes it. */
    async emailOf(tx: Transaction, id: string) {
      const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, id));
      if (!user) throw httpError("not_signed_in");
      return user.email;
    },

    /** A changed password ends the token it was changed with; the answer then holds whom to make a fresh one for. */
    async saveProfile({ id, generation }: SessionUser, { name, phone, password }: z.output<typeof profileForm>) {
      const details = { name, phone: phone || null };
      if (!password) {
        const isOwn = and(eq(users.id, id), eq(users.tokenGeneration, generation));
        const user = await db.transaction(async (tx) => {
          const [saved] = await tx.update(users).set(details).where(isOwn).returning();
          await current.tellOfChange(tx, id);
          return saved;
        });
        if (!user) throw httpError("not_signed_in");
        current.forget(id);
        return { profile: toProfile(user) };
      }
      await limiter.take(passwordByAccount, id);
      const passwordHash = await hashPassword(password);
      const user = await db.transaction((tx) =>
        setPassword(tx, id, { ...details, passwordHash, onlyGeneration: generation }),
      );
      if (!user) throw httpError("not_signed_in");
      current.forget(id);
      return { profile: toProfile(user), renewed: toSessionUser(user) };
    },
  };
}
