import { setImmediate as otherWork } from "node:timers/promises";
import { LEAST_LIKENESS, MOST_ALIKE } from "../search.ts";
import { comparing, type Word } from "./likeness.ts";
import type { Shelf } from "./shelf.ts";
import { type Found, freshIn, type Places, type TextIndex } from "./text-index.ts";

/** So many titles are compared before others get their turn. */
const AT_ONCE = 1024;

/** Fewer candidates than these are sooner compared than made fewer. */
const FEW = 32;

export interface WantedWord extends Word {
  /** How alike something must be. */
  least: number;
}

/** As PostgreSQL compares them: with what it was set to, a number of 64 bits, and with what the word wants, one of 32. */
const isEnough = (likeness: number, { least }: WantedWord) =>
  likeness >= LEAST_LIKENESS && likeness >= Math.fround(least);

interface Title {
  shelf: Shelf;
  place: number;
}
/** Of titles that are less like a word than it wants. */
const UNLIKE = -1;

/** How like all words together each title is; PostgreSQL's likenesses are numbers of 32 bits, and so are their sums. */
function judge(titles: readonly Title[], words: readonly WantedWord[]) {
  const sums = new Float64Array(titles.length);
  for (const word of words) {
    const { likenessTo, done } = comparing(word);
    for (let at = 0; at < titles.length; at++) {
      if (sums[at] === UNLIKE) continue;
      const { shelf, place } = titles[at]!;
      const likeness = likenessTo(shelf.trigrams, shelf.trigramStarts[place]!, shelf.trigramStarts[place + 1]!);
      sums[at] = isEnough(likeness, word) ? Math.fround(sums[at]! + likeness) : UNLIKE;
    }
    done();
  }
  return sums;
}

/** A likeness is never more than the share of a word's trigrams that a title has; what rounding may add is left in. */
const needOf = ({ size, least }: WantedWord) => Math.max(1, Math.ceil(size * least - 1e-6));

/** Writes the numbers of all documents whose titles have enough trigrams of every word into the index's room. */
function collectCandidates({ titles, room: [candidates, some], count }: TextIndex, words: readonly WantedWord[]) {
  if (words.some((word) => word.known.length < needOf(word))) return 0;
  const weightOf = ({ known }: Word) => known.reduce((sum, number) => sum + titles.weightOf(number), 0);
  const shared = new Uint8Array(count);
  function countShared({ known }: Word) {
    shared.fill(0);
    for (const number of known) {
      const having = titles.read(number, some);
      for (let at = 0; at < having; at++) shared[some[at]!]! += 1;
    }
  }
  const [rarest, ...others] = words.toSorted((one, other) => weightOf(one) - weightOf(other));
  countShared(rarest!);
  let found = 0;
  for (let document = 0, need = needOf(rarest!); document < count; document++) {
    if (shared[document]! >= need) candidates[found++] = document;
  }
  for (const word of others) {
    if (found <= FEW) break;
    countShared(word);
    const need = needOf(word);
    let kept = 0;
    for (let at = 0; at < found; at++) if (shared[candidates[at]!]! >= need) candidates[kept++] = candidates[at]!;
    found = kept;
  }
  return found;
}

/**
 * Records whose titles have something like each of the words, the likest first, as `resembling` in search.ts says; whoever
 * waits for it makes sure that nothing was changed meanwhile.
 */
export async function findResembling(index: TextIndex, words: readonly WantedWord[], places: Places): Promise<Found> {
  const found = collectCandidates(index, words);
  const candidates = index.room[0].slice(0, found);
  const hits: { document: number; rank: number }[] = [];
  for (let from = 0; from < found && hits.length < MOST_ALIKE; from += AT_ONCE) {
    if (from > 0) await otherWork();
    const documents = candidates.subarray(from, from + AT_ONCE).filter((one) => index.isLookedAt(one, places));
    const titles = Array.from(documents, (one) => ({ shelf: index.shelfOf(one), place: index.placeOn(one) }));
    const sums = judge(titles, words);
    for (let at = 0; at < sums.length && hits.length < MOST_ALIKE; at++) {
      if (sums[at] !== UNLIKE) hits.push({ document: documents[at]!, rank: -sums[at]! });
    }
  }
  // Of one likeness there are many, and they stand in the right order: quicker than to sort them all.
  const byRank = [...Map.groupBy(hits, ({ rank }) => rank)].sort(([one], [other]) => one - other);
  const best = byRank.flatMap(([, some]) => some);
  const shelves = freshIn(index, places);
  const sums = judge(
    shelves.map((shelf) => ({ shelf, place: 0 })),
    words,
  );
  return {
    documents: best.map(({ document }) => document),
    rankAt: (place) => best[place]!.rank,
    fresh: shelves.map((shelf, at) => ({ shelf, rank: -sums[at]! })).filter(({ rank }) => rank !== -UNLIKE),
  };
}
