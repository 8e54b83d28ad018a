import { randomUUIDv7 } from "node:crypto";
import { desc, eq, isNull, lt } from "drizzle-orm";
import type { z } from "zod";
import { retention } from "../../../site.config.ts";
import type { ActivityAction } from "../../contracts/activity/activity-rules.ts";
import type { Enquiry, EnquiryQuery, enquiryForm } from "../../contracts/enquiries/enquiry.ts";
import { toLimitOffset } from "../../contracts/list.ts";
import { isOwnPath, PAGE_NAMES } from "../../contracts/pages/page-rules.ts";
import type { Activity } from "../activity/service.ts";
import type { Catalogue } from "../catalogue/service.ts";
import type { Notifications } from "../notifications/service.ts";
import type { Transaction } from "../platform/database/database.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import type { Platform } from "../platform/platform.ts";
import type { SettingsService } from "../settings/service.ts";
import { enquiries } from "./enquiry-table.ts";
import { enquiryError } from "./errors.ts";
import { enquiriesByAccount, enquiriesByIp } from "./limits.ts";

const RECORD_PAGE = /^\/(product|course|experts|blogs)\/([^/?#]+)\/?$/;

function createPageNames({ products, courses, experts, blogs }: Catalogue) {
  const kinds = { product: products, course: courses, experts, blogs };

  /**
   * A function that returns a page's name: a record's title, a page's name, or the path if there is no such record.
   * Empty for anything that is not a page of the shop. One query for each kind of record.
   */
  return async (pages: string[]) => {
    const records = pages.flatMap((page) => {
      const [, kind = "", id = ""] = RECORD_PAGE.exec(page) ?? [];
      return kind ? [{ kind, id }] : [];
    });
    const found = Object.groupBy(records, ({ kind }) => kind);
    const titles = new Map<string, string>();
    for (const [kind, group = []] of Object.entries(found)) {
      const ids = group.map((record) => record.id);
      for (const [id, item] of await kinds[kind as keyof typeof kinds].findMany(ids, "owner"))
        titles.set(`${kind} ${id}`, "title" in item ? item.title : item.name);
    }

    return (page: string) => {
      if (!isOwnPath(page)) return "";
      const [, kind, id] = RECORD_PAGE.exec(page) ?? [];
      return titles.get(`${kind} ${id}`) ?? PAGE_NAMES[page] ?? page;
    };
  };
}

type EnquiryRow = typeof enquiries.$inferSelect;

const toEnquiry = ({ id, readAt, createdAt, ...row }: EnquiryRow, pageName: string): Enquiry => ({
  ...row,
  _id: id,
  pageName,
  read: readAt !== null,
  createdAt: createdAt.toISOString(),
});

interface EnquiryDeps extends Pick<Platform, "db" | "clock" | "limiter"> {
  notifications: Notifications;
  settings: SettingsService;
  activity: Activity;
  catalogue: Catalogue;
}

export function createEnquiries({ db, clock, limiter, notifications, settings, activity, catalogue }: EnquiryDeps) {
  const namePages = createPageNames(catalogue);

  const enquiryMail = notifications.defineMail<{ enquiryId: string }>("enquiry", async ({ enquiryId }) => {
    const [enquiry] = await db.select().from(enquiries).where(eq(enquiries.id, enquiryId));
    if (!enquiry) return undefined;
    const { name, email, phone, message, page } = enquiry;
    const pageName = (await namePages([page]))(page);
    const facts = { Name: name, Email: email, Phone: phone, Page: pageName, Message: message };
    const details = Object.entries(facts).flatMap(([label, value]) => (value ? [{ label, value }] : []));
    return {
      to: (await settings.read()).business.email,
      replyTo: { name, address: email },
      subject: `Enquiry from ${name}`,
      title: "A new enquiry",
      paragraphs: ["Answer this mail to write to the person who sent it."],
      details,
    };
  });

  async function lock(tx: Transaction, id: string) {
    const [row] = isUuid(id) ? await tx.select().from(enquiries).where(eq(enquiries.id, id)).for("update") : [];
    if (!row) throw enquiryError("enquiry_not_found");
    return row;
  }

  const toActivity = (by: string, action: ActivityAction, { id, name }: EnquiryRow) =>
    ({ by, action, kind: "enquiry", recordId: id, title: `Enquiry from ${name}` }) as const;

  return {
    async list({ unread, ...query }: EnquiryQuery) {
      const where = unread === "true" ? isNull(enquiries.readAt) : undefined;
      const { limit, offset } = toLimitOffset(query);
      const newest = db.select().from(enquiries).where(where).orderBy(desc(enquiries.createdAt), desc(enquiries.id));
      const [rows, total] = await Promise.all([newest.limit(limit).offset(offset), db.$count(enquiries, where)]);
      const nameOf = await namePages(rows.map(({ page }) => page));
      return { items: rows.map((row) => toEnquiry(row, nameOf(row.page))), total };
    },

    countUnread: async () => db.$count(enquiries, isNull(enquiries.readAt)),

    async mark(id: string, read: boolean, by: string) {
      const row = await db.transaction(async (tx) => {
        const before = await lock(tx, id);
        const readAt = read ? (before.readAt ?? clock.now()) : null;
        await tx.update(enquiries).set({ readAt }).where(eq(enquiries.id, id));
        const states = { before: { read: before.readAt !== null }, after: { read } };
        await activity.record(tx, { ...toActivity(by, "updated", before), ...states });
        return { ...before, readAt };
      });
      return toEnquiry(row, (await namePages([row.page]))(row.page));
    },

    /** The activity log stores the sender's name only. */
    async remove(id: string, by: string) {
      await db.transaction(async (tx) => {
        const before = await lock(tx, id);
        await tx.delete(enquiries).where(eq(enquiries.id, id));
        await activity.record(tx, toActivity(by, "deleted", before));
      });
    },

    async deleteExpired() {
      const cutoff = new Date(clock.now());
      cutoff.setUTCMonth(cutoff.getUTCMonth() - retention.enquiryMonths);
      await db.transaction(async (tx) => {
        await tx.delete(enquiries).where(lt(enquiries.createdAt, cutoff));
        await activity.anonymiseTitles(tx, "enquiry", cutoff, "Enquiry");
      });
    },

    async receive({ website, ...enquiry }: z.output<typeof enquiryForm>, address: string, userId?: string) {
      // Honeypot: a bot that fills the hidden field gets the normal response. It is not counted: others share its address.
      if (website) return;
      if (userId) await limiter.take(enquiriesByAccount, userId);
      else await limiter.take(enquiriesByIp, address);
      const id = randomUUIDv7();
      await db.transaction(async (tx) => {
        await tx.insert(enquiries).values({ ...enquiry, id, createdAt: clock.now() });
        await enquiryMail.enqueue(tx, { key: `enquiry:${id}`, payload: { enquiryId: id } });
      });
    },
  };
}
export type Enquiries = ReturnType<typeof createEnquiries>;
