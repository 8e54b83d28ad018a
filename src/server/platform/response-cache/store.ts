import { createHash } from "node:crypto";
import type { ChangeEvents } from "../events.ts";
import { compress, type Encoding, isCompressible, MIN_BYTES_TO_COMPRESS } from "../http/compression.ts";

const MAX_BYTES = 64 * 1024 * 1024;
/** After a sale an expired response may be served for this long while a fresh one is made. */
const MAX_STALE_MS = 1_000;
/** Responses with exact figures are refreshed this often, whether or not a sale was noticed. */
const FIGURES_FRESH_MS = 500;
/** Tags that start with this are of facts that time alone changes. Pages inherit them, and both expire by age. */
export const TIMED = "timed:";
/** A page from JSON of this age is at most a minute old. */
const TIMED_FRESH_MS = 28_000;

/** Changed tags are remembered only to detect a change that happens while a response is being rendered. */
const MAX_REMEMBERED_TAGS = 10_000;

/** One encoding of a response, with header lists ready for `writeHead`. */
export interface Variant {
  body: Buffer;
  headers: string[];
  /** For 304: the client's copy keeps its own content headers. */
  notModifiedHeaders: string[];
}

export interface NewResponse {
  body: Buffer;
  headers: Record<string, string>;
  /** A change of one of these makes the response wrong. */
  tags: readonly string[];
  /** Tags of exact figures such as stock. A sale expires the response in this process; elsewhere it expires by age. */
  figures: readonly string[];
}

export interface CachedResponse extends NewResponse {
  /** Without the encoding: the start of every variant's ETag. */
  hash: string;
  variants: Partial<Record<Encoding, Variant>>;
}

interface Entry extends CachedResponse {
  bytes: number;
  storedAt: number;
  expiredAt: number | undefined;
  isTimed: boolean;
  /** Second-chance bit: set on a hit, cleared when eviction passes. */
  wasHit: boolean;
}

function toVariant({ hash, headers }: CachedResponse, encoding: Encoding, body: Buffer): Variant {
  const etag = encoding === "identity" ? `"${hash}"` : `"${hash}-${encoding}"`;
  const all = {
    ...headers,
    ...(encoding !== "identity" && { "content-encoding": encoding }),
    "content-length": `${body.length}`,
    etag,
  };
  const cacheHeaders = Object.entries(all).filter(([name]) => !name.startsWith("content-"));
  return { body, headers: Object.entries(all).flat(), notModifiedHeaders: cacheHeaders.flat() };
}

/** Public responses as bytes, dropped when a tag changes. Bounded in bytes, with second-chance eviction. */
export function createResponseStore({ changes }: { changes: Pick<ChangeEvents, "subscribe" | "isListening"> }) {
  const entries = new Map<string, Entry>();
  const keysByTag = new Map<string, Set<string>>();
  /** Per tag: the version of its last change, and when it was last expired. */
  const lastDropped = new Map<string, number>();
  const lastExpired = new Map<string, number>();
  /** Incremented by every drop. A response whose rendering began at an older version may be outdated. */
  let version = 0;
  let everythingDroppedAt = 0;
  let bytes = 0;
  let hits = 0;

  function remove(key: string) {
    const entry = entries.get(key);
    if (!entry) return;
    entries.delete(key);
    bytes -= entry.bytes;
    for (const tag of [...entry.tags, ...entry.figures]) {
      const keys = keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) keysByTag.delete(tag);
    }
  }

  function dropEverything() {
    everythingDroppedAt = version;
    entries.clear();
    keysByTag.clear();
    lastDropped.clear();
    lastExpired.clear();
    bytes = 0;
  }

  changes.subscribe((tags, mode) => {
    if (mode === "drop" || tags === "everything") version += 1;
    if (tags === "everything") return dropEverything();
    const now = performance.now();
    if (lastDropped.size > MAX_REMEMBERED_TAGS) {
      lastDropped.clear();
      everythingDroppedAt = version;
    }
    if (lastExpired.size > MAX_REMEMBERED_TAGS) lastExpired.clear();
    for (const tag of tags) {
      if (mode === "drop") lastDropped.set(tag, version);
      else lastExpired.set(tag, now);
      for (const key of keysByTag.get(tag) ?? []) {
        if (mode === "drop") remove(key);
        else entries.get(key)!.expiredAt ??= now;
      }
    }
  });

  const isCurrent = (since: number, tags: readonly string[]) =>
    everythingDroppedAt <= since && tags.every((tag) => (lastDropped.get(tag) ?? 0) <= since);

  function expiredSince(start: number, tags: readonly string[]) {
    const moments = tags.map((tag) => lastExpired.get(tag) ?? 0).filter((moment) => moment >= start);
    return moments.length > 0 ? Math.min(...moments) : undefined;
  }

  function evict() {
    for (const [key, entry] of entries) {
      if (bytes <= MAX_BYTES) return;
      if (entry.wasHit) {
        entry.wasHit = false;
        entries.delete(key);
        entries.set(key, entry);
      } else remove(key);
    }
  }

  function staleSince({ expiredAt, figures, storedAt, isTimed }: Entry, now: number) {
    if (expiredAt !== undefined) return expiredAt;
    if (isTimed && now - storedAt > TIMED_FRESH_MS) return storedAt + TIMED_FRESH_MS;
    return figures.length > 0 && now - storedAt > FIGURES_FRESH_MS ? storedAt : undefined;
  }

  return {
    /** Call it before rendering a response. `put` uses the result to detect changes since then. */
    start: () => ({ version, at: performance.now() }),
    isUpToDate: (start: { version: number }) => start.version === version,

    find(key: string): { response: CachedResponse; isFresh: boolean } | undefined {
      const entry = changes.isListening() ? entries.get(key) : undefined;
      if (!entry) return undefined;
      entry.wasHit = true;
      if (entry.expiredAt === undefined && entry.figures.length === 0 && !entry.isTimed)
        return { response: entry, isFresh: true };
      const now = performance.now();
      const stale = staleSince(entry, now);
      if (stale !== undefined && now - stale > MAX_STALE_MS) return undefined;
      return { response: entry, isFresh: stale === undefined };
    },

    /** For rendering a page. Ignores the age of figures: pages show stock in words, and a change of the words expires the response. */
    findForPage(key: string): CachedResponse | undefined {
      const entry = changes.isListening() ? entries.get(key) : undefined;
      if (!entry || entry.expiredAt !== undefined) return undefined;
      if (entry.isTimed && staleSince(entry, performance.now()) !== undefined) return undefined;
      entry.wasHit = true;
      return entry;
    },

    countHit() {
      hits += 1;
    },

    /** Stores a response whose rendering began at `start`, unless one of its tags has changed since. */
    put(key: string, start: { version: number; at: number }, fresh: NewResponse): CachedResponse {
      const hash = createHash("sha256").update(fresh.body).digest("base64url").slice(0, 22);
      const tags = [...fresh.tags, ...fresh.figures];
      const expiredAt = expiredSince(start.at, tags);
      const entry: Entry = {
        ...fresh,
        hash,
        variants: {},
        bytes: fresh.body.length,
        storedAt: start.at,
        expiredAt,
        isTimed: fresh.tags.some((tag) => tag.startsWith(TIMED)),
        wasHit: true,
      };
      if (!changes.isListening() || !isCurrent(start.version, fresh.tags)) return entry;
      remove(key);
      entries.set(key, entry);
      bytes += entry.bytes;
      for (const tag of tags) keysByTag.set(tag, (keysByTag.get(tag) ?? new Set()).add(key));
      evict();
      return entry;
    },

    /** Encodes a missing variant. Callers use `variants` first. */
    async makeVariant(key: string, response: CachedResponse, encoding: Encoding): Promise<Variant> {
      const { body, headers } = response;
      const pays = body.length >= MIN_BYTES_TO_COMPRESS && isCompressible(headers["content-type"]);
      const used = pays ? encoding : "identity";
      const bytesSent = await compress(body, used);
      const known = response.variants[used];
      const variant = known ?? toVariant(response, used, bytesSent);
      response.variants[used] = variant;
      response.variants[encoding] = variant;
      const entry = entries.get(key);
      if (entry === response && !known && used !== "identity") {
        entry.bytes += variant.body.length;
        bytes += variant.body.length;
      }
      return variant;
    },

    size: () => ({ responses: entries.size, bytes, hits }),
  };
}
