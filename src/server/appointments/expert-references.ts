import { and, eq, gt, inArray, or, sql } from "drizzle-orm";
import { noSchedule } from "../../contracts/appointments/schedule.ts";
import type { Clock } from "../platform/clock.ts";
import type { Transaction } from "../platform/database/database.ts";
import { appointments, isToArrange } from "./appointment-table.ts";
import { expertSchedules } from "./schedule-table.ts";
import { lockSchedule } from "./take-slot.ts";

/**
 * Counts the open appointments of experts who are about to be removed. Locks their schedules first, as bookings do. Experts
 * without open appointments lose their hours and calendar feed. Expired holds do not count: after a late payment the owner
 * assigns another expert.
 */
export async function findExpertReferences(tx: Transaction, deps: { clock: Clock }, ids: string[]) {
  for (const id of [...ids].sort()) await lockSchedule(tx, deps, id);
  const now = deps.clock.now();
  const isOpen = or(
    and(eq(appointments.state, "held"), gt(appointments.heldUntil, now)),
    isToArrange,
    and(eq(appointments.state, "confirmed"), gt(appointments.endsAt, now)),
  );
  const rows = await tx
    .select({ id: appointments.expertId, open: sql`count(*) filter (where ${isOpen})`.mapWith(Number) })
    .from(appointments)
    .where(inArray(appointments.expertId, ids))
    .groupBy(appointments.expertId);
  const references = new Map(rows.map(({ id, open }) => [id!, { open }]));
  const unused = ids.filter((id) => !references.has(id));
  const past = ids.filter((id) => references.get(id)?.open === 0);
  await tx.delete(expertSchedules).where(inArray(expertSchedules.expertId, unused));
  await tx
    .update(expertSchedules)
    .set({ schedule: noSchedule, feedTokenHash: null, version: sql`${expertSchedules.version} + 1` })
    .where(inArray(expertSchedules.expertId, past));
  return references;
}
