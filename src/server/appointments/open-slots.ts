import { eq, inArray } from "drizzle-orm";
import { callWayOf } from "../../contracts/appointments/call-rules.ts";
import {
  noSchedule,
  type ScheduleState,
  type SlotList,
  type SlotQuery,
} from "../../contracts/appointments/schedule.ts";
import type { ItemParts } from "../../contracts/orders/item-rules.ts";
import type { QuotedLine, WantedLine } from "../../contracts/orders/quote.ts";
import { DAY_MS } from "../platform/clock.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { addDays } from "../platform/indian-time.ts";
import type { AppointmentDeps } from "./deps.ts";
import { appointmentError } from "./errors.ts";
import { findFor, type Person } from "./find-for.ts";
import { MAX_TIMES } from "./hold-times.ts";
import { expertSchedules } from "./schedule-table.ts";
import { type Booking, dayIn, findSlots, lastDay } from "./slots.ts";
import { appointmentsOfLines } from "./sold-appointments.ts";
import { isOffered, readBookings, timeColumns, type WantedSlot } from "./take-slot.ts";

export const toState = (
  row: Pick<typeof expertSchedules.$inferSelect, "schedule" | "version"> | undefined,
): ScheduleState => ({
  ...noSchedule,
  ...row?.schedule,
  version: row?.version ?? 0,
});

export async function readSchedule(from: Database | Transaction, expertId: string) {
  const [row] = await from.select().from(expertSchedules).where(eq(expertSchedules.expertId, expertId));
  return toState(row);
}

export async function findOpenSlots(
  deps: AppointmentDeps,
  expertId: string,
  { minutes, from, days, except }: SlotQuery,
  visitor?: Person,
): Promise<SlotList> {
  const { db, clock, catalogue } = deps;
  const { _id } = await catalogue.experts.find(expertId, "public");
  // `except` ignores an appointment, so only people who may move that appointment can use it.
  if (except && !visitor) throw appointmentError("appointment_not_found");
  if (except && visitor) await findFor(db, deps, visitor, except);
  const schedule = await readSchedule(db, _id);
  const now = clock.now();
  const day = from ?? dayIn(schedule.zone, now);
  const bookings = await readBookings(db, deps, {
    expertIds: [_id],
    from: new Date(Date.parse(day) - DAY_MS),
    to: new Date(Date.parse(day) + (days + 2) * DAY_MS),
    except,
    holder: visitor?.id,
  });
  const slots = findSlots({ schedule, bookings, now, minutes, from: day, days });
  const next = addDays(day, days);
  return {
    zone: schedule.zone,
    calls: { audio: callWayOf("audio", schedule), video: callWayOf("video", schedule) },
    slots: slots.map((slot) => ({ startsAt: slot.toISOString() })),
    nextFrom: schedule.hours.length > 0 && next <= lastDay(schedule, now).toString() ? next : null,
  };
}

export type CartAppointment = Pick<WantedLine, "itemType" | "startsAt"> & ItemParts & { title: string };

/** Checks the times of one cart. The time of an earlier line counts as taken for later lines. */
function createCheck(deps: AppointmentDeps, holder: string | undefined) {
  const chosen = new Map<string, Booking[]>();
  let count = 0;
  return async ({ expertId, minutes, startsAt }: WantedSlot) => {
    count += 1;
    if (count > MAX_TIMES) return false;
    const schedule = await readSchedule(deps.db, expertId);
    const [from, to] = [new Date(startsAt.getTime() - DAY_MS), new Date(startsAt.getTime() + DAY_MS)];
    const own = chosen.get(expertId) ?? [];
    const bookings = [...(await readBookings(deps.db, deps, { expertIds: [expertId], from, to, holder })), ...own];
    if (!isOffered(startsAt, { schedule, bookings, now: deps.clock.now(), minutes })) return false;
    chosen.set(expertId, [...own, timeColumns(startsAt, minutes, schedule)]);
    return true;
  };
}

/** The experts of the lines, and the lines whose time can be chosen online. Does not hold any time. */
export async function findBookable<Line extends CartAppointment>(
  deps: AppointmentDeps,
  lines: readonly Line[],
  holder: string | undefined,
) {
  const found = new Map<Line, Pick<QuotedLine, "session" | "expert">>();
  const sold = await appointmentsOfLines(
    deps,
    lines.map((line, lineIndex) => ({ ...line, lineIndex, qty: 1 })),
    deps.db,
  );
  if (sold.length === 0) return found;
  const ids = sold.flatMap(({ expertId }) => expertId ?? []);
  const experts = await deps.catalogue.experts.findMany([...new Set(ids)], "checkout");
  const schedules = await deps.db.select().from(expertSchedules).where(inArray(expertSchedules.expertId, ids));
  const check = createCheck(deps, holder);
  for (const { expertId, mode, minutes, lineIndex } of sold) {
    const known = expertId && experts.get(expertId);
    if (!known) continue;
    const line = lines[lineIndex]!;
    const callWay = callWayOf(mode, toState(schedules.find((row) => row.expertId === expertId)));
    const expert = { name: known.name, callWay };
    found.set(line, { expert });
    if (!known.hasHours) continue;
    const startsAt = line.startsAt && new Date(line.startsAt);
    const isOpen = startsAt && (await check({ expertId, minutes, startsAt }));
    found.set(line, { expert, session: { expertId, minutes, ...(typeof isOpen === "boolean" && { isOpen }) } });
  }
  return found;
}
