import type { Activity } from "../activity/service.ts";
import type { LimitedClient, RateLimiter } from "../platform/http/rate-limit.ts";
import type { KnownNetworks } from "./known-networks.ts";
import { loginByAccount, loginByAddress, loginByPair, loginSuccesses } from "./limits.ts";
import { passwordMatches } from "./passwords.ts";
import type { UserRow } from "./user-table.ts";

interface PasswordAttempt {
  email: string;
  password: string;
  /** Undefined for an unknown e-mail. */
  user: UserRow | undefined;
  address: string;
}

interface VerifyPasswordDeps {
  limiter: RateLimiter;
  networks: KnownNetworks;
  activity: Activity;
}

/**
 * Verifies a password under the login limits.
 * Checks the limits before queueing, before hashing and after it, so that a burst of guesses cannot bypass them.
 */
export const createVerifyPassword =
  ({ limiter, networks, activity }: VerifyPasswordDeps) =>
  async ({ email, password, user, address }: PasswordAttempt) => {
    const isKnown = await networks.isKnown(email, address);
    const failureLimits: LimitedClient[] = [
      [loginByPair, [email, address]],
      [loginByAddress, address],
      ...(isKnown ? [] : [[loginByAccount, email] as const]),
    ];
    const checkLimits = () => limiter.checkAll([...failureLimits, [loginSuccesses, address]]);
    const countFailure = async () => {
      for (const [limit, client] of failureLimits) await limiter.take(limit, client);
    };
    await checkLimits();
    const matches = await passwordMatches(password, user?.passwordHash, { address, beforeHash: checkLimits });
    if (matches) {
      await checkLimits();
      await limiter.take(loginSuccesses, address);
    } else {
      // In parallel, so that response time does not reveal whether the e-mail belongs to an owner.
      const isOwner = user?.role === "owner";
      await Promise.all([countFailure(), isOwner && activity.recordFailedLogin(user, address)]);
    }
    return matches;
  };
export type VerifyPassword = ReturnType<typeof createVerifyPassword>;
