import { type CartLine, changeLines, keyOf } from "../lib/cart.ts";

type Timed = Pick<CartLine, "itemType" | "qty" | "startsAt">;

/** The chosen time of a line. Only for one session: with a quantity above 1, times are chosen after the payment. */
export function timeOf({ itemType, qty, startsAt }: Timed) {
  const isTimed = itemType === "consultancy" && qty === 1 && typeof startsAt === "string";
  // Storage is untrusted.
  return isTimed && !Number.isNaN(Date.parse(startsAt)) ? startsAt : undefined;
}

export const withTime = ({ startsAt: _, ...line }: CartLine, time: string | undefined): CartLine =>
  time ? { ...line, startsAt: time } : line;

/** Sets or removes the time of a session in the cart. */
export const setTime = (item: Pick<CartLine, "itemId" | "itemType">, time: string | undefined) =>
  changeLines((line) => (keyOf(line) === keyOf(item) ? withTime(line, time) : line));
