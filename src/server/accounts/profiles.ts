import { and, eq, ne } from "drizzle-orm";
import type { z } from "zod";
import type { Profile, profileForm } from "../../contracts/user.ts";
import type { Transaction } from "../platform/database/database.ts";
import { httpError } from "../platform/http/errors.ts";
import type { SessionUser } from "../platform/http/sessions.ts";
import { accountError } from "./errors.ts";
import { passwordByAccount } from "./limits.ts";
import { OWNER_LOCK } from "./owners.ts";
import { hashPassword } from "./passwords.ts";
import type { AccountContext } from "./service.ts";
import { toSessionUser, type UserRow, users } from "./user-table.ts";

const toProfile = ({ name, email, phone, role }: UserRow): Profile => ({ name, email, phone: phone ?? "", role });

const isSameLogin = ({ id, generation }: SessionUser) => and(eq(users.id, id), eq(users.tokenGeneration, generation));

function requireFound(user: UserRow | undefined) {
  if (!user) throw httpError("not_signed_in");
  return user;
}

/** Reading, changing and deleting one's own account. */
export function createProfiles({ db, limiter, setPassword, verifyPassword }: AccountContext) {
  async function findUser(sessionUser: SessionUser) {
    const [user] = await db.select().from(users).where(isSameLogin(sessionUser));
    return requireFound(user);
  }

  return {
    profile: async (sessionUser: SessionUser) => toProfile(await findUser(sessionUser)),

    async accountDetails(sessionUser: SessionUser) {
      const user = await findUser(sessionUser);
      return { ...toProfile(user), createdAt: user.createdAt.toISOString() };
    },

    /** The e-mail recorded as the author of a change, read in the transaction that makes it. */
    async findEmail(tx: Transaction, id: string) {
      const [user] = await tx.select().from(users).where(eq(users.id, id));
      return requireFound(user).email;
    },

    /** A new password ends the caller's token too: `renewed` is the user to issue a new one for. */
    async saveProfile(sessionUser: SessionUser, { name, phone, password }: z.output<typeof profileForm>) {
      const details = { name, phone: phone || null };
      if (!password) {
        const [user] = await db.update(users).set(details).where(isSameLogin(sessionUser)).returning();
        return { profile: toProfile(requireFound(user)) };
      }
      const { id, generation } = sessionUser;
      await limiter.take(passwordByAccount, id);
      const change = { ...details, passwordHash: await hashPassword(password), onlyGeneration: generation };
      const user = requireFound(await db.transaction((tx) => setPassword(tx, id, change)));
      return { profile: toProfile(user), renewed: toSessionUser(user) };
    },

    /** A token alone is not enough to delete an account. Wrong passwords count towards the login limits. */
    async confirmPassword(sessionUser: SessionUser, password: string, address: string) {
      const { email, passwordHash } = await findUser(sessionUser);
      if (!(await verifyPassword({ email, password, passwordHash, address })))
        throw accountError("wrong_password", { fields: { password: "This is not your password." } });
    },

    /** Deletes an account and, by cascade, its reset links. The last owner cannot be deleted. */
    async remove(tx: Transaction, sessionUser: SessionUser) {
      if (sessionUser.role === "owner") {
        await tx.execute(`select pg_advisory_xact_lock(${OWNER_LOCK})`);
        const otherOwners = and(eq(users.role, "owner"), ne(users.id, sessionUser.id));
        if ((await tx.$count(users, otherOwners)) === 0) throw accountError("last_owner");
      }
      const [removed] = await tx.delete(users).where(isSameLogin(sessionUser)).returning();
      return requireFound(removed);
    },
  };
}
