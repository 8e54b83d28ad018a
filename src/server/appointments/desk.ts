import { and, eq, gt, inArray, lte } from "drizzle-orm";
import type { Desk } from "../../contracts/appointments/appointment.ts";
import { outcomes } from "../../contracts/appointments/appointment-rules.ts";
import { noSchedule } from "../../contracts/appointments/schedule.ts";
import { httpError } from "../platform/http/errors.ts";
import { appointments } from "./appointment-table.ts";
import { readDetails } from "./appointment-view.ts";
import type { AppointmentDeps } from "./deps.ts";
import type { Person } from "./find-for.ts";
import { expertSchedules } from "./schedule-table.ts";

const PAST_MS = 30 * 24 * 60 * 60_000;
const MAX_SHOWN = 200;

export async function requireOwnExpert({ findExpertOf }: AppointmentDeps, { id, role }: Person, expertId: string) {
  if (role !== "owner" && (await findExpertOf(id)) !== expertId) throw httpError("not_allowed");
}

export async function readDesk(deps: AppointmentDeps, userId: string): Promise<Desk> {
  const { db, clock, catalogue, findExpertOf } = deps;
  const now = clock.now();
  const expertId = await findExpertOf(userId);
  const expert = expertId ? (await catalogue.experts.findMany([expertId], "owner")).get(expertId) : undefined;
  if (!expert) return { expert: null, now: now.toISOString(), roomUrl: "", open: [], next: [], past: [] };
  const { _id, name } = expert;
  const isOwn = eq(appointments.expertId, _id);
  const isBooked = and(isOwn, eq(appointments.state, "confirmed"));
  const [[schedule], open, next, past] = await Promise.all([
    db.select().from(expertSchedules).where(eq(expertSchedules.expertId, _id)),
    readDetails(deps, and(isBooked, lte(appointments.endsAt, now)), { limit: MAX_SHOWN }),
    readDetails(deps, and(isBooked, gt(appointments.endsAt, now)), { limit: MAX_SHOWN }),
    readDetails(
      deps,
      and(
        isOwn,
        inArray(appointments.state, [...outcomes]),
        gt(appointments.startsAt, new Date(now.getTime() - PAST_MS)),
      ),
    ),
  ]);
  const { roomUrl } = { ...noSchedule, ...schedule?.schedule };
  return { expert: { _id, name }, now: now.toISOString(), roomUrl, open, next, past: past.reverse() };
}
