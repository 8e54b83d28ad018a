import { setImmediate as otherWork } from "node:timers/promises";
import { comparing, type Word } from "./likeness.ts";
import type { Shelf } from "./shelf.ts";
import { type Found, freshIn, type Places, type TextIndex } from "./text-index.ts";

/** So many titles are compared before others get their turn. */
const AT_ONCE = 1024;

export interface WantedWord extends Word {
  /** How alike something must be to count as meant. */
  least: number;
}

interface Bounds {
  /** How alike something must be to be looked at. */
  least: number;
  /** No more are looked at. */
  most: number;
}

interface Title {
  shelf: Shelf;
  place: number;
}
/** Of titles that are like every word, if only somewhat, but less than a word wants; and of all others. */
const NOT_MEANT = 0;
const UNLIKE = -1;

/** How like all words together each title is; PostgreSQL's likenesses are numbers of 32 bits, and so are their sums. */
function judge(titles: readonly Title[], words: readonly WantedWord[], least: number) {
  const sums = new Float64Array(titles.length);
  const isMeant = new Uint8Array(titles.length).fill(1);
  for (const word of words) {
    const { likenessTo, done } = comparing(word);
    const wanted = Math.fround(word.least);
    for (let at = 0; at < titles.length; at++) {
      if (sums[at] === UNLIKE) continue;
      const { shelf, place } = titles[at]!;
      const likeness = likenessTo(shelf.trigrams, shelf.trigramStarts[place]!, shelf.trigramStarts[place + 1]!);
      sums[at] = likeness < least ? UNLIKE : Math.fround(sums[at]! + likeness);
      if (likeness < wanted) isMeant[at] = 0;
    }
    done();
  }
  return sums.map((sum, at) => (sum === UNLIKE || isMeant[at] ? sum : NOT_MEANT));
}

/** Writes the numbers of all documents whose titles share enough trigrams with the word that tells most into the index's room. */
function collectCandidates({ titles, room: [candidates, some], count }: TextIndex, words: WantedWord[], least: number) {
  const needOf = ({ size }: Word) => Math.max(1, Math.ceil(size * least));
  if (words.some((word) => word.known.length < needOf(word))) return 0;
  const weightOf = ({ known }: Word) => known.reduce((sum, number) => sum + titles.weightOf(number), 0);
  const [rarest] = words.toSorted((one, other) => weightOf(one) - weightOf(other));
  const shared = new Uint8Array(count);
  for (const number of rarest!.known) {
    const having = titles.read(number, some);
    for (let at = 0; at < having; at++) shared[some[at]!]! += 1;
  }
  const need = needOf(rarest!);
  let found = 0;
  for (let document = 0; document < count; document++) {
    if (shared[document]! >= need) candidates[found++] = document;
  }
  return found;
}

/**
 * Records whose titles have something like each of the words, the likest first, as `resembling` in search.ts says; whoever
 * waits for it makes sure that nothing was changed meanwhile.
 */
export async function findResembling(
  index: TextIndex,
  words: WantedWord[],
  places: Places,
  { least, most }: Bounds,
): Promise<Found> {
  const shelves = freshIn(index, places);
  const ofFresh = judge(
    shelves.map((shelf) => ({ shelf, place: 0 })),
    words,
    least,
  );
  let alike = ofFresh.filter((sum) => sum !== UNLIKE).length;
  const found = collectCandidates(index, words, least);
  const candidates = index.room[0].slice(0, found);
  const hits: { document: number; rank: number }[] = [];
  for (let from = 0; from < found && alike < most; from += AT_ONCE) {
    if (from > 0) await otherWork();
    const documents = candidates.subarray(from, from + AT_ONCE).filter((one) => index.isLookedAt(one, places));
    const titles = Array.from(documents, (one) => ({ shelf: index.shelfOf(one), place: index.placeOn(one) }));
    const sums = judge(titles, words, least);
    for (let at = 0; at < sums.length && alike < most; at++) {
      if (sums[at] === UNLIKE) continue;
      alike += 1;
      if (sums[at] !== NOT_MEANT) hits.push({ document: documents[at]!, rank: -sums[at]! });
    }
  }
  hits.sort((one, other) => one.rank - other.rank || one.document - other.document);
  const fresh = shelves.map((shelf, at) => ({ shelf, rank: -ofFresh[at]! }));
  return {
    documents: hits.map(({ document }) => document),
    rankAt: (place) => hits[place]!.rank,
    fresh: fresh.filter(({ rank }) => rank < -NOT_MEANT),
  };
}
