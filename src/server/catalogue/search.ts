import { and, count, desc, eq, getTableColumns, like, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { SearchQuery } from "../../contracts/list.ts";
import { MAX_COUNTED } from "../../contracts/list-rules.ts";
import { type Database, statementName, type Transaction } from "../platform/database/database.ts";
import { escapeLike } from "../platform/database/search-patterns.ts";
import { hashedName } from "../platform/database/statement.ts";
import { readMatches } from "./read-matches.ts";
import { type Filter, filterWhere, isByMatch, orderBy, type ResourceTable, type Sorting } from "./resource.ts";
import { withoutAccents } from "./search-text.ts";

export interface Search extends Pick<SearchQuery, "sort" | "match"> {
  term: string;
  filter: Filter | undefined;
  conditions?: SQL | undefined;
  sorting?: Sorting | undefined;
  limit: number;
  offset: number;
}

interface Match {
  /** Answered by a trigram index. */
  where: SQL | undefined;
  /** Checked for each row that the index finds. */
  keep: SQL;
  /** Ascending: the best first, then the newest. */
  rank: SQL;
  maxCandidates: number;
}

type Order = Pick<Search, "sort" | "sorting">;

/** What is searched for, as conditions. */
interface Wanted {
  /** Answered by a trigram index. */
  text: SQL | undefined;
  title: SQL | undefined;
  /** As `text`, but checked row by row, so that the planner chooses the index of the sort order. */
  scanned: SQL | undefined;
}

const MIN_WORD = 3;
const MAX_WORDS = 8;
const SMALL_WORDS = new Set(["for", "of", "in", "the", "ke", "ka", "ki"]);

const isSingleWord = (term: string) => !term.includes(" ");

const patternOf = (term: string) => `%${escapeLike(term)}%`;

const contains = (column: AnyPgColumn, text: string | Placeholder) => sql`strpos(${column}, ${text}) > 0`;

/** A word shorter than a trigram cannot use the index. */
const find = (column: AnyPgColumn, word: string) =>
  word.length < MIN_WORD ? contains(column, word) : like(column, patternOf(word));

/** One word: the texts contain it. Several: texts, category or facts contain each, small ones aside if there are others. */
export function wantedBy(table: ResourceTable, term: string): Wanted {
  const all = [...new Set(term.split(" "))];
  const long = all.filter((word) => !SMALL_WORDS.has(word));
  const words = (long.length > 0 ? long : all).slice(0, MAX_WORDS);
  const facts = isSingleWord(term) ? undefined : table.searchFacts;
  const each = (has: typeof find) =>
    and(...words.map((word) => or(has(table.searchText, word), facts && has(facts, withoutAccents(word)))));
  return {
    text: each(find),
    title: and(...words.map((word) => find(table.searchTitle, word))),
    scanned: each(contains),
  };
}

/** One word, for prepared statements. */
const preparedWord = (table: ResourceTable): Wanted => ({
  text: like(table.searchText, sql.placeholder("pattern")),
  title: like(table.searchTitle, sql.placeholder("pattern")),
  scanned: contains(table.searchText, sql.placeholder("term")),
});

function rankOf({ sorting }: Order) {
  if (!sorting) return sql`0`;
  return sorting.isDescending ? sql`-${sorting.column}` : sql`${sorting.column}`;
}

/** Rows that contain the term. */
const containing = ({ text }: Wanted, order: Order): Match => ({
  where: text,
  keep: sql`true`,
  rank: rankOf(order),
  maxCandidates: MAX_COUNTED + 1,
});

/** Thresholds of pg_trgm's word similarity. Short words have few trigrams, so they need a higher one. */
const MIN_SIMILARITY = 0.45;
const MIN_SIMILARITY_SHORT = 0.6;
const SHORT_WORD = 5;
const MAX_SIMILAR = 2000;

const wordsOf = (term: string) =>
  withoutAccents(term)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word.length >= MIN_WORD)
    .slice(0, MAX_WORDS)
    .map((word) => ({ word, min: word.length < SHORT_WORD ? MIN_SIMILARITY_SHORT : MIN_SIMILARITY }));

/** Rows whose title resembles each word, for typing errors. Only titles: long descriptions resemble every word. */
function resembling({ searchTitle }: ResourceTable, term: string): Match | undefined {
  const words = wordsOf(term);
  if (words.length === 0) return undefined;
  const similarity = (word: string) => sql`word_similarity(${word}, ${searchTitle})`;
  return {
    where: and(...words.map(({ word }) => sql`${word} <% ${searchTitle}`)),
    keep: sql.join(
      words.map(({ word, min }) => sql`${similarity(word)} >= ${min}`),
      sql` and `,
    ),
    rank: sql`-(${sql.join(
      words.map(({ word }) => similarity(word)),
      sql` + `,
    )})`,
    maxCandidates: MAX_SIMILAR,
  };
}

interface PageQuery {
  table: ResourceTable;
  filter: SQL | undefined;
  limit: number | Placeholder;
  offset: number | Placeholder;
}

function selectPage(db: Database | Transaction, query: PageQuery, { where, keep, rank, maxCandidates }: Match) {
  const { table, filter, limit, offset } = query;
  const candidates = db.$with("candidates").as(
    db
      .select({
        id: table.id,
        at: sql`${table.createdAt}`.as("at"),
        rank: sql`${rank}`.as("rank"),
        isMatch: sql<boolean>`${keep}`.as("is_match"),
      })
      .from(table)
      .where(and(filter, where))
      .limit(maxCandidates),
  );
  const matches = db.$with("matches").as(db.select().from(candidates).where(sql`${candidates.isMatch}`));
  const page = db
    .select()
    .from(matches)
    .orderBy(matches.rank, desc(matches.at), desc(matches.id))
    .limit(limit)
    .offset(offset)
    .as("page");
  return db
    .with(candidates, matches)
    .select({ row: getTableColumns(table), total: sql<number>`(select count(*)::int from ${matches})` })
    .from(page)
    .innerJoin(table, eq(table.id, page.id))
    .orderBy(page.rank, desc(page.at), desc(page.id));
}

type Page = Pick<Search, "limit" | "offset">;
type PageRows = { row: unknown; total: number }[];

/** A page past the end has no row that carries the total, so the total is read from the first page. */
async function readPage({ limit, offset }: Page, read: (page: Page) => PromiseLike<PageRows>) {
  const rows = await read({ limit, offset });
  const isPastEnd = rows.length === 0 && offset > 0;
  const [first] = isPastEnd ? await read({ limit: 1, offset: 0 }) : rows;
  return { rows: rows.map(({ row }) => row as object), total: first?.total ?? 0 };
}

/** A prepared statement is named after its text, so that each connection plans it once. */
const nameOf = (db: Database, query: { toSQL(): { sql: string } }) =>
  statementName(db, hashedName("search", query.toSQL().sql));

function prepareStatements(
  db: Database,
  table: ResourceTable,
  { filter, order, wanted }: { filter: SQL | undefined; order: Order; wanted: Wanted },
) {
  const page = { limit: sql.placeholder("limit"), offset: sql.placeholder("offset") };
  const titles = db
    .select({ id: table.id })
    .from(table)
    .where(and(filter, wanted.title))
    .limit(MAX_COUNTED + 1)
    .as("titles");
  const matches = selectPage(db, { table, filter, ...page }, containing(wanted, order));
  const first = db
    .select()
    .from(table)
    .where(and(filter, wanted.scanned))
    .orderBy(...orderBy(table, order.sorting))
    .limit(page.limit)
    .offset(page.offset);
  return {
    /**
     * How many titles contain the term. The empty name makes PostgreSQL plan the statement for each term: a scan of the
     * list's index is faster for frequent terms, the trigram index for rare ones.
     */
    titleCount: db.select({ count: count() }).from(titles).prepare(""),
    matches: matches.prepare(nameOf(db, matches)),
    /** A page of a frequent term: reads rows in sort order until the page is full. */
    first: first.prepare(nameOf(db, first)),
  };
}

export function createSearch(db: Database, table: ResourceTable, readMatching: (q: string) => Promise<string[]>) {
  const prepared = new Map<string, ReturnType<typeof prepareStatements>>();

  const whereOf = ({ filter, conditions }: Search) => and(filterWhere(table, filter), conditions);

  function statementsFor(search: Search) {
    const { filter, conditions, sort, term } = search;
    const isSingle = isSingleWord(term);
    const prepare = () =>
      prepareStatements(db, table, {
        filter: whereOf(search),
        order: search,
        wanted: isSingle ? preparedWord(table) : wantedBy(table, term),
      });
    // Free values would make the map grow without limit, so only statements without them are stored.
    if (conditions || !isSingle) return prepare();
    const key = JSON.stringify({ ...filter, sort });
    const statements = prepared.get(key) ?? prepare();
    prepared.set(key, statements);
    return statements;
  }

  async function findContaining(search: Search) {
    const { term, limit, offset } = search;
    const pattern = patternOf(term);
    const { titleCount, matches, first } = statementsFor(search);
    const readFirst = async () => ({
      rows: (await first.execute({ term, limit, offset })) as object[],
      total: MAX_COUNTED,
    });
    const [titles] = await titleCount.execute({ pattern });
    if (titles!.count > MAX_COUNTED) return readFirst();
    const found = await readPage(search, (page) =>
      // A term shorter than a trigram cannot use the index, so this query is not prepared.
      term.length < MIN_WORD
        ? selectPage(db, { table, filter: whereOf(search), ...page }, containing(wantedBy(table, term), search))
        : (matches.execute({ pattern, ...page }) as Promise<PageRows>),
    );
    // At the candidate limit, the first matches in sort order may be missing.
    return found.total <= MAX_COUNTED ? found : readFirst();
  }

  async function findSimilar(search: Search) {
    const match = resembling(table, search.term);
    if (!match) return { rows: [], total: 0 };
    return db.transaction(async (tx) => {
      // The planner underestimates the cost of word similarity and would scan the whole table.
      await tx.execute(sql`
        select set_config('pg_trgm.word_similarity_threshold', ${String(MIN_SIMILARITY)}, true),
          set_config('enable_seqscan', 'off', true)`);
      const filter = whereOf(search);
      return readPage(search, (page) => selectPage(tx, { table, filter, ...page }, match));
    });
  }

  return async (search: Search): Promise<{ rows: object[]; total: number }> => {
    if (search.match === "similar") return findSimilar(search);
    if (!isByMatch(search)) return findContaining(search);
    return readMatches(db, table, await readMatching(search.term), { ...search, where: whereOf(search) });
  };
}
