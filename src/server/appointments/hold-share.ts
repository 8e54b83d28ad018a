import { and, eq, gt, inArray, lt, or } from "drizzle-orm";
import { APPOINTMENT_MINUTES } from "../../contracts/appointments/consultation-rules.ts";
import { BeyondShare } from "../orders/core/follow.ts";
import type { OrderRow } from "../orders/core/order.ts";
import { heldTogether } from "../orders/core/read.ts";
import { DAY_MS } from "../platform/clock.ts";
import type { Transaction } from "../platform/database/database.ts";
import { appointments } from "./appointment-table.ts";
import type { FollowDeps } from "./deps.ts";
import { type Booking, dayIn, findSlots } from "./slots.ts";
import { lockSchedule, readBookings } from "./take-slot.ts";

/** Times that one account can hold, and that one network can hold on any day of an expert. */
const MIN_SHARE = 2;
/** A network may take this part of the start times that are free on a day. */
const SHARE = 1 / 4;

type NewHold = Booking & { expertId: string; minutes: number };

/**
 * Throws `BeyondShare` if the order may not hold another time: its account has enough, or its network would leave too
 * few free times of that day, of any length. Needs the lock of the expert. The new time is not stored yet.
 */
export async function checkShare(
  tx: Transaction,
  deps: FollowDeps,
  order: Pick<OrderRow, "id" | "userId" | "heldBy">,
  hold: NewHold,
) {
  const { userId, heldBy } = order;
  if (!heldBy) return;
  const { expertId, startsAt } = hold;
  const now = deps.clock.now();
  const isHeld = and(eq(appointments.state, "held"), gt(appointments.heldUntil, now));
  if ((await tx.$count(appointments, and(isHeld, eq(appointments.userId, userId)))) >= MIN_SHARE)
    throw new BeyondShare();
  const [from, to] = [new Date(startsAt.getTime() - 2 * DAY_MS), new Date(startsAt.getTime() + 2 * DAY_MS)];
  const ofNetwork = await tx
    .select({ startsAt: appointments.startsAt })
    .from(appointments)
    .where(
      and(
        isHeld,
        eq(appointments.expertId, expertId),
        gt(appointments.startsAt, from),
        lt(appointments.startsAt, to),
        or(eq(appointments.orderId, order.id), inArray(appointments.orderId, heldTogether(tx, { userId, heldBy }))),
      ),
    );
  if (ofNetwork.length < MIN_SHARE) return;

  const schedule = await lockSchedule(tx, deps, expertId);
  const day = dayIn(schedule.zone, startsAt);
  const own = new Set(ofNetwork.map((one) => one.startsAt!.getTime()));
  const onDay = [...own].filter((start) => dayIn(schedule.zone, new Date(start)) === day);
  if (onDay.length < MIN_SHARE) return;
  const bookings = await readBookings(tx, deps, { expertIds: [expertId], from, to });
  const ofOthers = bookings.filter((one) => !own.has(one.startsAt.getTime()));
  const isWithin = [...APPOINTMENT_MINUTES, hold.minutes].every((minutes) => {
    const countFree = (taken: Booking[]) =>
      findSlots({ schedule, bookings: taken, now, minutes, from: day, days: 1 }).length;
    const free = countFree(ofOthers);
    return free - countFree([...bookings, hold]) <= free * SHARE;
  });
  if (!isWithin) throw new BeyondShare();
}
