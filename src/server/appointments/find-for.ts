import { eq } from "drizzle-orm";
import { isPaid } from "../../contracts/orders/order-rules.ts";
import type { OrderRow } from "../orders/core/order.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import type { LoginUser } from "../platform/http/logins.ts";
import { type AppointmentRow, appointments } from "./appointment-table.ts";
import type { AppointmentDeps } from "./deps.ts";
import { appointmentError } from "./errors.ts";
import { lockSchedule } from "./take-slot.ts";

export type Person = Pick<LoginUser, "id" | "role">;

export type ActingAs = "owner" | "expert" | "buyer";

/** The person's role for this appointment; undefined for a person without access. */
export async function actingAs(
  { findExpertOf }: Pick<AppointmentDeps, "findExpertOf">,
  { id, role }: Person,
  row: Pick<AppointmentRow, "expertId" | "userId">,
): Promise<ActingAs | undefined> {
  if (role === "owner") return "owner";
  if (role === "expert" && row.expertId && (await findExpertOf(id)) === row.expertId) return "expert";
  return row.userId === id ? "buyer" : undefined;
}

/** Finds an appointment for its buyer, its assigned expert or the owner. Throws 404 for everybody else. */
export async function findFor(
  from: Database | Transaction,
  deps: Pick<AppointmentDeps, "findExpertOf">,
  person: Person,
  id: string,
) {
  const [row] = isUuid(id) ? await from.select().from(appointments).where(eq(appointments.id, id)) : [];
  const as = row && (await actingAs(deps, person, row));
  if (!as) throw appointmentError("appointment_not_found");
  return { row, as };
}

type Found = Pick<AppointmentRow, "id" | "orderId" | "expertId">;

interface Wanted {
  /** Refuses a form of another version. */
  version?: number;
  nextExpertId?: string;
}

/** Locks the order, the experts by id and the row, in the shop's lock order. */
export async function lockAppointment(tx: Transaction, deps: AppointmentDeps, found: Found, wanted: Wanted) {
  const { id, orderId, expertId } = found;
  const order = orderId ? await deps.orders.lockRow(tx, orderId) : undefined;
  const experts = new Set([expertId, wanted.nextExpertId].flatMap((one) => one ?? []));
  for (const one of [...experts].sort()) await lockSchedule(tx, deps, one);
  const [row] = await tx.select().from(appointments).where(eq(appointments.id, id)).for("update");
  // If the appointment was reassigned after it was read, the wrong expert is locked.
  const { version = row!.version } = wanted;
  if (row!.version !== version || row!.expertId !== expertId) throw appointmentError("moved_meanwhile");
  return { row: row!, order };
}

/** An expired hold is also in state `to_schedule`, but it gets a time only when its order is paid. */
export function requirePaid(order: OrderRow | undefined) {
  if (order && !isPaid(order.status))
    throw appointmentError("not_open", { message: "The order of this session has not been paid." });
}
