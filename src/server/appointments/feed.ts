import { randomBytes } from "node:crypto";
import { and, asc, eq, gt, inArray, or } from "drizzle-orm";
import { outcomes } from "../../contracts/appointments/appointment-rules.ts";
import { noSchedule } from "../../contracts/appointments/schedule.ts";
import { DAY_MS } from "../platform/clock.ts";
import type { Transaction } from "../platform/database/database.ts";
import { httpError } from "../platform/http/errors.ts";
import { hashToken } from "../platform/sha256.ts";
import { appointments } from "./appointment-table.ts";
import { writeFeed } from "./calendar.ts";
import type { AppointmentDeps } from "./deps.ts";
import { appointmentError } from "./errors.ts";
import type { Person } from "./find-for.ts";
import { newFeedsByAccount, readsByFeed, wrongLinkByAddress } from "./limits.ts";
import { expertSchedules } from "./schedule-table.ts";

const PAST_DAYS = 30;
/** A safety limit, far above the appointments that one expert can have. */
const MAX_EVENTS = 2000;

/** Ends the feeds that an account made, and its expert's feed. Needs the lock of the account. */
export async function endFeedsOf(tx: Transaction, { id, expertId }: { id: string; expertId: string | null }) {
  const isMadeByThem = eq(expertSchedules.feedMadeBy, id);
  const isTheirs = expertId ? or(isMadeByThem, eq(expertSchedules.expertId, expertId)) : isMadeByThem;
  const rows = await tx.select().from(expertSchedules).where(isTheirs).orderBy(expertSchedules.expertId).for("update");
  const ids = rows.map((row) => row.expertId);
  const noFeed = { feedTokenHash: null, feedMadeBy: null };
  await tx.update(expertSchedules).set(noFeed).where(inArray(expertSchedules.expertId, ids));
}

/** Calendar services store and share the secret URL, so the feed contains neither the buyer nor the reason. */
export function createFeeds(deps: AppointmentDeps) {
  const { db, clock, catalogue, settings, activity, limiter, publicUrl, lockAccess } = deps;

  async function setHash(expertId: string, feedTokenHash: string | null, by: Person) {
    const { _id, name } = await catalogue.experts.find(expertId, "owner");
    await db.transaction(async (tx) => {
      // Recheck under the lock: the access may have ended after the request was authorised.
      const access = await lockAccess(tx, by.id);
      const isAllowed = access?.role === by.role && (by.role === "owner" || access.expertId === _id);
      if (!isAllowed) throw httpError("not_allowed");
      const first = { expertId: _id, schedule: noSchedule, version: 0, updatedAt: clock.now() };
      await tx.insert(expertSchedules).values(first).onConflictDoNothing();
      const isOf = eq(expertSchedules.expertId, _id);
      const [before] = await tx.select().from(expertSchedules).where(isOf).for("update");
      await tx
        .update(expertSchedules)
        .set({ feedTokenHash, feedMadeBy: feedTokenHash && by.id })
        .where(isOf);
      const entry = { by: by.id, action: "updated", kind: "expert", recordId: _id, title: name } as const;
      if (feedTokenHash || before?.feedTokenHash)
        await activity.record(tx, {
          ...entry,
          before: { calendarFeed: before?.feedTokenHash ? "on" : "off" },
          after: { calendarFeed: feedTokenHash ? "on, with a new link" : "off" },
        });
    });
  }

  return {
    async isOn(expertId: string) {
      const { _id } = await catalogue.experts.find(expertId, "owner");
      const [row] = await db.select().from(expertSchedules).where(eq(expertSchedules.expertId, _id));
      return Boolean(row?.feedTokenHash);
    },

    /** Creates a new secret URL, which invalidates the previous one. Only a hash of the token is stored. */
    async renew(expertId: string, by: Person) {
      await limiter.take(newFeedsByAccount, by.id);
      const token = randomBytes(32).toString("base64url");
      await setHash(expertId, hashToken(token), by);
      return `${publicUrl}/api/calendar/${token}.ics`;
    },

    end: (expertId: string, by: Person) => setHash(expertId, null, by),
    endWithAccess: endFeedsOf,

    /** A wrong token costs the same hash and query as a right one. */
    async read(token: string, address: string) {
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
            inArray(appointments.state, ["confirmed", ...outcomes]),
            gt(appointments.startsAt, new Date(clock.now().getTime() - PAST_DAYS * DAY_MS)),
          ),
        )
        .orderBy(asc(appointments.startsAt), asc(appointments.id))
        .limit(MAX_EVENTS);
      const { business } = await settings.read();
      return writeFeed(`${business.brand}: sessions`, rows, publicUrl);
    },
  };
}
