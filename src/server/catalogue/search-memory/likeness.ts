import { SIGNS } from "./postings.ts";

/** Which letters PostgreSQL takes for parts of words depends on its locale; those of ASCII are the same everywhere. */
const isPlainLetter = (letter: string) => /[a-z\d]/.test(letter);
const isPlain = (letter: string) => letter < "\x80";

/**
 * How alike a word and a title are, by their trigrams: just what pg_trgm's `word_similarity` answers (its C source is
 * followed step by step below), so that it makes no difference who is asked. Trigrams are known by numbers.
 */
export function createLikeness() {
  const numbers = new Map<string, number>();
  const isLetter = new Map<string, boolean>();
  let isWhole = true;

  /** Letters of texts of which PostgreSQL has to be asked whether they belong to words. */
  const unknownIn = (texts: readonly string[]) => [
    ...new Set(texts.flatMap((text) => [...text].filter((letter) => !isPlain(letter) && !isLetter.has(letter)))),
  ];

  function trigramsOf(text: string) {
    const trigrams: string[] = [];
    let word: string[] = [];
    const end = () => {
      if (word.length === 0) return;
      const padded = [" ", " ", ...word, " "];
      for (let at = 2; at < padded.length; at++) trigrams.push(padded[at - 2]! + padded[at - 1]! + padded[at]!);
      word = [];
    };
    for (const letter of text) {
      if (isPlain(letter) ? isPlainLetter(letter) : isLetter.get(letter)) word.push(letter);
      else end();
    }
    end();
    return trigrams;
  }

  return {
    unknownIn,
    learn(letter: string, isPartOfWords: boolean) {
      isLetter.set(letter, isPartOfWords);
    },
    /** The trigrams of a title, in their order. */
    numbersOf(title: string) {
      return trigramsOf(title).map((trigram) => {
        const number = numbers.get(trigram) ?? numbers.size;
        if (number >= SIGNS) isWhole = false;
        else numbers.set(trigram, number);
        return number;
      });
    },
    /** Whether every trigram has a number of its own; otherwise nothing here tells how alike anything is. */
    isWhole: () => isWhole,
    /** A word that is searched for: how many different trigrams it has, and the numbers of those that any title has. */
    wordOf(word: string) {
      const trigrams = [...new Set(trigramsOf(word))];
      const known = trigrams.map((trigram) => numbers.get(trigram)).filter((number) => number !== undefined);
      return { size: trigrams.length, known };
    },
  };
}
export type Likeness = ReturnType<typeof createLikeness>;
export type Word = ReturnType<Likeness["wordOf"]>;

/** Room to work in, for one comparison at a time. */
const isWanted = new Uint8Array(SIGNS);
const lastAt = new Int32Array(SIGNS).fill(-1);

const share = (common: number, ofWord: number, ofPart: number) => Math.fround(common / (ofWord + ofPart - common));

/** Compares one word with many titles, each of them a part of some numbers; `done()` ends it. */
export function comparing({ size, known }: Word) {
  for (const number of known) isWanted[number] = 1;

  function likenessTo(numbers: Uint16Array, start: number, end: number) {
    // Before the first that is wanted and after the last nothing can change.
    let first = start;
    let last = end - 1;
    while (first < end && !isWanted[numbers[first]!]) first++;
    while (last > first && !isWanted[numbers[last]!]) last--;
    let most = 0;
    let lower = first;
    let different = 0;
    let common = 0;
    for (let at = first; at <= last; at++) {
      const number = numbers[at]!;
      if (lastAt[number]! < 0) {
        different += 1;
        common += isWanted[number]!;
      }
      lastAt[number] = at;
      if (!isWanted[number]) continue;
      let now = share(common, size, different);
      let fewerCommon = common;
      let fewerDifferent = different;
      const before = lower;
      for (let from = lower; from <= at; from++) {
        const shorter = share(fewerCommon, size, fewerDifferent);
        if (shorter > now) {
          now = shorter;
          different = fewerDifferent;
          common = fewerCommon;
          lower = from;
        }
        const left = numbers[from]!;
        if (lastAt[left] !== from) continue;
        fewerDifferent -= 1;
        fewerCommon -= isWanted[left]!;
      }
      if (now > most) most = now;
      for (let from = before; from < lower; from++) if (lastAt[numbers[from]!] === from) lastAt[numbers[from]!] = -1;
    }
    for (let at = first; at <= last; at++) lastAt[numbers[at]!] = -1;
    return most;
  }

  return {
    likenessTo,
    done() {
      for (const number of known) isWanted[number] = 0;
    },
  };
}
