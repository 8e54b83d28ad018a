import type { Appointment } from "../../contracts/appointment.ts";
import { FREE_CHANGE_HOURS } from "../../contracts/appointment-states.ts";
import type { Order, OrderItem } from "../../contracts/order.ts";
import { callerZone, momentInBoth } from "./times.ts";

const HOUR_MS = 60 * 60_000;

/** The caller can choose its first time online. */
export const isToChoose = ({ state, canChoose }: Appointment) => state === "to_schedule" && canChoose;

/** Until when a caller may move a session with a time. */
export const moveDeadline = (startsAt: string) =>
  new Date(Date.parse(startsAt) - FREE_CHANGE_HOURS * HOUR_MS).toISOString();

export const canMove = ({ state, startsAt, canChoose, movesLeft }: Appointment) =>
  state === "confirmed" && canChoose && movesLeft > 0 && Date.parse(moveDeadline(startsAt!)) >= Date.now();

/** The times of a line's sessions; empty when they are arranged by phone or over. */
export function sessionTimes({ appointments = [] }: Order, { itemType, title }: OrderItem) {
  if (itemType !== "consultancy") return "";
  const ofLine = appointments.filter((appointment) => appointment.title === title);
  const words = ofLine.flatMap((appointment) => {
    if (isToChoose(appointment)) return ["Time to choose"];
    return appointment.state === "confirmed" ? [momentInBoth(callerZone(), appointment.startsAt!)] : [];
  });
  return [...new Set(words)].join(" · ");
}
