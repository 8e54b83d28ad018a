import { and, eq, gt, lte, max } from "drizzle-orm";
import { HOUR_MS } from "../platform/clock.ts";
import { appointmentHistory, appointments } from "./appointment-table.ts";
import type { AppointmentDeps } from "./deps.ts";

/** How long before an appointment a reminder is due, and until when it is worth sending. */
const kinds = [
  { kind: "day", dueMs: 24 * HOUR_MS, untilMs: 12 * HOUR_MS },
  { kind: "hour", dueMs: HOUR_MS, untilMs: HOUR_MS / 4 },
] as const;

/** An appointment that was booked after its reminder became due has just got the booking mail: no reminder. */
export async function findReminders({ db, clock }: AppointmentDeps) {
  const now = clock.now().getTime();
  const rows = await db
    .select({
      id: appointments.id,
      sequence: appointments.sequence,
      startsAt: appointments.startsAt,
      bookedAt: max(appointmentHistory.at),
    })
    .from(appointments)
    .innerJoin(
      appointmentHistory,
      and(eq(appointmentHistory.appointmentId, appointments.id), eq(appointmentHistory.state, "confirmed")),
    )
    .where(
      and(
        eq(appointments.state, "confirmed"),
        gt(appointments.startsAt, new Date(now)),
        lte(appointments.startsAt, new Date(now + kinds[0].dueMs)),
      ),
    )
    .groupBy(appointments.id);
  return rows.flatMap(({ id, sequence, startsAt, bookedAt }) =>
    kinds.flatMap(({ kind, dueMs, untilMs }) => {
      const start = startsAt!.getTime();
      const dueAt = start - dueMs;
      const expiresAt = new Date(start - untilMs);
      const isDue = dueAt <= now && now < expiresAt.getTime() && bookedAt!.getTime() < dueAt;
      return isDue ? [{ id, sequence, kind, expiresAt }] : [];
    }),
  );
}
