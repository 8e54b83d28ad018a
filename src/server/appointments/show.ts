import { eq } from "drizzle-orm";
import type { Appointment } from "../../contracts/appointments/appointment.ts";
import { appointments } from "./appointment-table.ts";
import { expertSchedules } from "./schedule-table.ts";
import type { AppointmentDeps } from "./service.ts";
import { toAppointment } from "./sessions-of-orders.ts";

/** A session as its caller sees it. */
export async function showAppointment({ db, settings, refunds }: AppointmentDeps, id: string): Promise<Appointment> {
  const [[found], { appointments: policy }] = await Promise.all([
    db
      .select({ row: appointments, schedule: expertSchedules.schedule })
      .from(appointments)
      .leftJoin(expertSchedules, eq(expertSchedules.expertId, appointments.expertId))
      .where(eq(appointments.id, id)),
    settings.read(),
  ]);
  const { row, schedule } = found!;
  const plans = await refunds.plan(row.orderId ? [row.orderId] : []);
  const refundPaise = row.orderId ? plans.get(row.orderId)?.get(row.lineIndex!) : 0;
  return toAppointment(row, policy, (schedule?.hours.length ?? 0) > 0, refundPaise);
}
