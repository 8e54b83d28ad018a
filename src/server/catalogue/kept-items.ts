import type { Changes } from "../platform/events/change-events.ts";
import { recordIdIn } from "./tags.ts";

/** Some thousand products; those nobody searched for lately go first. */
const MOST_LETTERS = 4 * 1024 * 1024;

interface Kept {
  json?: string;
}

interface Deps {
  changes: Pick<Changes, "on" | "isHearing">;
  path: string;
  /** Those of the named records that exist, as they are sent. */
  read(ids: string[]): Promise<ReadonlyMap<string, string>>;
}

/** Records as they are sent to everyone, kept until they change, be it by a sale. */
export function createKeptItems({ changes, path, read }: Deps) {
  const kept = new Map<string, Kept>();
  let letters = 0;

  function drop(id: string) {
    letters -= kept.get(id)?.json?.length ?? 0;
    kept.delete(id);
  }

  changes.on((tags) => {
    if (tags === "everything") {
      kept.clear();
      letters = 0;
      return;
    }
    for (const tag of tags) {
      const id = recordIdIn(path, tag);
      if (id !== undefined) drop(id);
    }
  });

  /**
   * A place is made before a record is read. A change takes the place away, so what was read before the change was
   * heard of finds none, and is not kept.
   */
  async function readAndKeep(ids: string[]) {
    const places = ids.map((id) => {
      const place = kept.get(id) ?? {};
      kept.set(id, place);
      return { id, place };
    });
    const found = await read(ids);
    for (const { id, place } of places) {
      const json = found.get(id);
      if (kept.get(id) !== place || place.json !== undefined) continue;
      if (json === undefined || !changes.isHearing()) {
        kept.delete(id);
        continue;
      }
      place.json = json;
      letters += json.length;
    }
    for (const [oldest] of kept) {
      if (letters <= MOST_LETTERS) break;
      drop(oldest);
    }
    return found;
  }

  /** The named records, in this order; nothing where one of them does not exist any more. */
  return async (ids: readonly string[]): Promise<string[] | undefined> => {
    const known = new Map<string, string>();
    for (const id of changes.isHearing() ? ids : []) {
      const place = kept.get(id);
      if (place?.json === undefined) continue;
      known.set(id, place.json);
      // The latest asked for stand last.
      kept.delete(id);
      kept.set(id, place);
    }
    const missing = ids.filter((id) => !known.has(id));
    const found = missing.length > 0 ? await readAndKeep(missing) : known;
    const all = ids.map((id) => known.get(id) ?? found.get(id));
    return all.includes(undefined) ? undefined : (all as string[]);
  };
}
