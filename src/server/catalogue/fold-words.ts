import { toSearchTerm, withoutAccents } from "./search-text.ts";

const MAX_UNFOLDED = 3;

/** One spelling for those that people mix up in Latin letters (neelam, nilam), in the singular. */
function foldWord(word: string) {
  if (word.length <= MAX_UNFOLDED) return word;
  const folded = word
    .replace(/ies$/, "y")
    .replace(/(ss|x|z|ch|sh)es$/, "$1")
    .replace(/([^s])s$/, "$1")
    .replaceAll("sh", "s")
    .replaceAll("w", "v")
    .replaceAll("ee", "i")
    .replace(/([a-z])\1+/g, "$1");
  // “zzzz” is not the beginning of every word with z.
  return folded.length < MAX_UNFOLDED ? word : folded;
}

/** Words to compare names and searches by. Other scripts than Latin are only normalised. */
export const foldWords = (text: string) =>
  withoutAccents(toSearchTerm(text) ?? "")
    .replace(/['’`\p{Cf}]/gu, "")
    .match(/[\p{L}\p{M}\p{N}]+/gu)
    ?.map(foldWord)
    .join(" ") ?? "";

/** Whether one text becomes the other by so many wrong, missing, added or swapped letters. */
function isClose(a: string, b: string, errors: number): boolean {
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

/** One error, two in a long word. Short words differ from too many others by one letter; the first one must be right. */
export const isTypingError = (typed: string, name: string) =>
  typed.length >= 5 && typed[0] === name[0] && isClose(typed, name, typed.length < 8 ? 1 : 2);
