import { desc, eq } from "drizzle-orm";
import type { AppointmentStep } from "../../contracts/appointments/appointment.ts";
import { appointmentHistory } from "./appointment-table.ts";
import { findFor, type Person } from "./find-for.ts";
import type { AppointmentContext } from "./service.ts";

const MAX_STEPS = 100;

/** For the owner: the latest changes of a session, the oldest of them first. */
export async function readHistory(context: AppointmentContext, id: string, owner: Person): Promise<AppointmentStep[]> {
  const { db, catalogue } = context;
  const { row } = await findFor(db, context, owner, id);
  const steps = await db
    .select()
    .from(appointmentHistory)
    .where(eq(appointmentHistory.appointmentId, row.id))
    .orderBy(desc(appointmentHistory.id))
    .limit(MAX_STEPS);
  const names = await catalogue.expertNames(steps.flatMap(({ expertId }) => expertId ?? []));
  return steps.reverse().map(({ at, state, startsAt, expertId, actor }) => ({
    at: at.toISOString(),
    state,
    startsAt: startsAt?.toISOString() ?? null,
    expertName: (expertId && names.get(expertId)) || "",
    by: actor,
  }));
}
