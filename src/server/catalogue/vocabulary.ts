import { typingErrors } from "./fold-words.ts";
import type { Lexicon } from "./lexicon.ts";
import { type SearchIndex, searchKinds } from "./search-index.ts";

const MAX_ERRORS = 2;

/** All words of the shop, arranged so that only words of a similar length with the same start are compared. */
export function createVocabulary(index: SearchIndex, { words }: Lexicon) {
  const counts = new Map<string, number>([...words].map((word) => [word, 1]));
  for (const kind of searchKinds)
    for (const { whole } of [index[kind].titles, index[kind].facts])
      for (const [word, { length }] of whole) counts.set(word, (counts.get(word) ?? 0) + length);
  const byStart = Map.groupBy(counts.keys(), (word) => `${word[0]}${word.length}`);
  const byRest = Map.groupBy(counts.keys(), (word) => word.slice(1));

  /** The word that was meant: the one with the fewest typing errors, and of these the most frequent. */
  return function closest(word: string): string | undefined {
    const lengths = Array.from({ length: 2 * MAX_ERRORS + 1 }, (_, at) => word.length + at - MAX_ERRORS);
    const candidates = [
      ...(byRest.get(word.slice(1)) ?? []),
      ...lengths.flatMap((length) => byStart.get(`${word[0]}${length}`) ?? []),
    ];
    let best: { word: string; errors: number; count: number } | undefined;
    for (const candidate of candidates) {
      const errors = typingErrors(word, candidate);
      const count = counts.get(candidate)!;
      if (!errors || (best && (best.errors < errors || (best.errors === errors && best.count >= count)))) continue;
      best = { word: candidate, errors, count };
    }
    return best?.word;
  };
}
