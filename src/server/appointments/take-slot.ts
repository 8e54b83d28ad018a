import { and, eq, gt, inArray, lte, ne } from "drizzle-orm";
import { FILLING_STATES } from "../../contracts/appointments/appointment-rules.ts";
import { noSchedule, type Schedule } from "../../contracts/appointments/schedule.ts";
import { type Clock, DAY_MS, MINUTE_MS } from "../platform/clock.ts";
import type { Transaction } from "../platform/database/database.ts";
import { appointments } from "./appointment-table.ts";
import type { FollowDeps } from "./deps.ts";
import { appointmentError } from "./errors.ts";
import { expertSchedules } from "./schedule-table.ts";
import { type Booking, dayIn, findSlots } from "./slots.ts";

/** Upper bound for an appointment with its gap: bookings that began earlier cannot overlap the query's range. */
export const LONGEST_MS = DAY_MS;

/** Locks an expert's schedule row, which serialises the bookings of one expert. */
export async function lockSchedule(tx: Transaction, { clock }: { clock: Clock }, expertId: string): Promise<Schedule> {
  const first = { expertId, schedule: noSchedule, version: 0, updatedAt: clock.now() };
  await tx.insert(expertSchedules).values(first).onConflictDoNothing();
  const [row] = await tx.select().from(expertSchedules).where(eq(expertSchedules.expertId, expertId)).for("update");
  return { ...noSchedule, ...row!.schedule };
}

interface BookingQuery {
  expertIds: string[];
  from: Date;
  to: Date;
  /** An appointment to ignore because it is about to move. */
  except?: string | undefined;
  /** A buyer who chooses a time: their own holds do not count as taken. */
  holder?: string | undefined;
}

/** Confirmed appointments and active holds of experts between two instants. */
export async function readBookings(
  tx: Transaction | FollowDeps["db"],
  { clock }: Pick<FollowDeps, "clock">,
  { expertIds, from, to, except, holder }: BookingQuery,
): Promise<(Booking & { expertId: string })[]> {
  const rows = await tx
    .select({
      expertId: appointments.expertId,
      startsAt: appointments.startsAt,
      blockedUntil: appointments.blockedUntil,
      state: appointments.state,
      heldUntil: appointments.heldUntil,
      userId: appointments.userId,
    })
    .from(appointments)
    .where(
      and(
        inArray(appointments.expertId, expertIds),
        inArray(appointments.state, FILLING_STATES),
        gt(appointments.startsAt, new Date(from.getTime() - LONGEST_MS)),
        lte(appointments.startsAt, to),
        except ? ne(appointments.id, except) : undefined,
      ),
    );
  const now = clock.now();
  return rows
    .filter(({ state, heldUntil, userId }) => state !== "held" || (heldUntil! > now && (!holder || userId !== holder)))
    .map(({ expertId, startsAt, blockedUntil }) => ({
      expertId: expertId!,
      startsAt: startsAt!,
      blockedUntil: blockedUntil!,
    }));
}

/** Ends expired holds of an expert. Needed because the exclusion constraint cannot check the current time. */
async function expireHolds(tx: Transaction, { clock }: FollowDeps, expertId: string) {
  await tx
    .update(appointments)
    .set({ state: "to_schedule", heldUntil: null })
    .where(
      and(
        eq(appointments.expertId, expertId),
        eq(appointments.state, "held"),
        lte(appointments.heldUntil, clock.now()),
      ),
    );
}

export interface WantedSlot {
  expertId: string;
  startsAt: Date;
  minutes: number;
  /** The appointment that takes the slot: its current time does not count as taken. */
  appointmentId?: string;
  /** The owner may book outside the hours, but never over another appointment. */
  isAnyTime?: boolean;
}

/** The time columns of an appointment, with the gap of the current schedule. */
export const timeColumns = (startsAt: Date, minutes: number, { gapMinutes }: Schedule) => {
  const endsAt = new Date(startsAt.getTime() + minutes * MINUTE_MS);
  return { startsAt, endsAt, blockedUntil: new Date(endsAt.getTime() + gapMinutes * MINUTE_MS) };
};

const overlaps = (one: Booking, other: Booking) =>
  one.startsAt < other.blockedUntil && other.startsAt < one.blockedUntil;

/** Whether an appointment can start at this time. `bookings` must include the day before and the day after. */
export const isOffered = (
  startsAt: Date,
  { schedule, bookings, now, minutes }: { schedule: Schedule; bookings: Booking[]; now: Date; minutes: number },
) =>
  findSlots({ schedule, bookings, now, minutes, from: dayIn(schedule.zone, startsAt), days: 1 }).some(
    (slot) => slot.getTime() === startsAt.getTime(),
  );

/** Free times of the same length, returned with the `slot_taken` error. */
async function freshSlots(tx: Transaction, deps: FollowDeps, schedule: Schedule, wanted: WantedSlot) {
  const now = deps.clock.now();
  const [from, days] = [dayIn(schedule.zone, now), 14];
  const to = new Date(now.getTime() + (days + 1) * DAY_MS);
  const bookings = await readBookings(tx, deps, { expertIds: [wanted.expertId], from: now, to });
  const slots = findSlots({ schedule, bookings, now, minutes: wanted.minutes, from, days });
  return slots.map((slot) => ({ startsAt: slot.toISOString() }));
}

/** Refuses a removed expert. Only `isAnyTime` bookings need it: others fail, because removed experts have no hours. */
async function requireCurrent(tx: Transaction, { catalogue }: FollowDeps, expertId: string) {
  const found = await catalogue.findCurrentExperts(tx, { ids: [expertId], name: undefined });
  if (found.length > 0) return;
  const message = "This expert is no longer with the shop, so this time cannot be booked.";
  throw appointmentError("slot_taken", { message, data: { slots: [] } });
}

/** Keeps the expert's lock until the transaction ends, so that nobody takes the time. Throws `slot_taken`. */
export async function takeSlot(tx: Transaction, deps: FollowDeps, wanted: WantedSlot) {
  const { expertId, startsAt, minutes, appointmentId, isAnyTime } = wanted;
  const schedule = await lockSchedule(tx, deps, expertId);
  await expireHolds(tx, deps, expertId);
  const columns = timeColumns(startsAt, minutes, schedule);
  const from = new Date(startsAt.getTime() - DAY_MS);
  const bookings = await readBookings(tx, deps, {
    expertIds: [expertId],
    from,
    to: new Date(startsAt.getTime() + DAY_MS),
    except: appointmentId,
  });
  if (isAnyTime) await requireCurrent(tx, deps, expertId);
  const now = deps.clock.now();
  const isFree = isAnyTime
    ? startsAt > now && bookings.every((booking) => !overlaps(booking, columns))
    : isOffered(startsAt, { schedule, bookings, now, minutes });
  if (!isFree) throw appointmentError("slot_taken", { data: { slots: await freshSlots(tx, deps, schedule, wanted) } });
  return columns;
}
