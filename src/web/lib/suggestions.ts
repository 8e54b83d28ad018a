import type { Suggestion } from "../../contracts/catalogue/suggestion.ts";

/** "Bracelets · 7 pieces". */
export const describeSuggestion = ({ label, count }: Suggestion) =>
  count === undefined ? label : `${label} · ${count === 1 ? "1 piece" : `${count} pieces`}`;
