import { toLatin } from "./devanagari.ts";
import { foldWord, foldWords, plainWords, typingErrors } from "./fold-words.ts";
import type { Lexicon, Meaning } from "./lexicon.ts";
import { type Prices, readPrices } from "./price-words.ts";
import {
  type SearchDoc,
  type SearchIndex,
  type SearchKind,
  type SearchPart,
  searchKinds,
  valueKey,
} from "./search-index.ts";
import { KIND_WORDS, OPTIONAL, PRICE_WORDS, SMALL, UNITS } from "./search-words.ts";

/** How a search is understood and what it finds. The rules are a table in docs/search.md. */

const MAX_TERMS = 8;
const MAX_CORRECTED = 12;
const MIN_NAME_BEGINNING = 4;
const MAX_NEAR = 6;

const SIZE = /(?:^| )(?:size|sizes|saiz|saij|naap|nap) (?:no |number |nambar )?(\d+(?:\.\d+)?)(?= |$)/;

/** Points of a record for one term, by where it was found. */
const POINTS = { title: 4, titleBeginning: 3, otherName: 2.5, fact: 2, text: 1 };
const PHRASE_STARTS_TITLE = 1;
const PHRASE_IN_TITLE = 0.5;
const OPTIONAL_IN_TITLE = 0.25;

export interface Term {
  /** Folded, for titles and facts. */
  phrase: string;
  /** As typed, for descriptions and articles; Devanagari in both scripts. */
  typed: string;
  original: string;
  meaning: Meaning | undefined;
  /** Conditions on pieces; with any, descriptions are not searched. */
  values: string[];
  /** Numbers without a unit stand in titles and sizes only. */
  isNumber: boolean;
  /** “size 14” is a size that is in stock, wherever else the number stands. */
  isSize: boolean;
}

export interface Plan {
  terms: Term[];
  optional: string[];
  /** With any, only these; and the words that ask for them. */
  kinds: SearchKind[];
  kindWords: string[];
  prices: Prices;
  /** The words after corrections, folded. */
  phrase: string;
}

export type Missing = Record<"nearest" | "linked", string[]> & { name: string };

const isNumber = (word: string | undefined) => word !== undefined && /^\d/.test(word);

const kindOf = (word: string) => searchKinds.find((kind) => KIND_WORDS[kind]?.has(word));

/** A number of its kind is a condition on sizes as well. */
const sizeValues = (phrase: string) => [valueKey("size", phrase)];

const isKnown = (word: string, index: SearchIndex, { words }: Lexicon) =>
  isNumber(word) ||
  SMALL.has(word) ||
  OPTIONAL.has(word) ||
  kindOf(word) !== undefined ||
  UNITS.has(word) ||
  words.has(word) ||
  searchKinds.some((kind) => index[kind].titles.has(word) || index[kind].facts.has(word));

/** The words of a search that nothing in memory knows. Descriptions may still have them. */
export const unknownWords = (q: string, index: SearchIndex, lexicon: Lexicon, minLength = MIN_NAME_BEGINNING) =>
  [...new Set(plainWords(q))]
    .filter((word) => word !== "₹" && word.length >= minLength && !isKnown(foldWord(word), index, lexicon))
    .slice(0, MAX_CORRECTED);

const correctPriceWord = (word: string) =>
  PRICE_WORDS.find((one) => word.length > 3 && typingErrors(word, one) === 1) ?? word;

/** What the words mean: prices, sizes, the longest names that the shop knows, and single words. */
export function understand(q: string, lexicon: Lexicon, corrections: ReadonlyMap<string, string>): Plan {
  const marked = q.replace(/<\s*(?=[\s₹\d])/g, " under ").replace(/>\s*(?=[\s₹\d])/g, " above ");
  const typedWords = plainWords(marked).map((word) => corrections.get(word) ?? word);
  const hasNumber = typedWords.some(isNumber);
  const isName = (word: string) => lexicon.words.has(foldWord(word));
  const plain = typedWords.map((word) => (hasNumber && !isName(word) ? correctPriceWord(word) : word)).join(" ");
  const { prices, rest } = readPrices(plain);
  const terms: Term[] = [];
  const optional: string[] = [];
  const size = SIZE.exec(rest);
  if (size) {
    const values = sizeValues(size[1]!);
    const typed = size[0].trim();
    terms.push({ phrase: size[1]!, typed, original: typed, meaning: undefined, values, isNumber: true, isSize: true });
  }
  const typed = (size ? rest.replace(size[0], "") : rest).split(" ").filter((word) => word && word !== "₹");
  const folded = typed.map(foldWord);
  const originals = new Map((q.match(/\p{Script=Devanagari}+/gu) ?? []).map((word) => [toLatin(word), word]));
  const small: number[] = [];
  const kindWords: string[] = [];

  const take = (from: number, length: number) => {
    const phrase = folded.slice(from, from + length).join(" ");
    const meaning = lexicon.meanings.get(phrase) ?? (length === 1 ? nameBeginning(phrase, lexicon) : undefined);
    const isNumber = /^\d+(?:\.\d+)?$/.test(phrase);
    const values = [...(meaning?.values ?? []), ...(/^\d/.test(phrase) ? sizeValues(phrase) : [])];
    const words = typed.slice(from, from + length);
    const original = words.map((word) => originals.get(word) ?? word).join(" ");
    terms.push({ phrase, typed: words.join(" "), original, meaning, values, isNumber, isSize: false });
  };

  for (let at = 0; at < folded.length; ) {
    let length = Math.min(lexicon.longest, folded.length - at);
    while (length > 1 && !lexicon.meanings.has(folded.slice(at, at + length).join(" "))) length--;
    const word = folded[at]!;
    if (length === 1 && isNumber(word) && UNITS.has(folded[at + 1] ?? "")) length = 2;
    const isName = length > 1 || lexicon.meanings.has(word);
    if (isName) take(at, length);
    else if (kindOf(word)) kindWords.push(word);
    else if (SMALL.has(word)) small.push(at);
    else if (OPTIONAL.has(word)) optional.push(word);
    else take(at, 1);
    at += length;
  }
  const hasPrice = prices.min !== undefined || prices.max !== undefined;
  if (terms.length + optional.length + kindWords.length === 0 && !hasPrice) for (const at of small) take(at, 1);
  const kinds = kindWords.flatMap((word) => kindOf(word) ?? []);
  return { terms: terms.slice(0, MAX_TERMS), optional, kinds, kindWords, prices, phrase: folded.join(" ") };
}

/** The same words in all kinds: “first consultation” is the title of an article. */
export function inAllKinds(plan: Plan): Plan {
  const terms = [...plan.terms, ...plan.kindWords.map(wordTerm)].slice(0, MAX_TERMS);
  return { ...plan, kinds: [], kindWords: [], terms };
}

/** “prot” is Protection while it is typed. */
function nameBeginning(word: string, { meanings }: Lexicon): Meaning | undefined {
  if (word.length < MIN_NAME_BEGINNING || isNumber(word)) return undefined;
  const values = [...meanings].flatMap(([phrase, meaning]) =>
    meaning.names.size === 0 && phrase.startsWith(word) ? [...meaning.values] : [],
  );
  if (values.length === 0) return undefined;
  return { values: new Set(values), words: new Set(), names: new Set(), nearest: new Set(), linked: new Set() };
}

type Points = Map<number, number>;

/** Where a term stands, without descriptions and articles. */
function seek({ titles, facts, values }: SearchPart, term: Term): Points {
  const points: Points = new Map();
  const add = (at: number, value: number) => points.set(at, Math.max(points.get(at) ?? 0, value));
  for (const value of term.values) for (const at of values.get(value) ?? []) add(at, POINTS.fact);
  if (term.isSize) return points;
  for (const phrase of [term.phrase, ...(term.meaning?.words ?? [])]) {
    const isOwn = phrase === term.phrase;
    // Not the beginnings of a name: mala is no Malayalam.
    for (const [at, isWhole] of facts.find(phrase)) if (isWhole || !term.meaning) add(at, POINTS.fact);
    for (const [at, isWhole] of titles.find(phrase))
      add(at, isOwn ? (isWhole ? POINTS.title : POINTS.titleBeginning) : POINTS.otherName);
  }
  return points;
}

const isInRange = ({ price }: SearchDoc, { min = 0, max = Number.POSITIVE_INFINITY }: Prices) =>
  (min === 0 && max === Number.POSITIVE_INFINITY) || (price !== undefined && price >= min && price <= max);

/** What one kind has of a search before its descriptions are read. */
export interface Draft {
  part: SearchPart;
  plan: Plan;
  found: Points[];
  /** Only descriptions and articles can have them. */
  inText: Term[];
  /** Whether it cannot find anything. */
  isEmpty: boolean;
}

export const wordTerm = (word: string): Term => ({
  ...{ phrase: word, typed: word, original: word, meaning: undefined, values: [], isNumber: false, isSize: false },
});

export function draft(index: SearchIndex, kind: SearchKind, plan: Plan): Draft {
  const part = index[kind];
  // “Stone” alone is every piece, and a word like others for articles.
  const isAnyPiece = kind === "product" && (plan.optional.length > 0 || Object.keys(plan.prices).length > 0);
  const isAny = isAnyPiece || plan.kinds.includes(kind);
  const isOther = plan.kinds.length > 0 && !plan.kinds.includes(kind);
  const terms = plan.terms.length === 0 && kind !== "product" ? plan.optional.map(wordTerm) : plan.terms;
  const sought = terms.map((term) => ({ term, points: seek(part, term) }));
  const missing = sought.filter(({ points }) => points.size === 0).map(({ term }) => term);
  const hasText = kind === "product" || kind === "blog";
  const isInText = (term: Term) =>
    hasText && !term.isNumber && (kind !== "product" || (term.values.length === 0 && !term.meaning?.nearest.size));
  return {
    part,
    plan,
    found: sought.map(({ points }) => points).filter(({ size }) => size > 0),
    inText: missing,
    isEmpty: part.docs.length === 0 || isOther || (terms.length === 0 && !isAny) || !missing.every(isInText),
  };
}

/** The records that all terms in memory leave, to read the descriptions of no others. */
export function candidates({ part, found }: Draft) {
  const smallest = found.toSorted((a, b) => a.size - b.size)[0];
  return (
    smallest &&
    [...smallest.keys()].filter((at) => found.every((points) => points.has(at))).map((at) => part.docs[at]!._id)
  );
}

const byPoints = (part: SearchPart) => (a: [number, number], b: [number, number]) =>
  b[1] - a[1] || Number(part.docs[b[0]]!.inStock) - Number(part.docs[a[0]]!.inStock) || a[0] - b[0];

function phrasePoints({ words }: SearchDoc, phrase: string) {
  if (!phrase || !words.includes(phrase.split(" ", 1)[0]!)) return 0;
  const title = words.join(" ");
  return title.startsWith(phrase) ? PHRASE_STARTS_TITLE : title.includes(phrase) ? PHRASE_IN_TITLE : 0;
}

/** The records that have every term, the best first. `withText`: the ids whose description has those left. */
export function rank({ part, plan, found, inText, isEmpty }: Draft, withText?: ReadonlySet<string>): SearchDoc[] {
  if (isEmpty) return [];
  const start = found.toSorted((a, b) => a.size - b.size)[0]?.keys() ?? part.docs.keys();
  const ranked: [number, number][] = [];
  for (const at of start) {
    const doc = part.docs[at]!;
    if (!found.every((points) => points.has(at)) || !isInRange(doc, plan.prices)) continue;
    if (inText.length > 0 && !withText?.has(doc._id)) continue;
    const sum = found.reduce((total, points) => total + points.get(at)!, inText.length * POINTS.text);
    const phrase = phrasePoints(doc, plan.phrase);
    const optional = plan.optional.filter((word) => doc.words.includes(word)).length * OPTIONAL_IN_TITLE;
    ranked.push([at, sum / Math.max(1, plan.terms.length) + phrase + optional]);
  }
  return ranked.sort(byPoints(part)).map(([at]) => part.docs[at]!);
}

/** Names in the search that the shop has nothing of. */
export function missingIn(index: SearchIndex, { terms }: Plan): Missing[] {
  const isMissing = (term: Term) =>
    term.meaning &&
    term.meaning.values.size === 0 &&
    (term.meaning.nearest.size > 0 ? (["product"] as const) : searchKinds).every(
      (kind) => seek(index[kind], term).size === 0,
    );
  return terms.filter(isMissing).map(({ meaning, typed }) => ({
    name: [...meaning!.names].at(-1) ?? typed,
    nearest: [...meaning!.nearest],
    linked: [...meaning!.linked],
  }));
}

/** Pieces that have the most of what was searched, or stand nearest by tradition to what the shop does not have. */
export function nearestPieces(index: SearchIndex, plan: Plan, lexicon: Lexicon): SearchDoc[] {
  const part = index.product;
  const points: Points = new Map();
  const named = plan.terms.filter(({ isNumber }) => !isNumber);
  for (const term of named.length > 0 ? named : plan.terms) {
    const instead = [...(term.meaning?.nearest ?? []), ...(term.meaning?.linked ?? [])].map(foldWords);
    const terms = instead.map((phrase): Term => {
      const meaning = lexicon.meanings.get(phrase);
      return { ...term, phrase, meaning, values: [...(meaning?.values ?? [])], isNumber: false, isSize: false };
    });
    // The first that is named stands nearest.
    const found: Points = new Map();
    [term, ...terms].forEach((one, place) => {
      for (const [at, value] of seek(part, one))
        found.set(at, Math.max(found.get(at) ?? 0, place > 0 ? POINTS.title + 1 - place / 10 : value));
    });
    for (const [at, value] of found) points.set(at, (points.get(at) ?? 0) + value);
  }
  const { min = 0, max = Number.POSITIVE_INFINITY } = plan.prices;
  const away = ({ price = 0 }: SearchDoc) => Math.max(min - price, price - max, 0);
  const docs = [...points].sort(byPoints(part)).map(([at]) => part.docs[at]!);
  // Without any at this price, the next to it.
  const hasAny = docs.some((doc) => away(doc) === 0);
  return (hasAny ? docs.filter((doc) => away(doc) === 0) : docs.sort((a, b) => away(a) - away(b))).slice(0, MAX_NEAR);
}

/** “Amethyst bracelet” is a search for pieces, though articles mention both. */
export const isOfPieces = ({ terms }: Plan) => terms.length > 0 && terms.every(({ values }) => values.length > 0);

/** Experts with a topic of the search; for a search of pieces, those who help to choose one. */
export function expertsFor(index: SearchIndex, { terms }: Plan, canChoose: boolean): SearchDoc[] {
  const part = index.expert;
  const points: Points = new Map();
  for (const term of canChoose ? [...terms, wordTerm("stone")] : terms)
    for (const [at, value] of seek(part, term)) points.set(at, (points.get(at) ?? 0) + value);
  return [...points]
    .sort(byPoints(part))
    .slice(0, MAX_NEAR / 2)
    .map(([at]) => part.docs[at]!);
}
