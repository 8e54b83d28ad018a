import type { Changes } from "../events/change-events.ts";

/** Fewer are counted anew each time: that costs nothing worth keeping. */
const LEAST_KEPT = 10_000;
/** What is changed behind the shop's back, in the database itself, shows after this at the latest. */
const KEEP_MS = 2_000;

interface Kept<T> {
  value: T;
  until: number;
}

/** Large numbers, kept until something is added, taken away or moved; `tag` says so. Small ones are not. */
export function createKeptCounts<T>({ changes, tag }: { changes: Pick<Changes, "on" | "isHearing">; tag: string }) {
  const kept = new Map<string, Kept<T>>();
  /** Grows with every change heard of, so that what was counted before it is not kept after it. */
  let epoch = 0;
  changes.on((tags) => {
    if (tags !== "everything" && !tags.includes(tag)) return;
    epoch += 1;
    kept.clear();
  });

  return async (key: string, count: () => Promise<{ value: T; number: number }>): Promise<T> => {
    const known = changes.isHearing() ? kept.get(key) : undefined;
    const now = performance.now();
    if (known && known.until > now) return known.value;
    const begun = epoch;
    const { value, number } = await count();
    if (number >= LEAST_KEPT && begun === epoch) kept.set(key, { value, until: now + KEEP_MS });
    return value;
  };
}
