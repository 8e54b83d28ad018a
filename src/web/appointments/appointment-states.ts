import type { Appointment } from "../../contracts/appointments/appointment.ts";
import type { Order, OrderItem } from "../../contracts/orders/order.ts";
import { formatRupees } from "../lib/money.ts";
import { browserZone, momentInBoth } from "./times.tsx";

export const canChooseFirstTime = ({ state, canChoose }: Appointment) => state === "to_schedule" && canChoose;

export const canMove = ({ state, canChoose, movesLeft, changeUntil }: Appointment) =>
  state === "confirmed" && canChoose && movesLeft > 0 && Date.parse(changeUntil!) >= Date.now();

export const isByPhone = ({ state, canChoose }: Appointment) => state === "to_schedule" && !canChoose;

/** A booked appointment can be cancelled until its deadline. */
export const canCancel = ({ state, changeUntil }: Appointment) =>
  state === "confirmed" && Date.parse(changeUntil!) >= Date.now();

/** What happens to the payment of a cancelled appointment, by the shop's policy. */
export function refundText(refund: number | null, we = "We") {
  if (refund === null) return `${we} get in touch with you about your payment.`;
  return refund > 0 ? `${we} refund ${formatRupees(refund)} to the account or card you paid with.` : "";
}

/** The times of a line's appointments as text; empty when they are arranged by phone or over. */
export function appointmentTimes({ appointments = [] }: Order, { itemType, title }: OrderItem) {
  if (itemType !== "consultancy") return "";
  const ofLine = appointments.filter((appointment) => appointment.title === title);
  const words = ofLine.flatMap((appointment) => {
    if (canChooseFirstTime(appointment)) return ["Time to choose"];
    const { state, startsAt } = appointment;
    if (state === "held") return [`${momentInBoth(browserZone(), startsAt!)} (reserved)`];
    return state === "confirmed" ? [momentInBoth(browserZone(), startsAt!)] : [];
  });
  return [...new Set(words)].join(" · ");
}
