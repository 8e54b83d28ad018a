import { and, desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "../platform/database.ts";
import type { ResourceTable } from "./resource.ts";
import { containing, type Hits, LEAST_LIKENESS, resembling } from "./search.ts";

/** Of records that merely resemble what was typed no more are looked at. */
const MOST_ALIKE = 2000;

interface Search {
  table: ResourceTable;
  /** Where it is searched: in a category, say. */
  within: SQL | undefined;
  wanted: string;
  limit: number;
  offset: number;
}

/** A page of hits, the best first and then the newest, and how many there are: one statement. */
async function readHits(db: Database | Transaction, search: Search, { where, keep, rank }: Hits, most?: number) {
  const { table, within, limit, offset } = search;
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
  const rows = await db
    .with(candidates, hits)
    .select({ row: getTableColumns(table), total: sql<number>`(select count(*)::int from ${hits})` })
    .from(page)
    .innerJoin(table, eq(table.id, page.id))
    .orderBy(page.rank, desc(page.at), desc(page.id));
  return { rows: rows.map(({ row }) => row as object), total: rows[0]?.total };
}

/** Behind the last page there is no row that could tell how many there are. */
async function readPage(db: Database | Transaction, search: Search, hits: Hits, most?: number) {
  const { rows, total } = await readHits(db, search, hits, most);
  if (total !== undefined || search.offset === 0) return { rows, total: total ?? 0 };
  const { total: behind = 0 } = await readHits(db, { ...search, limit: 1, offset: 0 }, hits, most);
  return { rows, total: behind };
}

/** What contains the words as typed; where nothing does, what has something like them. */
export async function searchRecords(db: Database, search: Search) {
  const { searchText } = search.table;
  const exact = await readPage(db, search, containing(searchText, search.wanted));
  const alike = exact.total === 0 && resembling(searchText, search.wanted);
  if (!alike) return exact;
  return db.transaction(async (tx) => {
    // PostgreSQL thinks it as cheap to compare words letter by letter as numbers, and would rather do so with every record.
    await tx.execute(sql`
      select set_config('pg_trgm.word_similarity_threshold', ${String(LEAST_LIKENESS)}, true),
        set_config('enable_seqscan', 'off', true)`);
    return readPage(tx, search, alike, MOST_ALIKE);
  });
}
