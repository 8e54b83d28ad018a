import type { Likeness } from "./likeness.ts";
import type { Postings } from "./postings.ts";
import { SHELF, SHELF_BITS, type Shelf } from "./shelf.ts";

interface Parts {
  shelves: Shelf[];
  numberOf: ReadonlyMap<string, number>;
  texts: Postings;
  titles: Postings;
  likeness: Likeness;
}

/** Which places count, by their numbers; nothing says that all do. */
export type Places = Uint8Array | undefined;

/**
 * The records of a moment, numbered from the newest to the oldest, and beside them those changed since, each on a shelf of
 * its own, until all is made anew.
 */
export function createTextIndex({ shelves, numberOf, ...parts }: Parts) {
  const count = numberOf.size;
  const isGone = new Uint8Array(count);
  const fresh = new Map<string, Shelf>();
  const shelfOf = (document: number) => shelves[document >> SHELF_BITS]!;
  const placeOn = (document: number) => document & (SHELF - 1);

  return {
    ...parts,
    count,
    fresh,
    shelfOf,
    placeOn,
    /** Room to work in, for nobody who pauses. */
    room: [new Int32Array(count), new Int32Array(count)] as const,

    isLookedAt: (document: number, places: Places) =>
      isGone[document] === 0 && (!places || places[shelfOf(document).places[placeOn(document)]!] === 1),

    /** A record is no longer what it was: it stands on the shelf now, or nowhere. */
    replace(id: string, shelf: Shelf | undefined) {
      const number = numberOf.get(id);
      if (number !== undefined) isGone[number] = 1;
      if (shelf) fresh.set(id, shelf);
      else fresh.delete(id);
    },
  };
}
export type TextIndex = ReturnType<typeof createTextIndex>;

/** Of all that was found the numbers, the best first, and how well each fits; and what was found among the changed records. */
export interface Found {
  documents: number[];
  rankAt(place: number): number;
  fresh: { rank: number; shelf: Shelf }[];
}
type Fresh = Found["fresh"][number];

export const freshIn = ({ fresh }: TextIndex, places: Places) =>
  [...fresh.values()].filter((shelf) => !places || places[shelf.places[0]!] === 1);

const newestFirst = (one: { createdAt: number; id: string }, other: { createdAt: number; id: string }) =>
  other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1);
const keysOf = ({ createdAt, ids }: Shelf, place: number) => ({ createdAt: createdAt[place]!, id: ids[place]! });

/** The ids on one page of what was found, and how much that is in all. */
export function pageOf(
  { shelfOf, placeOn }: TextIndex,
  found: Found,
  { limit, offset }: Record<"limit" | "offset", number>,
) {
  const { documents, rankAt } = found;
  const total = documents.length + found.fresh.length;
  const idOf = (document: number) => shelfOf(document).ids[placeOn(document)]!;
  if (found.fresh.length === 0) return { ids: documents.slice(offset, offset + limit).map(idOf), total };

  const fresh = found.fresh.toSorted(
    (one, other) => one.rank - other.rank || newestFirst(keysOf(one.shelf, 0), keysOf(other.shelf, 0)),
  );
  const isBefore = ({ rank, shelf }: Fresh, place: number) => {
    const document = documents[place]!;
    const byRank = rank - rankAt(place);
    return (byRank || newestFirst(keysOf(shelf, 0), keysOf(shelfOf(document), placeOn(document)))) < 0;
  };
  const ids: string[] = [];
  let next = 0;
  for (let place = 0; ids.length < offset + limit && ids.length < total; ) {
    const one = fresh[next];
    if (one && (place === documents.length || isBefore(one, place))) {
      ids.push(one.shelf.ids[0]!);
      next += 1;
    } else ids.push(idOf(documents[place++]!));
  }
  return { ids: ids.slice(offset), total };
}
