import { randomUUIDv7 } from "node:crypto";
import { and, eq, gt, inArray, isNotNull, lt, ne, or } from "drizzle-orm";
import { noSchedule, type Schedule } from "../../contracts/appointments/schedule.ts";
import { holdEnd } from "../../contracts/orders/order-rules.ts";
import type { By, ChosenTime } from "../orders/core/commands.ts";
import type { OrderRow } from "../orders/core/order.ts";
import type { Transaction } from "../platform/database/database.ts";
import { badInput } from "../platform/http/errors.ts";
import { type AppointmentRow, appointmentHistory, appointments } from "./appointment-table.ts";
import type { AppointmentDeps, FollowDeps } from "./deps.ts";
import { checkShare } from "./hold-share.ts";
import { appointmentsOfLines, type SoldLine } from "./sold-appointments.ts";
import { TIMES_TAG } from "./tags.ts";
import { lockSchedule, takeSlot, timeColumns } from "./take-slot.ts";

/** Each change of a time passes here: the lists of next free times are rendered again. */
export async function recordChange(tx: Transaction, { clock, changes }: FollowDeps, row: AppointmentRow, by: By) {
  const { id: appointmentId, state, startsAt, expertId } = row;
  await tx
    .insert(appointmentHistory)
    .values({ id: randomUUIDv7(), appointmentId, state, startsAt, expertId, at: clock.now(), ...by });
  changes.expireLocally([TIMES_TAG]);
}

interface StaffLog extends Pick<Parameters<FollowDeps["activity"]["record"]>[1], "before" | "after"> {
  action?: "created";
  /** For the history of the order. */
  event?: { text: string; isPublic: boolean };
}

/** Records the change of a person: also in the order's history and, when the owner acts, in the activity log. */
export async function recordWithLog(
  tx: Transaction,
  deps: AppointmentDeps,
  row: AppointmentRow,
  by: By,
  log: StaffLog,
) {
  await recordChange(tx, deps, row, by);
  await recordLog(tx, deps, row, by, log);
}

/** The same without an entry in the appointment's own history, which has its states and times only. */
export async function recordLog(
  tx: Transaction,
  deps: AppointmentDeps,
  { id: recordId, orderId, title }: AppointmentRow,
  by: By,
  { event, ...log }: StaffLog,
) {
  if (orderId && event)
    await deps.core.change(tx, orderId, by, { type: "note", entries: [{ ...event, kind: "session" }] });
  if (by.actor !== "owner") return;
  const entry = { action: "updated", kind: "appointment", by: by.userId!, recordId, title } as const;
  await deps.activity.record(tx, { ...entry, ...log });
}

/** Limits the chosen times of one order. */
export const MAX_TIMES = 5;

export type HoldingOrder = Pick<OrderRow, "id" | "userId" | "heldUntil" | "heldBy" | "stock">;

export type TimedLine = SoldLine & ChosenTime;

/** Releases the buyer's overlapping holds of other orders, for example after choosing again in another tab. */
async function releaseOwn(
  tx: Transaction,
  { id, userId }: HoldingOrder,
  expertId: string,
  time: { startsAt: Date; blockedUntil: Date },
) {
  await tx
    .update(appointments)
    .set({ state: "to_schedule", heldUntil: null })
    .where(
      and(
        eq(appointments.userId, userId),
        // Keep the holds of this order: its own times must not overlap.
        ne(appointments.orderId, id),
        eq(appointments.expertId, expertId),
        eq(appointments.state, "held"),
        lt(appointments.startsAt, time.blockedUntil),
        gt(appointments.blockedUntil, time.startsAt),
      ),
    );
}

/** Holds the chosen times of a new order's lines, all or none; without a hold only stores them. Throws `slot_taken`. */
export async function holdTimes(tx: Transaction, deps: FollowDeps, order: HoldingOrder, lines: readonly TimedLine[]) {
  const timed = lines.filter(({ startsAt }) => startsAt);
  if (timed.length === 0) return;
  if (timed.length > MAX_TIMES) throw badInput({ items: `An order can have at most ${MAX_TIMES} chosen times.` });
  const repeated = timed.find(({ qty }) => qty > 1);
  if (repeated)
    throw badInput({ items: `${repeated.title}: a time is for one session. Please buy the others separately.` });
  const wanted = new Map(timed.map((line) => [line.lineIndex, line]));
  const sold = await appointmentsOfLines(deps, timed, tx);
  // Lock experts by id to avoid deadlocks between orders.
  sold.sort((one, other) => (one.expertId ?? "").localeCompare(other.expertId ?? ""));
  for (const one of sold) {
    const { expertId, minutes, lineIndex, title } = one;
    if (!expertId) throw badInput({ items: `The time of ${title} is arranged by phone.` });
    const line = wanted.get(lineIndex)!;
    const startsAt = new Date(line.startsAt!);
    const schedule = await lockSchedule(tx, deps, expertId);
    await releaseOwn(tx, order, expertId, timeColumns(startsAt, minutes, schedule));
    const time = await takeSlot(tx, deps, { expertId, startsAt, minutes });
    await checkShare(tx, deps, order, { ...time, expertId, minutes });
    const { id: orderId, userId, heldUntil, stock } = order;
    const isHeld = stock === "reserved";
    const hold = {
      orderId,
      userId,
      heldUntil: isHeld ? heldUntil : null,
      state: isHeld ? "held" : "to_schedule",
      zone: line.zone ?? noSchedule.zone,
      createdAt: deps.clock.now(),
    } as const;
    const [row] = await tx
      .insert(appointments)
      .values({ ...one, ...time, ...hold, id: randomUUIDv7() })
      .returning();
    await recordChange(tx, deps, row!, { actor: "buyer", userId });
  }
}

/** Moves the held times of an open order to the lines' new times, all or none. Throws `slot_taken`. */
export async function moveHolds(tx: Transaction, deps: FollowDeps, order: HoldingOrder, lines: readonly ChosenTime[]) {
  const held = await tx
    .select()
    .from(appointments)
    .where(and(eq(appointments.orderId, order.id), eq(appointments.state, "held")))
    .orderBy(appointments.expertId, appointments.id);
  const moved = held.flatMap((row) => {
    const { startsAt, zone = noSchedule.zone } = lines[row.lineIndex!]!;
    const wanted = new Date(startsAt!);
    return wanted.getTime() === row.startsAt!.getTime() ? [] : [{ ...row, wanted, zone }];
  });
  const schedules = new Map<string, Schedule>();
  for (const { expertId } of moved) schedules.set(expertId!, await lockSchedule(tx, deps, expertId!));
  // Free all times first: two appointments may swap their times.
  const ids = moved.map(({ id }) => id);
  await tx.update(appointments).set({ state: "to_schedule" }).where(inArray(appointments.id, ids));
  for (const { id, expertId, minutes, wanted: startsAt, zone } of moved) {
    await releaseOwn(tx, order, expertId!, timeColumns(startsAt, minutes, schedules.get(expertId!)!));
    const time = await takeSlot(tx, deps, { expertId: expertId!, startsAt, minutes, appointmentId: id });
    await checkShare(tx, deps, order, { ...time, expertId: expertId!, minutes });
    await tx
      .update(appointments)
      .set({ ...time, zone, state: "held" })
      .where(eq(appointments.id, id));
  }
}

/** Renews the held times together with the order's hold. Throws `slot_taken` when a time is gone. */
export async function renewTimes(tx: Transaction, deps: FollowDeps, order: HoldingOrder) {
  const heldUntil = holdEnd(deps.clock.now());
  const rows = await tx
    .select()
    .from(appointments)
    .where(
      and(
        eq(appointments.orderId, order.id),
        isNotNull(appointments.startsAt),
        inArray(appointments.state, ["held", "to_schedule"]),
      ),
    )
    .orderBy(appointments.expertId, appointments.id);
  for (const { id: appointmentId, expertId, startsAt, minutes } of rows) {
    const wanted = { expertId: expertId!, startsAt: startsAt!, minutes, appointmentId, isAnyTime: true };
    const time = await takeSlot(tx, deps, wanted);
    await checkShare(tx, deps, order, { ...time, expertId: expertId!, minutes });
    await tx
      .update(appointments)
      .set({ ...time, state: "held", heldUntil })
      .where(eq(appointments.id, appointmentId));
  }
}

/** The times that open orders hold, or were placed with if they hold nothing, by order and line. */
export async function chosenTimes(
  tx: Transaction,
  { clock }: FollowDeps,
  orderIds: string[],
  isHeld: ReadonlySet<string>,
) {
  const isActive = and(eq(appointments.state, "held"), gt(appointments.heldUntil, clock.now()));
  const withoutHold = orderIds.filter((id) => !isHeld.has(id));
  const rows = await tx
    .select({ orderId: appointments.orderId, lineIndex: appointments.lineIndex, startsAt: appointments.startsAt })
    .from(appointments)
    .where(
      and(
        inArray(appointments.orderId, orderIds),
        isNotNull(appointments.startsAt),
        or(isActive, inArray(appointments.orderId, withoutHold)),
      ),
    );
  const times = new Map(
    rows.map(({ orderId, lineIndex, startsAt }) => [`${orderId} ${lineIndex}`, startsAt!.toISOString()]),
  );
  return (orderId: string, lineIndex: number) => times.get(`${orderId} ${lineIndex}`);
}
