import { randomUUIDv7 } from "node:crypto";
import { and, desc, eq, gt, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Actor } from "../../contracts/actors.ts";
import type { Appointment } from "../../contracts/appointment.ts";
import { toRupees } from "../../contracts/money.ts";
import { noSchedule } from "../../contracts/schedule.ts";
import type { Transaction } from "../platform/database/database.ts";
import { ShopError } from "../platform/http/errors.ts";
import { type AppointmentRow, appointmentHistory, appointments } from "./appointment-table.ts";
import { changeDeadline, isOpen, isRefunded, type Policy } from "./policy.ts";
import { expertSchedules } from "./schedule-table.ts";
import type { AppointmentContext, AppointmentDeps } from "./service.ts";
import { type SoldLine, sessionsOf } from "./sessions.ts";
import { lockSchedule, takeSlot } from "./take-slot.ts";

export interface By {
  actor: Actor;
  userId?: string;
}

/** Adds an entry to the appointment's history, in the transaction of the change. */
export async function recordChange(tx: Transaction, { clock }: AppointmentDeps, row: AppointmentRow, by: By) {
  const { id: appointmentId, state, startsAt, expertId } = row;
  await tx
    .insert(appointmentHistory)
    .values({ id: randomUUIDv7(), appointmentId, state, startsAt, expertId, at: clock.now(), ...by });
}

/** Takes the wanted time of a paid session. Undefined when somebody else has it. */
async function tryTake(tx: Transaction, deps: AppointmentDeps, { id, expertId, startsAt, minutes }: AppointmentRow) {
  if (!expertId || !startsAt) return undefined;
  try {
    return await takeSlot(tx, deps, { expertId, startsAt, minutes, appointmentId: id, isAnyTime: true });
  } catch (error) {
    if (error instanceof ShopError && error.code === "slot_taken") return undefined;
    throw error;
  }
}

/**
 * An order is paid: every session it has is an appointment. A held time is confirmed. After the hold the time is taken
 * again; if it is gone, the caller chooses another one. If its expert was removed meanwhile, the owner assigns somebody.
 * Idempotent. Needs the lock of the order.
 */
export async function bookPaid(
  tx: Transaction,
  deps: AppointmentContext,
  order: { id: string; userId: string },
  lines: readonly SoldLine[],
) {
  const sessions = await sessionsOf(deps, lines, tx);
  if (sessions.length === 0) return;
  const base = { orderId: order.id, userId: order.userId, state: "to_schedule", zone: noSchedule.zone } as const;
  const created = await tx
    .insert(appointments)
    .values(sessions.map((session) => ({ ...base, ...session, id: randomUUIDv7(), createdAt: deps.clock.now() })))
    .onConflictDoNothing()
    .returning();
  for (const row of created) await recordChange(tx, deps, row, { actor: "payment" });
  // The locks that changes of a session take, in their order: otherwise the two could wait for each other.
  await lockExperts(tx, deps, eq(appointments.orderId, order.id));
  // A cancelled order that is paid again: the sessions that were cancelled with it want a time again, but none that was
  // refunded. Calendars ignore it without a new sequence.
  await tx
    .update(appointments)
    .set({
      state: "to_schedule",
      startsAt: null,
      endsAt: null,
      blockedUntil: null,
      cancelReason: null,
      sequence: sql`${appointments.sequence} + 1`,
    })
    .where(
      and(
        eq(appointments.orderId, order.id),
        eq(appointments.state, "cancelled"),
        eq(appointments.cancelReason, "order"),
      ),
    );
  // Experts in the order of their ids: two orders that book the same experts cannot wait for each other.
  const waiting = await tx
    .select()
    .from(appointments)
    .where(and(eq(appointments.orderId, order.id), inArray(appointments.state, ["held", "to_schedule"])))
    .orderBy(appointments.expertId, appointments.id);
  const wanted = waiting.flatMap(({ expertId }) => expertId ?? []);
  const current = await deps.catalogue.findCurrentExperts(tx, { ids: wanted, name: undefined });
  const isRemoved = ({ expertId }: AppointmentRow) => expertId && current.every(({ id }) => id !== expertId);
  for (const row of waiting.filter((one) => one.startsAt || isRemoved(one))) {
    const time = await tryTake(tx, deps, row);
    const change = time
      ? { ...time, state: "confirmed" as const, heldUntil: null }
      : {
          state: "to_schedule" as const,
          expertId: isRemoved(row) ? null : row.expertId,
          startsAt: null,
          endsAt: null,
          blockedUntil: null,
          heldUntil: null,
        };
    const [after] = await tx.update(appointments).set(change).where(eq(appointments.id, row.id)).returning();
    await recordChange(tx, deps, after!, { actor: "payment" });
    if (time) await deps.mails.enqueueChange(tx, after!, "confirmed");
  }
}

/** How many sessions of a line are refunded in all. */
export interface CancelledLine {
  place: number;
  qty: number;
}

/** Experts by their ids: two changes cannot wait for each other. */
async function lockExperts(tx: Transaction, deps: AppointmentDeps, where: SQL | undefined) {
  const experts = await tx.selectDistinct({ id: appointments.expertId }).from(appointments).where(where);
  for (const expertId of experts.flatMap(({ id }) => id ?? []).sort()) await lockSchedule(tx, deps, expertId);
}

/**
 * Sessions that are off with their order, or were refunded before: a refund of lines is for them first. Those that were
 * cancelled with the order are marked, so that an order that is paid again does not bring them back.
 */
async function markRefunded(tx: Transaction, orderId: string, left: Map<number, number> | undefined) {
  const cancelled = await tx
    .select()
    .from(appointments)
    .where(and(eq(appointments.orderId, orderId), eq(appointments.state, "cancelled")))
    .orderBy(sql`${appointments.cancelReason} = 'order'`, desc(appointments.unit))
    .for("update");
  for (const { id, place, cancelReason } of cancelled) {
    if (left) {
      const qty = left.get(place!) ?? 0;
      if (qty === 0) continue;
      left.set(place!, qty - 1);
    }
    if (cancelReason === "order")
      await tx.update(appointments).set({ cancelReason: "refund" }).where(eq(appointments.id, id));
  }
}

/**
 * An order is cancelled, or lines of it were refunded: sessions that have not taken place are off. Of a line with
 * several, those without a time go first, then the latest. Needs the lock of the order.
 */
export async function cancelOf(
  tx: Transaction,
  deps: AppointmentContext,
  orderId: string,
  by: By,
  reason: "order" | "refund",
  lines?: readonly CancelledLine[],
) {
  const isStillOpen = and(
    eq(appointments.orderId, orderId),
    or(
      inArray(appointments.state, ["to_schedule", "held"]),
      // One that has begun is no longer off, even while nobody has marked it as done.
      and(eq(appointments.state, "confirmed"), gt(appointments.startsAt, deps.clock.now())),
    ),
  );
  // The locks that booking takes, in its order: otherwise the two could wait for each other.
  await lockExperts(tx, deps, eq(appointments.orderId, orderId));
  const left = lines && new Map(lines.map(({ place, qty }) => [place, qty]));
  if (reason === "refund") await markRefunded(tx, orderId, left);
  const open = await tx
    .select()
    .from(appointments)
    .where(isStillOpen)
    .orderBy(sql`${appointments.state} = 'confirmed'`, desc(appointments.startsAt), desc(appointments.unit))
    .for("update");
  for (const row of open) {
    if (left) {
      const qty = left.get(row.place!) ?? 0;
      if (qty === 0) continue;
      left.set(row.place!, qty - 1);
    }
    const [after] = await tx
      .update(appointments)
      .set({
        state: "cancelled",
        cancelReason: reason,
        heldUntil: null,
        sequence: row.sequence + 1,
        version: row.version + 1,
      })
      .where(eq(appointments.id, row.id))
      .returning();
    await recordChange(tx, deps, after!, by);
    if (row.state === "confirmed") await deps.mails.enqueueChange(tx, after!, "cancelled");
  }
}

/** The hold of an unpaid order is over: it keeps the time it wanted, and only its payment may give it one. */
const isHoldOver = ({ state, startsAt }: AppointmentRow) => state === "to_schedule" && startsAt !== null;

/** `refundPaise`: what one session of its line is worth; null where the owner decides. */
export const toAppointment = (
  row: AppointmentRow,
  policy: Policy,
  hasHours: boolean,
  refundPaise: number | null = null,
): Appointment => ({
  _id: row.id,
  title: row.title,
  mode: row.mode,
  minutes: row.minutes,
  expertId: row.expertId,
  state: row.state,
  startsAt: row.startsAt?.toISOString() ?? null,
  endsAt: row.endsAt?.toISOString() ?? null,
  zone: row.zone,
  canChoose: hasHours && isOpen(row.state) && !isHoldOver(row),
  movesLeft: Math.max(0, policy.maxMoves - row.moves),
  changeUntil: row.state === "confirmed" ? changeDeadline(row.startsAt!, policy).toISOString() : null,
  refund: refundPaise !== null && isRefunded(row, policy) ? toRupees(refundPaise) : null,
  version: row.version,
});

/** An appointment with the line of its order. */
export interface PlacedAppointment {
  place: number;
  appointment: Appointment;
}

/** The payment found the chosen time taken. The last change tells: nothing has happened since. */
const isTimeTaken = sql<boolean>`${appointments.state} = 'to_schedule' and ${appointments.startsAt} is null
  and exists (select from ${appointmentHistory} where ${appointmentHistory.appointmentId} = ${appointments.id}
    and ${appointmentHistory.state} = 'held')
  and (select ${appointmentHistory.state} = 'to_schedule' from ${appointmentHistory}
    where ${appointmentHistory.appointmentId} = ${appointments.id} order by ${appointmentHistory.id} desc limit 1)`;

/** The appointments of several orders. Experts without hours are called by phone. */
export async function appointmentsOf({ db, settings, refunds }: AppointmentDeps, orderIds: string[]) {
  if (orderIds.length === 0) return new Map<string, PlacedAppointment[]>();
  const { appointments: policy } = await settings.read();
  const plans = await refunds.plan(orderIds);
  const rows = await db
    .select({ row: appointments, schedule: expertSchedules.schedule, isTimeTaken })
    .from(appointments)
    .leftJoin(expertSchedules, eq(expertSchedules.expertId, appointments.expertId))
    .where(inArray(appointments.orderId, orderIds))
    .orderBy(appointments.place, appointments.unit);
  const byOrder = Map.groupBy(rows, ({ row }) => row.orderId!);
  return new Map(
    [...byOrder].map(([id, found]) => [
      id,
      found.map(({ row, schedule, isTimeTaken: isTaken }) => ({
        place: row.place!,
        appointment: {
          ...toAppointment(row, policy, (schedule?.hours.length ?? 0) > 0, plans.get(id)?.get(row.place!)),
          ...(isTaken && { isTimeTaken: true as const }),
        },
      })),
    ]),
  );
}
