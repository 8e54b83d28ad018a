/** E-mail addresses, JWTs, reset links and authorization headers. */
const FORBIDDEN = [
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/,
  /\beyJ[\w-]{8,}\.[\w-]{8,}/,
  /reset-password\/[\w-]{20,}/,
  /\b(?:Bearer|Basic) [\w+/=.-]{8,}/,
];

/** Fields that may match by chance: pino's own and the random ids of the sandbox. */
const IGNORED = /"time":\d+,"pid":\d+,"hostname":"[^"]*"|"id":"[A-Za-z\d]{14}"/g;

/** Decodes percent-encoded ASCII. */
const decodeUrl = (line: string) =>
  line.replaceAll(/%([2-7][\da-f])/gi, (_escape, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Finds JSON log lines with one of the words or with a forbidden pattern. */
export function linesAboutPeople(output: string, words: readonly string[]) {
  const lines = output.split("\n").filter((line) => line.startsWith("{"));
  const lowerWords = words.map((word) => word.toLowerCase());
  return lines.filter((line) => {
    const text = decodeUrl(line.replaceAll(IGNORED, ""));
    return (
      FORBIDDEN.some((pattern) => pattern.test(text)) || lowerWords.some((word) => text.toLowerCase().includes(word))
    );
  });
}
