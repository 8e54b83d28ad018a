import { randomUUIDv7 } from "node:crypto";
import { and, desc, eq, gt, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Actor } from "../../contracts/activity/activity-rules.ts";
import type { Appointment } from "../../contracts/appointments/appointment.ts";
import { noSchedule } from "../../contracts/appointments/schedule.ts";
import { toRupees } from "../../contracts/money.ts";
import type { Transaction } from "../platform/database/database.ts";
import { ShopError } from "../platform/http/errors.ts";
import { type AppointmentRow, appointmentHistory, appointments } from "./appointment-table.ts";
import { changeDeadline, isOpen, isRefunded, type Policy } from "./policy.ts";
import { expertSchedules } from "./schedule-table.ts";
import type { AppointmentContext, AppointmentDeps } from "./service.ts";
import { appointmentsOfLines, type SoldLine } from "./sessions.ts";
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
 * Creates an appointment for every session of a paid order and confirms held times. After an expired hold it tries to
 * book the same time again; if that is taken, the caller chooses another. If the expert was removed, the owner assigns
 * another. Idempotent. Needs the lock of the order.
 */
export async function bookPaid(
  tx: Transaction,
  deps: AppointmentContext,
  order: { id: string; userId: string },
  lines: readonly SoldLine[],
) {
  const sessions = await appointmentsOfLines(deps, lines, tx);
  if (sessions.length === 0) return;
  const base = { orderId: order.id, userId: order.userId, state: "to_schedule", zone: noSchedule.zone } as const;
  const created = await tx
    .insert(appointments)
    .values(sessions.map((session) => ({ ...base, ...session, id: randomUUIDv7(), createdAt: deps.clock.now() })))
    .onConflictDoNothing()
    .returning();
  for (const row of created) await recordChange(tx, deps, row, { actor: "payment" });
  // Same lock order as changes of a session, to avoid deadlocks.
  await lockExperts(tx, deps, eq(appointments.orderId, order.id));
  // A cancelled order is paid again: reopen the sessions that were cancelled with it, but not refunded ones. Calendars
  // ignore an update without a higher sequence.
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
  // Sorted by expert id to avoid deadlocks between orders that book the same experts.
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

/** `qty` is the total number of refunded sessions of this line. */
export interface CancelledLine {
  lineIndex: number;
  qty: number;
}

/** Locks experts by id to avoid deadlocks. */
async function lockExperts(tx: Transaction, deps: AppointmentDeps, where: SQL | undefined) {
  const experts = await tx.selectDistinct({ id: appointments.expertId }).from(appointments).where(where);
  for (const expertId of experts.flatMap(({ id }) => id ?? []).sort()) await lockSchedule(tx, deps, expertId);
}

/**
 * Assigns refunded quantities to cancelled sessions first. Marks sessions that were cancelled with their order as
 * refunded, so that paying the order again does not reopen them.
 */
async function markRefunded(tx: Transaction, orderId: string, left: Map<number, number> | undefined) {
  const cancelled = await tx
    .select()
    .from(appointments)
    .where(and(eq(appointments.orderId, orderId), eq(appointments.state, "cancelled")))
    .orderBy(sql`${appointments.cancelReason} = 'order'`, desc(appointments.unit))
    .for("update");
  for (const { id, lineIndex, cancelReason } of cancelled) {
    if (left) {
      const qty = left.get(lineIndex!) ?? 0;
      if (qty === 0) continue;
      left.set(lineIndex!, qty - 1);
    }
    if (cancelReason === "order")
      await tx.update(appointments).set({ cancelReason: "refund" }).where(eq(appointments.id, id));
  }
}

/**
 * Cancels sessions that have not begun, after an order was cancelled or its lines were refunded. Within a line,
 * sessions without a confirmed time are cancelled first, then the latest. Needs the lock of the order.
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
      // A session that has begun is not cancelled, even if it is not marked as done yet.
      and(eq(appointments.state, "confirmed"), gt(appointments.startsAt, deps.clock.now())),
    ),
  );
  // Same lock order as booking, to avoid deadlocks.
  await lockExperts(tx, deps, eq(appointments.orderId, orderId));
  const left = lines && new Map(lines.map(({ lineIndex, qty }) => [lineIndex, qty]));
  if (reason === "refund") await markRefunded(tx, orderId, left);
  const open = await tx
    .select()
    .from(appointments)
    .where(isStillOpen)
    .orderBy(sql`${appointments.state} = 'confirmed'`, desc(appointments.startsAt), desc(appointments.unit))
    .for("update");
  for (const row of open) {
    if (left) {
      const qty = left.get(row.lineIndex!) ?? 0;
      if (qty === 0) continue;
      left.set(row.lineIndex!, qty - 1);
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

/** An expired hold of an unpaid order keeps `startsAt`. Only a payment can book its time. */
const isHoldExpired = ({ state, startsAt }: AppointmentRow) => state === "to_schedule" && startsAt !== null;

/** `refundPaise` is the refund for one session of the line; null when the owner decides. */
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
  canChoose: hasHours && isOpen(row.state) && !isHoldExpired(row),
  movesLeft: Math.max(0, policy.maxMoves - row.moves),
  changeUntil: row.state === "confirmed" ? changeDeadline(row.startsAt!, policy).toISOString() : null,
  refund: refundPaise !== null && isRefunded(row, policy) ? toRupees(refundPaise) : null,
  version: row.version,
});

/** An appointment with the line of its order. */
export interface PlacedAppointment {
  lineIndex: number;
  appointment: Appointment;
}

/** The payment came after the held time was lost, and nothing has changed since. Derived from the history. */
const isTimeTaken = sql<boolean>`${appointments.state} = 'to_schedule' and ${appointments.startsAt} is null
  and exists (select from ${appointmentHistory} where ${appointmentHistory.appointmentId} = ${appointments.id}
    and ${appointmentHistory.state} = 'held')
  and (select ${appointmentHistory.state} = 'to_schedule' from ${appointmentHistory}
    where ${appointmentHistory.appointmentId} = ${appointments.id} order by ${appointmentHistory.id} desc limit 1)`;

/** The appointments of several orders. Sessions with experts without hours are arranged by phone. */
export async function appointmentsOf({ db, settings, refunds }: AppointmentDeps, orderIds: string[]) {
  if (orderIds.length === 0) return new Map<string, PlacedAppointment[]>();
  const { appointments: policy } = await settings.read();
  const plans = await refunds.plan(orderIds);
  const rows = await db
    .select({ row: appointments, schedule: expertSchedules.schedule, isTimeTaken })
    .from(appointments)
    .leftJoin(expertSchedules, eq(expertSchedules.expertId, appointments.expertId))
    .where(inArray(appointments.orderId, orderIds))
    .orderBy(appointments.lineIndex, appointments.unit);
  const byOrder = Map.groupBy(rows, ({ row }) => row.orderId!);
  return new Map(
    [...byOrder].map(([id, found]) => [
      id,
      found.map(({ row, schedule, isTimeTaken: isTaken }) => ({
        lineIndex: row.lineIndex!,
        appointment: {
          ...toAppointment(row, policy, (schedule?.hours.length ?? 0) > 0, plans.get(id)?.get(row.lineIndex!)),
          ...(isTaken && { isTimeTaken: true as const }),
        },
      })),
    ]),
  );
}
