import type { Arrival, DeliveryEstimate } from "../../contracts/orders/delivery.ts";
import { longestMatch, stateOfPin } from "../../contracts/orders/state-rules.ts";
import type { ArrivalDays } from "../../contracts/settings/settings.ts";
import { orderError } from "../orders/core/errors.ts";
import { addDays, indianTime } from "../platform/indian-time.ts";
import type { CheckoutDeps } from "./deps.ts";

/** When a shipment to a PIN code arrives, if it is paid now. Counts working days, from the next one after the cut-off. */
export function arrivalTo(pin: string, now: Date, settings: ArrivalDays): Arrival {
  const { handlingDays, cutOffHour, isSundayOff, daysOff, rest, zones } = settings;
  const isOff = (day: string) => (isSundayOff && new Date(day).getUTCDay() === 0) || daysOff.includes(day);
  function after(day: string, workingDays: number): string {
    if (workingDays === 0) return day;
    const next = addDays(day, 1);
    return after(next, isOff(next) ? workingDays : workingDays - 1);
  }
  const time = indianTime(now);
  const today = time.slice(0, 10);
  const isLate = Number(time.slice(11, 13)) >= cutOffHour;
  const sentOn = after(isLate || isOff(today) ? after(today, 1) : today, handlingDays);
  const byPrefix = zones.flatMap((zone) => zone.prefixes.split(/[\s,]+/).map((digits) => [digits, zone] as const));
  const { from, to } = longestMatch(byPrefix, pin) ?? rest;
  return { from: after(sentOn, from), to: after(sentOn, to) };
}

export type EstimateDeps = Pick<CheckoutDeps, "settings" | "clock">;

/** Without days when the owner shows none. */
export async function estimateDelivery({ settings, clock }: EstimateDeps, pin: string): Promise<DeliveryEstimate> {
  const state = stateOfPin(pin);
  if (!state) throw orderError("unknown_pin");
  const { arrival } = (await settings.read()).delivery;
  return { state, ...(arrival.isShown && arrivalTo(pin, clock.now(), arrival)) };
}

/** The columns of an order that is sent to this PIN code. */
export async function arrivalColumns(deps: EstimateDeps, pin: string) {
  const { from = null, to = null } = stateOfPin(pin) ? await estimateDelivery(deps, pin) : {};
  return { arrivesFrom: from, arrivesTo: to };
}
