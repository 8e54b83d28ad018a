import { and, eq, ne } from "drizzle-orm";
import { joinOpensAt } from "../../contracts/appointments/appointment-rules.ts";
import { maskedPhone, whoCalls } from "../../contracts/appointments/call-rules.ts";
import type { JoinPage } from "../../contracts/appointments/join.ts";
import { type AppointmentRow, appointmentHistory } from "./appointment-table.ts";
import { phoneBuyer } from "./appointment-view.ts";
import { describeCall } from "./calendar-entries.ts";
import type { AppointmentDeps } from "./deps.ts";
import { appointmentError } from "./errors.ts";
import { wrongLinkByAddress } from "./limits.ts";

function stateOf({ state, startsAt, endsAt }: AppointmentRow, now: Date): JoinPage["state"] {
  if (state === "cancelled") return "cancelled";
  if (!startsAt || state === "to_schedule" || state === "held") return "without_time";
  if (state !== "confirmed" || now >= endsAt!) return "over";
  return now < joinOpensAt(startsAt) ? "early" : "open";
}

async function wasMoved({ db }: AppointmentDeps, { id, startsAt }: AppointmentRow & { startsAt: Date }) {
  const isOther = and(
    eq(appointmentHistory.appointmentId, id),
    eq(appointmentHistory.state, "confirmed"),
    ne(appointmentHistory.startsAt, startsAt),
  );
  return (await db.$count(appointmentHistory, isOther)) > 0;
}

/** Read for every page view, so a changed room needs no new mail. */
async function readCall(deps: AppointmentDeps, row: AppointmentRow, isOpen: boolean) {
  const { title, expertName, callWay, roomUrl, schedule } = await describeCall(deps, row);
  const buyer = row.orderId ? (await deps.orders.findBuyers([row.orderId])).get(row.orderId) : phoneBuyer(row);
  const expertPhone = schedule.phone || (await deps.settings.read()).business.phone;
  // Everybody with the link can read the page.
  const phone = maskedPhone(buyer?.phone ?? "");
  return {
    title,
    callWay,
    whoCalls: whoCalls({
      way: callWay,
      expertName,
      phone,
      isMailed: Boolean(buyer?.email),
      ...(isOpen && { expertPhone }),
    }),
    call: isOpen ? { roomUrl, phone: expertPhone } : null,
  };
}

/** What the page of a call shows to everybody with its link. */
export async function readJoinPage(deps: AppointmentDeps, token: string, address: string): Promise<JoinPage> {
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
    ...(await readCall(deps, row, state === "open")),
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
