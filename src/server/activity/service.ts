import { randomUUIDv7 } from "node:crypto";
import { and, count, desc, eq, lt, ne } from "drizzle-orm";
import type { Activity as ActivityEntry, ActivityQuery } from "../../contracts/activity.ts";
import type { ActivityAction, ActivityKind } from "../../contracts/activity-kinds.ts";
import { toLimitOffset } from "../../contracts/list.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { activities } from "./activity-table.ts";
import { changesBetween } from "./changes.ts";

interface Deed {
  /** The id of the owner who does it. */
  by: string;
  action: ActivityAction;
  kind: ActivityKind;
  recordId: string | null;
  title: string;
  /** The record as it was and as it is, as the owner sees it. */
  before?: object | undefined;
  after?: object | undefined;
  /** Fields of which only the change is written down. */
  secrets?: string[];
}

interface ActivityDeps {
  db: Database;
  clock: Clock;
  emailOf(tx: Transaction, userId: string): Promise<string>;
}

const toEntry = ({ id, at, userId, ...row }: typeof activities.$inferSelect): ActivityEntry => ({
  ...row,
  _id: id,
  at: at.toISOString(),
});

export function createActivity({ db, clock, emailOf }: ActivityDeps) {
  return {
    /** Writes down what the owner does, in the transaction that does it; an update that changed nothing is no news. */
    async record(tx: Transaction, { by, before, after, secrets, ...deed }: Deed) {
      const changes = changesBetween({ ...before }, { ...after }, secrets);
      if (deed.action === "updated" && Object.keys(changes).length === 0) return;
      const who = { userId: by, actor: await emailOf(tx, by) };
      await tx.insert(activities).values({ ...deed, ...who, changes, id: randomUUIDv7(), at: clock.now() });
    },

    /** For an author whose account is gone: what was done stays, by whom does not. */
    async forgetActor(tx: Transaction, userId: string) {
      await tx.update(activities).set({ actor: "Deleted account" }).where(eq(activities.userId, userId));
    },

    /** Takes the names out of what was written down about one kind of record before a moment. */
    async forgetTitles(tx: Transaction, kind: ActivityKind, before: Date, title: string) {
      const isOld = and(eq(activities.kind, kind), lt(activities.at, before), ne(activities.title, title));
      await tx.update(activities).set({ title }).where(isOld);
    },

    async list({ kind, ...query }: ActivityQuery) {
      const where = kind && eq(activities.kind, kind);
      const [rows, [counted]] = await Promise.all([
        db
          .select()
          .from(activities)
          .where(where)
          .orderBy(desc(activities.at), desc(activities.id))
          .limit(toLimitOffset(query).limit)
          .offset(toLimitOffset(query).offset),
        db.select({ total: count() }).from(activities).where(where),
      ]);
      return { items: rows.map(toEntry), total: counted?.total ?? 0 };
    },
  };
}
export type Activity = ReturnType<typeof createActivity>;
