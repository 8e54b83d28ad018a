/** What the owner is told: `look`, something needs a look; `note`, good to know, and nothing is wrong. */
export interface Finding {
  level: "look" | "note";
  sentence: string;
}

export const look = (sentence: string): Finding => ({ level: "look", sentence });
export const note = (sentence: string): Finding => ({ level: "note", sentence });

const MOST_NAMED = 5;

/** The first few by name: a list of a thousand helps nobody. */
export function listed(names: readonly string[]) {
  const shown = names.slice(0, MOST_NAMED).join(", ");
  const rest = names.length - MOST_NAMED;
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}

/** One finding about all of them, or none where there are none. */
export const lookAt = (names: readonly string[], sentence: (list: string) => string) =>
  names.length > 0 ? [look(sentence(listed(names)))] : [];
