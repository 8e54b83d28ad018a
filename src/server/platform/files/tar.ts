/** A file in an archive. Names are short and plain: letters, digits, dots, dashes and slashes. */
export interface Entry {
  name: string;
  bytes: Buffer;
}

export class TarError extends Error {}

const BLOCK = 512;
const NAME_BYTES = 100;
/** Nothing the shop writes is nearly as large; what claims to be is not worth the memory. */
const MOST_BYTES = 256 * 1024 * 1024;
const SIZE = { at: 124, bytes: 12 };
const CHECKSUM = { at: 148, bytes: 8 };

const octal = (value: number, bytes: number) => `${value.toString(8).padStart(bytes - 1, "0")}\0`;

/** The sum of all bytes of a header, its own place counted as spaces. */
function checksumOf(header: Buffer) {
  let sum = CHECKSUM.bytes * 32;
  for (const [at, byte] of header.entries()) if (at < CHECKSUM.at || at >= CHECKSUM.at + CHECKSUM.bytes) sum += byte;
  return sum;
}

function headerOf({ name, bytes }: Entry, at: Date) {
  if (Buffer.byteLength(name) > NAME_BYTES) throw new TarError(`The name ${name} is too long for an archive.`);
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0);
  header.write(octal(0o600, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(bytes.length, SIZE.bytes), SIZE.at);
  header.write(octal(Math.floor(at.getTime() / 1000), 12), 136);
  header.write("0", 156);
  header.write("ustar\u000000", 257);
  header.write(`${octal(checksumOf(header), 7)} `, CHECKSUM.at);
  return header;
}

const paddingOf = (size: number) => (BLOCK - (size % BLOCK)) % BLOCK;

/** The bytes of an archive that any `tar` can read. */
export async function* writeTar(entries: AsyncIterable<Entry>, at: Date) {
  for await (const entry of entries) {
    yield headerOf(entry, at);
    yield entry.bytes;
    yield Buffer.alloc(paddingOf(entry.bytes.length));
  }
  yield Buffer.alloc(2 * BLOCK);
}

/** Hands out a stream's bytes in pieces of the wanted size. */
function piecesOf(chunks: AsyncIterable<Buffer>) {
  const source = chunks[Symbol.asyncIterator]();
  let held: Buffer[] = [];
  let size = 0;
  return async function take(wanted: number) {
    while (size < wanted) {
      const { value, done } = await source.next();
      if (done) throw new TarError("It ends too soon.");
      held.push(value);
      size += value.length;
    }
    const all = held.length === 1 ? held[0]! : Buffer.concat(held);
    held = [all.subarray(wanted)];
    size = all.length - wanted;
    return all.subarray(0, wanted);
  };
}

const textIn = (header: Buffer, at: number, bytes: number) =>
  header.toString("latin1", at, at + bytes).split(/[\0 ]/, 1)[0]!;

/** The files of an archive, one after the other; one that is cut off or damaged is an error. */
export async function* readTar(chunks: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const take = piecesOf(chunks);
  for (;;) {
    const header = await take(BLOCK);
    if (header.every((byte) => byte === 0)) return;
    const size = Number.parseInt(textIn(header, SIZE.at, SIZE.bytes), 8);
    const isWhole = Number.parseInt(textIn(header, CHECKSUM.at, CHECKSUM.bytes), 8) === checksumOf(header);
    if (!isWhole || !(size <= MOST_BYTES)) throw new TarError("It is damaged.");
    const bytes = await take(size);
    await take(paddingOf(size));
    yield { name: textIn(header, 0, NAME_BYTES), bytes };
  }
}
