import { and, asc, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { AppointmentDetails } from "../../contracts/appointments/appointment.ts";
import { noSchedule } from "../../contracts/appointments/schedule.ts";
import { type AppointmentRow, appointmentHistory, appointments } from "./appointment-table.ts";
import type { Caller } from "./mails.ts";
import { createHoursCheck } from "./outside-hours.ts";
import { expertSchedules } from "./schedule-table.ts";
import type { AppointmentContext } from "./service.ts";
import { toAppointment } from "./sessions-of-orders.ts";

/** Whether the owner or the expert confirmed this time and expert after the last change of the hours. */
export const isConfirmedByStaff = sql<boolean>`exists (select from ${appointmentHistory} where ${and(
  eq(appointmentHistory.appointmentId, appointments.id),
  inArray(appointmentHistory.actor, ["owner", "expert"]),
  eq(appointmentHistory.state, "confirmed"),
  eq(appointmentHistory.startsAt, appointments.startsAt),
  eq(appointmentHistory.expertId, appointments.expertId),
  gt(appointmentHistory.at, expertSchedules.updatedAt),
)})`;

interface Part {
  limit?: number;
  offset?: number;
}

/** Reads all sessions in one query. */
function readRows({ db }: AppointmentContext, where: SQL | undefined, { limit, offset }: Part) {
  const query = db
    .select({ row: appointments, schedule: expertSchedules.schedule, isConfirmedByStaff })
    .from(appointments)
    .leftJoin(expertSchedules, eq(expertSchedules.expertId, appointments.expertId))
    .where(where)
    .orderBy(asc(appointments.startsAt), asc(appointments.id))
    .$dynamic();
  if (limit !== undefined) query.limit(limit);
  if (offset !== undefined) query.offset(offset);
  return query;
}

/** The caller of a booking without an order; null once the contact data is erased. */
const callerIn = ({ callerName, callerPhone, callerEmail }: AppointmentRow): Caller | null =>
  callerName === null ? null : { name: callerName, phone: callerPhone ?? "", email: callerEmail ?? "" };

/** Sessions as their expert and the owner see them, the earliest first. */
export async function readDetails(
  context: AppointmentContext,
  where: SQL | undefined,
  part: Part = {},
): Promise<AppointmentDetails[]> {
  const { settings, catalogue, clock, findCallers, joinLinks, refunds } = context;
  const found = await readRows(context, where, part);
  const [{ appointments: policy }, names, callers, plans] = await Promise.all([
    settings.read(),
    catalogue.expertNames(found.flatMap(({ row }) => row.expertId ?? [])),
    findCallers(found.flatMap(({ row }) => row.orderId ?? [])),
    refunds.plan(found.flatMap(({ row }) => row.orderId ?? [])),
  ]);
  const now = clock.now();
  const checks = new Map<string, ReturnType<typeof createHoursCheck>>();

  function isOutside({
    row: { expertId, state, startsAt, endsAt },
    schedule,
    isConfirmedByStaff,
  }: (typeof found)[number]) {
    if (state !== "confirmed" || startsAt! <= now || isConfirmedByStaff || !schedule) return false;
    const check = checks.get(expertId!) ?? createHoursCheck({ ...noSchedule, ...schedule });
    checks.set(expertId!, check);
    return check({ startsAt: startsAt!, endsAt: endsAt! });
  }

  return found.map((one) => {
    const { row, schedule } = one;
    const refundPaise = row.orderId ? plans.get(row.orderId)?.get(row.lineIndex!) : 0;
    return {
      ...toAppointment(row, policy, (schedule?.hours.length ?? 0) > 0, refundPaise),
      orderId: row.orderId,
      expertName: (row.expertId && names.get(row.expertId)) || "",
      caller: row.orderId ? (callers.get(row.orderId) ?? null) : callerIn(row),
      isOutsideHours: isOutside(one),
      joinUrl: joinLinks.joinUrl(row.id),
    };
  });
}
