import { listFacts } from "../../contracts/catalogue/product-rules.ts";
import type { Settings } from "../../contracts/settings/settings.ts";
import { foldWord, foldWords } from "./fold-words.ts";
import { type SearchIndex, valueKey } from "./search-index.ts";

/** What a word or phrase of a search stands for. */
export interface Meaning {
  /** Conditions, such as `intentions love`; one of them must hold. */
  values: Set<string>;
  /** Names to find in titles and topics as well, folded: “kundli” is also “vedic astrology”. */
  words: Set<string>;
  /** As the owner wrote them, to say what the shop does not have. */
  names: Set<string>;
  /** Of a stone: what stands nearest by tradition. */
  nearest: Set<string>;
  /** Names of facts whose text mentions it, where nothing is listed as nearest: the Sun's mentions the ruby. */
  linked: Set<string>;
}

const MIN_JOINED = 6;

export interface Lexicon {
  meanings: Map<string, Meaning>;
  /** The most words of a phrase. */
  longest: number;
  words: Set<string>;
}

const partsOf = (text: string) =>
  text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter(Boolean);

/** Every name of the shop, with the owner's other words, gift lists and stones that the shop does not have. */
export function createLexicon(
  { categories: { categories }, facts, search }: Settings,
  { product }: SearchIndex,
): Lexicon {
  const meanings = new Map<string, Meaning>();
  function meaningOf(phrase: string) {
    const known = meanings.get(phrase) ?? {
      values: new Set(),
      words: new Set(),
      names: new Set(),
      nearest: new Set(),
      linked: new Set(),
    };
    if (phrase) meanings.set(phrase, known);
    return known;
  }
  const addValue = (kind: string, name: string) =>
    meaningOf(foldWords(name)).values.add(valueKey(kind, foldWords(name)));

  for (const { name, subCategories } of categories) {
    addValue("category", name);
    for (const sub of subCategories) addValue("subCategory", sub.name);
  }
  for (const { name } of listFacts) for (const value of facts[name]) addValue(name, value.name);
  for (const key of product.values.keys()) {
    const [kind = "", ...name] = key.split(" ");
    if (kind !== "size") meaningOf(name.join(" ")).values.add(key);
  }
  const named = new Map([...meanings].map(([phrase, { values }]) => [phrase, [...values]]));

  const listed = [
    ...search.aliases.map(({ words, means }) => ({ words, means, isGift: false })),
    ...search.gifts.map(({ words, finds }) => ({ words, means: finds, isGift: true })),
  ];
  for (const { words, means, isGift } of listed)
    for (const meaning of partsOf(words).map(foldWords).filter(Boolean).map(meaningOf))
      for (const name of partsOf(means)) {
        const values = named.get(foldWords(name));
        for (const value of values ?? []) meaning.values.add(value);
        // A gift list names pieces. Their words say nothing about experts and articles.
        if (!isGift || !values) meaning.words.add(foldWords(name));
        meaning.names.add(name);
        if (!values && !isGift) meaningOf(foldWords(name)).names.add(name);
      }

  for (const { stone, nearest } of search.nearest) {
    const names = partsOf(nearest);
    for (const [phrase, { words }] of [...meanings, [foldWords(stone), meaningOf(foldWords(stone))] as const])
      if (phrase === foldWords(stone) || words.has(foldWords(stone))) {
        const meaning = meaningOf(phrase);
        meaning.names.add(stone);
        for (const name of names) meaning.nearest.add(name);
      }
  }
  const texts = listFacts.flatMap(({ name }) =>
    facts[name].map((fact) => ({ name: fact.name, text: ` ${foldWords(fact.text)} ` })),
  );
  for (const [own, meaning] of meanings)
    if (meaning.values.size + meaning.nearest.size === 0 && meaning.names.size > 0)
      for (const { name, text } of texts)
        if ([own, ...meaning.words].some((phrase) => text.includes(` ${phrase} `))) meaning.linked.add(name);
  // Ketu is linked with the cat's eye: without pieces for Ketu, what stands nearest to that stone is near.
  for (const { stone, nearest } of search.nearest)
    for (const { name, text } of texts)
      if (text.includes(` ${foldWords(stone)} `))
        for (const one of partsOf(nearest)) meaningOf(foldWords(name)).nearest.add(one);
  // Names typed as one word: “rosequartz”.
  for (const [phrase, meaning] of [...meanings]) {
    const joined = foldWord(phrase.replaceAll(" ", ""));
    if (joined.length < MIN_JOINED || meanings.has(joined)) continue;
    meanings.set(joined, { ...meaning, words: new Set([...meaning.words, phrase]) });
  }
  const phrases = [...meanings.keys()];
  return {
    meanings,
    longest: Math.max(1, ...phrases.map((phrase) => phrase.split(" ").length)),
    words: new Set(phrases.flatMap((phrase) => phrase.split(" "))),
  };
}
