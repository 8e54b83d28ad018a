import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { timeForm } from "../../contracts/appointment.ts";
import { noSchedule } from "../../contracts/schedule.ts";
import type { Transaction } from "../platform/database/database.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import type { SessionUser } from "../platform/http/sessions.ts";
import { type AppointmentRow, appointments } from "./appointment-table.ts";
import { appointmentError } from "./errors.ts";
import { recordChange } from "./of-orders.ts";
import { isFreeToChange, type Policy } from "./policy.ts";
import type { AppointmentContext } from "./service.ts";
import { takeSlot } from "./take-slot.ts";

export type Person = Pick<SessionUser, "id" | "role">;
type Form = z.output<typeof timeForm>;

async function findOwn(tx: Transaction, id: string, { id: userId, role }: Person) {
  const [row] = isUuid(id) ? await tx.select().from(appointments).where(eq(appointments.id, id)) : [];
  if (!row || (role !== "owner" && row.userId !== userId)) throw appointmentError("appointment_not_found");
  return row;
}

/** What callers may not do, in words. The owner may. */
function checkCaller(row: AppointmentRow, policy: Policy, now: Date) {
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

/** Chooses the time of a paid session, or moves it: the same row, so the old time is free at the same moment. */
export async function changeTime(deps: AppointmentContext, id: string, form: Form, person: Person) {
  const { appointments: policy } = await deps.settings.read();
  return deps.db.transaction(async (tx) => {
    const found = await findOwn(tx, id, person);
    if (!found.expertId) throw appointmentError("no_expert");
    const isOwner = person.role === "owner";
    const startsAt = new Date(form.startsAt);
    // The expert's lock comes first; the row is read again under it.
    const { id: appointmentId, expertId, minutes } = found;
    const wanted = { expertId, startsAt, minutes, appointmentId, isAnyTime: isOwner };
    const time = await takeSlot(tx, deps, wanted);
    const [row] = await tx.select().from(appointments).where(eq(appointments.id, id)).for("update");
    if (row!.version !== form.version) throw appointmentError("moved_meanwhile");
    if (row!.state !== "to_schedule" && row!.state !== "confirmed") throw appointmentError("not_open");
    if (row!.state === "confirmed" && row!.startsAt!.getTime() === startsAt.getTime())
      throw appointmentError("same_time");
    if (!isOwner) checkCaller(row!, policy, deps.clock.now());
    const isMove = row!.state === "confirmed";
    const [after] = await tx
      .update(appointments)
      .set({
        ...time,
        state: "confirmed",
        zone: form.zone ?? (isOwner ? row!.zone : noSchedule.zone),
        version: row!.version + 1,
        sequence: isMove ? row!.sequence + 1 : row!.sequence,
        moves: isMove && !isOwner ? row!.moves + 1 : row!.moves,
      })
      .where(eq(appointments.id, id))
      .returning();
    await recordChange(tx, deps, after!, { actor: isOwner ? "owner" : "buyer", userId: person.id });
    await deps.mails.enqueueChange(tx, after!, isMove ? "moved" : "confirmed");
    return after!;
  });
}
