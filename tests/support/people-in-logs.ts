/** What a log must never hold, by its looks: an e-mail address, a login token, a reset link, the authorisation of a call. */
const LOOKS = [
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/,
  /\beyJ[\w-]{8,}\.[\w-]{8,}/,
  /reset-password\/[\w-]{20,}/,
  /\b(?:Bearer|Basic) [\w+/=.-]{8,}/,
];

/**
 * What every line begins with tells of the machine alone: it may hold any digits, or be called by anybody's name. Among the
 * letters of the sandbox's ids any name may stand by chance.
 */
const OF_THE_MACHINE = /"time":\d+,"pid":\d+,"hostname":"[^"]*"|"id":"[A-Za-z\d]{14}"/g;

/** The letters of an address as a person reads them. */
const readable = (line: string) =>
  line.replaceAll(/%([2-7][\da-f])/gi, (_escape, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** The log lines of a shop that tell something about a person: one of the given words, or anything that looks like it. */
export function linesAboutPeople(output: string, words: readonly string[]) {
  const lines = output.split("\n").filter((line) => line.startsWith("{"));
  const named = words.map((word) => word.toLowerCase());
  return lines.filter((line) => {
    const said = readable(line.replaceAll(OF_THE_MACHINE, ""));
    return LOOKS.some((look) => look.test(said)) || named.some((word) => said.toLowerCase().includes(word));
  });
}
