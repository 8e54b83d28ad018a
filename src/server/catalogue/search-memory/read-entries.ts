import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import type { Place, ResourceTable } from "../resource.ts";
import type { Likeness } from "./likeness.ts";
import { type Entry, SHELF, titlesOf } from "./shelf.ts";
import type { Places } from "./text-index.ts";

export interface Source {
  db: Database;
  path: string;
  table: ResourceTable;
  placedBy: readonly string[];
}

interface Row {
  id: string;
  createdAt: Date;
  place: string;
  text: string;
  [column: string]: unknown;
}

const BEFORE_ALL = { createdAt: "infinity", id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };

/** Reads records as far as they are searched for, and numbers the places where they are. */
export function createEntryReader({ db, path, table, placedBy }: Source) {
  const columns = sql.join(
    placedBy.map((name) => sql`${getTableColumns(table)[name]!}`),
    sql`, `,
  );
  const reading = (which: SQL) => sql`
    select ${table.id} as id, ${table.createdAt} as "createdAt", json_build_array(${columns})::text as place,
      ${table.searchText} as text
    from ${table} where ${which}`;
  const readOlder = prepared<Row>(
    `searched${path}`,
    sql`${reading(sql`(${table.createdAt}, ${table.id}) < (${sql.placeholder("createdAt")}::timestamptz, ${sql.placeholder("id")}::uuid)`)}
      order by ${table.createdAt} desc, ${table.id} desc limit ${sql.raw(`${SHELF}`)}`,
  );
  const readNamed = prepared<Row>(
    `searched-named${path}`,
    reading(sql`${table.id} = any(${sql.placeholder("ids")}::uuid[])`),
  );

  const places = new Map<string, number>();
  function toEntry({ id, createdAt, place, text }: Row): Entry {
    const number = places.get(place) ?? places.size;
    places.set(place, number);
    return { id, createdAt: createdAt.getTime(), place: number, text };
  }

  return {
    /** Those that come after the given one, the newest first; as many as stand on one shelf. */
    older: async (than: Entry | undefined) =>
      (await readOlder(db, than ? { ...than, createdAt: new Date(than.createdAt) } : BEFORE_ALL)).map(toEntry),

    named: async (ids: string[]) => (await readNamed(db, { ids })).map(toEntry),

    /** Asks PostgreSQL which of the letters in these titles it takes for parts of words. */
    async learnLetters(likeness: Likeness, entries: readonly Entry[]) {
      const letters = likeness.unknownIn(titlesOf(entries));
      if (letters.length === 0) return;
      const { rows } = await db.execute<{ letter: string; isPart: boolean }>(sql`
        select letter, cardinality(show_trgm(letter)) > 0 as "isPart" from unnest(${sql.param(letters)}::text[]) letter`);
      for (const { letter, isPart } of rows) likeness.learn(letter, isPart);
    },

    placeCount: () => places.size,

    /** Which places are within the one that somebody looks in. */
    within(wanted: Place | undefined): Places {
      if (!wanted) return undefined;
      return Uint8Array.from(places.keys(), (place) => {
        const held = JSON.parse(place) as (string | null)[];
        return placedBy.every((name, at) => wanted[name] === undefined || wanted[name] === held[at]) ? 1 : 0;
      });
    },
  };
}
export type EntryReader = ReturnType<typeof createEntryReader>;
