import type { Activity } from "../activity/service.ts";
import type { LimitedClient, RateLimiter } from "../platform/http/rate-limit.ts";
import type { KnownNetworks } from "./known-networks.ts";
import { loginByAccount, loginByAccountAndIp, loginByIp, loginSuccesses } from "./limits.ts";
import { passwordMatches } from "./passwords.ts";
import type { UserRow } from "./user-table.ts";

interface PasswordAttempt {
  email: string;
  password: string;
  /** Undefined for an unknown e-mail. */
  user: UserRow | undefined;
  ip: string;
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
  async ({ email, password, user, ip }: PasswordAttempt) => {
    const isKnown = await networks.isKnown(email, ip);
    const failureLimits: LimitedClient[] = [
      [loginByAccountAndIp, [email, ip]],
      [loginByIp, ip],
      ...(isKnown ? [] : [[loginByAccount, email] as const]),
    ];
    const checkLimits = () => limiter.checkAll([...failureLimits, [loginSuccesses, ip]]);
    const countFailure = async () => {
      for (const [limit, client] of failureLimits) await limiter.take(limit, client);
    };
    await checkLimits();
    const matches = await passwordMatches(password, user?.passwordHash, { ip, beforeHash: checkLimits });
    if (matches) {
      await checkLimits();
      await limiter.take(loginSuccesses, ip);
    } else {
      // In parallel, so that response time does not reveal whether the e-mail belongs to an owner.
      const isOwner = user?.role === "owner";
      await Promise.all([countFailure(), isOwner && activity.recordFailedLogin(user, ip)]);
    }
    return matches;
  };
export type VerifyPassword = ReturnType<typeof createVerifyPassword>;
