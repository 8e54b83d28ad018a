import type { Likeness } from "./likeness.ts";

/** A record as far as it is searched for. */
export interface Entry {
  id: string;
  createdAt: number;
  /** The number of its place: a category, say. */
  place: number;
  text: string;
}

/** Records stand on shelves of so many; the document with number n is on shelf n / 128. */
export const SHELF_BITS = 7;
export const SHELF = 1 << SHELF_BITS;

/**
 * Some records, packed. Texts are strings of their UTF-8 bytes: half the size where there is but one letter that Latin-1
 * lacks, and a text is found within another just as letter by letter.
 */
export interface Shelf {
  ids: string[];
  createdAt: Float64Array;
  places: Uint16Array;
  texts: string[];
  titleEnds: Uint32Array;
  writtenEnds: Uint32Array;
  /** The trigrams of all titles, and where those of each begin. */
  trigrams: Uint16Array;
  trigramStarts: Uint32Array;
}

const BREAK = "\n";
const EMPTY_LINE = "\n\n";
const titleOf = ({ text }: Entry) => text.split(BREAK, 1)[0]!;
export const titlesOf = (entries: readonly Entry[]) => entries.map(titleOf);

export const toByteString = (text: string) => Buffer.from(text).toString("latin1");

const endIn = (text: string, mark: string) => {
  const at = text.indexOf(mark);
  return at < 0 ? text.length : at;
};

export function toShelf(entries: readonly Entry[], likeness: Likeness): Shelf {
  const texts = entries.map(({ text }) => toByteString(text));
  const numbers = titlesOf(entries).map(likeness.numbersOf);
  const trigramStarts = new Uint32Array(entries.length + 1);
  for (const [place, { length }] of numbers.entries()) trigramStarts[place + 1] = trigramStarts[place]! + length;
  return {
    ids: entries.map(({ id }) => id),
    createdAt: Float64Array.from(entries, ({ createdAt }) => createdAt),
    places: Uint16Array.from(entries, ({ place }) => place),
    texts,
    titleEnds: Uint32Array.from(texts, (text) => endIn(text, BREAK)),
    writtenEnds: Uint32Array.from(texts, (text) => endIn(text, EMPTY_LINE)),
    trigrams: Uint16Array.from(numbers.flat()),
    trigramStarts,
  };
}

export const NOT_FOUND = -1;

/**
 * How well a record on a shelf fits the words, as `containing` in search.ts says: 0 by its title, 1 by what is written
 * there, 2 by that without accents. No words run over a line's end, so the first place where they stand decides.
 */
export function rankOf({ texts, titleEnds, writtenEnds }: Shelf, place: number, words: string) {
  const at = texts[place]!.indexOf(words);
  if (at < 0) return NOT_FOUND;
  return at < titleEnds[place]! ? 0 : at < writtenEnds[place]! ? 1 : 2;
}

/** Each three bytes in a row have a sign; different ones may have the same, for texts are looked at in the end. */
const signOf = (three: number) => Math.imul(three, 0x9e3779b1) >>> 16;

type Add = (sign: number, document: number) => void;

function addText(text: string, document: number, add: Add) {
  let three = (text.charCodeAt(0) << 8) | text.charCodeAt(1);
  for (let at = 2; at < text.length; at++) {
    three = ((three << 8) | text.charCodeAt(at)) & 0xffffff;
    add(signOf(three), document);
  }
}

export function signsOf(words: string) {
  const signs = new Set<number>();
  addText(words, 0, (sign) => signs.add(sign));
  return [...signs];
}

export interface Adding {
  text: Add;
  title: Add;
}

/** Tells of every sign of every record on a shelf; the first of them is the document with the number `first`. */
export function addShelf({ texts, trigrams, trigramStarts }: Shelf, first: number, add: Adding) {
  for (let place = 0; place < texts.length; place++) {
    addText(texts[place]!, first + place, add.text);
    for (let at = trigramStarts[place]!; at < trigramStarts[place + 1]!; at++) add.title(trigrams[at]!, first + place);
  }
}
