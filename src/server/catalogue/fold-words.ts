import { toSearchTerm, withoutAccents } from "./search-text.ts";

const MAX_UNFOLDED = 3;

/** One spelling for those that people mix up in Latin letters (neelam, nilam), in the singular. */
function foldWord(word: string) {
  if (word.length <= MAX_UNFOLDED) return word;
  return word
    .replace(/ies$/, "y")
    .replace(/(ss|x|z|ch|sh)es$/, "$1")
    .replace(/([^s])s$/, "$1")
    .replaceAll("sh", "s")
    .replaceAll("w", "v")
    .replaceAll("ee", "i")
    .replace(/([a-z])\1+/g, "$1");
}

/** Words to compare names and searches by. Other scripts than Latin are only normalised. */
export const foldWords = (text: string) =>
  withoutAccents(toSearchTerm(text) ?? "")
    .replace(/['’`\p{Cf}]/gu, "")
    .match(/[\p{L}\p{M}\p{N}]+/gu)
    ?.map(foldWord)
    .join(" ") ?? "";

/** One typing error; two in a long word. Short words differ from too many others by one letter. */
const maxErrors = ({ length }: string) => (length < 5 ? 0 : length < 8 ? 1 : 2);

/** Whether the texts differ by typing errors: a wrong, missing, added or swapped letter. The first one must be right. */
export function isTypingError(typed: string, name: string) {
  const most = maxErrors(typed);
  if (most === 0 || typed[0] !== name[0] || Math.abs(typed.length - name.length) > most) return false;
  // Optimal string alignment distance, row by row.
  let [before, row]: number[][] = [[], Array.from({ length: name.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= typed.length; i++) {
    const next = [i];
    for (let j = 1; j <= name.length; j++) {
      const isSame = typed[i - 1] === name[j - 1];
      const isSwapped = i > 1 && j > 1 && typed[i - 1] === name[j - 2] && typed[i - 2] === name[j - 1];
      const changed = row![j - 1]! + (isSame ? 0 : 1);
      next[j] = Math.min(changed, row![j]! + 1, next[j - 1]! + 1, isSwapped ? before![j - 2]! + 1 : changed);
    }
    [before, row] = [row, next];
  }
  return row!.at(-1)! <= most;
}
