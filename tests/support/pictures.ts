import { deflateSync } from "node:zlib";
import sharp from "sharp";

type Format = "jpeg" | "png" | "webp" | "avif" | "gif";

/** A picture whose left half is red and whose right half is blue. */
export function twoColours(width: number, height: number) {
  const left = Math.floor(width / 2);
  const red = { create: { width: left, height, channels: 3 as const, background: "#ff0000" } };
  return sharp({ create: { width, height, channels: 3, background: "#0000ff" } }).composite([
    { input: red, left: 0, top: 0 },
  ]);
}

export const picture = (format: Format = "png", width = 60, height = 40) =>
  twoColours(width, height).toFormat(format).toBuffer();

/** A phone photo: rotated by EXIF orientation, with a GPS position. */
export const phonePhoto = () =>
  twoColours(600, 300)
    .jpeg()
    .withExif({ IFD0: { Make: "SecretPhone" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "21/1 8/1 44/1" } })
    .withMetadata({ orientation: 6 })
    .toBuffer();

/** Metadata and the colour at a position, given as fractions of width and height. */
export async function inspectImage(bytes: Buffer, [x, y]: [number, number] = [0.5, 0.5]) {
  const meta = await sharp(bytes).metadata();
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixel = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  const [red = 0, , blue = 0] = data.subarray(pixel, pixel + 3);
  return { ...meta, colour: red > 200 && blue < 60 ? "red" : blue > 200 && red < 60 ? "blue" : "other" };
}

function chunk(type: string, data: Buffer) {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const crc = Buffer.alloc(4);
  crc.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, crc]);
}

function crc32(bytes: Buffer) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** A small PNG file that declares any size, at one bit per pixel. */
export function hugePng(width: number, height: number) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(Math.min((Math.ceil(width / 8) + 1) * height, 4_000_000)));
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
}
