import type { RateLimiter } from "../platform/http/rate-limit.ts";
import { loginByAccount, loginByAddress } from "./limits.ts";
import { passwordMatches } from "./passwords.ts";

interface PasswordAttempt {
  email: string;
  password: string;
  /** Undefined for an unknown e-mail. */
  passwordHash: string | undefined;
  address: string;
}

/**
 * Verifies a password under the login limits. Only failures count, so people who share an address are not locked out.
 * The limits are checked before the queue, at the queue's turn and after the hash, so a burst of guesses finds no gap.
 */
export const createVerifyPassword =
  (limiter: RateLimiter) =>
  async ({ email, password, passwordHash, address }: PasswordAttempt) => {
    const checkLimits = async () => {
      await Promise.all([limiter.check(loginByAddress, address), limiter.check(loginByAccount, email)]);
    };
    await checkLimits();
    const matches = await passwordMatches(password, passwordHash, checkLimits);
    if (matches) {
      await checkLimits();
    } else {
      await limiter.take(loginByAddress, address);
      await limiter.take(loginByAccount, email);
    }
    return matches;
  };
export type VerifyPassword = ReturnType<typeof createVerifyPassword>;
