import { and, asc, eq, exists, inArray, isNotNull, max, ne, or } from "drizzle-orm";
import type { StaffRole } from "../../contracts/accounts/account-rules.ts";
import type { Invitation, People, Person } from "../../contracts/accounts/people.ts";
import type { Transaction } from "../platform/database/database.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import { httpError } from "../platform/http/errors.ts";
import type { RequestUser } from "../platform/http/logins.ts";
import type { AccountDeps } from "./deps.ts";
import { accountError } from "./errors.ts";
import { type InvitationRow, invitations } from "./invitation-table.ts";
import { logins } from "./login-table.ts";
import { endLogins } from "./logins.ts";
import { OWNER_LOCK } from "./owners.ts";
import { clearSecondFactor } from "./second-factor.ts";
import { passkeys, totpSecrets } from "./second-factor-table.ts";
import { isSameLogin, users } from "./user-table.ts";

const MAX_LISTED = 200;

/** Serialises changes of owners and experts with an advisory lock. They are rare, so waiting is fine. */
export const lockPeople = (tx: Transaction) => tx.execute(`select pg_advisory_xact_lock(${OWNER_LOCK})`);

/** Rechecks under the lock that the caller is still an owner. */
export async function requireStillOwner(tx: Transaction, owner: RequestUser) {
  const [found] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(isSameLogin(owner), eq(users.role, "owner")));
  if (!found) throw httpError("not_signed_in");
}

type ExpertNames = Map<string, string>;

const toExpert = (id: string | null, names: ExpertNames) => (id ? { _id: id, name: names.get(id) ?? "" } : undefined);

export const toInvitation = (row: InvitationRow, names: ExpertNames, now: Date): Invitation => ({
  _id: row.id,
  email: row.email,
  role: row.role,
  expert: toExpert(row.expertId, names),
  sentAt: row.sentAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  expired: row.expiresAt <= now,
});

export function createPeople({ db, clock, activity, findExpertNames, endFeedsOf }: AccountDeps) {
  const ofUser = (table: typeof passkeys | typeof totpSecrets) => eq(table.userId, users.id);
  const hasSecondFactor = or(
    exists(db.select().from(passkeys).where(ofUser(passkeys))),
    exists(
      db
        .select()
        .from(totpSecrets)
        .where(and(ofUser(totpSecrets), isNotNull(totpSecrets.confirmedAt))),
    ),
  )!.mapWith(Boolean);

  const listStaff = () =>
    db
      .select({ user: users, secondFactor: hasSecondFactor, lastSeenAt: max(logins.lastSeenAt) })
      .from(users)
      .leftJoin(logins, eq(logins.userId, users.id))
      .where(ne(users.role, "customer"))
      .groupBy(users.id)
      .orderBy(asc(users.createdAt), asc(users.id))
      .limit(MAX_LISTED);

  return {
    async listPeople(viewer: RequestUser): Promise<People> {
      const [staff, pending] = await Promise.all([
        listStaff(),
        db.select().from(invitations).orderBy(asc(invitations.sentAt)).limit(MAX_LISTED),
      ]);
      const experts = [...staff.map(({ user }) => user.expertId), ...pending.map(({ expertId }) => expertId)];
      const names = await findExpertNames(experts.filter((id) => id !== null));
      const now = clock.now();
      return {
        people: staff.map(
          ({ user, secondFactor, lastSeenAt }): Person => ({
            _id: user.id,
            name: user.name,
            email: user.email,
            role: user.role as StaffRole,
            expert: toExpert(user.expertId, names),
            secondFactor,
            lastSeenAt: lastSeenAt?.toISOString() ?? null,
            you: user.id === viewer.id,
          }),
        ),
        invitations: pending.map((row) => toInvitation(row, names, now)),
      };
    },

    async findExpertOf(userId: string) {
      const isExpert = and(eq(users.id, userId), eq(users.role, "expert"));
      const [user] = await db.select({ expertId: users.expertId }).from(users).where(isExpert);
      return user?.expertId ?? null;
    },

    /** The names of those of the accounts that are owners. */
    async findOwners(ids: string[]) {
      const isOwner = and(inArray(users.id, ids), eq(users.role, "owner"));
      const found = await db.select({ id: users.id, name: users.name }).from(users).where(isOwner);
      return new Map(found.map(({ id, name }) => [id, name]));
    },

    /** Locks the account: its access cannot end before the transaction does. */
    async lockAccess(tx: Transaction, userId: string) {
      const access = { role: users.role, expertId: users.expertId };
      const [user] = await tx.select(access).from(users).where(eq(users.id, userId)).for("share");
      return user;
    },

    async findExpertAccount(expertId: string) {
      const isExpert = and(eq(users.expertId, expertId), eq(users.role, "expert"));
      const [user] = await db.select({ name: users.name, email: users.email }).from(users).where(isExpert);
      return user;
    },

    /**
     * Turns an owner or expert into a customer; their orders stay. Revokes tokens, second factor, the invitations that
     * they sent and their calendar feeds.
     * An owner cannot remove themselves, so one owner always stays.
     */
    async removePerson(owner: RequestUser, id: string) {
      if (id === owner.id) throw accountError("own_access");
      await db.transaction(async (tx) => {
        await lockPeople(tx);
        await requireStillOwner(tx, owner);
        const isStaff = and(eq(users.id, id), ne(users.role, "customer"));
        const [before] = isUuid(id) ? await tx.select().from(users).where(isStaff) : [];
        if (!before) throw accountError("person_not_found");
        await endLogins(tx, isStaff, { role: "customer", expertId: null });
        await clearSecondFactor(tx, id);
        await tx.delete(invitations).where(eq(invitations.invitedBy, id));
        const { role, email } = before;
        await endFeedsOf(tx, before);
        const entry = { by: owner.id, kind: "person" as const, recordId: id, title: email };
        await activity.record(tx, { ...entry, action: "removed", before: { role } });
      });
    },
  };
}
