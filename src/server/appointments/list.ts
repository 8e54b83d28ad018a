import { and, desc, eq, gt, gte, inArray, lt, ne, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type {
  AppointmentDetails,
  AppointmentStep,
  appointmentQuery,
  ExpertHours,
  hoursQuery,
} from "../../contracts/appointments/appointment.ts";
import { MAX_LIST_DAYS, outcomes } from "../../contracts/appointments/appointment-rules.ts";
import { noSchedule } from "../../contracts/appointments/schedule.ts";
import { toLimitOffset } from "../../contracts/list.ts";
import { DAY_MS } from "../platform/clock.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import { badInput } from "../platform/http/errors.ts";
import { addDays, indianDay, startOfDay } from "../platform/indian-time.ts";
import { appointmentHistory, appointments, isToArrange } from "./appointment-table.ts";
import { readDetails } from "./appointment-view.ts";
import { readAttention } from "./attention.ts";
import type { AppointmentDeps } from "./deps.ts";
import { findFor, type Person } from "./find-for.ts";
import { expertSchedules } from "./schedule-table.ts";
import { dayIn, openTimes } from "./slots.ts";
import { LONGEST_MS } from "./take-slot.ts";
import { isWithoutLink } from "./video-links.ts";

type Query = z.output<typeof appointmentQuery>;
type Span = z.output<typeof hoursQuery>;

const DEFAULT_DAYS = 7;
const isDay = (text: string) => text.length === "2026-11-18".length;

/** The query's time range: start inclusive, end exclusive. */
function spanOf({ from, to }: Span, now: Date) {
  const first = from ?? indianDay(now);
  const start = isDay(first) ? startOfDay(first) : new Date(first);
  const last = to ?? new Date(start.getTime() + DEFAULT_DAYS * DAY_MS).toISOString();
  const end = isDay(last) ? startOfDay(addDays(last, 1)) : new Date(last);
  if (end <= start) throw badInput({ to: "To must not be before From." });
  if (end.getTime() - start.getTime() > MAX_LIST_DAYS * DAY_MS)
    throw badInput({ to: `The list has at most ${MAX_LIST_DAYS} days.` });
  return { start, end };
}

const wasBooked = sql`exists (select from ${appointmentHistory} where ${and(
  eq(appointmentHistory.appointmentId, appointments.id),
  eq(appointmentHistory.state, "confirmed"),
)})`;

/** Appointments that occupy or occupied time. Excludes expired holds and holds that were cancelled before payment. */
const isShown = (now: Date) =>
  or(
    inArray(appointments.state, ["confirmed", ...outcomes]),
    and(eq(appointments.state, "held"), gt(appointments.heldUntil, now)),
    and(eq(appointments.state, "cancelled"), wasBooked),
  );

/** Appointments that overlap the range. The first condition bounds the index scan by start time. */
const isBetween = (start: Date, end: Date) =>
  and(
    gte(appointments.startsAt, new Date(start.getTime() - LONGEST_MS)),
    lt(appointments.startsAt, end),
    gt(appointments.endsAt, start),
  );

function ofExpert(expertId: string | undefined): SQL | undefined {
  if (!expertId) return undefined;
  return isUuid(expertId) ? eq(appointments.expertId, expertId) : sql`false`;
}

export async function listAppointments(deps: AppointmentDeps, query: Query) {
  const { db, clock } = deps;
  const now = clock.now();
  const part = toLimitOffset(query);
  if (query.view === "attention") return readAttention(deps, ofExpert(query.expertId), part);
  const { start, end } = spanOf(query, now);
  const where = and(isBetween(start, end), isShown(now), ofExpert(query.expertId));
  const [items, total] = await Promise.all([readDetails(deps, where, part), db.$count(appointments, where)]);
  return { items, total };
}

const TODAY = 8;
const MAX_WITHOUT_LINK = 5;

export async function appointmentFigures(deps: AppointmentDeps) {
  const { db, clock } = deps;
  const now = clock.now();
  const start = startOfDay(indianDay(now));
  const where = and(
    isBetween(start, new Date(start.getTime() + DAY_MS)),
    isShown(now),
    ne(appointments.state, "cancelled"),
  );
  const missing = isWithoutLink(now);
  const [count, items, attention, toArrange, missingCount, missingItems] = await Promise.all([
    db.$count(appointments, where),
    readDetails(deps, where, { limit: TODAY }),
    readAttention(deps, undefined, { limit: 0, offset: 0 }),
    db.$count(appointments, isToArrange),
    db.$count(appointments, missing),
    readDetails(deps, missing, { limit: MAX_WITHOUT_LINK }),
  ]);
  return {
    today: { count, sessions: items.map(toFigure) },
    withoutLink: { count: missingCount, sessions: missingItems.map(toFigure) },
    attention: attention.total,
    toArrange,
  };
}

const toFigure = ({ _id, title, mode, minutes, state, startsAt, expertName, caller }: AppointmentDetails) => ({
  _id,
  title,
  mode,
  minutes,
  state,
  startsAt: startsAt!,
  expertName,
  callerName: caller?.name ?? "",
});

export async function listHours(deps: AppointmentDeps, query: Span): Promise<ExpertHours[]> {
  const { db, clock, catalogue } = deps;
  const { start, end } = spanOf(query, clock.now());
  const [{ items: experts }, rows] = await Promise.all([
    catalogue.experts.list({}, "owner"),
    db.select().from(expertSchedules),
  ]);
  const schedules = new Map(rows.map(({ expertId, schedule }) => [expertId, { ...noSchedule, ...schedule }]));
  const shown = query.expertId ? experts.filter(({ _id }) => _id === query.expertId) : experts;
  return shown
    .map(({ _id, name }) => {
      const schedule = schedules.get(_id) ?? noSchedule;
      const from = dayIn(schedule.zone, start);
      const days = Math.ceil((end.getTime() - start.getTime()) / DAY_MS) + 1;
      const windows = openTimes({ schedule, from, days })
        .filter(({ startsAt, endsAt }) => startsAt < end && endsAt > start)
        .map(({ startsAt, endsAt }) => ({ startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }));
      return { expertId: _id, name, hasHours: schedule.hours.length > 0, windows };
    })
    .sort((one, other) => one.name.localeCompare(other.name));
}

const MAX_STEPS = 100;

/** For the owner: the latest changes of an appointment, the oldest of them first. */
export async function readHistory(deps: AppointmentDeps, id: string, owner: Person): Promise<AppointmentStep[]> {
  const { db, catalogue } = deps;
  const { row } = await findFor(db, deps, owner, id);
  const steps = await db
    .select()
    .from(appointmentHistory)
    .where(eq(appointmentHistory.appointmentId, row.id))
    .orderBy(desc(appointmentHistory.id))
    .limit(MAX_STEPS);
  const names = await catalogue.expertNames(steps.flatMap(({ expertId }) => expertId ?? []));
  return steps.reverse().map(({ at, state, startsAt, expertId, actor }) => ({
    at: at.toISOString(),
    state,
    startsAt: startsAt?.toISOString() ?? null,
    expertName: (expertId && names.get(expertId)) || "",
    by: actor,
  }));
}
