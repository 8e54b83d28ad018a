import { PIN_PATTERN } from "../../contracts/field-rules.ts";
import { choosePrice } from "./price-choices.ts";

const PIN = new RegExp(`^${PIN_PATTERN}$`);

/** Uses a PIN code for the price as soon as it is complete, or cleared. */
export function choosePin(typed: string) {
  if (typed.trim() === "" || PIN.test(typed)) choosePrice({ pin: typed.replace(/\s/g, "") });
}
