import { PIN_PATTERN } from "../../contracts/text-limits.ts";
import { choosePrice } from "./price-choices.ts";

const PIN = new RegExp(`^${PIN_PATTERN}$`);

/** Takes a PIN code over as soon as it is complete or removed. */
export function choosePin(typed: string) {
  if (typed.trim() === "" || PIN.test(typed)) choosePrice({ pin: typed.replace(/\s/g, "") });
}
