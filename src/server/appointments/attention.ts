import { and, eq, gt, inArray, lte, notInArray, or, type SQL, sql } from "drizzle-orm";
import { noSchedule } from "../../contracts/appointments/schedule.ts";
import { appointments, isToArrange } from "./appointment-table.ts";
import { isConfirmedByStaff, readDetails } from "./appointment-view.ts";
import type { AppointmentDeps } from "./deps.ts";
import { expertSchedules } from "./schedule-table.ts";
import { createHoursCheck } from "./slots.ts";
import { isWithoutLink } from "./video-links.ts";

const sortTime = sql`coalesce(${appointments.startsAt}, ${appointments.createdAt})`;

/** To come, outside the expert's hours. Checked here, not in SQL: hours depend on zone and date overrides. */
async function findOutside({ db, clock }: AppointmentDeps, filter: SQL | undefined) {
  const { id, expertId, startsAt, endsAt } = appointments;
  const [rows, schedules] = await Promise.all([
    db
      .select({ id, expertId, startsAt, endsAt, isConfirmedByStaff })
      .from(appointments)
      .leftJoin(expertSchedules, eq(expertSchedules.expertId, appointments.expertId))
      .where(and(filter, eq(appointments.state, "confirmed"), gt(appointments.startsAt, clock.now())))
      .orderBy(appointments.startsAt, appointments.id),
    db.select().from(expertSchedules),
  ]);
  const checks = new Map(schedules.map((of) => [of.expertId, createHoursCheck({ ...noSchedule, ...of.schedule })]));
  const isOutside = (row: (typeof rows)[number]) =>
    !row.isConfirmedByStaff && checks.get(row.expertId!)?.({ startsAt: row.startsAt!, endsAt: row.endsAt! });
  return rows.filter(isOutside).map((row) => row.id);
}

/** By video without a link, over without an outcome, or paid and without a time. */
const isWaiting = (now: Date) =>
  // Literal states: the index `appointments_open` is found by them.
  or(isToArrange, isWithoutLink(now), sql`${appointments.state} = 'confirmed' and ${lte(appointments.endsAt, now)}`);

const urgencyAt = (now: Date) => sql`case when ${appointments.expertId} is null then 1
  when ${isWithoutLink(now)} then 2 when ${appointments.state} = 'confirmed' then 3 else 4 end`;

/** One page of appointments that need the owner. Those outside the hours first, then sorted by urgency and time. */
export async function readAttention(
  deps: AppointmentDeps,
  filter: SQL | undefined,
  { limit, offset }: { limit: number; offset: number },
) {
  const { db, clock } = deps;
  const now = clock.now();
  const outside = await findOutside(deps, filter);
  // Each of them once: one outside the hours may have no link either.
  const where = and(filter, isWaiting(now), outside.length > 0 ? notInArray(appointments.id, outside) : undefined);
  const waiting = await db.$count(appointments, where);
  const total = outside.length + waiting;
  const first = outside.slice(offset, offset + limit);
  const rest =
    first.length < limit
      ? await db
          .select({ id: appointments.id })
          .from(appointments)
          .where(where)
          .orderBy(urgencyAt(now), sortTime, appointments.id)
          .limit(limit - first.length)
          .offset(Math.max(0, offset - outside.length))
      : [];
  const page = [...first, ...rest.map(({ id }) => id)];
  if (page.length === 0) return { items: [], total };
  const items = await readDetails(deps, inArray(appointments.id, page));
  const places = new Map(page.map((id, place) => [id, place]));
  return { items: items.sort((one, other) => places.get(one._id)! - places.get(other._id)!), total };
}
