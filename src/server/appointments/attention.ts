import { and, eq, gt, inArray, lte, or, type SQL, sql } from "drizzle-orm";
import { noSchedule } from "../../contracts/appointments/schedule.ts";
import { appointments, isToArrange } from "./appointment-table.ts";
import { isConfirmedByStaff, readDetails } from "./appointment-view.ts";
import { expertSchedules } from "./schedule-table.ts";
import type { AppointmentContext } from "./service.ts";
import { createHoursCheck } from "./slots.ts";

const sortTime = sql`coalesce(${appointments.startsAt}, ${appointments.createdAt})`;

/** To come, outside the expert's hours. Checked here, not in SQL: hours depend on zone and date overrides. */
async function findOutside({ db, clock }: AppointmentContext, filter: SQL | undefined) {
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

/** Over without an outcome, or paid and without a time. */
const isWaiting = (now: Date) =>
  // Literal states: the index `appointments_open` is found by them.
  or(isToArrange, sql`${appointments.state} = 'confirmed' and ${lte(appointments.endsAt, now)}`);

const urgency = sql`case when ${appointments.expertId} is null then 1 when ${appointments.state} = 'confirmed' then 2 else 3 end`;

/** One page of appointments that need the owner. Those outside the hours first, then sorted by urgency and time. */
export async function readAttention(
  context: AppointmentContext,
  filter: SQL | undefined,
  { limit, offset }: { limit: number; offset: number },
) {
  const { db, clock } = context;
  const where = and(filter, isWaiting(clock.now()));
  const [outside, waiting] = await Promise.all([findOutside(context, filter), db.$count(appointments, where)]);
  const total = outside.length + waiting;
  const first = outside.slice(offset, offset + limit);
  const rest =
    first.length < limit
      ? await db
          .select({ id: appointments.id })
          .from(appointments)
          .where(where)
          .orderBy(urgency, sortTime, appointments.id)
          .limit(limit - first.length)
          .offset(Math.max(0, offset - outside.length))
      : [];
  const page = [...first, ...rest.map(({ id }) => id)];
  if (page.length === 0) return { items: [], total };
  const items = await readDetails(context, inArray(appointments.id, page));
  const places = new Map(page.map((id, place) => [id, place]));
  return { items: items.sort((one, other) => places.get(one._id)! - places.get(other._id)!), total };
}
