import type { ChangeEvents } from "./events.ts";

/** Cached in this process until any process publishes a change with the tag. `fallback` is returned before the first read. */
export function createCachedRead<T>(changes: ChangeEvents, tag: string, load: () => Promise<T>, fallback: T) {
  let cached: Promise<T> | undefined;
  /** Used while the database is unreachable. */
  let lastRead = fallback;

  changes.subscribe((tags) => {
    if (tags === "everything" || tags.includes(tag)) cached = undefined;
  });

  async function read() {
    lastRead = await load();
    return lastRead;
  }

  return async () => {
    try {
      if (!changes.isListening()) return await read();
      cached ??= read();
      return await cached;
    } catch {
      cached = undefined;
      return lastRead;
    }
  };
}
