import { setImmediate as otherWork } from "node:timers/promises";
import { NOT_FOUND, rankOf, signsOf, toByteString } from "./shelf.ts";
import { type Found, freshIn, type Places, type TextIndex } from "./text-index.ts";

/** So many records are looked at before others get their turn. */
export const AT_ONCE = 4096;
/** Each further sign makes the candidates fewer, but has to be read itself. */
const MOST_SIGNS = 8;
const FEW = 16;

/** Writes the numbers of all documents that may contain the words into the index's room, and answers how many they are. */
function collectCandidates({ texts, room: [candidates, other], count }: TextIndex, words: string) {
  const signs = signsOf(words).sort((one, another) => texts.weightOf(one) - texts.weightOf(another));
  const [rarest, ...others] = signs;
  if (rarest === undefined) {
    for (let document = 0; document < count; document++) candidates[document] = document;
    return count;
  }
  let found = texts.read(rarest, candidates);
  for (const sign of others.slice(0, MOST_SIGNS - 1)) {
    if (found <= FEW) break;
    found = texts.narrow(sign, candidates, found, other);
  }
  return found;
}

/** Records that contain the words just as typed; whoever waits for it makes sure that nothing was changed meanwhile. */
export async function findContaining(index: TextIndex, wanted: string, places: Places): Promise<Found> {
  const words = toByteString(wanted);
  const found = collectCandidates(index, words);
  const [room] = index.room;
  // Others may use the room during a pause.
  const candidates = found > AT_ONCE ? room.slice(0, found) : room;
  const byRank: number[][] = [[], [], []];
  for (let at = 0; at < found; at++) {
    if (at > 0 && at % AT_ONCE === 0) await otherWork();
    const document = candidates[at]!;
    if (!index.isLookedAt(document, places)) continue;
    const rank = rankOf(index.shelfOf(document), index.placeOn(document), words);
    if (rank !== NOT_FOUND) byRank[rank]!.push(document);
  }
  const [titled, written] = byRank as [number[], number[]];
  const fresh = freshIn(index, places).map((shelf) => ({ rank: rankOf(shelf, 0, words), shelf }));
  return {
    documents: byRank.flat(),
    rankAt: (place) => (place < titled.length ? 0 : place < titled.length + written.length ? 1 : 2),
    fresh: fresh.filter(({ rank }) => rank !== NOT_FOUND),
  };
}
