import type { Changes } from "../../platform/events/change-events.ts";
import { wordsIn } from "../search.ts";
import type { Search } from "../search-records.ts";
import { numberTag, recordIdIn } from "../tags.ts";
import { buildIndex } from "./build-index.ts";
import { findContaining } from "./find-containing.ts";
import { findResembling } from "./find-resembling.ts";
import { createEntryReader, type Source } from "./read-entries.ts";
import { toShelf } from "./shelf.ts";
import { type Found, type Places, pageOf, type TextIndex } from "./text-index.ts";

/** Records that were changed since are looked through one by one; after so many, all is made anew. */
const MOST_FRESH = 500;
/** Making it takes at most this share of the time, whatever changes. */
const SHARE = 1 / 5;
/** What was too much to keep is tried again after this. */
const PAUSE_MS = 10 * 60_000;
/** Who searches while changes come in faster than they are read is sent to PostgreSQL. */
const MOST_ROUNDS = 3;

/**
 * An index of all records in this process's memory: PostgreSQL would have to read, check, count and sort every record
 * that a search finds. Made when somebody first searches, and never believed unless it is known to be right.
 *
 * Why no change is lost: a change is heard of after its commit, and from the moment the making begins every record that is
 * heard of is noted. So whatever of a record was read before a change was committed is read again before anybody gets an
 * answer, and what is read after hearing of it shows the change. A change that does not name its records, and a moment
 * without hearing, make all of it useless, whether it is made already or not.
 */
export function createSearchMemory({ changes, ...source }: Source & { changes: Pick<Changes, "on" | "isHearing"> }) {
  const reader = createEntryReader(source);
  const changed = new Set<string>();
  let index: TextIndex | undefined;
  let making: Promise<void> | undefined;
  let refreshing: Promise<void> | undefined;
  /** Counted in changes. */
  let now = 0;
  let uselessSince = 0;
  let notBefore = 0;

  function forget() {
    uselessSince = ++now;
    index = undefined;
    changed.clear();
  }

  changes.on((tags) => {
    if (tags === "everything") return forget();
    // A sale changes nothing that is searched for.
    if (!tags.includes(numberTag(source.path))) return;
    const ids = tags.map((tag) => recordIdIn(source.path, tag)).filter((id) => id !== undefined);
    if (ids.length === 0) return forget();
    now += 1;
    if (index || making) for (const id of ids) changed.add(id);
  });

  async function make() {
    const begun = now;
    const began = performance.now();
    if (began < notBefore) return;
    changed.clear();
    const isUseless = () => uselessSince > begun;
    const made = await buildIndex(reader, isUseless).finally(() => {
      notBefore = began + (performance.now() - began) / SHARE;
    });
    if (isUseless()) return;
    index = made;
    if (!made) notBefore = began + PAUSE_MS;
  }

  async function refresh(stale: TextIndex) {
    const ids = [...changed];
    changed.clear();
    const entries = await reader.named(ids);
    await reader.learnLetters(stale.likeness, entries);
    const found = new Map(entries.map((entry) => [entry.id, entry]));
    for (const id of ids) {
      const entry = found.get(id);
      stale.replace(id, entry && toShelf([entry], stale.likeness));
    }
    if (stale.fresh.size > MOST_FRESH) forget();
  }

  async function upToDate(): Promise<TextIndex | undefined> {
    if (changes.isHearing() && !index) {
      making ??= make()
        // Whoever searches asks PostgreSQL now, and is told if that fails.
        .catch(forget)
        .finally(() => {
          making = undefined;
        });
    }
    for (let round = 0; index && (changed.size > 0 || refreshing); round++) {
      if (round === MOST_ROUNDS) return undefined;
      refreshing ??= refresh(index)
        .catch(forget)
        .finally(() => {
          refreshing = undefined;
        });
      await refreshing;
    }
    return changes.isHearing() ? index : undefined;
  }

  const isNothing = ({ documents, fresh }: Found) => documents.length === 0 && fresh.length === 0;

  /** Nothing where it cannot tell: a letter of another alphabet than any title's, say. */
  async function findIn(known: TextIndex, wanted: string, places: Places) {
    const found = await findContaining(known, wanted, places);
    const words = isNothing(found) ? wordsIn(wanted) : [];
    if (words.length === 0) return found;
    const { likeness } = known;
    if (!likeness.isWhole() || likeness.unknownIn(words.map(({ word }) => word)).length > 0) return undefined;
    const wordsKnown = words.map(({ word, least }) => ({ ...likeness.wordOf(word), least }));
    return findResembling(known, wordsKnown, places);
  }

  return {
    /** The ids on a page and the number of all that is found, the same as PostgreSQL would answer; nothing where it has to be asked. */
    async find({ place, wanted, limit, offset }: Search) {
      const known = await upToDate();
      if (!known) return undefined;
      const begun = now;
      const found = await findIn(known, wanted, reader.within(place));
      if (!found || now !== begun || !changes.isHearing()) return undefined;
      return pageOf(known, found, { limit, offset });
    },
    /** How many records it was made of; none while PostgreSQL has to be asked. */
    count: () => (changes.isHearing() && index ? index.count : 0),
  };
}
