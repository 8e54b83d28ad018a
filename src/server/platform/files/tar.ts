/** A file in an archive. Names are ASCII: letters, digits, dots, dashes and slashes. */
export interface TarEntry {
  name: string;
  bytes: Buffer;
}

export class TarError extends Error {}

const BLOCK = 512;
const CHUNK = 1024 * 1024;
const LARGE = 256 * 1024;
const NAME_LENGTH = 100;
/** Far above what the shop writes. Protects the memory from a damaged or hostile size field. */
const MAX_ENTRY_BYTES = 256 * 1024 * 1024;
const SIZE = { offset: 124, length: 12 };
const CHECKSUM = { offset: 148, length: 8 };

const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, "0")}\0`;

/** Sums all header bytes, with the checksum field read as spaces. */
function computeChecksum(header: Buffer) {
  let sum = CHECKSUM.length * 32;
  const end = CHECKSUM.offset + CHECKSUM.length;
  for (let offset = 0; offset < BLOCK; offset++) if (offset < CHECKSUM.offset || offset >= end) sum += header[offset]!;
  return sum;
}

function encodeHeader({ name, bytes }: TarEntry) {
  if (Buffer.byteLength(name) > NAME_LENGTH) throw new TarError(`The name ${name} is too long for an archive.`);
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0);
  header.write(octal(0o600, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(bytes.length, SIZE.length), SIZE.offset);
  header.write(octal(Math.floor(Date.now() / 1000), 12), 136);
  header.write("0", 156);
  header.write("ustar\u000000", 257);
  header.write(`${octal(computeChecksum(header), 7)} `, CHECKSUM.offset);
  return header;
}

const paddingLength = (size: number) => (BLOCK - (size % BLOCK)) % BLOCK;

/** Joins small chunks: each one that is compressed costs a turn of the thread pool, however small it is. */
export async function* writeTar(entries: AsyncIterable<TarEntry>) {
  let small: Buffer[] = [];
  let size = 0;
  const join = () => {
    const joined = Buffer.concat(small);
    small = [];
    size = 0;
    return joined;
  };
  for await (const entry of entries) {
    for (const chunk of [encodeHeader(entry), entry.bytes, Buffer.alloc(paddingLength(entry.bytes.length))]) {
      if (size > 0 && (chunk.length >= LARGE || size + chunk.length > CHUNK)) yield join();
      if (chunk.length >= LARGE) yield chunk;
      else size += small[small.push(chunk) - 1]!.length;
    }
  }
  yield Buffer.concat([...small, Buffer.alloc(2 * BLOCK)]);
}

function createReader(chunks: AsyncIterable<Buffer>) {
  const source = chunks[Symbol.asyncIterator]();
  let buffered: Buffer[] = [];
  let size = 0;
  return async function read(length: number) {
    while (size < length) {
      const { value, done } = await source.next();
      if (done) throw new TarError("It ends too soon.");
      buffered.push(value);
      size += value.length;
    }
    const all = buffered.length === 1 ? buffered[0]! : Buffer.concat(buffered);
    buffered = [all.subarray(length)];
    size = all.length - length;
    return all.subarray(0, length);
  };
}

/** Fields end at a NUL or a space. */
const readField = (header: Buffer, offset: number, length: number) =>
  header.toString("latin1", offset, offset + length).split(/[\0 ]/, 1)[0]!;

export async function* readTar(chunks: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const read = createReader(chunks);
  for (;;) {
    const header = await read(BLOCK);
    if (header.every((byte) => byte === 0)) return;
    const size = Number.parseInt(readField(header, SIZE.offset, SIZE.length), 8);
    const checksum = Number.parseInt(readField(header, CHECKSUM.offset, CHECKSUM.length), 8);
    // The negation also rejects NaN.
    if (checksum !== computeChecksum(header) || !(size <= MAX_ENTRY_BYTES)) throw new TarError("It is damaged.");
    const bytes = await read(size);
    await read(paddingLength(size));
    yield { name: readField(header, 0, NAME_LENGTH), bytes };
  }
}
