import { createHash } from "node:crypto";
import { and, desc, eq, getTableColumns, like, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Database, Transaction } from "../platform/database/database.ts";
import { escapeLike } from "../platform/database/like-pattern.ts";
import { type Filter, filterWhere, type ResourceTable } from "./resource.ts";
import { accentedSearchText, titleOfSearchText, withoutAccents } from "./search-text.ts";

export interface Search {
  term: string;
  filter: Filter | undefined;
  limit: number;
  offset: number;
}

interface Match {
  /** Answered by the trigram index. */
  where: SQL | undefined;
  /** Checked for each row that the index finds. */
  keep: SQL;
  /** Ascending: the best first. */
  rank: SQL;
}

/** Rows that contain the term: in the title first, then in the other texts, then without accents. */
const containing = (column: AnyPgColumn, pattern: string | Placeholder): Match => ({
  where: like(column, pattern),
  keep: sql`true`,
  rank: sql`case when ${titleOfSearchText(column)} like ${pattern} then 0
    when ${accentedSearchText(column)} like ${pattern} then 1 else 2 end`,
});

/** Thresholds of pg_trgm's word similarity. Short words need more, because fewer trigrams match by chance. */
const MIN_SIMILARITY = 0.45;
const MIN_SIMILARITY_SHORT = 0.6;
const SHORT_WORD = 5;
const MIN_WORD = 3;
const MAX_WORDS = 8;
/** Similar rows that are ranked at most. */
const MAX_SIMILAR = 2000;

const wordsOf = (term: string) =>
  withoutAccents(term)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word.length >= MIN_WORD)
    .slice(0, MAX_WORDS)
    .map((word) => ({ word, min: word.length < SHORT_WORD ? MIN_SIMILARITY_SHORT : MIN_SIMILARITY }));

/** Rows whose title has something like each word, for typing errors. Long descriptions resemble every word, so only titles count. */
function resembling(column: AnyPgColumn, term: string): Match | undefined {
  const words = wordsOf(term);
  if (words.length === 0) return undefined;
  const similarity = (word: string) => sql`word_similarity(${word}, ${titleOfSearchText(column)})`;
  return {
    where: and(...words.map(({ word }) => sql`${word} <% ${titleOfSearchText(column)}`)),
    keep: sql.join(
      words.map(({ word, min }) => sql`${similarity(word)} >= ${min}`),
      sql` and `,
    ),
    rank: sql`-(${sql.join(
      words.map(({ word }) => similarity(word)),
      sql` + `,
    )})`,
  };
}

interface PageQuery {
  table: ResourceTable;
  filter: SQL | undefined;
  limit: number | Placeholder;
  offset: number | Placeholder;
}

/** One page of matches, the best first and then the newest, with the number of all matches: one statement. */
function selectPage(
  db: Database | Transaction,
  query: PageQuery,
  { where, keep, rank }: Match,
  maxCandidates?: number,
) {
  const { table, filter, limit, offset } = query;
  const found = db
    .select({
      id: table.id,
      at: sql`${table.createdAt}`.as("at"),
      rank: sql`${rank}`.as("rank"),
      isMatch: sql<boolean>`${keep}`.as("is_match"),
    })
    .from(table)
    .where(and(filter, where));
  const candidates = db.$with("candidates").as(maxCandidates ? found.limit(maxCandidates) : found);
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

/** Searches one table. Terms under three characters have no trigram, so PostgreSQL plans each of those queries afresh. */
export function createSearch(db: Database, table: ResourceTable) {
  const { searchText } = table;

  function prepare(filter: SQL | undefined) {
    const page = { limit: sql.placeholder("limit"), offset: sql.placeholder("offset") };
    const query = selectPage(db, { table, filter, ...page }, containing(searchText, sql.placeholder("pattern")));
    return query.prepare(`search-${createHash("sha256").update(query.toSQL().sql).digest("base64url").slice(0, 22)}`);
  }
  const preparedByFilter = new Map<string, ReturnType<typeof prepare>>();

  function preparedFor(filter: Filter | undefined) {
    const key = JSON.stringify(filter ?? {});
    const prepared = preparedByFilter.get(key) ?? prepare(filterWhere(table, filter));
    preparedByFilter.set(key, prepared);
    return prepared;
  }

  function findExact(search: Search) {
    const pattern = `%${escapeLike(search.term)}%`;
    if (search.term.length < MIN_WORD) {
      const filter = filterWhere(table, search.filter);
      return readPage(search, (page) => selectPage(db, { table, filter, ...page }, containing(searchText, pattern)));
    }
    const prepared = preparedFor(search.filter);
    return readPage(search, (page) => prepared.execute({ pattern, ...page }) as Promise<PageRows>);
  }

  /** Rows that contain the term; where there are none, rows that resemble it. */
  return async (search: Search) => {
    const exact = await findExact(search);
    const similar = exact.total === 0 && resembling(searchText, search.term);
    if (!similar) return exact;
    return db.transaction(async (tx) => {
      // The planner underestimates the cost of word similarity and would scan the whole table.
      await tx.execute(sql`
        select set_config('pg_trgm.word_similarity_threshold', ${String(MIN_SIMILARITY)}, true),
          set_config('enable_seqscan', 'off', true)`);
      const filter = filterWhere(table, search.filter);
      return readPage(search, (page) => selectPage(tx, { table, filter, ...page }, similar, MAX_SIMILAR));
    });
  };
}
