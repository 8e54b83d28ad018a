import { eq } from "drizzle-orm";
import type { Transaction } from "../platform/database/database.ts";
import { type AppointmentRow, appointments } from "./appointment-table.ts";
import { appointmentError } from "./errors.ts";
import type { AppointmentDeps } from "./service.ts";
import { lockSchedule } from "./take-slot.ts";

type Found = Pick<AppointmentRow, "id" | "orderId" | "expertId">;

interface Wanted {
  version: number;
  /** An expert who is about to take the session. */
  nextExpertId?: string;
}

/**
 * Locks the order, the experts by id and the session's row, in the shop's lock order. Optimistic locking: refuses a
 * form that was filled from an older version.
 */
export async function lockAppointment(tx: Transaction, deps: AppointmentDeps, found: Found, wanted: Wanted) {
  const { id, orderId, expertId } = found;
  const order = orderId ? await deps.orders.lock(tx, orderId) : undefined;
  const experts = new Set([expertId, wanted.nextExpertId].flatMap((one) => one ?? []));
  for (const one of [...experts].sort()) await lockSchedule(tx, deps, one);
  const [row] = await tx.select().from(appointments).where(eq(appointments.id, id)).for("update");
  // If the session was reassigned after it was read, the wrong expert is locked.
  if (row!.version !== wanted.version || row!.expertId !== expertId) throw appointmentError("moved_meanwhile");
  return { row: row!, order };
}

/** An expired hold is also in state `to_schedule`, but it gets a time only when its order is paid. */
export function requirePaid(order: { isPaid: boolean } | undefined) {
  if (order && !order.isPaid)
    throw appointmentError("not_open", { message: "The order of this session has not been paid." });
}
