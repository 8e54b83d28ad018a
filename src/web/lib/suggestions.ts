import type { Suggestion } from "../../contracts/catalogue/suggestion.ts";

/** "Bracelets · 7 pieces", "Reiki Level 1 · course". */
export const describeSuggestion = ({ label, kind, count }: Suggestion) =>
  `${label} · ${count === undefined ? kind : count === 1 ? "1 piece" : `${count} pieces`}`;
