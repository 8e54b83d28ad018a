import { randomUUIDv7 } from "node:crypto";
import { and, eq, gt, or } from "drizzle-orm";
import type { z } from "zod";
import type { acceptance, invitationForm, OpenInvitation } from "../../contracts/accounts/people.ts";
import { registration } from "../../contracts/accounts/user.ts";
import type { ActivityAction } from "../../contracts/activity/activity-rules.ts";
import { HOUR_MS } from "../platform/clock.ts";
import type { Transaction } from "../platform/database/database.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import { readFields } from "../platform/http/api-errors.ts";
import { badInput } from "../platform/http/errors.ts";
import type { LoginUser, RequestUser } from "../platform/http/logins.ts";
import { hashToken } from "../platform/sha256.ts";
import { accountError } from "./errors.ts";
import { type InvitationRow, invitations } from "./invitation-table.ts";
import { invitationByIp, inviteByAccount } from "./limits.ts";
import { endLogins } from "./logins.ts";
import type { AccountParts } from "./parts.ts";
import { hashPassword, hasPassword, refuseCommonPassword } from "./passwords.ts";
import { lockPeople, requireStillOwner, toInvitation } from "./people.ts";
import { toLoginUser, type UserRow, users } from "./user-table.ts";

const LINK_MS = 48 * HOUR_MS;

const newAccount = registration.pick({ name: true, phone: true, password: true });

export function createInvitations(parts: AccountParts) {
  const { db, clock, limiter, keyedHash, notifications, activity, publicUrl, shopName } = parts;
  const { recentLogin, verifyPassword, recordLogin, findExpertNames } = parts;

  /** Derived from the shop's secret: composing the mail again gives the same link, and no token is stored. */
  const tokenOf = (id: string, round: number) => keyedHash("invitation", id, `${round}`);
  const newLink = (id: string, round: number) => ({
    round,
    tokenHash: hashToken(tokenOf(id, round)),
    sentAt: clock.now(),
    expiresAt: new Date(clock.now().getTime() + LINK_MS),
  });

  const isValid = (token: string) =>
    and(eq(invitations.tokenHash, hashToken(token)), gt(invitations.expiresAt, clock.now()));

  /** Read before a transaction begins: inside, it would need a second connection. */
  const expertNames = ({ expertId }: Pick<InvitationRow, "expertId">) => findExpertNames(expertId ? [expertId] : []);
  type ExpertNames = Awaited<ReturnType<typeof expertNames>>;
  const nameIn = (names: ExpertNames, { expertId }: InvitationRow) => (expertId ? names.get(expertId) : undefined);

  const invitationMail = notifications.defineMail<{ invitationId: string; round: number }>(
    "invitation",
    async ({ invitationId, round }) => {
      const isCurrent = and(eq(invitations.id, invitationId), eq(invitations.round, round));
      const [row] = await db.select().from(invitations).where(isCurrent);
      if (!row) return undefined;
      const [inviter] = await db.select({ name: users.name }).from(users).where(eq(users.id, row.invitedBy));
      const shop = await shopName();
      const as = row.role === "owner" ? "as an owner of the shop" : "as an expert";
      return {
        to: row.email,
        subject: `You are invited to ${shop}`,
        paragraphs: [
          "Namaste,",
          `${inviter?.name ?? "An owner"} invites you to ${shop} ${as}. This link works once, for 48 hours.`,
        ],
        action: { label: "Accept the invitation", url: `${publicUrl}/invitation/${tokenOf(row.id, row.round)}` },
        footnote: "If you did not expect this, you can ignore this mail. Nothing happens without you.",
      };
    },
  );

  async function record(tx: Transaction, by: string, action: ActivityAction, row: InvitationRow, names: ExpertNames) {
    const details = { role: row.role, expert: nameIn(names, row) };
    const states = action === "withdrew" ? { before: details } : { after: details };
    await activity.record(tx, { by, action, kind: "person", recordId: row.id, title: row.email, ...states });
  }

  async function send(tx: Transaction, by: string, row: InvitationRow, names: ExpertNames) {
    const { id, round, expiresAt } = row;
    await record(tx, by, "invited", row, names);
    const payload = { invitationId: id, round };
    await invitationMail.enqueue(tx, { key: `invitation:${id}:${round}`, payload, expiresAt });
    return toInvitation(row, names, clock.now());
  }

  async function findPending(id: string) {
    const [row] = isUuid(id) ? await db.select().from(invitations).where(eq(invitations.id, id)) : [];
    if (!row) throw accountError("invitation_not_found");
    return row;
  }

  const change = <T>(owner: RequestUser, work: (tx: Transaction) => Promise<T>) =>
    db.transaction(async (tx) => {
      await lockPeople(tx);
      await requireStillOwner(tx, owner);
      return work(tx);
    });

  async function refuseTaken(tx: Transaction, email: string, expertId: string | null) {
    const isSame = expertId ? or(eq(users.email, email), eq(users.expertId, expertId)) : eq(users.email, email);
    for (const user of await tx.select().from(users).where(isSame)) {
      if (user.email === email && user.role !== "customer")
        throw accountError("already_there", { fields: { email: `This person is already an ${user.role}.` } });
      if (expertId && user.expertId === expertId)
        throw accountError("already_there", { fields: { expertId: `This expert is ${user.email} already.` } });
    }
  }

  async function findOpen(token: string, ip: string) {
    const [row] = await db.select().from(invitations).where(isValid(token));
    if (row) return row;
    await limiter.take(invitationByIp, ip);
    throw accountError("invitation_invalid");
  }

  const findAccount = async (email: string) => (await db.select().from(users).where(eq(users.email, email)))[0];

  async function prepareAccount(email: string, form: z.output<typeof acceptance>, ip: string) {
    const user = await findAccount(email);
    if (user && hasPassword(user)) {
      if (await verifyPassword({ email, password: form.password, user, ip })) return { user };
      throw accountError("wrong_password", { fields: { password: "This is not the password of your account." } });
    }
    const { name, phone, password } = readFields(newAccount, form);
    refuseCommonPassword(password);
    const created = { name, nameIsProvisional: false, phone, passwordHash: await hashPassword(password, ip) };
    return { user, created };
  }

  type Prepared = Awaited<ReturnType<typeof prepareAccount>>;

  async function grant(tx: Transaction, { email, role, expertId }: InvitationRow, { user, created }: Prepared) {
    const emailConfirmedAt = clock.now();
    if (user) {
      const isUnchanged = and(
        eq(users.id, user.id),
        eq(users.role, "customer"),
        eq(users.passwordHash, user.passwordHash),
      );
      return endLogins(tx, isUnchanged, { ...created, role, expertId, emailConfirmedAt });
    }
    const row = {
      ...created!,
      id: randomUUIDv7(),
      email,
      emailConfirmedAt,
      role,
      expertId,
      createdAt: emailConfirmedAt,
    };
    const [made] = await tx.insert(users).values(row).onConflictDoNothing({ target: users.email }).returning();
    return made;
  }

  return {
    async invite(owner: RequestUser, form: z.output<typeof invitationForm>, ip: string) {
      const { email: typed, role, currentPassword } = form;
      const email = typed.toLowerCase();
      const expertId = role === "expert" ? (form.expertId?.toLowerCase() ?? "") : null;
      if (expertId === "") throw badInput({ expertId: "Choose whom of your experts this is." });
      const names = await expertNames({ expertId });
      if (expertId && !names.has(expertId)) throw badInput({ expertId: "This expert is no longer in the catalogue." });
      await recentLogin.requireRecentLogin(owner, currentPassword, ip);
      await limiter.take(inviteByAccount, owner.id);
      return change(owner, async (tx) => {
        await refuseTaken(tx, email, expertId);
        const id = randomUUIDv7();
        const [row] = await tx
          .insert(invitations)
          .values({ id, email, role, expertId, invitedBy: owner.id, ...newLink(id, 1) })
          .onConflictDoNothing()
          .returning();
        if (!row) throw accountError("already_invited");
        return send(tx, owner.id, row, names);
      });
    },

    async resendInvitation(owner: RequestUser, id: string) {
      const { expertId, round: before } = await findPending(id);
      await limiter.take(inviteByAccount, owner.id);
      const names = await expertNames({ expertId });
      return change(owner, async (tx) => {
        const [row] = await tx
          .update(invitations)
          .set({ ...newLink(id, before + 1), invitedBy: owner.id })
          .where(and(eq(invitations.id, id), eq(invitations.round, before)))
          .returning();
        if (!row) throw accountError("invitation_not_found");
        return send(tx, owner.id, row, names);
      });
    },

    async withdrawInvitation(owner: RequestUser, id: string) {
      const names = await expertNames(await findPending(id));
      await change(owner, async (tx) => {
        const [row] = await tx.delete(invitations).where(eq(invitations.id, id)).returning();
        if (!row) throw accountError("invitation_not_found");
        await record(tx, owner.id, "withdrew", row, names);
      });
    },

    async findInvitation(token: string, ip: string): Promise<OpenInvitation> {
      const row = await findOpen(token, ip);
      const account = await findAccount(row.email);
      const hasAccount = account !== undefined && hasPassword(account);
      const expert = nameIn(await expertNames(row), row) ?? "";
      return { email: row.email, role: row.role, expert, hasAccount };
    },

    async acceptInvitation(token: string, form: z.output<typeof acceptance>, ip: string): Promise<LoginUser> {
      const open = await findOpen(token, ip);
      const names = await expertNames(open);
      if (open.expertId && !names.has(open.expertId)) throw accountError("expert_gone");
      const prepared = await prepareAccount(open.email, form, ip);
      const user = await db.transaction(async (tx): Promise<UserRow> => {
        await lockPeople(tx);
        // The delete makes a link work once: a parallel second use finds no row.
        const [used] = await tx.delete(invitations).where(isValid(token)).returning();
        if (!used) throw accountError("invitation_invalid");
        const granted = await grant(tx, used, prepared);
        if (!granted) throw accountError("invitation_invalid");
        await record(tx, granted.id, "joined", { ...used, id: granted.id }, names);
        return granted;
      });
      await recordLogin(user, ip);
      return toLoginUser(user);
    },
  };
}
