import { and, eq, ne } from "drizzle-orm";
import type { Transaction } from "../platform/database/database.ts";
import { httpError } from "../platform/http/errors.ts";
import type { SessionUser } from "../platform/http/sessions.ts";
import type { CurrentUsers } from "./current-users.ts";
import { accountError } from "./errors.ts";
import { loginByAccount, loginByAddress } from "./limits.ts";
import { OWNER_LOCK } from "./owners.ts";
import { passwordMatches } from "./passwords.ts";
import { toProfile } from "./profiles.ts";
import type { AccountDeps } from "./service.ts";
import { users } from "./user-table.ts";

interface RemovalDeps extends Pick<AccountDeps, "db" | "limiter"> {
  current: CurrentUsers;
}

export function createRemoval({ db, limiter, current }: RemovalDeps) {
  async function find({ id, generation }: SessionUser) {
    const [user] = await db
      .select()
      .from(users)
      .where(and(eq(users.id, id), eq(users.tokenGeneration, generation)));
    if (!user) throw httpError("not_signed_in");
    return user;
  }

  return {
    async account(asker: SessionUser) {
      const user = await find(asker);
      return { ...toProfile(user), createdAt: user.createdAt.toISOString() };
    },

    /** Makes sure that it is the person who asks, and not whoever found their browser open. Guesses count as at a login. */
    async confirmPassword(asker: SessionUser, password: string, address: string) {
      const user = await find(asker);
      const checkLimits = () =>
        Promise.all([limiter.check(loginByAddress, address), limiter.check(loginByAccount, user.email)]);
      await checkLimits();
      if (!(await passwordMatches(password, user.passwordHash))) {
        await limiter.take(loginByAddress, address);
        await limiter.take(loginByAccount, user.email);
        throw accountError("wrong_password", { fields: { password: "This is not your password." } });
      }
      await checkLimits();
    },

    /** Takes an account away, its reset links with it. A shop is never left without an owner. */
    async remove(tx: Transaction, { id, role, generation }: SessionUser) {
      if (role === "owner") {
        await tx.execute(`select pg_advisory_xact_lock(${OWNER_LOCK})`);
        const others = and(eq(users.role, "owner"), ne(users.id, id));
        if ((await tx.$count(users, others)) === 0) throw accountError("last_owner");
      }
      const [removed] = await tx
        .delete(users)
        .where(and(eq(users.id, id), eq(users.tokenGeneration, generation)))
        .returning();
      if (!removed) throw httpError("not_signed_in");
      await current.tellOfChange(tx, id);
      return removed;
    },

    forget: current.forget,
  };
}
