import { randomUUIDv7 } from "node:crypto";
import type { z } from "zod";
import type { enquiryForm } from "../../contracts/enquiry.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database.ts";
import type { Limit, RateLimiter } from "../platform/rate-limit.ts";
import { enquiries } from "./enquiry-table.ts";

const byAddress: Limit = { what: "enquiry-address", tries: 10, seconds: 60 * 60 };

export function createEnquiries({ db, clock, limiter }: { db: Database; clock: Clock; limiter: RateLimiter }) {
  return {
    async receive({ website, ...enquiry }: z.output<typeof enquiryForm>, address: string) {
      await limiter.take(byAddress, address);
      // A bot that filled the trap is told what a person would be told, and nothing is kept.
      if (website) return;
      await db.insert(enquiries).values({ ...enquiry, id: randomUUIDv7(), createdAt: clock.now() });
    },
  };
}
export type Enquiries = ReturnType<typeof createEnquiries>;
