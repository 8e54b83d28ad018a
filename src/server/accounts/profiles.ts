import { and, eq, ne } from "drizzle-orm";
import type { z } from "zod";
import type { Profile, profileForm } from "../../contracts/user.ts";
import type { Transaction } from "../platform/database/database.ts";
import { httpError } from "../platform/http/errors.ts";
import type { RequestUser, SessionUser } from "../platform/http/sessions.ts";
import { refuseCommonPassword } from "./common-passwords.ts";
import { accountError } from "./errors.ts";
import { passwordByAccount } from "./limits.ts";
import { OWNER_LOCK } from "./owners.ts";
import { hashPassword } from "./passwords.ts";
import type { AccountContext } from "./service.ts";
import { toSessionUser, type UserRow, users } from "./user-table.ts";

/** An older login must confirm the current password to set a new one. */
const RECENT_LOGIN_MS = 15 * 60_000;

const toProfile = ({ name, email, phone, role }: UserRow): Profile => ({ name, email, phone: phone ?? "", role });

const isSameLogin = ({ id, generation }: SessionUser) => and(eq(users.id, id), eq(users.tokenGeneration, generation));

function requireFound(user: UserRow | undefined) {
  if (!user) throw httpError("not_signed_in");
  return user;
}

/** Reading, changing and deleting one's own account. */
export function createProfiles({ db, clock, limiter, setPassword, verifyPassword }: AccountContext) {
  async function findUser(sessionUser: SessionUser) {
    const [user] = await db.select().from(users).where(isSameLogin(sessionUser));
    return requireFound(user);
  }

  /** Wrong passwords count towards the login limits. */
  async function requirePassword(sessionUser: SessionUser, field: string, password: string, address: string) {
    const user = await findUser(sessionUser);
    if (!(await verifyPassword({ email: user.email, password, user, address })))
      throw accountError("wrong_password", { fields: { [field]: "This is not your password." } });
  }

  async function requireRecentLogin(sessionUser: RequestUser, currentPassword: string | undefined, address: string) {
    if (clock.now().getTime() - sessionUser.issuedAt.getTime() <= RECENT_LOGIN_MS) return;
    if (currentPassword) return requirePassword(sessionUser, "currentPassword", currentPassword, address);
    const currentPasswordNeeded = "You logged in a while ago. To choose a new password, enter the current one too.";
    throw accountError("confirm_password", { fields: { currentPassword: currentPasswordNeeded } });
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
    async saveProfile(sessionUser: RequestUser, form: z.output<typeof profileForm>, address: string) {
      const { name, phone, password, currentPassword } = form;
      const details = { name, phone: phone || null };
      if (!password) {
        const [user] = await db.update(users).set(details).where(isSameLogin(sessionUser)).returning();
        return { profile: toProfile(requireFound(user)) };
      }
      refuseCommonPassword(password);
      await requireRecentLogin(sessionUser, currentPassword, address);
      const { id, generation } = sessionUser;
      await limiter.take(passwordByAccount, id);
      const passwordHash = await hashPassword(password, address);
      const change = { ...details, passwordHash, onlyGeneration: generation };
      const user = requireFound(await db.transaction((tx) => setPassword(tx, id, change)));
      return { profile: toProfile(user), renewed: toSessionUser(user) };
    },

    /** A token alone is not enough to delete an account. */
    confirmPassword: (sessionUser: SessionUser, password: string, address: string) =>
      requirePassword(sessionUser, "password", password, address),

    /** Deletes an account and, by cascade, its reset links and known networks. The last owner cannot be deleted. */
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
