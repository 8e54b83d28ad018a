import { randomBytes, randomUUIDv7 } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Credentials } from "../../contracts/user.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database.ts";
import { ShopError } from "../platform/errors.ts";
import type { Limit, RateLimiter } from "../platform/rate-limit.ts";
import type { SessionUser } from "../platform/sessions.ts";
import { hashPassword, passwordMatches } from "./passwords.ts";
import { users } from "./user-table.ts";

const loginByAddress: Limit = { what: "login-address", tries: 10, seconds: 15 * 60 };
const loginByAccount: Limit = { what: "login-account", tries: 10, seconds: 15 * 60 };

/** Any number that no other lock of the shop uses; processes that start together make one owner together. */
const OWNER_LOCK = 4_201_002;

export interface AccountDeps {
  db: Database;
  clock: Clock;
  limiter: RateLimiter;
}

export function createAccounts({ db, clock, limiter }: AccountDeps) {
  return {
    /**
     * Only failures count towards the limits: people who share an address and know their passwords are not shut out.
     * A right password is checked against them once more, so that a burst of guesses finds no gap.
     */
    async logIn({ email, password }: Credentials, address: string): Promise<SessionUser> {
      const account = email.toLowerCase();
      const checkLimits = () =>
        Promise.all([limiter.check(loginByAddress, address), limiter.check(loginByAccount, account)]);
      await checkLimits();
      const [user] = await db.select().from(users).where(eq(users.email, account));
      const matches = await passwordMatches(password, user?.passwordHash);
      if (!user || !matches) {
        await limiter.take(loginByAddress, address);
        await limiter.take(loginByAccount, account);
        throw new ShopError("wrong_credentials");
      }
      await checkLimits();
      return { id: user.id, role: user.role, generation: user.tokenGeneration };
    },

    async isCurrent({ id, role, generation }: SessionUser) {
      const [user] = await db
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.id, id), eq(users.role, role), eq(users.tokenGeneration, generation)));
      return user !== undefined;
    },

    /** Makes the first owner when the shop has none; answers the password that was made up, if one was. */
    async ensureOwner(owner: { email: string; password?: string | undefined }) {
      return db.transaction(async (tx) => {
        await tx.execute(`select pg_advisory_xact_lock(${OWNER_LOCK})`);
        const [existing] = await tx.select({ id: users.id }).from(users).where(eq(users.role, "owner")).limit(1);
        if (existing) return { made: false };
        const generated = owner.password ? undefined : randomBytes(12).toString("base64url");
        await tx.insert(users).values({
          id: randomUUIDv7(),
          name: "Owner",
          email: owner.email.toLowerCase(),
          passwordHash: await hashPassword(owner.password ?? generated!),
          role: "owner",
          createdAt: clock.now(),
        });
        return { made: true, generated };
      });
    },
  };
}
export type Accounts = ReturnType<typeof createAccounts>;
