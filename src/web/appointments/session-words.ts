import type { Appointment } from "../../contracts/appointment.ts";
import type { Order, OrderItem } from "../../contracts/order.ts";
import { callerZone, momentInBoth } from "./times.ts";

/** The caller can choose its first time online. */
export const isToChoose = ({ state, canChoose }: Appointment) => state === "to_schedule" && canChoose;

export const canMove = ({ state, canChoose, movesLeft, changeUntil }: Appointment) =>
  state === "confirmed" && canChoose && movesLeft > 0 && Date.parse(changeUntil!) >= Date.now();

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
