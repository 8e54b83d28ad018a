/** Lower case and single spaces. Done here and not by PostgreSQL's `lower()`, so that every locale searches alike. */
const normalise = (text: string) =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[\s\p{Cc}]+/gu, " ");

/** Removes the accents of Latin, Greek and Cyrillic letters. Devanagari signs are not accents and stay. */
export const withoutAccents = (text: string) =>
  text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]+/g, "")
    .normalize("NFC");

const isDigit = (codePoint: number) => /\p{Nd}/u.test(String.fromCodePoint(codePoint));

/** ASCII digits for those of all scripts. Unicode encodes the ten digits of a script in a row, from zero to nine. */
export const foldDigits = (text: string) =>
  text.normalize("NFKC").replace(/\p{Nd}/gu, (digit) => {
    const codePoint = digit.codePointAt(0)!;
    let value = 0;
    while (value < 9 && isDigit(codePoint - value - 1)) value++;
    return `${value}`;
  });

/**
 * The value of the `search_text` column: the title, then the other texts, one per line so that no match spans two of them.
 * A text with accents is repeated without them after an empty line.
 */
export function searchTextOf(...texts: string[]) {
  const text = texts.map(normalise).join("\n");
  const plain = withoutAccents(text);
  return plain === text ? text : `${text}\n\n${plain}`;
}

/** The search term in the form of `search_text`; undefined when there is nothing to search for. */
export const toSearchTerm = (words: string | undefined) => normalise(words ?? "").trim() || undefined;
