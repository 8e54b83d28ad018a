import { and, desc, eq, getTableColumns, like, type SQL, sql } from "drizzle-orm";
import type { SearchQuery } from "../../contracts/list.ts";
import { MAX_COUNTED } from "../../contracts/list-limits.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { escapeLike } from "../platform/database/like-pattern.ts";
import { type Filter, filterWhere, type ResourceTable } from "./resource.ts";
import { withoutAccents } from "./search-text.ts";

export interface Search extends Pick<SearchQuery, "sort" | "match"> {
  term: string;
  filter: Filter | undefined;
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
  /** Rows that are counted and ranked at most. */
  maxCandidates: number;
}

/** Rows that contain the term. `relevance`: title matches first. */
const containing = (table: ResourceTable, pattern: string, sort: Search["sort"]): Match => ({
  where: like(table.searchText, pattern),
  keep: sql`true`,
  rank: sort === "relevance" ? sql`case when ${like(table.searchTitle, pattern)} then 0 else 1 end` : sql`0`,
  maxCandidates: MAX_COUNTED + 1,
});

/** Thresholds of pg_trgm's word similarity. Short words need more, because fewer trigrams match by chance. */
const MIN_SIMILARITY = 0.45;
const MIN_SIMILARITY_SHORT = 0.6;
const SHORT_WORD = 5;
const MIN_WORD = 3;
const MAX_WORDS = 8;
const MAX_SIMILAR = 2000;

const wordsOf = (term: string) =>
  withoutAccents(term)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word.length >= MIN_WORD)
    .slice(0, MAX_WORDS)
    .map((word) => ({ word, min: word.length < SHORT_WORD ? MIN_SIMILARITY_SHORT : MIN_SIMILARITY }));

/** Rows whose title has something like each word, for typing errors. Long descriptions resemble every word, so only titles count. */
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
  limit: number;
  offset: number;
}

/** One page of matches and their number: one statement. */
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

/** Searches one table. PostgreSQL plans each query for its term: an index serves rare terms, a scan frequent ones. */
export function createSearch(db: Database, table: ResourceTable) {
  /** Whether more titles contain the term than are counted. They are in an index, so few rows are read. */
  async function isFrequent(filter: SQL | undefined, pattern: string) {
    const titles = db
      .select({ id: table.id })
      .from(table)
      .where(and(filter, like(table.searchTitle, pattern)))
      .limit(MAX_COUNTED + 1)
      .as("titles");
    return (await db.$count(titles)) > MAX_COUNTED;
  }

  /**
   * A page of a frequent term: reads the newest rows until it is full. `strpos` finds what LIKE finds, but no index
   * serves it, so that the planner follows the order of `created_at`.
   */
  async function findNewest(filter: SQL | undefined, { term, limit, offset }: Search) {
    const rows = await db
      .select()
      .from(table)
      .where(and(filter, sql`strpos(${table.searchText}, ${term}) > 0`))
      .orderBy(desc(table.createdAt), desc(table.id))
      .limit(limit)
      .offset(offset);
    return { rows, total: MAX_COUNTED };
  }

  async function findContaining(search: Search) {
    const { term, sort } = search;
    const filter = filterWhere(table, search.filter);
    const pattern = `%${escapeLike(term)}%`;
    const isByRelevance = sort === "relevance";
    if (!isByRelevance && (await isFrequent(filter, pattern))) return findNewest(filter, search);
    const match = containing(table, pattern, sort);
    const found = await readPage(search, (page) => selectPage(db, { table, filter, ...page }, match));
    if (found.total <= MAX_COUNTED) return found;
    // More matches than were looked at: the newest of them may be among the rest.
    return isByRelevance ? { ...found, total: MAX_COUNTED } : findNewest(filter, search);
  }

  async function findSimilar(search: Search) {
    const match = resembling(table, search.term);
    if (!match) return { rows: [], total: 0 };
    return db.transaction(async (tx) => {
      // The planner underestimates the cost of word similarity and would scan the whole table.
      await tx.execute(sql`
        select set_config('pg_trgm.word_similarity_threshold', ${String(MIN_SIMILARITY)}, true),
          set_config('enable_seqscan', 'off', true)`);
      const filter = filterWhere(table, search.filter);
      return readPage(search, (page) => selectPage(tx, { table, filter, ...page }, match));
    });
  }

  return (search: Search): Promise<{ rows: object[]; total: number }> =>
    search.match === "similar" ? findSimilar(search) : findContaining(search);
}
