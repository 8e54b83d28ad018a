import { createHash, randomBytes } from "node:crypto";
import { and, asc, eq, gt, inArray } from "drizzle-orm";
import { noSchedule } from "../../contracts/schedule.ts";
import type { Transaction } from "../platform/database/database.ts";
import { appointments } from "./appointment-table.ts";
import { writeFeed } from "./calendar.ts";
import { requireOwnExpert } from "./desk.ts";
import { appointmentError } from "./errors.ts";
import type { Person } from "./find-for.ts";
import { newFeedsByAccount, readsByFeed, wrongLinkByAddress } from "./limits.ts";
import { expertSchedules } from "./schedule-table.ts";
import type { AppointmentDeps } from "./service.ts";

const DAY_MS = 24 * 60 * 60_000;
const PAST_DAYS = 30;
/** More than an expert can have in the days ahead. */
const MAX_EVENTS = 2000;

const hashToken = (token: string) => createHash("sha256").update(token).digest("base64url");

/**
 * Sessions of one expert for calendar programs, behind a secret address. Such addresses are passed on and stored by
 * others, so the feed says neither who calls nor why.
 */
export function createFeeds(deps: AppointmentDeps) {
  const { db, clock, catalogue, settings, activity, limiter, publicUrl } = deps;

  async function setHash(expertId: string, feedTokenHash: string | null, by: Person) {
    const { _id, name } = await catalogue.experts.find(expertId, "owner");
    await db.transaction(async (tx) => {
      const first = { expertId: _id, schedule: noSchedule, version: 0, updatedAt: clock.now() };
      await tx.insert(expertSchedules).values(first).onConflictDoNothing();
      const isOf = eq(expertSchedules.expertId, _id);
      const [before] = await tx.select().from(expertSchedules).where(isOf).for("update");
      // Once more, under the lock: an access that ended meanwhile has ended the feed.
      await requireOwnExpert(deps, by, _id, tx);
      await tx.update(expertSchedules).set({ feedTokenHash }).where(isOf);
      const entry = { by: by.id, action: "updated", kind: "expert", recordId: _id, title: name } as const;
      const describe = (hash: string | null) => ({ calendarFeed: hash ? "on, with a new link" : "off" });
      if (feedTokenHash || before?.feedTokenHash)
        await activity.record(tx, {
          ...entry,
          before: { calendarFeed: before?.feedTokenHash ? "on" : "off" },
          after: describe(feedTokenHash),
        });
    });
  }

  return {
    async isOn(expertId: string) {
      const { _id } = await catalogue.experts.find(expertId, "owner");
      const [row] = await db.select().from(expertSchedules).where(eq(expertSchedules.expertId, _id));
      return Boolean(row?.feedTokenHash);
    },

    /** A new secret ends the one before. Only its hash is stored. */
    async renew(expertId: string, by: Person) {
      await limiter.take(newFeedsByAccount, by.id);
      const token = randomBytes(32).toString("base64url");
      await setHash(expertId, hashToken(token), by);
      return `${publicUrl}/api/calendar/${token}.ics`;
    },

    end: (expertId: string, by: Person) => setHash(expertId, null, by),

    /** The account of the expert lost its access: so does everybody who has the link. */
    async endWithAccess(tx: Transaction, expertId: string) {
      await tx.update(expertSchedules).set({ feedTokenHash: null }).where(eq(expertSchedules.expertId, expertId));
    },

    /** A wrong token costs the same hash and query as a right one. */
    async read(token: string, address: string) {
      await limiter.check(wrongLinkByAddress, address);
      const isOf = eq(expertSchedules.feedTokenHash, hashToken(token));
      const [found] = await db.select({ expertId: expertSchedules.expertId }).from(expertSchedules).where(isOf);
      if (!found) {
        await limiter.take(wrongLinkByAddress, address);
        throw appointmentError("link_not_found");
      }
      await limiter.take(readsByFeed, found.expertId);
      const rows = await db
        .select()
        .from(appointments)
        .where(
          and(
            eq(appointments.expertId, found.expertId),
            inArray(appointments.state, ["confirmed", "done", "missed_by_caller", "missed_by_expert"]),
            gt(appointments.startsAt, new Date(clock.now().getTime() - PAST_DAYS * DAY_MS)),
          ),
        )
        .orderBy(asc(appointments.startsAt), asc(appointments.id))
        .limit(MAX_EVENTS);
      const { business } = await settings.read();
      return writeFeed({ name: `${business.brand}: sessions`, rows, publicUrl });
    },
  };
}
export type Feeds = ReturnType<typeof createFeeds>;
