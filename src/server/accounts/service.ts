import { randomUUIDv7 } from "node:crypto";
import { and, eq, lt, lte } from "drizzle-orm";
import type { z } from "zod";
import type { Credentials, registration } from "../../contracts/accounts/user.ts";
import { MAX_ACCOUNT_NAME_LENGTH } from "../../contracts/field-rules.ts";
import { DAY_MS } from "../platform/clock.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { LIFETIME_SECONDS, type LoginUser } from "../platform/http/logins.ts";
import { createAddresses } from "./addresses.ts";
import type { AccountDeps } from "./deps.ts";
import { accountError } from "./errors.ts";
import { invitations } from "./invitation-table.ts";
import { createInvitations } from "./invitations.ts";
import { registerByAccount, registerByIp } from "./limits.ts";
import { loginCodes } from "./login-code-table.ts";
import { createLoginCodes } from "./login-codes.ts";
import { logins } from "./login-table.ts";
import { createLoginRecords } from "./logins.ts";
import { createOwners } from "./owners.ts";
import { createAccountParts } from "./parts.ts";
import { createPasswordResets } from "./password-resets.ts";
import { hashPassword, needsRehash, refuseCommonPassword } from "./passwords.ts";
import { createPeople } from "./people.ts";
import { createProfiles, customerAccounts, lockBuyer } from "./profiles.ts";
import { createSecondFactorSetup } from "./second-factor-setup.ts";
import { passkeyChallenges } from "./second-factor-table.ts";
import { loginNetworks, passwordResets, toLoginUser, type UserRow, users } from "./user-table.ts";

const NETWORK_RETENTION_MS = 90 * DAY_MS;
/** An expired invitation is kept this long, so that it can be sent again. */
const INVITATION_RETENTION_MS = 30 * DAY_MS;

export function createAccounts(deps: AccountDeps) {
  const { db, clock, limiter } = deps;
  const parts = createAccountParts(deps);
  const { verifyPassword, secondFactor, recentLogin, recordLogin } = parts;

  /** Rehashes the password with the current cost. The condition avoids overwriting a concurrent password change. */
  async function upgradeHash({ id, passwordHash }: UserRow, password: string, ip: string) {
    const upgraded = await hashPassword(password, ip);
    await db
      .update(users)
      .set({ passwordHash: upgraded })
      .where(and(eq(users.id, id), eq(users.passwordHash, passwordHash)));
  }

  return {
    ...createOwners(parts),
    ...createProfiles(parts),
    ...createPasswordResets(parts),
    ...createLoginCodes(parts),
    customers: customerAccounts(db),
    ...createLoginRecords(deps),
    ...createSecondFactorSetup(parts),
    addresses: createAddresses(deps),
    requireIdentity: recentLogin.requireIdentity,
    ...createPeople(parts),
    ...createInvitations(parts),

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

    /** Locks the account until the transaction ends. */
    async lockAccount(tx: Transaction, id: string) {
      const { email, emailConfirmedAt } = await lockBuyer(tx, id);
      return { email, isConfirmed: emailConfirmedAt !== null };
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
