import { and, inArray, type SQL, sql } from "drizzle-orm";
import type { SearchGroup, SearchItem, SearchReply } from "../../contracts/catalogue/search.ts";
import { MINUTE_MS } from "../platform/clock.ts";
import { SETTINGS_TAG } from "../settings/service.ts";
import { blogs } from "./blog-table.ts";
import { foldWord, plainWords } from "./fold-words.ts";
import { createLexicon, type Lexicon } from "./lexicon.ts";
import * as matcher from "./matcher.ts";
import { products } from "./product-table.ts";
import { filterWhere, visibleTo } from "./resource.ts";
import type { ResourceDeps } from "./resource-service.ts";
import { readDocs } from "./search-docs.ts";
import { indexDocs, type SearchDoc, type SearchIndex, type SearchKind, searchKinds } from "./search-index.ts";
import { toSearchTerm } from "./search-text.ts";
import { createVocabulary } from "./vocabulary.ts";

const MAX_SHOWN = 12;
const MAX_ANSWERS = 500;
const MAX_CORRECTIONS = 2_000;
const MAX_TEXT_MATCHES = 500;
/** Descriptions of no more pieces are compared with the words left. */
const MAX_CANDIDATES = 2_000;

const kindOfTag = { products: "product", courses: "course", experts: "expert", blogs: "blog" } as const;
type ListTag = keyof typeof kindOfTag;
const textTables = { product: products, blog: blogs };

/** Words begin after a space or a punctuation mark. Not `\m`, which depends on the database's locale. */
const WORD_START = "(^|[][:space:]!-/:;<=>?@{|}~\\[`_“”‘’«»–—…।])";
const escaped = (text: string) => text.replace(/[.]/g, "\\$&");

/** A regular expression for one of the phrases; words of two letters must be whole. */
function patternFor(phrases: string[]) {
  const each = phrases.map((phrase) => {
    // A plural is found in the singular too.
    const words = escaped(phrase)
      .replace(/([a-z]{3}[^s\W])s(?= |$)/g, "$1")
      .replaceAll(" ", "[[:space:][:punct:]]*");
    return phrase.length < 3 ? `${words}($|[^[:alnum:]])` : words;
  });
  return `${WORD_START}(${each.join("|")})`;
}

/** The shop's records in memory, kept up to date by the tags of changes; descriptions and articles stay in the database. */
function createIndexReader({ db, changes }: Pick<ResourceDeps, "db" | "changes">) {
  const docs = new Map<SearchKind, Map<string, SearchDoc>>(searchKinds.map((kind) => [kind, new Map()]));
  /** What to read again: these ids, or all of the kind. */
  const stale = new Map<SearchKind, Set<string> | "all">(searchKinds.map((kind) => [kind, "all"]));
  let index: SearchIndex | undefined;
  let reading: Promise<SearchIndex> | undefined;

  changes.subscribe((tags) => {
    if (tags === "everything") for (const kind of searchKinds) stale.set(kind, "all");
    else
      for (const [list, kind] of Object.entries(kindOfTag) as [ListTag, SearchKind][]) {
        const ids = tags.filter((tag) => tag.startsWith(`${list}:`)).map((tag) => tag.slice(list.length + 1));
        const known = stale.get(kind);
        if (known === "all" || (ids.length === 0 && !tags.includes(list))) continue;
        if (ids.length === 0) stale.set(kind, "all");
        else stale.set(kind, new Set([...(known ?? []), ...ids]));
      }
  });

  async function update(): Promise<SearchIndex> {
    const wanted = [...stale];
    stale.clear();
    try {
      for (const [kind, ids] of wanted) {
        const fresh = new Map<string, SearchDoc>();
        for await (const page of readDocs(db, kind, ids === "all" ? undefined : [...ids]))
          for (const doc of page) fresh.set(doc._id, doc);
        const known = docs.get(kind)!;
        for (const id of ids === "all" ? known.keys() : ids) known.delete(id);
        for (const [id, doc] of fresh) known.set(id, doc);
      }
    } catch (error) {
      for (const [kind] of wanted) stale.set(kind, "all");
      throw error;
    }
    index = indexDocs([...docs.values()].flatMap((known) => [...known.values()]));
    return index;
  }

  return async function read(): Promise<SearchIndex> {
    while (reading) await reading.catch(() => {});
    if (index && stale.size === 0) return index;
    reading = update().finally(() => {
      reading = undefined;
    });
    return reading;
  };
}

const toItem = ({ _id, title, url, image, price }: SearchDoc): SearchItem => ({
  ...{ _id, title, url },
  ...(image && { image }),
  ...(price !== undefined && { price }),
});

type Answer = Omit<SearchReply, "query">;

/** The search of the whole shop. Answers stay in memory until an edit, for a minute at most. */
export function createSiteSearch({
  db,
  changes,
  settings,
  clock,
}: Pick<ResourceDeps, "db" | "changes" | "settings" | "clock">) {
  const readIndex = createIndexReader({ db, changes });
  const answers = new Map<string, { until: number; answer: Promise<Answer> }>();
  interface Known {
    index: SearchIndex;
    settings: object;
    lexicon: Lexicon;
    corrections: Map<string, string>;
    readVocabulary(): ReturnType<typeof createVocabulary>;
  }
  let known: Known | undefined;

  changes.subscribe((tags) => {
    if (tags === "everything" || tags.some((tag) => tag === SETTINGS_TAG || tag.split(":")[0]! in kindOfTag))
      answers.clear();
  });

  async function readKnown() {
    const [index, values] = await Promise.all([readIndex(), settings.read()]);
    if (known?.index === index && known.settings === values) return known;
    const lexicon = createLexicon(values, index);
    let vocabulary: ReturnType<typeof createVocabulary> | undefined;
    const readVocabulary = () => (vocabulary ??= createVocabulary(index, lexicon));
    known = { index, settings: values, lexicon, corrections: new Map(), readVocabulary };
    return known;
  }

  /** The ids of records whose text has each of the terms. */
  async function readText(kind: "product" | "blog", terms: matcher.Term[], among: string[] | undefined) {
    const table = textTables[kind];
    const has = ({ typed, original, meaning }: matcher.Term): SQL => {
      const pattern = patternFor([...new Set([typed, original, ...(meaning?.words ?? [])])]);
      const short = typed.length < 3 ? sql`strpos(${table.searchText}, ${typed}) > 0 and ` : sql``;
      const inFacts = kind === "product" ? sql` or ${products.searchFacts} ~ ${pattern}` : sql``;
      return sql`(${short}${table.searchText} ~ ${pattern}${inFacts})`;
    };
    const few = among && among.length <= MAX_CANDIDATES ? inArray(table.id, among) : undefined;
    const rows = await db
      .select({ id: table.id })
      .from(table)
      .where(and(filterWhere(table, visibleTo("public")), few, ...terms.map(has)))
      .limit(MAX_TEXT_MATCHES);
    return new Set(rows.map(({ id }) => id));
  }

  /** Typing errors: words that stand neither in memory nor in a text. */
  async function readCorrections(q: string, { index, lexicon, corrections, readVocabulary }: Known) {
    if (corrections.size > MAX_CORRECTIONS) corrections.clear();
    const fresh = matcher.unknownWords(q, index, lexicon).filter((word) => !corrections.has(word));
    const closest = fresh.length > 0 ? readVocabulary() : undefined;
    await Promise.all(
      fresh.map(async (word) => {
        const meant = closest?.(foldWord(word));
        if (!meant) return corrections.set(word, word);
        const term = matcher.wordTerm(word);
        const found = await Promise.all([readText("product", [term], undefined), readText("blog", [term], undefined)]);
        return corrections.set(word, found.some(({ size }) => size > 0) ? word : meant);
      }),
    );
    return corrections;
  }

  async function findPlan(index: SearchIndex, plan: matcher.Plan) {
    const found = await Promise.all(
      searchKinds.map(async (kind) => {
        const draft = matcher.draft(index, kind, plan);
        const inText = draft.isEmpty ? [] : draft.inText;
        const withText =
          inText.length > 0 && (kind === "product" || kind === "blog")
            ? await readText(kind, inText, matcher.candidates(draft))
            : undefined;
        return [kind, matcher.rank(draft, withText)] as const;
      }),
    );
    return { plan, found: Object.fromEntries(found) as Record<SearchKind, SearchDoc[]> };
  }

  async function find(q: string) {
    const shop = await readKnown();
    const plan = matcher.understand(q, shop.lexicon, await readCorrections(q, shop));
    const first = await findPlan(shop.index, plan);
    const isNothing = searchKinds.every((kind) => first.found[kind].length === 0);
    const isOther = isNothing && plan.kinds.length > 0 && plan.terms.length > 0;
    return { ...shop, ...(isOther ? await findPlan(shop.index, matcher.inAllKinds(plan)) : first) };
  }

  async function answer(q: string): Promise<Answer> {
    const { index, lexicon, plan, found } = await find(q);
    const groups = searchKinds.map(
      (kind): SearchGroup => ({ kind, total: found[kind].length, items: found[kind].slice(0, MAX_SHOWN).map(toItem) }),
    );
    const missing = found.product.length > 0 ? [] : matcher.missingIn(index, plan);
    const isFound = groups.some(({ kind, total }) => total > 0 && (kind !== "blog" || !matcher.isOfPieces(plan)));
    if (isFound && missing.length === 0) return { groups };
    const near = matcher.nearestPieces(index, plan, lexicon);
    const experts = found.expert.length > 0 ? [] : matcher.expertsFor(index, plan, near.length > 0);
    return {
      groups,
      near: near.map(toItem),
      ...(experts.length > 0 && { nearExperts: experts.map(toItem) }),
      ...(missing.length > 0 && { missing }),
    };
  }

  return {
    /** Searches that mean the same words share an answer. */
    async search(q: string): Promise<SearchReply> {
      const typed = toSearchTerm(q) ?? "";
      const folded = /\p{Script=Devanagari}/u.test(typed) ? typed : plainWords(typed).join(" ");
      const now = clock.now().getTime();
      const cached = answers.get(folded);
      if (cached && now < cached.until) return { query: q.trim(), ...(await cached.answer) };
      if (answers.size >= MAX_ANSWERS) answers.clear();
      const fresh = answer(typed);
      answers.set(folded, { until: now + MINUTE_MS, answer: fresh });
      fresh.catch(() => answers.delete(folded));
      return { query: q.trim(), ...(await fresh) };
    },

    /** The ids of all records of a kind that match, the best first. */
    matching: async (q: string, kind: SearchKind) => (await find(q)).found[kind].map(({ _id }) => _id),

    /** Whether every word but numbers is one of the shop's. */
    async isKnownWords(q: string) {
      const { index, lexicon } = await readKnown();
      return matcher.unknownWords(q, index, lexicon, 1).length === 0;
    },
  };
}
export type SiteSearch = ReturnType<typeof createSiteSearch>;
