/** Whatever is looked up by a sign, a few letters in a row, has one of so many. */
export const SIGNS = 1 << 16;

/** Gaps are written in bytes of seven bits each, the lowest first; the eighth bit says that there is more. */
const MORE = 0x80;
const sizeOf = (gap: number) => (gap < 1 << 7 ? 1 : gap < 1 << 14 ? 2 : gap < 1 << 21 ? 3 : 4);

/** Counts in a first round over all documents, in their order, how much room each sign needs. */
export function measurePostings() {
  const sizes = new Uint32Array(SIGNS);
  const last = new Int32Array(SIGNS).fill(-1);
  return {
    add(sign: number, document: number) {
      const before = last[sign]!;
      if (before === document) return;
      sizes[sign]! += sizeOf(document - before - 1);
      last[sign] = document;
    },
    /** After that, the same round once more fills it. */
    room: (documents: number) => fillPostings(sizes, last.fill(-1), documents),
  };
}

/** For each sign the documents that have it: the gaps between their numbers or, where that is shorter, one bit for each document. */
function fillPostings(sizes: Uint32Array, last: Int32Array, documents: number) {
  const bitmap = Math.ceil(documents / 8);
  const from = new Uint32Array(SIGNS + 1);
  for (let sign = 0; sign < SIGNS; sign++) from[sign + 1] = from[sign]! + Math.min(sizes[sign]!, bitmap);
  const bytes = new Uint8Array(from[SIGNS]!);
  const cursors = from.slice(0, SIGNS);
  return {
    add(sign: number, document: number) {
      const before = last[sign]!;
      if (before === document) return;
      last[sign] = document;
      if (sizes[sign]! >= bitmap) {
        bytes[from[sign]! + (document >> 3)]! |= 1 << (document & 7);
        return;
      }
      let gap = document - before - 1;
      let at = cursors[sign]!;
      for (; gap >= MORE; gap >>>= 7) bytes[at++] = (gap & (MORE - 1)) | MORE;
      bytes[at++] = gap;
      cursors[sign] = at;
    },
    done: () => readPostings(bytes, from, bitmap),
  };
}

function readPostings(bytes: Uint8Array, from: Uint32Array, bitmap: number) {
  const weightOf = (sign: number) => from[sign + 1]! - from[sign]!;
  const isBitmap = (sign: number) => weightOf(sign) === bitmap;

  /** Writes the documents that have a sign into `into`, in their order, and answers how many they are. */
  function read(sign: number, into: Int32Array) {
    const end = from[sign + 1]!;
    let count = 0;
    if (isBitmap(sign)) {
      for (let at = from[sign]!, base = 0; at < end; at++, base += 8) {
        for (let bits = bytes[at]!; bits !== 0; bits &= bits - 1) into[count++] = base + 31 - Math.clz32(bits & -bits);
      }
      return count;
    }
    let document = -1;
    for (let at = from[sign]!; at < end; ) {
      let byte = bytes[at++]!;
      let gap = byte & (MORE - 1);
      for (let shift = 7; byte >= MORE; shift += 7) {
        byte = bytes[at++]!;
        gap |= (byte & (MORE - 1)) << shift;
      }
      document += gap + 1;
      into[count++] = document;
    }
    return count;
  }

  return {
    /** In bytes: the fewer, the rarer is the sign. */
    weightOf,
    read,
    /** Keeps those of the first `count` documents that have a sign as well; `other` is room to work in. */
    narrow(sign: number, documents: Int32Array, count: number, other: Int32Array) {
      let kept = 0;
      if (isBitmap(sign)) {
        const start = from[sign]!;
        for (let place = 0; place < count; place++) {
          const document = documents[place]!;
          if (bytes[start + (document >> 3)]! & (1 << (document & 7))) documents[kept++] = document;
        }
        return kept;
      }
      const others = read(sign, other);
      for (let place = 0, next = 0; place < count && next < others; place++) {
        const document = documents[place]!;
        while (next < others && other[next]! < document) next++;
        if (other[next] === document && next < others) documents[kept++] = document;
      }
      return kept;
    },
    bytes: bytes.byteLength + from.byteLength,
  };
}
export type Postings = ReturnType<typeof readPostings>;
