import { and, eq, isNotNull } from "drizzle-orm";
import type { z } from "zod";
import type {
  ChangedSecondFactor,
  IdentityProof,
  newPasskey,
  SecondFactorProof,
} from "../../contracts/accounts/second-factor.ts";
import type { Transaction } from "../platform/database/database.ts";
import type { LoginUser } from "../platform/http/logins.ts";
import { accountError } from "./errors.ts";
import { enrolmentByAccount } from "./limits.ts";
import { endOtherLogins } from "./logins.ts";
import type { AccountParts } from "./parts.ts";
import { clearSecondFactor, methodsOf } from "./second-factor.ts";
import { passkeys as passkeyTable, totpSecrets } from "./second-factor-table.ts";
import type { UserRow } from "./user-table.ts";

interface Change {
  before?: object;
  after?: object;
  what: string;
}

export function createSecondFactorSetup({ db, limiter, activity, recentLogin, secondFactor }: AccountParts) {
  const { app, passkeys, recovery, sendSecurityMail, statusOf, requireProof } = secondFactor;

  async function recordChange(tx: Transaction, user: UserRow, { what, ...states }: Change) {
    const entry = { by: user.id, kind: "person" as const, recordId: user.id, title: user.email, ...states };
    await activity.record(tx, { ...entry, action: "updated" });
    await sendSecurityMail(tx, user, what);
  }

  const reply = async (userId: string, codes?: string[]): Promise<ChangedSecondFactor> => ({
    secondFactor: await statusOf(userId),
    ...(codes && { codes }),
  });

  async function confirmIdentity(loginUser: LoginUser, proof: IdentityProof, ip: string) {
    const user = await recentLogin.requireIdentity(loginUser, proof, ip);
    await limiter.take(enrolmentByAccount, user.id);
    return user;
  }

  /** Stores a new factor and ends the other logins, which began without it. The first one comes with recovery codes. */
  async function add(loginUser: LoginUser, user: UserRow, change: Change, store: (tx: Transaction) => Promise<void>) {
    const isFirst = methodsOf(await statusOf(user.id)).length === 0;
    const codes = await db.transaction(async (tx) => {
      await store(tx);
      await endOtherLogins(tx, loginUser);
      await recordChange(tx, user, change);
      return isFirst ? recovery.renew(tx, user.id) : undefined;
    });
    return reply(user.id, codes);
  }

  /** Turning a factor off needs the password too: a browser left open beside the phone is not enough. */
  async function confirmRemoval(loginUser: LoginUser, { password, ...proof }: SecondFactorProof, ip: string) {
    const user = await recentLogin.requirePassword(loginUser, "password", password, ip);
    await requireProof(user, proof, ip, "confirm_second_factor");
    return user;
  }

  /** Without another factor the recovery codes have no use. */
  async function clearAfterLast(tx: Transaction, userId: string) {
    const isConfirmed = and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt));
    const factors =
      (await tx.$count(totpSecrets, isConfirmed)) + (await tx.$count(passkeyTable, eq(passkeyTable.userId, userId)));
    if (factors === 0) await clearSecondFactor(tx, userId);
  }

  return {
    secondFactorOf: statusOf,

    async beginTotp(loginUser: LoginUser, proof: IdentityProof, ip: string) {
      const enrolment = await app.begin(await confirmIdentity(loginUser, proof, ip));
      if (!enrolment) throw accountError("totp_set_up");
      return enrolment;
    },

    async confirmTotp(loginUser: LoginUser, code: string) {
      const user = await recentLogin.findUser(loginUser);
      await limiter.take(enrolmentByAccount, user.id);
      const change = { after: { authenticatorApp: true }, what: "An authenticator app was set up." };
      return add(loginUser, user, change, async (tx) => {
        if (await app.confirm(tx, user.id, code)) return;
        const field = "This code is wrong. Check that your phone's clock is right, and enter the newest code.";
        throw accountError("wrong_code", { fields: { code: field } });
      });
    },

    async removeTotp(loginUser: LoginUser, proof: SecondFactorProof, ip: string) {
      const user = await confirmRemoval(loginUser, proof, ip);
      await db.transaction(async (tx) => {
        if (!(await app.remove(tx, user.id))) return;
        await clearAfterLast(tx, user.id);
        const change = { before: { authenticatorApp: true }, what: "The authenticator app was removed." };
        await recordChange(tx, user, change);
      });
      return reply(user.id);
    },

    async beginPasskey(loginUser: LoginUser, proof: IdentityProof, ip: string) {
      return passkeys.beginEnrolment(await confirmIdentity(loginUser, proof, ip));
    },

    async addPasskey(loginUser: LoginUser, { name, credential }: z.output<typeof newPasskey>) {
      const user = await recentLogin.findUser(loginUser);
      await limiter.take(enrolmentByAccount, user.id);
      const passkey = await passkeys.verifyNew(user.id, credential);
      const change = { after: { passkey: name }, what: `The passkey “${name}” was added.` };
      return add(loginUser, user, change, (tx) => passkeys.add(tx, { ...passkey, name, userId: user.id }));
    },

    async removePasskey(loginUser: LoginUser, id: string, proof: SecondFactorProof, ip: string) {
      const user = await confirmRemoval(loginUser, proof, ip);
      await db.transaction(async (tx) => {
        const removed = await passkeys.remove(tx, user.id, id);
        if (!removed) throw accountError("passkey_not_found");
        await clearAfterLast(tx, user.id);
        const change = { before: { passkey: removed.name }, what: `The passkey “${removed.name}” was removed.` };
        await recordChange(tx, user, change);
      });
      return reply(user.id);
    },

    async renewRecoveryCodes(loginUser: LoginUser, proof: IdentityProof, ip: string) {
      const user = await confirmIdentity(loginUser, proof, ip);
      if (methodsOf(await statusOf(user.id)).length === 0) throw accountError("no_second_factor");
      const codes = await db.transaction(async (tx) => {
        await recordChange(tx, user, { after: { recoveryCodes: "new ones" }, what: "New recovery codes were made." });
        return recovery.renew(tx, user.id);
      });
      return reply(user.id, codes);
    },
  };
}
