/** What a log must never hold, by its looks: an e-mail address, a login token, a reset link, the authorisation of a call. */
const LOOKS = [
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/,
  /\beyJ[\w-]{8,}\.[\w-]{8,}/,
  /reset-password\/[\w-]{20,}/,
  /\b(?:Bearer|Basic) [\w+/=.-]{8,}/,
];

/** The log lines of a shop that tell something about a person: one of the given words, or anything that looks like it. */
export function linesAboutPeople(output: string, words: readonly string[]) {
  const lines = output.split("\n").filter((line) => line.startsWith("{"));
  const named = words.map((word) => word.toLowerCase());
  return lines.filter(
    (line) => LOOKS.some((look) => look.test(line)) || named.some((word) => line.toLowerCase().includes(word)),
  );
}
