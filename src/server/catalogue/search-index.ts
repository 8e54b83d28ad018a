/** The kinds of the search page, in its order. */
export const searchKinds = ["product", "course", "expert", "blog"] as const;
export type SearchKind = (typeof searchKinds)[number];

/** What the search knows of a record. Words are folded. */
export interface SearchDoc {
  kind: SearchKind;
  _id: string;
  title: string;
  url: string;
  image: string | undefined;
  price: number | undefined;
  createdAt: number;
  inStock: boolean;
  words: string[];
  /** Topics and languages of experts, topics of courses. */
  facts: string[];
  /** The conditions that hold, such as `stone rose quartz` or `size 14`: see `valueKey`. */
  values: string[];
}

export const valueKey = (kind: string, foldedName: string) => `${kind} ${foldedName}`;

const MIN_BEGINNING = 3;

/** Records come one after the other, so the last place shows whether this one has the word already. */
function addPlace(index: Map<string, number[]>, word: string, at: number) {
  const places = index.get(word);
  if (!places) index.set(word, [at]);
  else if (places.at(-1) !== at) places.push(at);
}

/** Which records have a word: whole, or as the beginning of another one. */
class WordIndex {
  readonly whole = new Map<string, number[]>();
  #sorted: string[] | undefined;

  add(words: readonly string[], at: number) {
    for (const word of words) addPlace(this.whole, word, at);
  }

  /** Longer words that begin with this one. Numbers are exact. */
  beginnings(word: string): string[] {
    if (word.length < MIN_BEGINNING || /\d/.test(word)) return [];
    this.#sorted ??= [...this.whole.keys()].sort();
    let [from, to] = [0, this.#sorted.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.#sorted[middle]! <= word) from = middle + 1;
      else to = middle;
    }
    let end = from;
    while (this.#sorted[end]?.startsWith(word)) end++;
    return this.#sorted.slice(from, end);
  }

  has = (word: string) => this.whole.has(word) || this.beginnings(word).length > 0;

  /** Records with every word of the phrase, and whether all are whole. */
  find(phrase: string): Map<number, boolean> {
    let found: Map<number, boolean> | undefined;
    for (const word of phrase.split(" ")) {
      const hits = new Map<number, boolean>();
      for (const longer of this.beginnings(word)) for (const at of this.whole.get(longer)!) hits.set(at, false);
      for (const at of this.whole.get(word) ?? []) hits.set(at, true);
      const before = found;
      if (before)
        for (const [at, isWhole] of hits)
          if (!before.has(at)) hits.delete(at);
          else hits.set(at, isWhole && before.get(at)!);
      found = hits;
    }
    return found ?? new Map();
  }
}

export interface SearchPart {
  docs: SearchDoc[];
  titles: WordIndex;
  facts: WordIndex;
  values: Map<string, number[]>;
}
export type SearchIndex = Record<SearchKind, SearchPart>;

/** The newest first, so that equally good matches are in that order. */
export function indexDocs(docs: Iterable<SearchDoc>): SearchIndex {
  const parts = Object.fromEntries(
    searchKinds.map((kind) => [kind, { docs: [], titles: new WordIndex(), facts: new WordIndex(), values: new Map() }]),
  ) as unknown as SearchIndex;
  for (const doc of docs) parts[doc.kind].docs.push(doc);
  for (const { docs, titles, facts, values } of Object.values(parts)) {
    docs.sort((a, b) => b.createdAt - a.createdAt || (a._id < b._id ? 1 : -1));
    docs.forEach((doc, at) => {
      titles.add(doc.words, at);
      facts.add(doc.facts, at);
      for (const value of doc.values) addPlace(values, value, at);
    });
  }
  return parts;
}
