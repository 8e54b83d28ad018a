import { and, like, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";

/** A text in the form it is searched in: lower case, one kind of white space. */
const searchable = (text: string) =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[\s\p{Cc}]+/gu, " ");

/** Without the accents of Latin, Greek and Cyrillic; the signs of Devanagari are no accents and stay. */
const folded = (text: string) =>
  text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]+/g, "")
    .normalize("NFC");

/**
 * What a record is found by, its title first. The line breaks keep a match from running over from one text into the
 * next. Where there are accents, the whole stands there once more without them, after an empty line.
 */
export function searchTextOf(...texts: string[]) {
  const text = texts.map(searchable).join("\n");
  const plain = folded(text);
  return plain === text ? text : `${text}\n\n${plain}`;
}

/** What somebody searches for; nothing when there is nothing to search for. */
export const wantedIn = (words: string | undefined) => searchable(words ?? "").trim() || undefined;

/** An expression that has an index of its own. */
export const titleIn = (column: AnyPgColumn) => sql`split_part(${column}, E'\\n', 1)`;
const writtenIn = (column: AnyPgColumn) => sql`split_part(${column}, E'\\n\\n', 1)`;

export interface Hits {
  /** What the index answers. */
  where: SQL | undefined;
  /** Which of those are meant. */
  keep: SQL;
  /** Ascending: the best first. */
  rank: SQL;
}

/** The words just as typed: `%` and `_` are text, not wildcards. */
export const patternOf = (wanted: string) => `%${wanted.replace(/[\\%_]/g, "\\$&")}%`;

/** Records that contain the words of a pattern, or of one that is told later. A title counts for more. */
export function containing(column: AnyPgColumn, pattern: string | Placeholder): Hits {
  return {
    where: like(column, pattern),
    keep: sql`true`,
    rank: sql`case when ${titleIn(column)} like ${pattern} then 0 when ${writtenIn(column)} like ${pattern} then 1 else 2 end`,
  };
}

/** How much of a word's letters, three by three, must be found together; below it, words only look alike to a machine. */
export const LEAST_LIKENESS = 0.45;
const LEAST_OF_SHORT = 0.6;
const SHORT = 5;
const SHORTEST = 3;
const MOST_WORDS = 8;
/** Of records that merely resemble what was typed no more are looked at. */
export const MOST_ALIKE = 2000;

/** The words that something may resemble, and how much it must. */
export const wordsIn = (wanted: string) =>
  folded(wanted)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word.length >= SHORTEST)
    .slice(0, MOST_WORDS)
    .map((word) => ({ word, least: word.length < SHORT ? LEAST_OF_SHORT : LEAST_LIKENESS }));

/**
 * Records with something like each of the words in their title, for whoever mistyped one or knows it with another ending.
 * In a long description something resembles nearly every word, so there it says nothing.
 */
export function resembling(column: AnyPgColumn, wanted: string): Hits | undefined {
  const words = wordsIn(wanted);
  if (words.length === 0) return undefined;
  const likeness = (word: string) => sql`word_similarity(${word}, ${titleIn(column)})`;
  return {
    where: and(...words.map(({ word }) => sql`${word} <% ${titleIn(column)}`)),
    keep: sql.join(
      words.map(({ word, least }) => sql`${likeness(word)} >= ${least}`),
      sql` and `,
    ),
    rank: sql`-(${sql.join(
      words.map(({ word }) => likeness(word)),
      sql` + `,
    )})`,
  };
}
