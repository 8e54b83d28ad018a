import { and, desc, eq, inArray, notInArray, sql } from "drizzle-orm";
import { ipSubnet } from "../platform/http/ip-subnet.ts";
import type { AccountDeps } from "./deps.ts";
import { loginNetworks, type UserRow, users } from "./user-table.ts";

const MAX_PER_USER = 10;

/** Networks that an account has logged in from. Failed logins from other networks do not lock these out. */
export function createKnownNetworks({ db, clock, keyedHash }: AccountDeps) {
  const inputOf = (email: string, ip: string) => ["login network", email, ipSubnet(ip)] as const;

  /** Looks up the hash, so that known and unknown e-mails take the same time. */
  async function find(email: string, ip: string) {
    const [found] = await db
      .select({ emailConfirmedAt: users.emailConfirmedAt })
      .from(loginNetworks)
      .innerJoin(users, eq(users.id, loginNetworks.userId))
      .where(inArray(loginNetworks.hash, keyedHash.all(...inputOf(email, ip))))
      .limit(1);
    return found;
  }

  return {
    find,
    isKnown: async (email: string, ip: string) => (await find(email, ip)) !== undefined,

    async remember({ id, email }: UserRow, ip: string) {
      const lastSeenAt = clock.now();
      // Insert from a select of the user: a concurrent deletion of the account must not violate the foreign key.
      const row = db
        .select({
          hash: sql<string>`${keyedHash(...inputOf(email, ip))}::text`.as("hash"),
          userId: users.id,
          lastSeenAt: sql<Date>`${lastSeenAt}::timestamptz`.as("last_seen_at"),
        })
        .from(users)
        .where(eq(users.id, id))
        .for("key share");
      await db
        .insert(loginNetworks)
        .select(row)
        .onConflictDoUpdate({ target: loginNetworks.hash, set: { lastSeenAt } });
      const isOwn = eq(loginNetworks.userId, id);
      const newest = db
        .select({ hash: loginNetworks.hash })
        .from(loginNetworks)
        .where(isOwn)
        .orderBy(desc(loginNetworks.lastSeenAt))
        .limit(MAX_PER_USER);
      await db.delete(loginNetworks).where(and(isOwn, notInArray(loginNetworks.hash, newest)));
    },
  };
}
export type KnownNetworks = ReturnType<typeof createKnownNetworks>;
