import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Changes } from "../events/change-events.ts";
import { toWholeAnswer, type WholeAnswer } from "./whole-answer.ts";

const MOST_BYTES = 64 * 1024 * 1024;
/** Below this, compressing saves no packet. */
const LEAST_TO_COMPRESS = 1_000;
const NOTHING = Buffer.alloc(0);

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

export type Encoding = "identity" | "gzip" | "br";

/** What is ready to be sent. */
export interface Variant {
  etag: string;
  whole: WholeAnswer;
  /** The news that nothing has changed: the visitor's copy keeps the type, the length and the policy that it came with. */
  unchanged: WholeAnswer;
}

export interface KeptAnswer {
  /** Without the encoding: what every variant's ETag begins with. */
  mark: string;
  /** What it was made of. */
  tags: readonly string[];
  variants: Partial<Record<Encoding, Variant>> & { identity: Variant };
}

interface Entry extends KeptAnswer {
  size: number;
  /** Since it last came up for removal: then it stays once more. Cheaper than moving it at every question. */
  wasAsked: boolean;
}

export interface FreshAnswer {
  body: Buffer;
  /** Names and values, as they are sent. */
  headers: Record<string, string>;
  /** What it was made of. */
  tags: readonly string[];
}

function toVariant({ headers }: FreshAnswer, mark: string, encoding: Encoding, bytes: Buffer): Variant {
  const etag = encoding === "identity" ? `"${mark}"` : `"${mark}-${encoding}"`;
  const all = {
    ...headers,
    ...(encoding !== "identity" && { "content-encoding": encoding }),
    "content-length": `${bytes.length}`,
    etag,
  };
  const ofCopy = Object.entries(all).filter(([name]) => !name.startsWith("content-"));
  return {
    etag,
    whole: toWholeAnswer(200, all, bytes),
    unchanged: toWholeAnswer(304, Object.fromEntries(ofCopy), NOTHING),
  };
}

const sizeOf = ({ whole, unchanged }: Variant) => whole.bytes.length + unchanged.bytes.length;

/**
 * Public answers as bytes, kept until what they were made of changes. Bounded by bytes; the oldest that nobody asks for goes first.
 * An answer that was being made while something changed is sent to whoever waits for it, and not kept.
 */
export function createResponseStore({ changes }: { changes: Pick<Changes, "on" | "isHearing"> }) {
  const kept = new Map<string, Entry>();
  const keysOf = new Map<string, Set<string>>();
  /** When each tag last changed, counted in changes. */
  const changedAt = new Map<string, number>();
  let now = 0;
  let everythingChangedAt = 0;
  let size = 0;
  let answered = 0;

  function drop(key: string) {
    const entry = kept.get(key);
    if (!entry) return;
    kept.delete(key);
    size -= entry.size;
    for (const tag of entry.tags) {
      const keys = keysOf.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) keysOf.delete(tag);
    }
  }

  changes.on((tags) => {
    now += 1;
    if (tags === "everything") {
      everythingChangedAt = now;
      kept.clear();
      keysOf.clear();
      changedAt.clear();
      size = 0;
      return;
    }
    for (const tag of tags) {
      changedAt.set(tag, now);
      for (const key of keysOf.get(tag) ?? []) drop(key);
    }
  });

  const isFresh = (since: number, tags: readonly string[]) =>
    everythingChangedAt <= since && tags.every((tag) => (changedAt.get(tag) ?? 0) <= since);

  function add(key: string, entry: Entry) {
    drop(key);
    kept.set(key, entry);
    size += entry.size;
    for (const tag of entry.tags) keysOf.set(tag, (keysOf.get(tag) ?? new Set()).add(key));
    for (const [oldest, one] of kept) {
      if (size <= MOST_BYTES) break;
      if (one.wasAsked) {
        one.wasAsked = false;
        kept.delete(oldest);
        kept.set(oldest, one);
      } else drop(oldest);
    }
  }

  return {
    /** The present moment, to be remembered by whoever begins to make an answer. */
    moment: () => now,

    find(key: string): KeptAnswer | undefined {
      if (!changes.isHearing()) return undefined;
      const entry = kept.get(key);
      if (entry) entry.wasAsked = true;
      return entry;
    },

    /** Counts a visitor who got what was found. */
    countAnswered() {
      answered += 1;
    },

    /** Keeps an answer whose making began at `since`; the compressed forms follow when they are ready. */
    keep(key: string, since: number, fresh: FreshAnswer): KeptAnswer {
      const mark = createHash("sha256").update(fresh.body).digest("base64url").slice(0, 22);
      const { tags, body } = fresh;
      const identity = toVariant(fresh, mark, "identity", body);
      const entry: Entry = { mark, tags, size: sizeOf(identity), wasAsked: true, variants: { identity } };
      if (!changes.isHearing() || !isFresh(since, tags)) return entry;
      add(key, entry);
      if (body.length < LEAST_TO_COMPRESS) return entry;
      const compress = async () => {
        const [br, gz] = await Promise.all([
          toBrotli(body, {
            params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
          }),
          toGzip(body, { level: 7 }),
        ]);
        const packed = { br: toVariant(fresh, mark, "br", br), gzip: toVariant(fresh, mark, "gzip", gz) };
        Object.assign(entry.variants, packed);
        if (kept.get(key) !== entry) return;
        const more = sizeOf(packed.br) + sizeOf(packed.gzip);
        entry.size += more;
        size += more;
      };
      compress().catch(() => {});
      return entry;
    },

    size: () => ({ answers: kept.size, bytes: size, answered }),
  };
}
export type ResponseStore = ReturnType<typeof createResponseStore>;
