import { setImmediate as otherWork } from "node:timers/promises";
import { createLikeness } from "./likeness.ts";
import { measurePostings } from "./postings.ts";
import type { EntryReader } from "./read-entries.ts";
import { type Adding, addShelf, type Entry, SHELF, type Shelf, toShelf } from "./shelf.ts";
import { createTextIndex, type TextIndex } from "./text-index.ts";

/** More letters than these are left to PostgreSQL. What is kept to find them takes about as much again. */
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_PLACES = 1 << 16;

/**
 * Reads all records and makes an index of them, a shelf at a time, so that others get their turn in between. Answers
 * nothing when there is too much to keep, or when it has become useless meanwhile.
 */
export async function buildIndex(reader: EntryReader, isUseless: () => boolean): Promise<TextIndex | undefined> {
  const likeness = createLikeness();
  const shelves: Shelf[] = [];
  const numberOf = new Map<string, number>();
  const measured = { texts: measurePostings(), titles: measurePostings() };
  const measuring: Adding = { text: measured.texts.add, title: measured.titles.add };
  let bytes = 0;
  let last: Entry | undefined;
  do {
    const entries = await reader.older(last);
    await reader.learnLetters(likeness, entries);
    if (isUseless()) return undefined;
    const shelf = toShelf(entries, likeness);
    for (const { length } of shelf.texts) bytes += length;
    if (bytes > MOST_BYTES || reader.placeCount() > MOST_PLACES) return undefined;
    const first = numberOf.size;
    addShelf(shelf, first, measuring);
    for (const [place, id] of shelf.ids.entries()) numberOf.set(id, first + place);
    shelves.push(shelf);
    last = entries.length < SHELF ? undefined : entries.at(-1);
  } while (last);

  const filled = { texts: measured.texts.room(numberOf.size), titles: measured.titles.room(numberOf.size) };
  const filling: Adding = { text: filled.texts.add, title: filled.titles.add };
  for (const [place, shelf] of shelves.entries()) {
    await otherWork();
    if (isUseless()) return undefined;
    addShelf(shelf, place * SHELF, filling);
  }
  return createTextIndex({
    shelves,
    numberOf,
    texts: filled.texts.done(),
    titles: filled.titles.done(),
    likeness,
  });
}
