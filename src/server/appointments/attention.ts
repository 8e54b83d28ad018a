import { and, eq, inArray, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { noSchedule } from "../../contracts/appointments/schedule.ts";
import { DAY_MS } from "../platform/clock.ts";
import { appointments } from "./appointment-table.ts";
import { isConfirmedByStaff, readDetails } from "./appointment-view.ts";
import { expertSchedules } from "./schedule-table.ts";
import type { AppointmentContext } from "./service.ts";
import { createHoursCheck } from "./slots.ts";

/** The most urgent first. */
const kinds = ["outside", "no_expert", "over", "no_time"] as const;
type Kind = (typeof kinds)[number];

/** An expired hold keeps `startsAt`. Hours are checked here, not in SQL: they depend on zone and date overrides. */
async function findAttention({ db, clock }: AppointmentContext, filter: SQL | undefined) {
  const now = clock.now();
  const isWaiting = and(
    eq(appointments.state, "to_schedule"),
    isNull(appointments.startsAt),
    or(isNull(appointments.expertId), lte(appointments.createdAt, new Date(now.getTime() - DAY_MS))),
  );
  const [rows, schedules] = await Promise.all([
    db
      .select({
        id: appointments.id,
        expertId: appointments.expertId,
        startsAt: appointments.startsAt,
        endsAt: appointments.endsAt,
        isConfirmedByStaff,
      })
      .from(appointments)
      .leftJoin(expertSchedules, eq(expertSchedules.expertId, appointments.expertId))
      .where(and(filter, or(isWaiting, eq(appointments.state, "confirmed"))))
      .orderBy(sql`coalesce(${appointments.startsAt}, ${appointments.createdAt})`, appointments.id),
    db.select().from(expertSchedules),
  ]);
  const checks = new Map(
    schedules.map(({ expertId, schedule }) => [expertId, createHoursCheck({ ...noSchedule, ...schedule })]),
  );
  const kindOf = ({ expertId, startsAt, endsAt, isConfirmedByStaff }: (typeof rows)[number]): Kind | undefined => {
    if (!expertId) return "no_expert";
    if (!startsAt || !endsAt) return "no_time";
    if (endsAt <= now) return "over";
    return startsAt > now && !isConfirmedByStaff && checks.get(expertId)?.({ startsAt, endsAt })
      ? "outside"
      : undefined;
  };
  const found = rows.map((row) => ({ id: row.id, kind: kindOf(row) }));
  return kinds.flatMap((kind) => found.filter((one) => one.kind === kind).map(({ id }) => id));
}

/** One page of appointments that need the owner. Within a kind, sorted by start time or else by age. */
export async function readAttention(
  context: AppointmentContext,
  filter: SQL | undefined,
  { limit, offset }: { limit: number; offset: number },
) {
  const ids = await findAttention(context, filter);
  const page = ids.slice(offset, offset + limit);
  if (page.length === 0) return { items: [], total: ids.length };
  const items = await readDetails(context, inArray(appointments.id, page));
  const places = new Map(page.map((id, place) => [id, place]));
  return { items: items.sort((one, other) => places.get(one._id)! - places.get(other._id)!), total: ids.length };
}
