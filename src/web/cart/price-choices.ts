import { useSyncExternalStore } from "react";
import { PIN_PATTERN } from "../../contracts/orders/pin-rules.ts";
import type { CartQuote } from "../../contracts/orders/quote.ts";
import { createListeners } from "../lib/shared.ts";

interface PriceChoices {
  /** The applied coupon code; empty: none. */
  coupon: string;
  /** Six digits; empty: unknown. */
  pin: string;
}

export const PRICE_CHOICES = "prices";
/** The choices of a purchase that is not the stored cart, and its totals in the first rendering. */
export type PriceSource = PriceChoices & { choose: typeof choosePrice; served?: CartQuote | undefined };
const NONE: PriceChoices = { coupon: "", pin: "" };

let choices: PriceChoices | undefined;
const { notify, subscribe } = createListeners();

/** Stored per tab, so that cart and checkout share the choices. Storage is untrusted. */
function stored(): PriceChoices {
  try {
    const { coupon, pin } = JSON.parse(sessionStorage.getItem(PRICE_CHOICES) ?? "{}") as Partial<PriceChoices>;
    return { coupon: String(coupon ?? ""), pin: String(pin ?? "") };
  } catch {
    return NONE;
  }
}

export function readPriceChoices() {
  choices ??= stored();
  return choices;
}

export function choosePrice(change: Partial<PriceChoices>) {
  const before = readPriceChoices();
  const after = { ...before, ...change };
  if (after.coupon === before.coupon && after.pin === before.pin) return;
  choices = after;
  try {
    if (after.coupon || after.pin) sessionStorage.setItem(PRICE_CHOICES, JSON.stringify(after));
    else sessionStorage.removeItem(PRICE_CHOICES);
  } catch {
    // Storage is full or blocked: the choices stay in memory.
  }
  notify();
}

export const usePriceChoices = () => useSyncExternalStore(subscribe, readPriceChoices, () => NONE);

const PIN = new RegExp(`^${PIN_PATTERN}$`);

/** Uses a PIN code for the price as soon as it is complete, or cleared. */
export function choosePin(typed: string, choose = choosePrice) {
  if (typed.trim() === "" || PIN.test(typed)) choose({ pin: typed.replace(/\s/g, "") });
}
