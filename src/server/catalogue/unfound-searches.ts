import { desc, gt, inArray, lt, or, sql } from "drizzle-orm";
import type { ProductQuery } from "../../contracts/catalogue/product.ts";
import { DAY_MS } from "../platform/clock.ts";
import type { Viewer } from "./resource.ts";
import type { ResourceDeps } from "./resource-service.ts";
import { toSearchTerm } from "./search-text.ts";
import type { Suggestions } from "./suggestions.ts";
import { unfoundSearches } from "./unfound-search-table.ts";

const MAX_LENGTH = 60;
const MAX_STORED = 500;
/** Of one process, from one save to the next. */
const MAX_NOTED = 100;
const KEPT_MS = 30 * DAY_MS;
const MAX_LISTED = 10;
/** An e-mail address, or as many digits as a phone number has. */
const PERSONAL = /@|(\d\D{0,3}){6}/;

const { term, count, lastAt } = unfoundSearches;
const mostFrequent = [desc(count), desc(lastAt)];

/** Counts what customers look for and the shop does not have. Nothing says who searched. */
export function createUnfoundSearches({ db, clock }: Pick<ResourceDeps, "db" | "clock">, suggestions: Suggestions) {
  const noted = new Map<string, number>();
  const since = () => new Date(clock.now().getTime() - KEPT_MS);

  async function note(q: string | undefined) {
    const term = toSearchTerm(q);
    if (!term || term.length > MAX_LENGTH || PERSONAL.test(term) || (await suggestions.list(term)).length > 0) return;
    if (noted.has(term) || noted.size < MAX_NOTED) noted.set(term, (noted.get(term) ?? 0) + 1);
  }

  return {
    /** Lists products, and notes a search of all of them that finds nothing and has no suggestion. */
    watch:
      <Found extends { total: number }>(list: (query: ProductQuery, viewer: Viewer) => Promise<Found>) =>
      async (query: ProductQuery, viewer: Viewer) => {
        const found = await list(query, viewer);
        const { q, page, limit, sort, match, ...filters } = query;
        const isWhole = Object.values(filters).every((value) => value === undefined);
        if (found.total === 0 && viewer === "public" && match !== "similar" && isWhole) await note(q);
        return found;
      },

    /** Runs once a minute. The list searches while somebody types, so beginnings of longer searches are left out. */
    async save() {
      const terms = [...noted.keys()].sort();
      const whole = terms.filter((term) => !terms.some((other) => other !== term && other.startsWith(term)));
      const rows = whole.map((term) => ({ term, count: noted.get(term)!, lastAt: clock.now() }));
      noted.clear();
      if (rows.length === 0) return;
      const set = { count: sql`${count} + excluded.count`, lastAt: sql`excluded.last_at` };
      await db.insert(unfoundSearches).values(rows).onConflictDoUpdate({ target: term, set });
      const rest = db
        .select({ term })
        .from(unfoundSearches)
        .orderBy(...mostFrequent)
        .offset(MAX_STORED);
      await db.delete(unfoundSearches).where(or(lt(lastAt, since()), inArray(term, rest)));
    },

    async list() {
      const isRecent = gt(lastAt, since());
      const rows = await db
        .select()
        .from(unfoundSearches)
        .where(isRecent)
        .orderBy(...mostFrequent)
        .limit(MAX_LISTED);
      return rows.map(({ lastAt, ...row }) => ({ ...row, lastAt: lastAt.toISOString() }));
    },
  };
}
