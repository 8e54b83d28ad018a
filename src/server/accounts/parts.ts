import type { AccountDeps } from "./deps.ts";
import { createKnownNetworks } from "./known-networks.ts";
import { codeByAccount, codeByAccountAndIp, loginByAccount, loginByAccountAndIp, loginSuccesses } from "./limits.ts";
import { createSetPassword, createVerifyPassword } from "./passwords.ts";
import { createRecentLogin } from "./recent-login.ts";
import { createSecondFactor } from "./second-factor.ts";
import type { UserRow } from "./user-table.ts";

/** The dependencies of the accounts, and what several of their files share. */
export function createAccountParts(deps: AccountDeps) {
  const { limiter, activity } = deps;
  const networks = createKnownNetworks(deps);
  const verifyPassword = createVerifyPassword({ ...deps, networks });
  const secondFactor = createSecondFactor({ ...deps, networks });
  return {
    ...deps,
    networks,
    setPassword: createSetPassword(deps),
    verifyPassword,
    secondFactor,
    recentLogin: createRecentLogin(deps, verifyPassword, secondFactor),

    /** Call it for a person who has proved that the account is theirs. */
    async clearFailedLogins(email: string) {
      await limiter.reset(loginByAccount, email);
      await limiter.reset(loginSuccesses, email);
      await limiter.resetPairs(loginByAccountAndIp, email);
    },

    /** Only for the command line: a reset link alone must not allow more guesses. */
    async clearFailedCodes(email: string) {
      await limiter.reset(codeByAccount, email);
      await limiter.resetPairs(codeByAccountAndIp, email);
    },

    async recordLogin(user: UserRow, ip: string) {
      await networks.remember(user, ip);
      if (user.role === "owner") await activity.recordLogin(user, ip);
    },
  };
}
export type AccountParts = ReturnType<typeof createAccountParts>;
