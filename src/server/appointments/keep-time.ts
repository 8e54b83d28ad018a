import { appointmentError } from "./errors.ts";
import { findFor, type Person } from "./find-for.ts";
import { lockAppointment } from "./lock-appointment.ts";
import type { AppointmentContext } from "./service.ts";
import { recordChange } from "./sessions-of-orders.ts";

/**
 * The owner accepts a session outside the expert's hours. A history entry records this, so the session is not listed
 * again until the hours change.
 */
export async function keepTime(context: AppointmentContext, id: string, version: number, owner: Person) {
  await context.db.transaction(async (tx) => {
    const { row: found } = await findFor(tx, context, owner, id);
    const { row } = await lockAppointment(tx, context, found, { version });
    if (row.state !== "confirmed") throw appointmentError("not_open");
    await recordChange(tx, context, row, { actor: "owner", userId: owner.id });
    const entry = { action: "updated", kind: "appointment", recordId: id, title: row.title } as const;
    await context.activity.record(tx, {
      ...entry,
      by: owner.id,
      before: { outsideHours: "listed" },
      after: { outsideHours: "kept" },
    });
  });
}
