import { createHash, randomUUIDv7 } from "node:crypto";
import { and, desc, eq, lt, ne, sql } from "drizzle-orm";
import type { Activity as ActivityEntry, ActivityQuery } from "../../contracts/activity/activity.ts";
import type { ActivityAction, ActivityKind } from "../../contracts/activity/activity-rules.ts";
import { toLimitOffset } from "../../contracts/list.ts";
import { MINUTE_MS } from "../platform/clock.ts";
import type { Transaction } from "../platform/database/database.ts";
import { coarseNetwork } from "../platform/http/ip-subnet.ts";
import type { Platform } from "../platform/platform.ts";
import { activities } from "./activity-table.ts";
import { changesBetween } from "./changes.ts";

interface ActivityInput {
  by: string;
  action: ActivityAction;
  kind: ActivityKind;
  recordId: string | null;
  title: string;
  /** The record as the API shows it to the owner. */
  before?: object | undefined;
  after?: object | undefined;
  secrets?: string[];
}

interface ExportInput extends Pick<ActivityInput, "by" | "kind" | "title"> {
  ip: string;
  filter: Record<string, unknown>;
}

interface Account {
  id: string;
  email: string;
}

const DELETED = "Deleted account";
const COALESCE_MS = 15 * MINUTE_MS;

/** A deterministic UUID: equal parts give the same one. */
function uuidOf(...parts: unknown[]) {
  const hex = createHash("sha256").update(JSON.stringify(parts)).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

interface ActivityDeps extends Pick<Platform, "db" | "clock"> {
  findEmail(tx: Transaction, userId: string): Promise<string>;
}

const toEntry = ({ id, at, userId, ...row }: typeof activities.$inferSelect): ActivityEntry => ({
  ...row,
  _id: id,
  at: at.toISOString(),
});

export function createActivity({ db, clock, findEmail }: ActivityDeps) {
  /** Runs in the transaction of the change. Skips updates that changed nothing. */
  async function record(tx: Transaction, { by, before, after, secrets, ...input }: ActivityInput) {
    const changes = changesBetween({ ...before }, { ...after }, secrets);
    if (input.action === "updated" && Object.keys(changes).length === 0) return;
    const author = { userId: by, actor: await findEmail(tx, by) };
    await tx.insert(activities).values({ ...input, ...author, changes, id: randomUUIDv7(), at: clock.now() });
  }

  const loginEntry = ({ id, email }: Account, ip: string) => ({
    userId: id,
    actor: email,
    kind: "login" as const,
    recordId: id,
    title: coarseNetwork(ip),
    at: clock.now(),
  });

  return {
    record,
    describeChanges: changesBetween,
    nameOf: findEmail,

    /** Logs an export of personal data. The search text is masked, because it may be a name. */
    async recordExport({ ip, filter, ...input }: ExportInput) {
      const after = { ...filter, network: coarseNetwork(ip) };
      const entry = { ...input, action: "exported" as const, recordId: null, after, secrets: ["search"] };
      await db.transaction((tx) => record(tx, entry));
    },

    async recordLogin(owner: Account, ip: string) {
      const entry = loginEntry(owner, ip);
      await db.insert(activities).values({ ...entry, action: "logged_in", changes: {}, id: randomUUIDv7() });
    },

    /** One entry with a count per account, network and quarter of an hour, so that guesses do not flood the log. */
    async recordFailedLogin(owner: Account, ip: string) {
      const entry = loginEntry(owner, ip);
      const id = uuidOf("login_failed", owner.id, entry.title, Math.floor(entry.at.getTime() / COALESCE_MS));
      const count = sql`(${activities.changes} -> 'failures' ->> 1)::int + 1`;
      await db
        .insert(activities)
        .values({ ...entry, action: "login_failed", changes: { failures: [null, 1] }, id })
        .onConflictDoUpdate({
          target: activities.id,
          set: { changes: sql`jsonb_build_object('failures', jsonb_build_array(null, ${count}))` },
        });
    },

    async anonymiseActor(tx: Transaction, { id, email }: Account) {
      await tx.update(activities).set({ actor: DELETED }).where(eq(activities.userId, id));
      const isAbout = and(eq(activities.kind, "person"), eq(activities.title, email));
      await tx.update(activities).set({ title: DELETED }).where(isAbout);
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
