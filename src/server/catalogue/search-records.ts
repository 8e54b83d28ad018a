import { createHash } from "node:crypto";
import { and, desc, eq, getTableColumns, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "../platform/database/database.ts";
import { type Place, type ResourceTable, whereIn } from "./resource.ts";
import { containing, type Hits, LEAST_LIKENESS, MOST_ALIKE, patternOf, resembling } from "./search.ts";

/** The index knows texts by three letters each; what is shorter is planned for itself, for it may be better read without. */
const LEAST_PREPARED = 3;

export interface Search {
  /** Where it is searched: in a category, say. */
  place: Place | undefined;
  wanted: string;
  limit: number;
  offset: number;
}

interface Reading {
  table: ResourceTable;
  within: SQL | undefined;
  limit: number | Placeholder;
  offset: number | Placeholder;
}

/** A page of hits, the best first and then the newest, and how many there are: one statement. */
function hitsIn(db: Database | Transaction, reading: Reading, { where, keep, rank }: Hits, most?: number) {
  const { table, within, limit, offset } = reading;
  const found = db
    .select({
      id: table.id,
      at: sql`${table.createdAt}`.as("at"),
      rank: sql`${rank}`.as("rank"),
      isMeant: sql<boolean>`${keep}`.as("is_meant"),
    })
    .from(table)
    .where(and(within, where));
  const candidates = db.$with("candidates").as(most ? found.limit(most) : found);
  const hits = db.$with("hits").as(db.select().from(candidates).where(sql`${candidates.isMeant}`));
  const page = db
    .select()
    .from(hits)
    .orderBy(hits.rank, desc(hits.at), desc(hits.id))
    .limit(limit)
    .offset(offset)
    .as("page");
  return db
    .with(candidates, hits)
    .select({ row: getTableColumns(table), total: sql<number>`(select count(*)::int from ${hits})` })
    .from(page)
    .innerJoin(table, eq(table.id, page.id))
    .orderBy(page.rank, desc(page.at), desc(page.id));
}

type Page = Pick<Search, "limit" | "offset">;
type Found = { row: unknown; total: number }[];

/** Behind the last page there is no row that could tell how many there are. */
async function readPage({ limit, offset }: Page, read: (page: Page) => PromiseLike<Found>) {
  const found = await read({ limit, offset });
  const isBehind = found.length === 0 && offset > 0;
  const [counted] = isBehind ? await read({ limit: 1, offset: 0 }) : found;
  return { rows: found.map(({ row }) => row as object), total: counted?.total ?? 0 };
}

/** Finds records of one kind by words, in the database. */
export function createSearch(db: Database, table: ResourceTable) {
  const { searchText } = table;

  function prepare(within: SQL | undefined) {
    const places = { limit: sql.placeholder("limit"), offset: sql.placeholder("offset") };
    const query = hitsIn(db, { table, within, ...places }, containing(searchText, sql.placeholder("pattern")));
    return query.prepare(`search-${createHash("sha256").update(query.toSQL().sql).digest("base64url").slice(0, 22)}`);
  }
  const preparedIn = new Map<string, ReturnType<typeof prepare>>();

  function searchIn(place: Place | undefined) {
    const name = JSON.stringify(place ?? {});
    const prepared = preparedIn.get(name) ?? prepare(whereIn(table, place));
    preparedIn.set(name, prepared);
    return prepared;
  }

  function readExact(search: Search) {
    const pattern = patternOf(search.wanted);
    if (search.wanted.length < LEAST_PREPARED) {
      const within = whereIn(table, search.place);
      return readPage(search, (page) => hitsIn(db, { table, within, ...page }, containing(searchText, pattern)));
    }
    const prepared = searchIn(search.place);
    return readPage(search, (page) => prepared.execute({ pattern, ...page }) as Promise<Found>);
  }

  /** What contains the words as typed; where nothing does, what has something like them. */
  return async (search: Search) => {
    const exact = await readExact(search);
    const alike = exact.total === 0 && resembling(searchText, search.wanted);
    if (!alike) return exact;
    return db.transaction(async (tx) => {
      // PostgreSQL thinks it as cheap to compare words letter by letter as numbers, and would rather do so with every record.
      await tx.execute(sql`
        select set_config('pg_trgm.word_similarity_threshold', ${String(LEAST_LIKENESS)}, true),
          set_config('enable_seqscan', 'off', true)`);
      const within = whereIn(table, search.place);
      return readPage(search, (page) => hitsIn(tx, { table, within, ...page }, alike, MOST_ALIKE));
    });
  };
}
