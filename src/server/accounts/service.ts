import { randomUUIDv7 } from "node:crypto";
import { and, eq, lt, lte } from "drizzle-orm";
import type { z } from "zod";
import type { Credentials, registration } from "../../contracts/accounts/user.ts";
import { MAX_ACCOUNT_NAME_LENGTH } from "../../contracts/field-rules.ts";
import type { Activity } from "../activity/service.ts";
import type { Notifications } from "../notifications/service.ts";
import { DAY_MS } from "../platform/clock.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { LIFETIME_SECONDS, type LoginUser } from "../platform/http/logins.ts";
import type { Platform } from "../platform/platform.ts";
import type { SecretBox } from "../platform/secrets.ts";
import { createAddresses } from "./addresses.ts";
import { accountError } from "./errors.ts";
import { invitations } from "./invitation-table.ts";
import { createInvitations } from "./invitations.ts";
import { createKnownNetworks, type KnownNetworks } from "./known-networks.ts";
import {
  codeByAccount,
  codeByAccountAndIp,
  loginByAccount,
  loginByAccountAndIp,
  loginSuccesses,
  registerByAccount,
  registerByIp,
} from "./limits.ts";
import { loginCodes } from "./login-code-table.ts";
import { createLoginCodes } from "./login-codes.ts";
import { logins } from "./login-table.ts";
import { createLoginRecords } from "./logins.ts";
import { createOwners } from "./owners.ts";
import { createPasswordResets } from "./password-resets.ts";
import {
  createSetPassword,
  createVerifyPassword,
  hashPassword,
  needsRehash,
  refuseCommonPassword,
  type SetPassword,
  type VerifyPassword,
} from "./passwords.ts";
import { createPeople } from "./people.ts";
import { createProfiles, customerAccounts, lockBuyer } from "./profiles.ts";
import { createRecentLogin, type RecentLogin } from "./recent-login.ts";
import { createSecondFactor, type SecondFactorLogin } from "./second-factor.ts";
import { createSecondFactorSetup } from "./second-factor-setup.ts";
import { passkeyChallenges } from "./second-factor-table.ts";
import { loginNetworks, passwordResets, toLoginUser, type UserRow, users } from "./user-table.ts";

const NETWORK_RETENTION_MS = 90 * DAY_MS;
/** An expired invitation is kept this long, so that it can be sent again. */
const INVITATION_RETENTION_MS = 30 * DAY_MS;

export interface AccountDeps extends Pick<Platform, "db" | "clock" | "limiter" | "keyedHash" | "publicUrl"> {
  notifications: Notifications;
  activity: Activity;
  secretBox: SecretBox;
  shopName(): Promise<string>;
  /** The names of those experts that are in the catalogue, drafts included. */
  findExpertNames(ids: string[]): Promise<Map<string, string>>;
  endFeedsOf(tx: Transaction, account: { id: string; expertId: string | null }): Promise<void>;
}

export interface AccountContext extends AccountDeps {
  setPassword: SetPassword;
  verifyPassword: VerifyPassword;
  networks: KnownNetworks;
  recentLogin: RecentLogin;
  secondFactor: SecondFactorLogin;
  /** Call it for a person who has proved that the account is theirs. */
  clearFailedLogins(email: string): Promise<void>;
  /** Only for the command line: a reset link alone must not allow more guesses. */
  clearFailedCodes(email: string): Promise<void>;
  recordLogin(user: UserRow, ip: string): Promise<void>;
}

export function createAccounts(deps: AccountDeps) {
  const { db, clock, limiter, activity } = deps;
  const networks = createKnownNetworks(deps);
  const verifyPassword = createVerifyPassword({ ...deps, networks });

  async function clearFailedLogins(email: string) {
    await limiter.reset(loginByAccount, email);
    await limiter.reset(loginSuccesses, email);
    await limiter.resetPairs(loginByAccountAndIp, email);
  }

  async function clearFailedCodes(email: string) {
    await limiter.reset(codeByAccount, email);
    await limiter.resetPairs(codeByAccountAndIp, email);
  }

  async function recordLogin(user: UserRow, ip: string) {
    await networks.remember(user, ip);
    if (user.role === "owner") await activity.recordLogin(user, ip);
  }

  const setPassword = createSetPassword(deps);
  const shared = {
    ...deps,
    networks,
    setPassword,
    verifyPassword,
    clearFailedLogins,
    clearFailedCodes,
    recordLogin,
  };
  const secondFactor = createSecondFactor(shared);
  const recentLogin = createRecentLogin(deps, verifyPassword, secondFactor);
  const context: AccountContext = { ...shared, secondFactor, recentLogin };

  /** Rehashes the password with the current cost. The condition avoids overwriting a concurrent password change. */
  async function upgradeHash({ id, passwordHash }: UserRow, password: string, ip: string) {
    const upgraded = await hashPassword(password, ip);
    await db
      .update(users)
      .set({ passwordHash: upgraded })
      .where(and(eq(users.id, id), eq(users.passwordHash, passwordHash)));
  }

  return {
    ...createOwners(context),
    ...createProfiles(context),
    ...createPasswordResets(context),
    ...createLoginCodes(context),
    customers: customerAccounts(db),
    ...createLoginRecords(deps),
    ...createSecondFactorSetup(context),
    addresses: createAddresses(deps),
    requireIdentity: recentLogin.requireIdentity,
    resealSecrets: secondFactor.app.resealSecrets,
    ...createPeople(context),
    ...createInvitations(context),

    async deleteExpired() {
      const now = clock.now();
      const ago = (ms: number) => new Date(now.getTime() - ms);
      await db.delete(passwordResets).where(lte(passwordResets.expiresAt, now));
      await db.delete(loginCodes).where(lte(loginCodes.expiresAt, now));
      await db.delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, now));
      await db.delete(logins).where(lte(logins.createdAt, ago(LIFETIME_SECONDS * 1000)));
      await db.delete(loginNetworks).where(lt(loginNetworks.lastSeenAt, ago(NETWORK_RETENTION_MS)));
      await db.delete(invitations).where(lt(invitations.expiresAt, ago(INVITATION_RETENTION_MS)));
    },

    /**
     * The account that places an order. Its row stays locked until the transaction ends: the account cannot be deleted,
     * and parallel orders wait, so that limits per account hold. A provisional name gives way to the one in the order.
     */
    async findBuyer(tx: Database | Transaction, id: string, ordered?: { name: string; phone: string }) {
      const { name: known, email, phone, nameIsProvisional } = await lockBuyer(tx, id);
      if (!ordered || !nameIsProvisional) return { id, name: known, email };
      const name = ordered.name.slice(0, MAX_ACCOUNT_NAME_LENGTH).trim();
      const details = { name, phone: phone ?? ordered.phone, nameIsProvisional: false };
      await tx.update(users).set(details).where(eq(users.id, id));
      return { id, name, email };
    },

    async logIn({ email, password, ...proof }: Credentials, ip: string): Promise<LoginUser> {
      const account = email.toLowerCase();
      const [user] = await db.select().from(users).where(eq(users.email, account));
      const matches = await verifyPassword({ email: account, password, user, ip });
      if (!user || !matches) throw accountError("wrong_credentials");
      await secondFactor.requireProof(user, proof, ip, "second_factor_required");
      if (needsRehash(user.passwordHash)) await upgradeHash(user, password, ip);
      await recordLogin(user, ip);
      return toLoginUser(user);
    },

    /** Always creates a customer: owners are appointed from the shell. */
    async register({ name, email, phone, password }: z.output<typeof registration>, ip: string) {
      const account = email.toLowerCase();
      refuseCommonPassword(password);
      await limiter.take(registerByIp, ip);
      await limiter.take(registerByAccount, account);
      const passwordHash = await hashPassword(password, ip);
      const person = { id: randomUUIDv7(), name, email: account, phone, passwordHash, role: "customer" as const };
      const [user] = await db
        .insert(users)
        .values({ ...person, createdAt: clock.now() })
        .onConflictDoNothing({ target: users.email })
        .returning();
      if (!user) throw accountError("email_taken", { fields: { email: "This e-mail already has an account." } });
      await recordLogin(user, ip);
      return toLoginUser(user);
    },
  };
}
export type Accounts = ReturnType<typeof createAccounts>;
