import { eq } from "drizzle-orm";
import type { Database, Transaction } from "../platform/database/database.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import type { LoginUser } from "../platform/http/logins.ts";
import { type AppointmentRow, appointments } from "./appointment-table.ts";
import { appointmentError } from "./errors.ts";
import type { AppointmentDeps } from "./service.ts";

export type Person = Pick<LoginUser, "id" | "role">;

/** The role in which a person acts on a session. */
export type ActingAs = "owner" | "expert" | "buyer";

/** The person's role for this session; undefined for a person without access. */
export async function actingAs(
  { findExpertOf }: Pick<AppointmentDeps, "findExpertOf">,
  { id, role }: Person,
  row: Pick<AppointmentRow, "expertId" | "userId">,
): Promise<ActingAs | undefined> {
  if (role === "owner") return "owner";
  if (role === "expert" && row.expertId && (await findExpertOf(id)) === row.expertId) return "expert";
  return row.userId === id ? "buyer" : undefined;
}

/** Finds a session for its caller, its assigned expert or the owner. Throws 404 for everybody else. */
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
