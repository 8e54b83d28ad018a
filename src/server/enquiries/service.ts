import { randomUUIDv7 } from "node:crypto";
import { eq, lt } from "drizzle-orm";
import type { z } from "zod";
import { retention, site } from "../../../site.config.ts";
import type { enquiryForm } from "../../contracts/enquiry.ts";
import type { Activity } from "../activity/service.ts";
import type { Notifications } from "../notifications/service.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database/database.ts";
import type { Limit, RateLimiter } from "../platform/http/rate-limit.ts";
import { enquiries } from "./enquiry-table.ts";
import { createInbox } from "./inbox.ts";

const byAddress: Limit = { what: "enquiry-address", tries: 10, seconds: 60 * 60 };

interface EnquiryDeps {
  db: Database;
  clock: Clock;
  limiter: RateLimiter;
  notifications: Notifications;
  activity: Activity;
}

export function createEnquiries({ db, clock, limiter, notifications, activity }: EnquiryDeps) {
  notifications.compose("enquiry", async ({ enquiryId }: { enquiryId: string }) => {
    const [enquiry] = await db.select().from(enquiries).where(eq(enquiries.id, enquiryId));
    if (!enquiry) return undefined;
    const { name, email, phone, message, page } = enquiry;
    const facts = { Name: name, Email: email, Phone: phone, Page: page, Message: message };
    const details = Object.entries(facts).flatMap(([label, value]) => (value ? [{ label, value }] : []));
    return {
      to: site.email,
      replyTo: { name, address: email },
      subject: `Enquiry from ${name}`,
      title: "A new enquiry",
      paragraphs: ["Answer this mail to write to the person who sent it."],
      details,
    };
  });

  return {
    ...createInbox({ db, clock, activity }),

    /** Old enquiries go, and with them the names that stand in the record of what the owner did with them. */
    async forgetOld() {
      const longAgo = new Date(clock.now());
      longAgo.setUTCMonth(longAgo.getUTCMonth() - retention.enquiryMonths);
      await db.transaction(async (tx) => {
        await tx.delete(enquiries).where(lt(enquiries.createdAt, longAgo));
        await activity.forgetTitles(tx, "enquiry", longAgo, "Enquiry");
      });
    },

    async receive({ website, ...enquiry }: z.output<typeof enquiryForm>, address: string) {
      await limiter.take(byAddress, address);
      // A bot that filled the trap is told what a person would be told, and nothing is kept.
      if (website) return;
      const id = randomUUIDv7();
      await db.transaction(async (tx) => {
        await tx.insert(enquiries).values({ ...enquiry, id, createdAt: clock.now() });
        await notifications.announce(tx, { kind: "enquiry", key: `enquiry:${id}`, payload: { enquiryId: id } });
      });
    },
  };
}
export type Enquiries = ReturnType<typeof createEnquiries>;
