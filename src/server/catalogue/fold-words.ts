import { toLatin } from "./devanagari.ts";
import { readNumbers } from "./number-words.ts";
import { foldDigits, toSearchTerm, withoutAccents } from "./search-text.ts";

const MAX_UNFOLDED = 3;

/** One spelling for those that people mix up in Latin letters (neelam, nilam), in the singular. */
export function foldWord(word: string) {
  if (word.length <= MAX_UNFOLDED || /\d/.test(word)) return word;
  const folded = word
    .replace(/ies$/, "y")
    .replace(/(ss|x|z|ch|sh)es$/, "$1")
    .replace(/(\w{3}[^s])s$/, "$1")
    .replaceAll("sh", "s")
    .replaceAll("w", "v")
    .replaceAll("ee", "i")
    .replaceAll("x", "ks")
    .replace(/([a-z])\1+/g, "$1");
  // “zzzz” is not the beginning of every word with z.
  return folded.length < MAX_UNFOLDED ? word : folded;
}

/** Lower case in Latin letters and ASCII digits, without accents; numbers stand alone: “8mm” is “8 mm”. */
export const plainWords = (text: string) =>
  readNumbers(
    toLatin(withoutAccents(toSearchTerm(foldDigits(text)) ?? ""))
      .replace(/['’`\p{Cf}]/gu, "")
      .replace(/(\d),(?=\d{2,3}(?!\d))/g, "$1")
      .replace(/(\d)\s*[-–—]\s*(?=(?:₹|rs\.?)?\s*\d)/g, "$1 to ")
      .replace(/(\d)\s*\+/g, "$1 plus ")
      .match(/₹|\d+(?:\.\d+)?|[\p{L}\p{M}]+/gu) ?? [],
  );

/** Words to compare names and searches by. Other scripts than Latin and Devanagari are only normalised. */
export const foldWords = (text: string) =>
  plainWords(text)
    .filter((word) => word !== "₹")
    .map(foldWord)
    .join(" ");

/** Whether one text becomes the other by so many wrong, missing, added or swapped letters. */
function isClose(a: string, b: string, errors: number): boolean {
  if (Math.abs(a.length - b.length) > errors) return false;
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  const [x, y] = [a.slice(same), b.slice(same)];
  if (!x && !y) return true;
  if (errors === 0) return false;
  return (
    isClose(x.slice(1), y.slice(1), errors - 1) ||
    isClose(x.slice(1), y, errors - 1) ||
    isClose(x, y.slice(1), errors - 1) ||
    (x[0] === y[1] && x[1] === y[0] && isClose(x.slice(2), y.slice(2), errors - 1))
  );
}

/**
 * The number of wrong, missing, added or swapped letters; undefined for too many. One in a word of four letters or more
 * (not a wrong one in four: "calf" is not calm), two from eight. The first letter may be wrong from six, never missing.
 */
export function typingErrors(typed: string, name: string) {
  if (typed === name) return 0;
  if (typed.length < 4 || /\d/.test(typed)) return undefined;
  if (typed[0] !== name[0]) return typed.length >= 6 && typed.slice(1) === name.slice(1) ? 1 : undefined;
  const isOtherWord = typed.length === 4 && name.length === 4 && [...typed].sort().join() !== [...name].sort().join();
  if (isClose(typed, name, 1)) return isOtherWord ? undefined : 1;
  return typed.length >= 8 && isClose(typed, name, 2) ? 2 : undefined;
}
