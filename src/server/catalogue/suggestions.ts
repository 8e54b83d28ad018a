import { and, desc, sql } from "drizzle-orm";
import { slugOf } from "../../contracts/catalogue/category-rules.ts";
import { listFacts } from "../../contracts/catalogue/product-rules.ts";
import { type Suggestion, suggestionKinds } from "../../contracts/catalogue/suggestion.ts";
import { MAX_SEARCH_LENGTH } from "../../contracts/list-rules.ts";
import type { Settings } from "../../contracts/settings/settings.ts";
import { MINUTE_MS } from "../platform/clock.ts";
import type { Database } from "../platform/database/database.ts";
import { SETTINGS_TAG } from "../settings/service.ts";
import { courseResource } from "./course.ts";
import { courses } from "./course-table.ts";
import { expertResource } from "./expert.ts";
import { experts } from "./expert-table.ts";
import { foldWords, isTypingError } from "./fold-words.ts";
import { productResource } from "./product.ts";
import { products } from "./product-table.ts";
import { filterWhere, visibleTo } from "./resource.ts";
import type { ResourceDeps } from "./resource-service.ts";
import { isInTitle } from "./search.ts";
import { toSearchTerm } from "./search-text.ts";
import { listTag } from "./tags.ts";

const MAX_SHOWN = 8;
const MAX_PRODUCTS = 4;
const MAX_NAMES = 2_000;
const MAX_ANSWERS = 1_000;
const MIN_INSIDE = 3;

interface Entry {
  suggestion: Suggestion;
  /** Its name and then its aliases, folded. */
  keys: string[];
}
type Ranked = Suggestion & { rank: number };

/** The best matches come first. An alias ranks behind a name that matches as well. */
const ranks = { exact: 0, prefix: 1, inside: 2, typingError: 3, none: 4 };
const ALIAS = 0.5;

function rankOf(key: string, typed: string) {
  if (key === typed) return ranks.exact;
  if (key.startsWith(typed)) return ranks.prefix;
  if (` ${typed} `.includes(` ${key} `) || (typed.length >= MIN_INSIDE && key.includes(typed))) return ranks.inside;
  return [typed, ...typed.split(" ")].some((words) => isTypingError(words, key)) ? ranks.typingError : ranks.none;
}

const bestRank = (keys: string[], typed: string) =>
  Math.min(...keys.map((key, index) => rankOf(key, typed) + (index > 0 ? ALIAS : 0)));

const byRank = (a: Ranked, b: Ranked) =>
  a.rank - b.rank ||
  suggestionKinds.indexOf(a.kind) - suggestionKinds.indexOf(b.kind) ||
  (b.count ?? 0) - (a.count ?? 0) ||
  a.label.localeCompare(b.label);

const pathOf = (...parts: string[]) =>
  ["/products", ...parts.map((part) => encodeURIComponent(slugOf(part)))].join("/");

const isPublished = filterWhere(products, visibleTo("public"));

/** How many published products each category, stone and fact has. */
async function countPieces(db: Database) {
  const facts = listFacts.map(({ name, kind }) => sql`select ${kind}::text, unnest(${products[name]})`);
  const { rows } = await db.execute<{ kind: string; name: string; count: number }>(sql`
    select named.kind, named.name, count(*)::int as count from ${products}
    cross join lateral (
      values ('category', ${products.category}), ('stone', ${products.stone}),
        ('subCategory', ${products.category} || E'\n' || ${products.subCategory})
      union all ${sql.join(facts, sql` union all `)}
    ) as named (kind, name)
    where ${isPublished} and named.name <> '' group by 1, 2`);
  return rows;
}

/** Everything that has a page of its own, except products. Facts and stones without a piece are left out. */
async function readEntries(db: Database, { categories: { categories }, facts, search }: Settings): Promise<Entry[]> {
  const [pieces, people, taught] = await Promise.all([
    countPieces(db),
    db
      .select({ id: experts.id, name: experts.name })
      .from(experts)
      .where(filterWhere(experts, visibleTo("public", expertResource)))
      .limit(MAX_NAMES),
    db
      .select({ id: courses.id, title: courses.title })
      .from(courses)
      .where(filterWhere(courses, visibleTo("public", courseResource)))
      .limit(MAX_NAMES),
  ]);
  const counts = new Map(pieces.map(({ kind, name, count }) => [`${kind} ${name}`, count]));
  const countOf = (kind: string, name: string) => counts.get(`${kind} ${name}`) ?? 0;
  const all: Suggestion[] = [
    ...categories.flatMap(({ name, subCategories }) => [
      { kind: "category" as const, label: name, url: pathOf(name), count: countOf("category", name) },
      ...subCategories.map((sub) => ({
        kind: "subCategory" as const,
        label: sub.name,
        url: pathOf(name, sub.name),
        count: countOf("subCategory", `${name}\n${sub.name}`),
      })),
    ]),
    ...pieces.flatMap(({ kind, name, count }) =>
      kind === "stone" ? { kind: "stone" as const, label: name, url: pathOf("by", "stone", name), count } : [],
    ),
    ...listFacts.flatMap((fact) =>
      facts[fact.name]
        .map(({ name }) => ({ kind: fact.kind, label: name, url: pathOf("by", fact.name, name) }))
        .map((value) => ({ ...value, count: countOf(value.kind, value.label) }))
        .filter(({ count }) => count > 0),
    ),
    ...people.map(({ id, name }) => ({ kind: "expert" as const, label: name, url: `/experts/${id}` })),
    ...taught.map(({ id, title }) => ({ kind: "course" as const, label: title, url: `/course/${id}` })),
  ];
  const aliases = Map.groupBy(search.aliases, ({ means }) => foldWords(means));
  return all.map((suggestion) => {
    const name = foldWords(suggestion.label);
    const others = aliases.get(name)?.flatMap(({ words }) => words.split(/[,،\n]/).map(foldWords)) ?? [];
    return { suggestion, keys: [name, ...others].filter(Boolean) };
  });
}

async function findProducts(db: Database, term: string, typed: string): Promise<Ranked[]> {
  if (term.length < MIN_INSIDE) return [];
  const rows = await db
    .select({ id: products.id, title: products.title })
    .from(products)
    .where(and(isPublished, isInTitle(products, term)))
    .orderBy(desc(products.createdAt), desc(products.id))
    .limit(MAX_PRODUCTS);
  return rows.map(({ id, title }) => ({
    kind: "product",
    label: title,
    url: `/product/${id}`,
    rank: Math.min(rankOf(foldWords(title), typed), ranks.inside),
  }));
}

/**
 * Suggestions for a search. The names are kept in memory, with the answers: until an owner's edit, a minute at most.
 * Sales change neither names nor counts.
 */
export function createSuggestions({ db, settings, changes, clock }: ResourceDeps) {
  interface Index {
    until: number;
    entries: Promise<Entry[]>;
    answers: Map<string, Promise<Ranked[]>>;
  }
  let index: Index | undefined;
  const shown = [SETTINGS_TAG, ...[productResource, courseResource, expertResource].map(({ path }) => listTag(path))];

  changes.subscribe((tags, mode) => {
    if (tags === "everything" || (mode === "drop" && tags.some((tag) => shown.includes(tag)))) index = undefined;
  });

  function currentIndex() {
    const now = clock.now().getTime();
    if (index && index.until > now) return index;
    const entries = settings.read().then((values) => readEntries(db, values));
    const built: Index = { until: now + MINUTE_MS, entries, answers: new Map() };
    entries.catch(() => {
      if (index === built) index = undefined;
    });
    index = built;
    return built;
  }

  async function answer({ entries }: Index, term: string): Promise<Ranked[]> {
    const typed = foldWords(term);
    if (!typed) return [];
    const [known, found] = await Promise.all([entries, findProducts(db, term, typed)]);
    return known
      .map(({ suggestion, keys }) => ({ ...suggestion, rank: bestRank(keys, typed) }))
      .filter(({ rank }) => rank < ranks.none)
      .concat(found)
      .sort(byRank)
      .slice(0, MAX_SHOWN);
  }

  async function rank(q: string | undefined) {
    const term = toSearchTerm(q?.slice(0, MAX_SEARCH_LENGTH));
    if (!term) return [];
    const current = currentIndex();
    if (current.answers.size >= MAX_ANSWERS) current.answers.clear();
    const known = current.answers.get(term) ?? answer(current, term);
    current.answers.set(term, known);
    known.catch(() => current.answers.delete(term));
    return known;
  }

  return {
    list: async (q: string | undefined): Promise<Suggestion[]> =>
      (await rank(q)).map(({ rank: _, ...suggestion }) => suggestion),

    /** The page whose name or alias was typed; products are in the list instead. */
    async findPage(q: string) {
      const [best] = await rank(q);
      return best && best.kind !== "product" && best.rank < ranks.prefix ? best.url : undefined;
    },
  };
}
export type Suggestions = ReturnType<typeof createSuggestions>;
