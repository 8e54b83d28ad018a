import type { Order } from "../../contracts/orders/order.ts";
import { type CartLine, changeLines, keyOf } from "../lib/cart.ts";
import { MINUTE_MS } from "../lib/dates.ts";
import type { LineChecks } from "./line-check.ts";

/** The chosen time of a line. Only with the quantity 1: otherwise times are chosen after the payment. */
export function timeOf({ itemType, qty, startsAt }: Pick<CartLine, "itemType" | "qty" | "startsAt">) {
  const isTimed = itemType === "consultancy" && qty === 1 && typeof startsAt === "string";
  // Storage is untrusted.
  return isTimed && !Number.isNaN(Date.parse(startsAt)) ? startsAt : undefined;
}

export const withTime = ({ startsAt: _, ...line }: CartLine, time: string | undefined): CartLine =>
  time ? { ...line, startsAt: time } : line;

export const setTime = (item: Pick<CartLine, "itemId" | "itemType">, time: string | undefined) =>
  changeLines((line) => (keyOf(line) === keyOf(item) ? withTime(line, time) : line));

/** A time at which the buyer has an appointment: one already booked, or another line of the cart. */
export interface BusyTime {
  /** The key of the cart line; empty for a booked appointment. */
  key: string;
  title: string;
  startsAt: string;
  minutes: number;
}

export const busyInOrders = (orders: readonly Order[]): BusyTime[] =>
  orders
    .flatMap(({ appointments = [] }) => appointments)
    .filter(({ state }) => state === "confirmed")
    .map(({ title, startsAt, minutes }) => ({ key: "", title, startsAt: startsAt!, minutes }));

export const busyInCart = (cart: readonly CartLine[], lineChecks: LineChecks): BusyTime[] =>
  cart.flatMap((line) => {
    const startsAt = timeOf(line);
    const minutes = lineChecks[keyOf(line)]?.appointment?.minutes;
    return startsAt && minutes ? [{ key: keyOf(line), title: line.title, startsAt, minutes }] : [];
  });

const endOf = ({ startsAt, minutes }: Pick<BusyTime, "startsAt" | "minutes">) =>
  Date.parse(startsAt) + minutes * MINUTE_MS;

/** The buyer's appointment that overlaps with the time of a line. */
export const overlapOf = (own: Omit<BusyTime, "title">, busy: readonly BusyTime[]) =>
  busy.find(
    (other) =>
      other.key !== own.key && Date.parse(other.startsAt) < endOf(own) && Date.parse(own.startsAt) < endOf(other),
  );
