import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { timeForm } from "../../contracts/appointments/appointment.ts";
import { stateRules } from "../../contracts/appointments/appointment-rules.ts";
import { noSchedule } from "../../contracts/appointments/schedule.ts";
import { type AppointmentRow, appointments } from "./appointment-table.ts";
import type { AppointmentDeps } from "./deps.ts";
import { appointmentError } from "./errors.ts";
import { findFor, lockAppointment, type Person, requirePaid } from "./find-for.ts";
import { recordChange } from "./hold-times.ts";
import { isFreeToChange, type Policy } from "./policy.ts";
import { takeSlot } from "./take-slot.ts";

type Form = z.output<typeof timeForm>;

/** Limits for buyers: the deadline and the number of moves. They do not apply to the owner and the expert. */
function checkBuyer(row: AppointmentRow, policy: Policy, now: Date) {
  if (row.state !== "confirmed") return;
  if (!isFreeToChange(row, policy, now))
    throw appointmentError("too_late", {
      message: `This session starts in less than ${policy.freeChangeHours} hours and can no longer be moved here. Please call us.`,
    });
  if (row.moves >= policy.maxMoves)
    throw appointmentError("moved_too_often", {
      message: `This session has been moved ${policy.maxMoves} times. Please call us to move it again.`,
    });
}

/** Sets or moves the time of a paid appointment. Updates its row, so the old time becomes free atomically. */
export async function changeTime(deps: AppointmentDeps, id: string, form: Form, person: Person) {
  const { appointments: policy } = await deps.settings.read();
  await deps.db.transaction(async (tx) => {
    const { row: found, as: actor } = await findFor(tx, deps, person, id);
    if (!found.expertId) throw appointmentError("no_expert");
    const { row, order } = await lockAppointment(tx, deps, found, form);
    requirePaid(order);
    const isStaff = actor !== "buyer";
    const startsAt = new Date(form.startsAt);
    const { id: appointmentId, expertId, minutes } = found;
    const wanted = { expertId, startsAt, minutes, appointmentId, isAnyTime: isStaff };
    const time = await takeSlot(tx, deps, wanted);
    if (!stateRules[row.state].canChange) throw appointmentError("not_open");
    if (row.state === "confirmed" && row.startsAt!.getTime() === startsAt.getTime())
      throw appointmentError("same_time");
    if (!isStaff) checkBuyer(row, policy, deps.clock.now());
    const isMove = row.state === "confirmed";
    // Also true for an appointment that the expert missed: the new time must replace the old entry in calendars.
    const hadTime = row.state !== "to_schedule";
    const [after] = await tx
      .update(appointments)
      .set({
        ...time,
        state: "confirmed",
        zone: form.zone ?? (isStaff ? row.zone : noSchedule.zone),
        version: row.version + 1,
        sequence: hadTime ? row.sequence + 1 : row.sequence,
        moves: isMove && !isStaff ? row.moves + 1 : row.moves,
      })
      .where(eq(appointments.id, id))
      .returning();
    await recordChange(tx, deps, after!, { actor, userId: person.id });
    await deps.mails.enqueueChange(tx, after!, hadTime ? "moved" : "confirmed");
  });
}
