import { and, eq, ne } from "drizzle-orm";
import type { z } from "zod";
import { changedName, type Profile, type profileForm } from "../../contracts/accounts/user.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { given, statement } from "../platform/database/statement.ts";
import { readFields } from "../platform/http/api-errors.ts";
import { badInput } from "../platform/http/errors.ts";
import type { LoginUser, RequestUser } from "../platform/http/logins.ts";
import { accountError } from "./errors.ts";
import { invitations } from "./invitation-table.ts";
import { passwordByAccount } from "./limits.ts";
import { OWNER_LOCK } from "./owners.ts";
import type { AccountParts } from "./parts.ts";
import { createEndLoginMails, hashPassword, hasPassword, refuseCommonPassword } from "./passwords.ts";
import { requireFound } from "./recent-login.ts";
import { isSameLogin, toLoginUser, type UserRow, users } from "./user-table.ts";

/** The accounts of customers, as a subquery without anything about their logins. */
export const customerAccounts = (db: Database) =>
  db
    .select({ id: users.id, name: users.name, email: users.email, phone: users.phone, createdAt: users.createdAt })
    .from(users)
    .where(eq(users.role, "customer"))
    .as("customers");

const selectForUpdate = statement("lock-buyer", (db) =>
  db
    .select()
    .from(users)
    .where(eq(users.id, given("id")))
    .for("no key update"),
);

/** The account of a logged-in person. Its row stays locked until the transaction ends. */
export async function lockBuyer(tx: Database | Transaction, id: string) {
  const [account] = await selectForUpdate(tx, { id });
  return requireFound(account);
}

const NEW_PASSWORD_QUESTION = {
  message: "Please enter your current password to choose a new one.",
  fields: { currentPassword: "To choose a new password, enter the current one too." },
};

const toProfile = (user: UserRow): Profile => ({
  name: user.name,
  email: user.email,
  phone: user.phone ?? "",
  role: user.role,
  ...(user.nameIsProvisional && { provisionalName: true }),
  ...(!hasPassword(user) && { passwordless: true }),
});

/** The e-mail recorded as the author of a change, read in the transaction that makes it. */
export async function findEmail(tx: Transaction, id: string) {
  const [user] = await tx.select().from(users).where(eq(users.id, id));
  return requireFound(user).email;
}

export function createProfiles(parts: AccountParts) {
  const { db, limiter, setPassword, recentLogin } = parts;
  const endLoginMails = createEndLoginMails(parts);
  const { findUser, requirePassword, requireIdentity, requireRecentLogin } = recentLogin;

  return {
    requireIdentity,

    profile: async (loginUser: LoginUser) => toProfile(await findUser(loginUser)),

    async accountDetails(loginUser: LoginUser) {
      const user = await findUser(loginUser);
      return { ...toProfile(user), createdAt: user.createdAt.toISOString() };
    },

    /** A new password ends the caller's token too: `renewed` is the user to issue a new one for. */
    async saveProfile(loginUser: RequestUser, form: z.output<typeof profileForm>, ip: string) {
      const { name, phone, password, ...proof } = form;
      if (name !== (await findUser(loginUser)).name) readFields(changedName, { name });
      const details = { name, nameIsProvisional: false, phone: phone || null };
      if (!password) {
        const [user] = await db.update(users).set(details).where(isSameLogin(loginUser)).returning();
        return { profile: toProfile(requireFound(user)) };
      }
      refuseCommonPassword(password);
      // The specified form of a customer has no further field, so a new login is enough there.
      if (loginUser.role === "customer")
        await requireRecentLogin(loginUser, proof.currentPassword, ip, NEW_PASSWORD_QUESTION);
      else await requireIdentity(loginUser, proof, ip, NEW_PASSWORD_QUESTION);
      const { id, generation } = loginUser;
      await limiter.take(passwordByAccount, id);
      const passwordHash = await hashPassword(password, ip);
      const change = { ...details, passwordHash, onlyGeneration: generation };
      const user = requireFound(await db.transaction((tx) => setPassword(tx, id, change)));
      return { profile: toProfile(user), renewed: toLoginUser(user) };
    },

    /** A token alone is not enough to delete an account; without a password, the login must be new. */
    async confirmPassword(loginUser: RequestUser, password: string | undefined, ip: string) {
      if (!hasPassword(await findUser(loginUser))) return requireRecentLogin(loginUser, undefined, ip);
      if (!password) throw badInput({ password: "Password is required." });
      await requirePassword(loginUser, "password", password, ip);
    },

    /** Deletes an account and, by cascade, all that belongs to its logins. The last owner cannot be deleted. */
    async remove(tx: Transaction, loginUser: LoginUser) {
      if (loginUser.role === "owner") {
        await tx.execute(`select pg_advisory_xact_lock(${OWNER_LOCK})`);
        const otherOwners = and(eq(users.role, "owner"), ne(users.id, loginUser.id));
        if ((await tx.$count(users, otherOwners)) === 0) throw accountError("last_owner");
      }
      const [removed] = await tx.delete(users).where(isSameLogin(loginUser)).returning();
      const user = requireFound(removed);
      await tx.delete(invitations).where(eq(invitations.email, user.email));
      await endLoginMails(tx, user);
      return user;
    },
  };
}
