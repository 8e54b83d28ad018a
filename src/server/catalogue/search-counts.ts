import { and, between, desc, eq, gte, inArray, lt, sql } from "drizzle-orm";
import type { ProductQuery } from "../../contracts/catalogue/product.ts";
import type { SearchCount, SearchReply, SearchScript } from "../../contracts/catalogue/search.ts";
import { addDays, indianDay } from "../platform/indian-time.ts";
import { plainWords } from "./fold-words.ts";
import { isByMatch, type Viewer } from "./resource.ts";
import type { ResourceDeps } from "./resource-service.ts";
import { searches } from "./search-table.ts";
import { foldDigits, toSearchTerm } from "./search-text.ts";

const MAX_LENGTH = 60;
/** Of one day, the most frequent. */
const MAX_STORED = 500;
/** Of one process, from one save to the next. */
const MAX_NOTED = 100;
const KEPT_DAYS = 400;
const LISTED_DAYS = 30;
const MAX_LISTED = 10;
const MAX_REPORTED = 1_000;
/** An e-mail address, or as many digits as a phone number has: six close together, or ten in all. */
const PERSONAL = /@|(\d\D{0,3}){6}|(\d\D*){10}/;
/** As many digits beside a word that the shop does not know may be a name with a number. */
const NUMBERED = /\d\D*\d/;

const { day, term, found, count } = searches;

export function scriptOf(term: string): SearchScript {
  const isDevanagari = /\p{Script=Devanagari}/u.test(term);
  if (!isDevanagari) return "latin";
  return /\p{Script=Latin}/u.test(term) ? "mixed" : "devanagari";
}

type Deps = Pick<ResourceDeps, "db" | "clock"> & { isKnownWords(term: string): Promise<boolean> };

/** Counts what is searched, by day. Nothing says who searched. */
export function createSearchCounts({ db, clock, isKnownWords }: Deps) {
  const noted = new Map<string, { term: string; found: boolean; isTyping: boolean; count: number }>();

  async function note(q: string | undefined, { found, isTyping }: { found: boolean; isTyping: boolean }) {
    const term = toSearchTerm(foldDigits(q ?? ""));
    if (!term || term.length > MAX_LENGTH) return;
    const key = `${found} ${isTyping} ${term}`;
    const known = noted.get(key);
    if (known) known.count++;
    if (known || noted.size >= MAX_NOTED) return;
    // Also digits that are spelled out.
    if ([term, plainWords(term).join(" ")].some((text) => PERSONAL.test(text))) return;
    if (NUMBERED.test(term) && !(await isKnownWords(term))) return;
    noted.set(key, { term, found, isTyping, count: (noted.get(key)?.count ?? 0) + 1 });
  }

  return {
    /** A search of the whole shop. */
    async noteSearch(q: string, { groups }: SearchReply) {
      await note(q, { found: groups.some(({ total }) => total > 0), isTyping: false });
    },

    /** Lists products, and notes a search in the box above all of them. The search page leads to `sort=match`. */
    watch:
      <Found extends { total: number }>(list: (query: ProductQuery, viewer: Viewer) => Promise<Found>) =>
      async (query: ProductQuery, viewer: Viewer) => {
        const result = await list(query, viewer);
        const { q, page = 1, limit, sort, match, ...filters } = query;
        const isWhole = page === 1 && Object.values(filters).every((value) => value === undefined);
        if (viewer === "public" && match !== "similar" && isWhole && !isByMatch(query))
          await note(q, { found: result.total > 0, isTyping: true });
        return result;
      },

    /** Runs once a minute. The box searches while somebody types, so beginnings of longer searches are left out. */
    async save() {
      const typing = [...noted.values()].filter(({ isTyping }) => isTyping).map(({ term }) => term);
      const isBeginning = (term: string) => typing.some((other) => other !== term && other.startsWith(term));
      const today = indianDay(clock.now());
      const totals = new Map<string, typeof searches.$inferInsert>();
      for (const { term, found, isTyping, count } of noted.values()) {
        if (isTyping && isBeginning(term)) continue;
        const before = totals.get(`${found} ${term}`)?.count ?? 0;
        totals.set(`${found} ${term}`, { day: today, term, script: scriptOf(term), found, count: before + count });
      }
      noted.clear();
      const rows = [...totals.values()];
      if (rows.length === 0) return;
      await db
        .insert(searches)
        .values(rows)
        .onConflictDoUpdate({ target: [day, term, found], set: { count: sql`${count} + excluded.count` } });
      const rest = db
        .select({ term })
        .from(searches)
        .where(eq(day, today))
        .orderBy(desc(count), term)
        .offset(MAX_STORED);
      await db.delete(searches).where(and(eq(day, today), inArray(term, rest)));
      await db.delete(searches).where(lt(day, addDays(today, -KEPT_DAYS)));
    },

    /** By day, the newest first, and of a day the most frequent first. */
    read: ({ from, to }: { from: string; to: string }): Promise<SearchCount[]> =>
      db
        .select()
        .from(searches)
        .where(between(day, from, to))
        .orderBy(desc(day), desc(count), term)
        .limit(MAX_REPORTED),

    /** The most frequent of the last days, with or without result. */
    async listTop(wanted: { found: boolean }) {
      const total = sql<number>`sum(${count})::int`;
      const lastDay = sql<string>`max(${day})::text`;
      const rows = await db
        .select({ term, count: total, lastDay })
        .from(searches)
        .where(and(eq(found, wanted.found), gte(day, addDays(indianDay(clock.now()), -LISTED_DAYS))))
        .groupBy(term)
        .orderBy(desc(total), desc(lastDay), term)
        .limit(MAX_LISTED);
      return rows;
    },
  };
}
