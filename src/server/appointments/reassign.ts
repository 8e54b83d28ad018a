import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { reassignForm } from "../../contracts/appointments/appointment.ts";
import { badInput } from "../platform/http/errors.ts";
import { appointments } from "./appointment-table.ts";
import { appointmentError } from "./errors.ts";
import { findFor, type Person } from "./find-for.ts";
import { lockAppointment, requirePaid } from "./lock-appointment.ts";
import type { AppointmentContext } from "./service.ts";
import { recordChange } from "./sessions-of-orders.ts";
import { takeSlot } from "./take-slot.ts";

export type Reassignment = z.output<typeof reassignForm>;

/**
 * Gives a session to another expert, at the same time, at a new time, or without a time if it has none yet. Like the
 * owner's bookings, the time may be outside the hours but must not overlap another session.
 */
export async function reassign(
  deps: AppointmentContext,
  id: string,
  { expertId, startsAt: wanted, version }: Reassignment,
  owner: Person,
) {
  const experts = await deps.catalogue.experts.findMany([expertId], "owner");
  const next = experts.get(expertId.toLowerCase());
  if (!next) throw badInput({ expertId: "This expert is no longer in the catalogue." });
  await deps.db.transaction(async (tx) => {
    const { row: found } = await findFor(tx, deps, owner, id);
    if (found.expertId === next._id) throw appointmentError("same_expert");
    const { row, order } = await lockAppointment(tx, deps, found, { version, nextExpertId: next._id });
    requirePaid(order);
    const hasTime = row.state === "confirmed";
    if (!hasTime && row.state !== "to_schedule") throw appointmentError("not_open");
    if (hasTime && row.startsAt! <= deps.clock.now())
      throw appointmentError("not_open", { message: "This session has begun. Another expert cannot take it." });
    const startsAt = wanted ? new Date(wanted) : hasTime ? row.startsAt! : undefined;
    const { minutes } = row;
    const slot = { expertId: next._id, minutes, appointmentId: id, isAnyTime: true };
    const time = startsAt && (await takeSlot(tx, deps, { ...slot, startsAt }));
    const [after] = await tx
      .update(appointments)
      .set({
        expertId: next._id,
        ...time,
        ...(time && { state: "confirmed" }),
        version: version + 1,
        sequence: hasTime ? row.sequence + 1 : row.sequence,
      })
      .where(eq(appointments.id, id))
      .returning();
    const by = { actor: "owner", userId: owner.id } as const;
    await recordChange(tx, deps, after!, by);
    const text = "Another expert takes a session.";
    const { orderId, title } = row;
    if (orderId) await deps.orders.recordEvent(tx, { ...by, orderId, kind: "session", text, isPublic: true });
    const entry = { action: "updated", kind: "appointment", recordId: id, title } as const;
    const before = row.expertId ? await deps.catalogue.expertNames([row.expertId]) : new Map<string, string>();
    await deps.activity.record(tx, {
      ...entry,
      by: owner.id,
      before: { expert: (row.expertId && before.get(row.expertId)) ?? "" },
      after: { expert: next.name },
    });
    await deps.mails.enqueueReassigned(tx, row, after!);
  });
}
