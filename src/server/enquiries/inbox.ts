import { count, desc, eq, isNull } from "drizzle-orm";
import type { ActivityAction } from "../../contracts/activity-kinds.ts";
import type { Enquiry, EnquiryQuery } from "../../contracts/enquiry.ts";
import { toLimitOffset } from "../../contracts/list.ts";
import type { Activity } from "../activity/service.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import { enquiries } from "./enquiry-table.ts";
import { enquiryError } from "./errors.ts";

type EnquiryRow = typeof enquiries.$inferSelect;

const toEnquiry = ({ id, readAt, createdAt, ...row }: EnquiryRow): Enquiry => ({
  ...row,
  _id: id,
  read: readAt !== null,
  createdAt: createdAt.toISOString(),
});

interface InboxDeps {
  db: Database;
  clock: Clock;
  activity: Activity;
}

/** The owner's side of the enquiries: reading them and clearing them away. */
export function createInbox({ db, clock, activity }: InboxDeps) {
  async function lock(tx: Transaction, id: string) {
    const [row] = isUuid(id) ? await tx.select().from(enquiries).where(eq(enquiries.id, id)).for("update") : [];
    if (!row) throw enquiryError("enquiry_not_found");
    return row;
  }

  const deed = (by: string, action: ActivityAction, { id, name }: EnquiryRow) =>
    ({ by, action, kind: "enquiry", recordId: id, title: `Enquiry from ${name}` }) as const;

  return {
    async list({ unread, ...query }: EnquiryQuery) {
      const where = unread === "true" ? isNull(enquiries.readAt) : undefined;
      const { limit, offset } = toLimitOffset(query);
      const newest = [desc(enquiries.createdAt), desc(enquiries.id)];
      const [rows, [counted]] = await Promise.all([
        db
          .select()
          .from(enquiries)
          .where(where)
          .orderBy(...newest)
          .limit(limit)
          .offset(offset),
        db.select({ total: count() }).from(enquiries).where(where),
      ]);
      return { items: rows.map(toEnquiry), total: counted?.total ?? 0 };
    },

    async unread() {
      const [counted] = await db.select({ total: count() }).from(enquiries).where(isNull(enquiries.readAt));
      return counted?.total ?? 0;
    },

    async mark(id: string, read: boolean, by: string) {
      return db.transaction(async (tx) => {
        const before = await lock(tx, id);
        const readAt = read ? (before.readAt ?? clock.now()) : null;
        await tx.update(enquiries).set({ readAt }).where(eq(enquiries.id, id));
        const states = { before: { read: before.readAt !== null }, after: { read } };
        await activity.record(tx, { ...deed(by, "updated", before), ...states });
        return toEnquiry({ ...before, readAt });
      });
    },

    /** What was asked is gone for good: the record of the deletion holds none of it but the name. */
    async remove(id: string, by: string) {
      await db.transaction(async (tx) => {
        const before = await lock(tx, id);
        await tx.delete(enquiries).where(eq(enquiries.id, id));
        await activity.record(tx, deed(by, "deleted", before));
      });
    },
  };
}
