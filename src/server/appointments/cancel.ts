import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { cancelForm } from "../../contracts/appointments/appointment.ts";
import { type CancelReason, stateRules } from "../../contracts/appointments/appointment-rules.ts";
import type { Transaction } from "../platform/database/database.ts";
import type { RefundRow, RefundStarter } from "../refunds/service.ts";
import { type AppointmentRow, appointments } from "./appointment-table.ts";
import { formatStart } from "./appointment-times.ts";
import type { AppointmentDeps } from "./deps.ts";
import { appointmentError } from "./errors.ts";
import { type ActingAs, findFor, lockAppointment, type Person, requirePaid } from "./find-for.ts";
import { recordWithLog } from "./hold-times.ts";
import type { MoneyNote } from "./mail-queue.ts";
import { isFreeToChange, isRefunded, type Policy } from "./policy.ts";

type Form = z.output<typeof cancelForm>;

const reasons: Record<ActingAs, CancelReason> = { buyer: "caller", expert: "expert", owner: "owner" };

function checkOpen(row: AppointmentRow, now: Date) {
  const { state, startsAt } = row;
  if (state === "confirmed" && startsAt! <= now)
    throw appointmentError("not_open", { message: "This session has begun and can no longer be cancelled." });
  if (!stateRules[state].canChange)
    throw appointmentError("not_open", { message: "This session can no longer be cancelled." });
}

function checkBuyer(row: AppointmentRow, policy: Policy, now: Date) {
  if (isFreeToChange(row, policy, now)) return;
  throw appointmentError("too_late", {
    message: `This session starts in less than ${policy.freeChangeHours} hours and can no longer be cancelled here. Please call us.`,
  });
}

/** Starts the refund of an appointment according to the shop's policy. The owner may cancel without a refund. */
async function startRefund(
  tx: Transaction,
  { refunds }: AppointmentDeps,
  row: AppointmentRow,
  policy: Policy,
  by: RefundStarter,
  form: Form,
): Promise<{ started?: RefundRow; money?: MoneyNote }> {
  const { id: appointmentId, orderId, lineIndex } = row;
  if (!orderId || (by.actor === "owner" && form.refund === false)) return {};
  if (!isRefunded(row, policy)) return { money: "to_decide" };
  const cancelled = { orderId, lineIndex: lineIndex!, appointmentId };
  const started = await refunds.appointments.start(tx, cancelled, by);
  if (started === "nothing_paid") return {};
  return started ? { started, money: { refundPaise: started.amountPaise } } : { money: "to_decide" };
}

/** The buyer may cancel until the deadline, the others until it begins, and all of them if the expert missed it. */
export async function cancelAppointment(deps: AppointmentDeps, id: string, form: Form, person: Person) {
  const { appointments: policy } = await deps.settings.read();
  const started = await deps.db.transaction(async (tx) => {
    const { row: found, as } = await findFor(tx, deps, person, id);
    const { row, order } = await lockAppointment(tx, deps, found, form);
    const now = deps.clock.now();
    requirePaid(order);
    checkOpen(row, now);
    if (as === "buyer") checkBuyer(row, policy, now);
    const [after] = await tx
      .update(appointments)
      .set({
        state: "cancelled",
        cancelReason: reasons[as],
        version: row.version + 1,
        sequence: row.sequence + 1,
      })
      .where(eq(appointments.id, id))
      .returning();
    const by = { actor: as, userId: person.id };
    const time = row.startsAt && formatStart(row.startsAt);
    await recordWithLog(tx, deps, after!, by, {
      event: { text: time ? `The session on ${time} was cancelled.` : "A session was cancelled.", isPublic: true },
      before: { state: row.state },
      after: { state: "cancelled" },
    });
    const { started, money } = await startRefund(tx, deps, row, policy, by, form);
    await deps.mails.enqueueChange(tx, after!, "cancelled", money);
    return started;
  });
  if (started) await deps.refunds.appointments.send(started.id);
}
