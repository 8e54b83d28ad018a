import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { cancelForm } from "../../contracts/appointments/appointment.ts";
import type { CancelReason } from "../../contracts/appointments/appointment-rules.ts";
import type { Transaction } from "../platform/database/database.ts";
import type { RefundRow } from "../refunds/service.ts";
import { type AppointmentRow, appointments } from "./appointment-table.ts";
import { formatStart } from "./appointment-times.ts";
import { appointmentError } from "./errors.ts";
import { type ActingAs, findFor, lockAppointment, type Person, requirePaid } from "./find-for.ts";
import { recordChange } from "./hold-times.ts";
import type { MoneyNote } from "./mails.ts";
import { isFreeToChange, isRefunded, type Policy } from "./policy.ts";
import type { AppointmentContext } from "./service.ts";

type Form = z.output<typeof cancelForm>;
type Acting = { as: ActingAs; person: Person };

const reasons: Record<ActingAs, CancelReason> = { buyer: "caller", expert: "expert", owner: "owner" };

function checkOpen(row: AppointmentRow, now: Date) {
  const { state, startsAt } = row;
  if (state === "confirmed" && startsAt! <= now)
    throw appointmentError("not_open", { message: "This session has begun and can no longer be cancelled." });
  if (state !== "to_schedule" && state !== "confirmed" && state !== "missed_by_expert")
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
  { refunds }: AppointmentContext,
  row: AppointmentRow,
  policy: Policy,
  { as, person }: Acting,
  form: Form,
): Promise<{ started?: RefundRow; money?: MoneyNote }> {
  const { id: appointmentId, orderId, lineIndex } = row;
  if (!orderId || (as === "owner" && form.refund === false)) return {};
  if (!isRefunded(row, policy)) return { money: "to_decide" };
  const cancelled = { orderId, lineIndex: lineIndex!, appointmentId };
  const started = await refunds.appointments.start(tx, cancelled, { actor: as, userId: person.id });
  if (started === "nothing_paid") return {};
  return started ? { started, money: { refundPaise: started.amountPaise } } : { money: "to_decide" };
}

async function record(
  tx: Transaction,
  { orders, activity }: AppointmentContext,
  row: AppointmentRow,
  { as, person }: Acting,
) {
  const { id, orderId, startsAt, title } = row;
  const text = startsAt ? `The session on ${formatStart(startsAt)} was cancelled.` : "A session was cancelled.";
  const event = { kind: "session", text, isPublic: true, actor: as, userId: person.id } as const;
  if (orderId) await orders.recordEvent(tx, { ...event, orderId });
  if (as !== "owner") return;
  const entry = { action: "updated", kind: "appointment", recordId: id, title } as const;
  await activity.record(tx, { ...entry, by: person.id, before: { state: row.state }, after: { state: "cancelled" } });
}

/**
 * Cancels one appointment. Frees its time and starts its refund in the same transaction. The buyer may cancel until the
 * deadline, the expert and the owner until it begins. All of them may cancel an appointment that the expert missed.
 */
export async function cancelAppointment(deps: AppointmentContext, id: string, form: Form, person: Person) {
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
    const acting = { as, person };
    await recordChange(tx, deps, after!, { actor: as, userId: person.id });
    await record(tx, deps, row, acting);
    const { started, money } = await startRefund(tx, deps, row, policy, acting, form);
    await deps.mails.enqueueChange(tx, after!, "cancelled", money);
    return started;
  });
  if (started) await deps.refunds.appointments.send(started.id);
}
