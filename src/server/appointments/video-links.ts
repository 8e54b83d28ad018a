import { and, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { linkForm } from "../../contracts/appointments/appointment.ts";
import { callOf } from "../../contracts/appointments/call-rules.ts";
import type { Schedule, ScheduleState } from "../../contracts/appointments/schedule.ts";
import type { Transaction } from "../platform/database/database.ts";
import { badInput, httpError } from "../platform/http/errors.ts";
import { appointments } from "./appointment-table.ts";
import type { AppointmentDeps } from "./deps.ts";
import { appointmentError } from "./errors.ts";
import { findFor, lockAppointment, type Person } from "./find-for.ts";
import { recordLog } from "./hold-times.ts";
import { linksByAccount } from "./limits.ts";
import { readSchedule } from "./open-slots.ts";
import { expertSchedules } from "./schedule-table.ts";

const isToCome = (now: Date): SQL | undefined =>
  // A literal state: the index `appointments_open` is found by it.
  and(sql`${appointments.state} = 'confirmed'`, gt(appointments.endsAt, now));

/** Booked hours by video, not over, that have neither a link of their own nor an expert with a room. */
export const isWithoutLink = (now: Date) =>
  and(
    isToCome(now),
    eq(appointments.mode, "video"),
    isNull(appointments.roomUrl),
    sql`not exists (select from ${expertSchedules} where ${expertSchedules.expertId} = ${appointments.expertId}
      and coalesce(${expertSchedules.schedule} ->> 'roomUrl', '') <> '')`,
  );

/** The assigned expert or the owner gives one hour by video its link. The buyer gets a mail; the same link again changes nothing. */
export async function giveLink(
  deps: AppointmentDeps,
  id: string,
  { roomUrl: given, version }: z.output<typeof linkForm>,
  person: Person,
) {
  const { db, clock, limiter, mails } = deps;
  await limiter.take(linksByAccount, person.id);
  await db.transaction(async (tx) => {
    const { row: found, as } = await findFor(tx, deps, person, id);
    if (as === "buyer") throw httpError("not_allowed");
    const { row } = await lockAppointment(tx, deps, found, {});
    const roomUrl = given || null;
    if (row.roomUrl === roomUrl) return;
    if (row.version !== version) throw appointmentError("moved_meanwhile");
    if (row.mode !== "video") throw badInput({ roomUrl: "Only a session by video has a link." });
    if (row.state !== "confirmed" || row.endsAt! <= clock.now())
      throw appointmentError("not_open", { message: "Only a booked session that is not over can get a link." });
    const [after] = await tx
      .update(appointments)
      .set({ roomUrl, version: version + 1 })
      .where(eq(appointments.id, id))
      .returning();
    const text = roomUrl ? "The link of a video session was given." : "The link of a video session was taken back.";
    const log = { event: { text, isPublic: true }, before: { link: row.roomUrl ?? "" }, after: { link: given } };
    await recordLog(tx, deps, after!, { actor: as, userId: person.id }, log);
    const schedule = await readSchedule(tx, row.expertId!);
    const link = callOf(after!, schedule).roomUrl;
    if (link !== callOf(row, schedule).roomUrl) await mails.enqueueLinks(tx, [after!], link, `${version + 1}`);
  });
}

/** Mails the buyers of the booked hours that use an expert's new room. */
export async function mailNewRoom(
  tx: Transaction,
  { clock, mails }: AppointmentDeps,
  { expertId, before, after }: { expertId: string; before: Schedule; after: ScheduleState },
) {
  if (after.roomUrl === before.roomUrl) return;
  const isOfRoom = and(isToCome(clock.now()), eq(appointments.expertId, expertId), isNull(appointments.roomUrl));
  const rows = await tx.select().from(appointments).where(isOfRoom);
  const byLink = rows.filter((row) => callOf(row, after).roomUrl);
  await mails.enqueueLinks(tx, byLink, after.roomUrl, `room ${after.version}`);
}
