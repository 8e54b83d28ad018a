import { randomUUIDv7 } from "node:crypto";
import { and, asc, desc, eq, gt, inArray, or, type SQL, sql } from "drizzle-orm";
import { noSchedule } from "../../contracts/appointments/schedule.ts";
import type { By } from "../orders/core/commands.ts";
import { type Follower, isAcceptedNow, isCancelledNow, isDeletedNow, isRefund } from "../orders/core/follow.ts";
import type { Transaction } from "../platform/database/database.ts";
import { ShopError } from "../platform/http/errors.ts";
import { type AppointmentRow, appointments } from "./appointment-table.ts";
import { formatStart } from "./appointment-times.ts";
import type { FollowDeps } from "./deps.ts";
import { appointmentError } from "./errors.ts";
import { holdTimes, recordChange, renewTimes } from "./hold-times.ts";
import { appointmentsOfLines, type SoldLine } from "./sold-appointments.ts";
import { lockSchedule, takeSlot } from "./take-slot.ts";

/** Takes the wanted time of a paid appointment. Undefined when somebody else has it. */
async function tryTake(tx: Transaction, deps: FollowDeps, { id, expertId, startsAt, minutes }: AppointmentRow) {
  if (!expertId || !startsAt) return undefined;
  try {
    return await takeSlot(tx, deps, { expertId, startsAt, minutes, appointmentId: id, isAnyTime: true });
  } catch (error) {
    if (error instanceof ShopError && error.code === "slot_taken") return undefined;
    throw error;
  }
}

/**
 * Creates the appointments of a paid order and confirms held times. After an expired hold it tries to
 * book the same time again; if that is taken, the buyer chooses another. If the expert was removed, the owner assigns
 * another. Idempotent. Needs the lock of the order.
 */
async function bookPaid(
  tx: Transaction,
  deps: FollowDeps,
  order: { id: string; userId: string },
  lines: readonly SoldLine[],
) {
  const sold = await appointmentsOfLines(deps, lines, tx);
  if (sold.length === 0) return;
  const base = { orderId: order.id, userId: order.userId, state: "to_schedule", zone: noSchedule.zone } as const;
  const created = await tx
    .insert(appointments)
    .values(sold.map((one) => ({ ...base, ...one, id: randomUUIDv7(), createdAt: deps.clock.now() })))
    .onConflictDoNothing()
    .returning();
  for (const row of created) await recordChange(tx, deps, row, { actor: "payment" });
  // Same lock order as changes of an appointment, to avoid deadlocks.
  await lockExperts(tx, deps, eq(appointments.orderId, order.id));
  // A cancelled order is paid again: reopen the appointments that were cancelled with it, but not refunded ones. Calendars
  // ignore an update without a higher sequence.
  await tx
    .update(appointments)
    .set({
      state: "to_schedule",
      startsAt: null,
      endsAt: null,
      blockedUntil: null,
      roomUrl: null,
      cancelReason: null,
      sequence: sql`${appointments.sequence} + 1`,
      version: sql`${appointments.version} + 1`,
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
    const paid = { ...change, version: row.version + 1 };
    const [after] = await tx.update(appointments).set(paid).where(eq(appointments.id, row.id)).returning();
    await recordChange(tx, deps, after!, { actor: "payment" });
    if (time) await deps.mails.enqueueChange(tx, after!, "confirmed");
  }
}

/** Locks experts by id to avoid deadlocks. */
async function lockExperts(tx: Transaction, deps: FollowDeps, where: SQL | undefined) {
  const experts = await tx.selectDistinct({ id: appointments.expertId }).from(appointments).where(where);
  for (const expertId of experts.flatMap(({ id }) => id ?? []).sort()) await lockSchedule(tx, deps, expertId);
}

/** Cancelled appointments count as refunded first, so that paying the order again does not reopen them. */
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
 * Cancels appointments that have not begun, after an order was cancelled or its lines were refunded. Within a line,
 * appointments without a confirmed time are cancelled first, then the latest. Needs the lock of the order.
 */
async function cancelOf(
  tx: Transaction,
  deps: FollowDeps,
  orderId: string,
  by: By,
  reason: "order" | "refund",
  lines?: readonly { lineIndex: number; qty: number }[],
) {
  const isStillOpen = and(
    eq(appointments.orderId, orderId),
    or(
      inArray(appointments.state, ["to_schedule", "held"]),
      // An appointment that has begun is not cancelled, even if it is not marked as done yet.
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

/** Refuses to erase a buyer who has a booked time: the expert would wait for nobody. */
export async function refuseBooked(
  tx: Transaction,
  { clock, settings }: Pick<FollowDeps, "clock" | "settings">,
  orderIds: string[],
) {
  const isToCome = and(
    inArray(appointments.orderId, orderIds),
    eq(appointments.state, "confirmed"),
    gt(appointments.startsAt, clock.now()),
  );
  const booked = await tx.select().from(appointments).where(isToCome).orderBy(asc(appointments.startsAt));
  if (booked.length === 0) return;
  const { phone } = (await settings.read()).business;
  const named = booked.map(({ title, startsAt }) => `${title} on ${formatStart(startsAt!)}`).join("; ");
  throw appointmentError("appointment_open", {
    message: `You have a session to come: ${named}. Please cancel it on the page of its order, or call us at ${phone}. Then your account can be deleted.`,
  });
}

/** The appointments of an order: times are held with it, booked by its payment and freed with it. */
export function createAppointmentFollower(deps: FollowDeps): Follower {
  return async (tx, change) => {
    const { after, command, by } = change;
    const { order, items } = after;
    if (command.type === "place")
      await holdTimes(
        tx,
        deps,
        order,
        items.map((item) => ({ ...item, ...command.times[item.lineIndex] })),
      );
    if (command.type === "renewHold") await renewTimes(tx, deps, order);
    if (isAcceptedNow(change)) await bookPaid(tx, deps, order, items);
    if (isCancelledNow(change) || isDeletedNow(change)) await cancelOf(tx, deps, order.id, by, "order");
    if (isRefund(command) && command.covers)
      await cancelOf(tx, deps, order.id, by, "refund", command.covers === "all" ? undefined : command.covers);
  };
}
