import { randomUUIDv7 } from "node:crypto";
import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { AppointmentDetails, callerForm } from "../../contracts/appointments/appointment.ts";
import { expertItemTitle } from "../../contracts/appointments/consultation-rules.ts";
import { noSchedule } from "../../contracts/appointments/schedule.ts";
import { badInput } from "../platform/http/errors.ts";
import { appointments } from "./appointment-table.ts";
import { formatStart } from "./appointment-times.ts";
import { readDetails } from "./details.ts";
import type { Person } from "./find-for.ts";
import type { AppointmentContext } from "./service.ts";
import { recordChange } from "./sessions-of-orders.ts";
import { takeSlot } from "./take-slot.ts";

type Form = z.output<typeof callerForm>;

/** The owner books for a caller on the phone: any future time without overlap. Creates no order and no payment. */
export async function bookForCaller(deps: AppointmentContext, form: Form, owner: Person): Promise<AppointmentDetails> {
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
    await recordChange(tx, deps, row!, { actor: "owner", userId: owner.id });
    await deps.activity.record(tx, {
      by: owner.id,
      action: "created",
      kind: "appointment",
      recordId: id,
      title,
      after: { time: formatStart(startsAt) },
    });
    await deps.mails.enqueueChange(tx, row!, "confirmed");
  });
  const [details] = await readDetails(deps, eq(appointments.id, id));
  return details!;
}
