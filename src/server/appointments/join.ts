import { and, eq, ne } from "drizzle-orm";
import { joinOpensAt } from "../../contracts/appointments/appointment-rules.ts";
import { maskedPhone, whoCalls } from "../../contracts/appointments/call-rules.ts";
import type { JoinPage } from "../../contracts/appointments/join.ts";
import { createSignedIds } from "../platform/signed-ids.ts";
import { type AppointmentRow, appointmentHistory, appointments } from "./appointment-table.ts";
import { phoneBuyer } from "./appointment-view.ts";
import { describeCall } from "./calendar-entries.ts";
import { appointmentError } from "./errors.ts";
import { wrongLinkByAddress } from "./limits.ts";
import type { AppointmentContext, AppointmentDeps } from "./service.ts";

/** The token is a signed id, so it survives every change of the appointment. */
export function createJoinLinks({ db, keyedHash, publicUrl }: Pick<AppointmentDeps, "db" | "keyedHash" | "publicUrl">) {
  const { sign: joinToken, read } = createSignedIds(keyedHash, "join");

  return {
    joinToken,
    joinUrl: (id: string) => `${publicUrl}/join/${joinToken(id)}`,

    /** Refuses a wrong token without a database query. */
    async findByToken(token: string): Promise<AppointmentRow | undefined> {
      const id = read(token);
      const [row] = id ? await db.select().from(appointments).where(eq(appointments.id, id)) : [];
      return row;
    },
  };
}
export type JoinLinks = ReturnType<typeof createJoinLinks>;

function stateOf({ state, startsAt, endsAt }: AppointmentRow, now: Date): JoinPage["state"] {
  if (state === "cancelled") return "cancelled";
  if (!startsAt || state === "to_schedule" || state === "held") return "without_time";
  if (state !== "confirmed" || now >= endsAt!) return "over";
  return now < joinOpensAt(startsAt) ? "early" : "open";
}

async function wasMoved({ db }: AppointmentContext, { id, startsAt }: AppointmentRow & { startsAt: Date }) {
  const isOther = and(
    eq(appointmentHistory.appointmentId, id),
    eq(appointmentHistory.state, "confirmed"),
    ne(appointmentHistory.startsAt, startsAt),
  );
  return (await db.$count(appointmentHistory, isOther)) > 0;
}

/** The end of the buyer's number: everybody with the link can read the page. */
async function buyerPhone({ orders }: AppointmentContext, row: AppointmentRow) {
  const buyer = row.orderId ? (await orders.findBuyers([row.orderId])).get(row.orderId) : phoneBuyer(row);
  return maskedPhone(buyer?.phone ?? "");
}

/** Read for every page view, so a changed room needs no new mail. */
async function callOf(context: AppointmentContext, row: AppointmentRow, isOpen: boolean) {
  const { title, expertName, callWay, schedule } = await describeCall(context, row);
  const expertPhone = schedule.phone || (await context.settings.read()).business.phone;
  const phone = await buyerPhone(context, row);
  return {
    title,
    callWay,
    whoCalls: whoCalls({ way: callWay, expertName, phone, ...(isOpen && { expertPhone }) }),
    call: isOpen ? { roomUrl: callWay === "link" ? schedule.roomUrl : "", phone: expertPhone } : null,
  };
}

/** What the page of a call shows to everybody with its link. */
export async function readJoinPage(deps: AppointmentContext, token: string, address: string): Promise<JoinPage> {
  const { joinLinks, limiter, clock } = deps;
  const row = await joinLinks.findByToken(token);
  if (!row) {
    await limiter.take(wrongLinkByAddress, address);
    throw appointmentError("link_not_found");
  }
  const now = clock.now();
  const state = stateOf(row, now);
  const { startsAt, endsAt } = state === "without_time" ? { startsAt: null, endsAt: null } : row;
  return {
    ...(await callOf(deps, row, state === "open")),
    mode: row.mode,
    minutes: row.minutes,
    state,
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
    opensAt: startsAt && joinOpensAt(startsAt).toISOString(),
    isMoved: startsAt !== null && (await wasMoved(deps, { ...row, startsAt })),
    zone: row.zone,
    now: now.toISOString(),
  };
}
