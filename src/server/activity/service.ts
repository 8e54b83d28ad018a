import { randomUUIDv7 } from "node:crypto";
import { and, desc, eq, lt, ne } from "drizzle-orm";
import type { Activity as ActivityEntry, ActivityQuery } from "../../contracts/activity.ts";
import type { ActivityAction, ActivityKind } from "../../contracts/activity-kinds.ts";
import { toLimitOffset } from "../../contracts/list.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { activities } from "./activity-table.ts";
import { changesBetween } from "./changes.ts";

interface ActivityInput {
  /** The id of the owner. */
  by: string;
  action: ActivityAction;
  kind: ActivityKind;
  recordId: string | null;
  title: string;
  /** The record as the API shows it to the owner. */
  before?: object | undefined;
  after?: object | undefined;
  /** Fields whose values are masked. */
  secrets?: string[];
}

interface ActivityDeps {
  db: Database;
  clock: Clock;
  findEmail(tx: Transaction, userId: string): Promise<string>;
}

const toEntry = ({ id, at, userId, ...row }: typeof activities.$inferSelect): ActivityEntry => ({
  ...row,
  _id: id,
  at: at.toISOString(),
});

export function createActivity({ db, clock, findEmail }: ActivityDeps) {
  return {
    /** Runs in the transaction of the change. Skips updates that changed nothing. */
    async record(tx: Transaction, { by, before, after, secrets, ...input }: ActivityInput) {
      const changes = changesBetween({ ...before }, { ...after }, secrets);
      if (input.action === "updated" && Object.keys(changes).length === 0) return;
      const author = { userId: by, actor: await findEmail(tx, by) };
      await tx.insert(activities).values({ ...input, ...author, changes, id: randomUUIDv7(), at: clock.now() });
    },

    /** For a deleted account. */
    async anonymiseActor(tx: Transaction, userId: string) {
      await tx.update(activities).set({ actor: "Deleted account" }).where(eq(activities.userId, userId));
    },

    /** Replaces the titles of old entries, which may contain names. */
    async anonymiseTitles(tx: Transaction, kind: ActivityKind, before: Date, title: string) {
      const isOld = and(eq(activities.kind, kind), lt(activities.at, before), ne(activities.title, title));
      await tx.update(activities).set({ title }).where(isOld);
    },

    async list({ kind, ...query }: ActivityQuery) {
      const where = kind && eq(activities.kind, kind);
      const { limit, offset } = toLimitOffset(query);
      const [rows, total] = await Promise.all([
        db
          .select()
          .from(activities)
          .where(where)
          .orderBy(desc(activities.at), desc(activities.id))
          .limit(limit)
          .offset(offset),
        db.$count(activities, where),
      ]);
      return { items: rows.map(toEntry), total };
    },
  };
}
export type Activity = ReturnType<typeof createActivity>;
