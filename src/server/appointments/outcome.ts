import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { outcomeForm } from "../../contracts/appointments/appointment.ts";
import { type Outcome, outcomes } from "../../contracts/appointments/appointment-rules.ts";
import { httpError } from "../platform/http/errors.ts";
import { appointments } from "./appointment-table.ts";
import { formatStart } from "./appointment-times.ts";
import { appointmentError } from "./errors.ts";
import { findFor, type Person } from "./find-for.ts";
import { lockAppointment } from "./lock-appointment.ts";
import type { AppointmentContext } from "./service.ts";
import { recordChange } from "./sessions-of-orders.ts";

export type OutcomeChange = z.output<typeof outcomeForm>;

const sentences: Record<Outcome, (time: string) => string> = {
  done: (time) => `The session on ${time} took place.`,
  missed_by_caller: (time) => `The caller missed the session on ${time}.`,
  missed_by_expert: (time) => `The expert missed the session on ${time}.`,
};

/** The assigned expert or the owner records how a session ended. It can be corrected. */
export async function recordOutcome(
  deps: AppointmentContext,
  id: string,
  { outcome, version }: OutcomeChange,
  person: Person,
) {
  await deps.db.transaction(async (tx) => {
    const { row: found, as } = await findFor(tx, deps, person, id);
    if (as === "buyer") throw httpError("not_allowed");
    const { row } = await lockAppointment(tx, deps, found, { version });
    const { state, startsAt, orderId, title } = row;
    if (state !== "confirmed" && !outcomes.some((one) => one === state))
      throw appointmentError("not_open", { message: "Only a session that had a time can end." });
    if (startsAt! > deps.clock.now()) throw appointmentError("not_begun");
    if (state === outcome) return;
    const [after] = await tx
      .update(appointments)
      .set({ state: outcome, version: version + 1 })
      .where(eq(appointments.id, id))
      .returning();
    const by = { actor: as, userId: person.id };
    await recordChange(tx, deps, after!, by);
    const text = sentences[outcome](formatStart(startsAt!));
    if (orderId) await deps.orders.recordEvent(tx, { ...by, orderId, kind: "session", text, isPublic: false });
    if (as !== "owner") return;
    const entry = { action: "updated", kind: "appointment", recordId: id, title } as const;
    await deps.activity.record(tx, { ...entry, by: person.id, before: { state }, after: { state: outcome } });
  });
}
