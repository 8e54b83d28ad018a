import type { Database } from "../platform/database/database.ts";
import type { Changes } from "../platform/events/change-events.ts";
import { createKeptItems } from "./kept-items.ts";
import type { ResourceTable } from "./resource.ts";
import { createSearchMemory } from "./search-memory/search-memory.ts";
import { createSearch, type Search } from "./search-records.ts";

interface Row {
  id: string;
}

interface Deps {
  db: Database;
  changes: Changes;
  table: ResourceTable;
  path: string;
  placedBy: readonly string[];
  /** Those of the named records that exist. */
  readNamed(ids: string[]): Promise<Row[]>;
  /** A record as it is sent to everyone. */
  toJson(row: Row): string;
}

/** Finds records by words: in memory, where that is known to be right, else in the database. */
export function createFinder({ db, changes, table, path, placedBy, readNamed, toJson }: Deps) {
  const memory = createSearchMemory({ db, table, path, placedBy, changes });
  const askDatabase = createSearch(db, table);
  const keptItems = createKeptItems({
    changes,
    path,
    read: async (ids) => new Map((await readNamed(ids)).map((row) => [row.id, toJson(row)])),
  });

  return {
    inMemory: memory.count,

    async rows(search: Search) {
      const found = await memory.find(search);
      if (!found) return askDatabase(search);
      const byId = new Map((await readNamed(found.ids)).map((row) => [row.id, row]));
      const rows = found.ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
      // One that has just been deleted was counted.
      return rows.length === found.ids.length ? { rows, total: found.total } : askDatabase(search);
    },

    /** A page as it is sent to everyone, where memory knows it. */
    async json(search: Search) {
      const found = await memory.find(search);
      const items = found && (await keptItems(found.ids));
      return items && { json: `[${items.join(",")}]`, total: found.total };
    },
  };
}
