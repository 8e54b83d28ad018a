import { randomUUIDv7 } from "node:crypto";
import { eq } from "drizzle-orm";
import type { z } from "zod";
import type {
  AppointmentDetails,
  keepForm,
  outcomeForm,
  phoneBookingForm,
  reassignForm,
} from "../../contracts/appointments/appointment.ts";
import { isOutcome, type Outcome } from "../../contracts/appointments/appointment-rules.ts";
import { expertItemTitle } from "../../contracts/appointments/consultation-rules.ts";
import { noSchedule } from "../../contracts/appointments/schedule.ts";
import { badInput, httpError } from "../platform/http/errors.ts";
import { appointments } from "./appointment-table.ts";
import { formatStart } from "./appointment-times.ts";
import { readDetails } from "./appointment-view.ts";
import type { AppointmentDeps } from "./deps.ts";
import { appointmentError } from "./errors.ts";
import { findFor, lockAppointment, type Person, requirePaid } from "./find-for.ts";
import { recordWithLog } from "./hold-times.ts";
import { takeSlot } from "./take-slot.ts";

const sentences: Record<Outcome, (time: string) => string> = {
  done: (time) => `The session on ${time} took place.`,
  missed_by_caller: (time) => `The caller missed the session on ${time}.`,
  missed_by_expert: (time) => `The expert missed the session on ${time}.`,
};

/** The assigned expert or the owner records how an appointment ended. It can be corrected. */
export async function recordOutcome(
  deps: AppointmentDeps,
  id: string,
  { outcome, version }: z.output<typeof outcomeForm>,
  person: Person,
) {
  await deps.db.transaction(async (tx) => {
    const { row: found, as } = await findFor(tx, deps, person, id);
    if (as === "buyer") throw httpError("not_allowed");
    const { row } = await lockAppointment(tx, deps, found, { version });
    const { state, startsAt } = row;
    if (state !== "confirmed" && !isOutcome(state))
      throw appointmentError("not_open", { message: "Only a session that had a time can end." });
    if (startsAt! > deps.clock.now()) throw appointmentError("not_begun");
    if (state === outcome) return;
    const [after] = await tx
      .update(appointments)
      .set({ state: outcome, version: version + 1 })
      .where(eq(appointments.id, id))
      .returning();
    await recordWithLog(
      tx,
      deps,
      after!,
      { actor: as, userId: person.id },
      {
        event: { text: sentences[outcome](formatStart(startsAt!)), isPublic: false },
        before: { state },
        after: { state: outcome },
      },
    );
  });
}

/** Like the owner's bookings, the time may be outside the hours but must not overlap another appointment. */
export async function reassign(
  deps: AppointmentDeps,
  id: string,
  { expertId, startsAt: wanted, version }: z.output<typeof reassignForm>,
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
        // A link of its own is of the former expert.
        roomUrl: null,
        ...time,
        ...(time && { state: "confirmed" }),
        version: version + 1,
        sequence: hasTime ? row.sequence + 1 : row.sequence,
      })
      .where(eq(appointments.id, id))
      .returning();
    const before = row.expertId ? await deps.catalogue.expertNames([row.expertId]) : new Map<string, string>();
    await recordWithLog(
      tx,
      deps,
      after!,
      { actor: "owner", userId: owner.id },
      {
        event: { text: "Another expert takes a session.", isPublic: true },
        before: { expert: (row.expertId && before.get(row.expertId)) ?? "" },
        after: { expert: next.name },
      },
    );
    await deps.mails.enqueueReassigned(tx, row, after!);
  });
}

/** The history entry keeps an appointment outside the hours from being listed again until the hours change. */
export async function keepTime(
  deps: AppointmentDeps,
  id: string,
  { version }: z.output<typeof keepForm>,
  owner: Person,
) {
  await deps.db.transaction(async (tx) => {
    const { row: found } = await findFor(tx, deps, owner, id);
    const { row } = await lockAppointment(tx, deps, found, { version });
    if (row.state !== "confirmed") throw appointmentError("not_open");
    const log = { before: { outsideHours: "listed" }, after: { outsideHours: "kept" } };
    await recordWithLog(tx, deps, row, { actor: "owner", userId: owner.id }, log);
  });
}

type Form = z.output<typeof phoneBookingForm>;

/** The owner books for a buyer on the phone: any future time without overlap. Creates no order and no payment. */
export async function bookByPhone(deps: AppointmentDeps, form: Form, owner: Person): Promise<AppointmentDetails> {
  const { mode, minutes, name, phone, email, zone = noSchedule.zone } = form;
  const expertId = form.expertId.toLowerCase();
  const expert = (await deps.catalogue.experts.findMany([expertId], "owner")).get(expertId);
  if (!expert) throw badInput({ expertId: "This expert is no longer in the catalogue." });
  const startsAt = new Date(form.startsAt);
  const now = deps.clock.now();
  if (startsAt <= now) throw badInput({ startsAt: "Choose a time in the future." });
  const id = randomUUIDv7();
  await deps.db.transaction(async (tx) => {
    const time = await takeSlot(tx, deps, { expertId, startsAt, minutes, isAnyTime: true });
    const title = expertItemTitle(expert.name, mode, minutes);
    const caller = { callerName: name, callerPhone: phone, callerEmail: email };
    const [row] = await tx
      .insert(appointments)
      .values({ id, expertId, title, mode, minutes, zone, ...time, ...caller, state: "confirmed", createdAt: now })
      .returning();
    const log = { action: "created", after: { time: formatStart(startsAt) } } as const;
    await recordWithLog(tx, deps, row!, { actor: "owner", userId: owner.id }, log);
    await deps.mails.enqueueChange(tx, row!, "confirmed");
  });
  const [details] = await readDetails(deps, eq(appointments.id, id));
  return details!;
}
