import { eq } from "drizzle-orm";
import { noSchedule, type ScheduleState } from "../../contracts/appointments/schedule.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { expertSchedules } from "./schedule-table.ts";

export const toState = (
  row: Pick<typeof expertSchedules.$inferSelect, "schedule" | "version"> | undefined,
): ScheduleState => ({
  ...noSchedule,
  ...row?.schedule,
  version: row?.version ?? 0,
});

export async function readSchedule(from: Database | Transaction, expertId: string) {
  const [row] = await from.select().from(expertSchedules).where(eq(expertSchedules.expertId, expertId));
  return toState(row);
}
