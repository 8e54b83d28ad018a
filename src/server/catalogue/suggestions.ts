import { and, desc, sql } from "drizzle-orm";
import { listPath } from "../../contracts/catalogue/category-rules.ts";
import { listFacts } from "../../contracts/catalogue/product-rules.ts";
import { type Suggestion, suggestionKinds } from "../../contracts/catalogue/suggestion.ts";
import type { Settings } from "../../contracts/settings/settings.ts";
import { MINUTE_MS } from "../platform/clock.ts";
import type { Database } from "../platform/database/database.ts";
import { SETTINGS_TAG } from "../settings/service.ts";
import { courseResource } from "./course.ts";
import { courses } from "./course-table.ts";
import { expertResource } from "./expert.ts";
import { experts } from "./expert-table.ts";
import { foldWords, typingErrors } from "./fold-words.ts";
import { productResource } from "./product.ts";
import { products } from "./product-table.ts";
import { filterWhere, visibleTo } from "./resource.ts";
import type { ResourceDeps } from "./resource-service.ts";
import { wantedBy } from "./search.ts";
import { toSearchTerm } from "./search-text.ts";
import { listTag } from "./tags.ts";

const MAX_SHOWN = 8;
const MAX_PRODUCTS = 4;
const MAX_CANDIDATES = 200;
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
  return [typed, ...typed.split(" ")].some((words) => typingErrors(words, key)) ? ranks.typingError : ranks.none;
}

const byRank = (a: Ranked, b: Ranked) =>
  a.rank - b.rank ||
  suggestionKinds.indexOf(a.kind) - suggestionKinds.indexOf(b.kind) ||
  (b.count ?? 0) - (a.count ?? 0) ||
  a.label.localeCompare(b.label);

const isPublished = filterWhere(products, visibleTo("public"));

/** How many published products each category, stone and fact has. */
async function countPieces(db: Database) {
  const facts = listFacts.map(({ name, kind }) => sql`select ${kind}::text, unnest(${products[name]})`);
  const { rows } = await db.execute<{ kind: Suggestion["kind"]; name: string; count: number }>(sql`
    select named.kind, named.name, count(*)::int as count from ${products}
    cross join lateral (
      values ('category', ${products.category}), ('stone', ${products.stone}),
        ('subCategory', ${products.category} || E'\n' || ${products.subCategory})
      union all ${sql.join(facts, sql` union all `)}
    ) as named (kind, name)
    where ${isPublished} and named.name <> '' group by 1, 2`);
  return rows;
}

async function readPeopleAndCourses(db: Database) {
  const { rows } = await db.execute<{ kind: "expert" | "course"; label: string; url: string }>(sql`
    select 'expert' as kind, ${experts.name} as label, '/experts/' || ${experts.id} as url from ${experts}
    where ${filterWhere(experts, visibleTo("public", expertResource))}
    union all select 'course', ${courses.title}, '/course/' || ${courses.id} from ${courses}
    where ${filterWhere(courses, visibleTo("public", courseResource))} limit ${MAX_NAMES}`);
  return rows;
}

/** Everything that has a page of its own, except products. Facts and stones without a piece are left out. */
async function readEntries(db: Database, { categories: { categories }, search }: Settings): Promise<Entry[]> {
  const [pieces, others] = await Promise.all([countPieces(db), readPeopleAndCourses(db)]);
  const counts = new Map(pieces.map(({ kind, name, count }) => [`${kind} ${name}`, count]));
  const place = (kind: "category" | "subCategory", ...names: string[]) => ({
    kind,
    label: names.at(-1)!,
    url: listPath(...names),
    count: counts.get(`${kind} ${names.join("\n")}`) ?? 0,
  });
  const all: Suggestion[] = [
    ...categories.flatMap(({ name, subCategories }) => [
      place("category", name),
      ...subCategories.map((sub) => place("subCategory", name, sub.name)),
    ]),
    ...pieces.flatMap(({ kind, name, count }) => {
      const path = kind === "stone" ? kind : listFacts.find((fact) => fact.kind === kind)?.name;
      return path ? { kind, label: name, url: listPath("by", path, name), count } : [];
    }),
    ...others,
  ];
  const aliases = Map.groupBy(search.aliases, ({ means }) => foldWords(means));
  return all.map((suggestion) => {
    const name = foldWords(suggestion.label);
    const words = aliases.get(name)?.flatMap((alias) => alias.words.split(/[,\n]/).map(foldWords)) ?? [];
    return { suggestion, keys: [name, ...words].filter(Boolean) };
  });
}

async function findProducts(db: Database, term: string, typed: string): Promise<Ranked[]> {
  if (term.length < MIN_INSIDE) return [];
  // Sorting all matches would make the planner read the list's index to its end for a rare word.
  const some = db
    .select({ id: products.id, label: products.title, createdAt: products.createdAt })
    .from(products)
    .where(and(isPublished, wantedBy(products, term).title))
    .limit(MAX_CANDIDATES)
    .as("some");
  const rows = await db.select().from(some).orderBy(desc(some.createdAt)).limit(MAX_PRODUCTS);
  return rows.map(({ id, label }) => {
    const rank = Math.min(rankOf(foldWords(label), typed), ranks.inside);
    return { kind: "product", label, url: `/product/${id}`, rank };
  });
}

/** Suggestions for a search. Names and answers stay in memory until an owner's edit, for a minute at most. */
export function createSuggestions({ db, settings, changes, clock }: ResourceDeps) {
  const shown = [SETTINGS_TAG, ...[productResource, courseResource, expertResource].map(({ path }) => listTag(path))];
  const answers = new Map<string, Promise<Ranked[]>>();
  let entries: Promise<Entry[]> | undefined;
  let until = 0;

  function drop() {
    entries = undefined;
    answers.clear();
  }
  // Sales expire tags and change neither names nor counts.
  changes.subscribe((tags, mode) => {
    if (tags === "everything" || (mode === "drop" && tags.some((tag) => shown.includes(tag)))) drop();
  });

  async function answer(term: string): Promise<Ranked[]> {
    const typed = foldWords(term);
    if (!typed) return [];
    entries ??= settings.read().then((values) => readEntries(db, values));
    const [known, found] = await Promise.all([entries, findProducts(db, term, typed)]);
    const bestOf = (keys: string[]) => Math.min(...keys.map((key, at) => rankOf(key, typed) + (at > 0 ? ALIAS : 0)));
    return known
      .map(({ suggestion, keys }) => ({ ...suggestion, rank: bestOf(keys) }))
      .filter(({ rank }) => rank < ranks.none)
      .concat(found)
      .sort(byRank)
      .slice(0, MAX_SHOWN);
  }

  async function rank(q: string | undefined) {
    const term = toSearchTerm(q);
    if (!term) return [];
    const now = clock.now().getTime();
    if (now >= until) drop();
    if (!entries) until = now + MINUTE_MS;
    if (answers.size >= MAX_ANSWERS) answers.clear();
    const known = answers.get(term) ?? answer(term);
    answers.set(term, known);
    // The next search asks the database again.
    known.catch(drop);
    return known;
  }

  return {
    list: async (q: string | undefined) => (await rank(q)).map(({ rank: _, ...suggestion }): Suggestion => suggestion),
  };
}
export type Suggestions = ReturnType<typeof createSuggestions>;
