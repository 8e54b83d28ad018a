import { type IndianState, indianStates, stateCodes } from "../orders/state-rules.ts";

const GSTIN = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]$/;

/** The last character is a check digit in base 36: a slip of one character is noticed. */
export function isGstin(text: string) {
  const sum = [...text.slice(0, -1)]
    .map((character, index) => Number.parseInt(character, 36) * (1 + (index % 2)))
    .reduce((total, product) => total + Math.floor(product / 36) + (product % 36), 0);
  return GSTIN.test(text) && Number.parseInt(text.at(-1)!, 36) === (36 - (sum % 36)) % 36;
}

/** The State that a GSTIN is registered in. */
export const stateOfGstin = (gstin: string): IndianState | undefined =>
  indianStates.find((state) => stateCodes[state] === gstin.slice(0, 2));
