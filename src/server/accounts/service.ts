import { randomUUIDv7 } from "node:crypto";
import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { Credentials, registration } from "../../contracts/user.ts";
import type { Notifications } from "../notifications/service.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database/database.ts";
import type { EventChannel } from "../platform/events/listen-notify.ts";
import type { RateLimiter } from "../platform/http/rate-limit.ts";
import type { SessionUser } from "../platform/http/sessions.ts";
import { createCurrentUsers } from "./current-users.ts";
import { accountError } from "./errors.ts";
import { loginByAccount, loginByAddress, registerByAccount, registerByAddress } from "./limits.ts";
import { createOwners } from "./owners.ts";
import { createPasswordResets } from "./password-resets.ts";
import { hashPassword, passwordMatches } from "./passwords.ts";
import { createProfiles } from "./profiles.ts";
import { createRemoval } from "./removal.ts";
import { createSetPassword } from "./set-password.ts";
import { toSessionUser } from "./to-session-user.ts";
import { users } from "./user-table.ts";

export interface AccountDeps {
  db: Database;
  clock: Clock;
  limiter: RateLimiter;
  signals: EventChannel;
  notifications: Notifications;
  /** The origin that links in mails lead to. */
  publicUrl: string;
}

export function createAccounts(deps: AccountDeps) {
  const { db, clock, limiter } = deps;
  const current = createCurrentUsers(deps);
  const setPassword = createSetPassword({ notifications: deps.notifications, current });
  const rooms = { ...deps, setPassword, current };

  return {
    isCurrent: current.isCurrent,
    buyerOf: current.buyerOf,
    ...createOwners(rooms),
    ...createProfiles(rooms),
    ...createPasswordResets(rooms),
    ...createRemoval(rooms),

    /**
     * Only failures count towards the limits: people who share an address and know their passwords are not shut out.
     * A right password is checked against them once more, so that a burst of guesses finds no gap.
     */
    async logIn({ email, password }: Credentials, address: string): Promise<SessionUser> {
      const account = email.toLowerCase();
      const checkLimits = async () => {
        await Promise.all([limiter.check(loginByAddress, address), limiter.check(loginByAccount, account)]);
      };
      await checkLimits();
      const [user] = await db.select().from(users).where(eq(users.email, account));
      const matches = await passwordMatches(password, user?.passwordHash, checkLimits);
      if (!user || !matches) {
        await limiter.take(loginByAddress, address);
        await limiter.take(loginByAccount, account);
        throw accountError("wrong_credentials");
      }
      await checkLimits();
      return toSessionUser(user);
    },

    /** Whatever is asked for, a customer is made: owners are appointed from the shell. */
    async register({ name, email, phone, password }: z.output<typeof registration>, address: string) {
      const account = email.toLowerCase();
      await limiter.take(registerByAddress, address);
      await limiter.take(registerByAccount, account);
      const passwordHash = await hashPassword(password);
      const person = { id: randomUUIDv7(), name, email: account, phone, passwordHash, role: "customer" as const };
      const [user] = await db
        .insert(users)
        .values({ ...person, createdAt: clock.now() })
        .onConflictDoNothing({ target: users.email })
        .returning();
      if (!user) throw accountError("email_taken", { fields: { email: "This e-mail already has an account." } });
      return toSessionUser(user);
    },
  };
}
export type Accounts = ReturnType<typeof createAccounts>;
