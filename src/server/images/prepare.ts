import { randomUUIDv7 } from "node:crypto";
import sharp, { type Sharp } from "sharp";
import { IMAGE_WIDTHS, webpCopyOf } from "../../contracts/image-path.ts";
import { badInput, ShopError } from "../platform/http/errors.ts";
import { limitConcurrency } from "../platform/limit-concurrency.ts";
import { type ImageType, imageTypeOf } from "./image-type.ts";

export const UPLOADS_PREFIX = "/uploads/";

const MAX_PIXELS = 50_000_000;
/** What a picture may take in memory while it is read: a few bytes sent can claim far more. */
const MAX_UNFOLDED_BYTES = 250_000_000;
/** The decoder of AVIF keeps several copies of the picture. */
const AVIF_BYTES_A_PIXEL = 17;
/** Each may take as much as that, however many forms are sent at once. */
const inTurn = limitConcurrency({ atOnce: 2, mostWaiting: 50 });
const MAX_SIDE = 2400;
/** Drawings are 1000 units wide; at this density that is 720 pixels, which a new shop draws in seconds. */
const DRAWING_DENSITY = 51.84;

// One thread for each picture and no cache: several are prepared side by side, and none is asked for twice.
sharp.concurrency(1);
sharp.cache(false);

export interface PreparedImage {
  path: string;
  files: { path: string; bytes: Buffer }[];
  /** The file it came in, where a person sent one. */
  sent?: { field: string; filename: string };
}

const encoders: Record<ImageType, (image: Sharp) => Sharp> = {
  jpg: (image) => image.jpeg({ quality: 85 }),
  png: (image) => image.png(),
  webp: (image) => image.webp({ quality: 80, effort: 1 }),
  avif: (image) => image.avif({ quality: 60, effort: 1 }),
  gif: (image) => image.gif(),
};

interface Decoded {
  width: number;
  height: number;
  open(): Sharp;
}

/** Decoding once and encoding from the pixels is several times as fast as decoding for each copy. */
async function toPixels(image: Sharp): Promise<Decoded> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, open: () => sharp(data, { raw: info }) };
}

/** Encodes a decoded picture anew (nothing of the sent file survives but its pixels) with its smaller WebP copies. */
async function encode({ width, height, open }: Decoded, type: ImageType): Promise<PreparedImage> {
  const path = `${UPLOADS_PREFIX}${randomUUIDv7()}-${width}x${height}.${type}`;
  const encoded = new Map<number, Promise<Buffer>>();
  // A picture is never enlarged, so a small one has the same copy under several widths: it is encoded once.
  const webpOf = (limit: number) => {
    const copyWidth = Math.min(limit, width);
    const bytes = encoded.get(copyWidth) ?? encoders.webp(open().resize({ width: copyWidth })).toBuffer();
    encoded.set(copyWidth, bytes);
    return bytes;
  };
  const whole = { path, encoding: type === "webp" ? webpOf(width) : encoders[type](open()).toBuffer() };
  const copies = IMAGE_WIDTHS.map((limit) => ({ path: webpCopyOf(path, limit), encoding: webpOf(limit) }));
  const files = [whole, ...copies].map(async ({ path, encoding }) => ({ path, bytes: await encoding }));
  return { path, files: await Promise.all(files) };
}

/** Read from the header alone. */
async function isTooMuch(image: Sharp) {
  const { width, height, channels, depth, format } = await image.metadata();
  const bytesAPixel = format === "heif" ? AVIF_BYTES_A_PIXEL : channels * (depth === "uchar" ? 1 : 2);
  return width * height * bytesAPixel > MAX_UNFOLDED_BYTES;
}

interface SentFile {
  field: string;
  filename: string;
  bytes: Buffer;
}

/** Prepares a picture that a person sent; anything that is not a whole, sensible picture is refused by name. */
async function prepareUpload({ filename, bytes, field }: SentFile): Promise<PreparedImage> {
  const type = imageTypeOf(bytes);
  const refuse = (problem: string) => badInput({ [field]: `“${filename}” ${problem}.` });
  if (!type) throw refuse("is not a JPEG, PNG, WebP, AVIF or GIF picture");
  try {
    const sent = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "truncated" });
    if (await isTooMuch(sent)) throw refuse("has too many pixels");
    const upright = sent
      .autoOrient()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb");
    return { ...(await encode(await toPixels(upright), type)), sent: { field, filename } };
  } catch (error) {
    if (error instanceof ShopError) throw error;
    const tooLarge = error instanceof Error && /pixel limit/i.test(error.message);
    throw refuse(tooLarge ? "has too many pixels" : "is damaged and cannot be read as a picture");
  }
}

/** Prepares all pictures of a form, or says of each that is not good what is wrong with it. */
export async function prepareUploads(files: SentFile[], field: string) {
  const pictures: PreparedImage[] = [];
  const refused: string[] = [];
  for (const file of files) {
    try {
      pictures.push(await inTurn(() => prepareUpload(file)));
    } catch (error) {
      if (!(error instanceof ShopError) || error.code !== "bad_input") throw error;
      refused.push(error.fields?.[field] ?? error.message);
    }
  }
  if (refused.length > 0) throw badInput({ [field]: refused.join(" ") });
  return pictures;
}

/** Prepares one of the shop's own drawings; SVG is only ever read from the shop's own code. */
export async function prepareDrawing(svg: string) {
  const drawing = sharp(Buffer.from(svg), { density: DRAWING_DENSITY }).removeAlpha();
  return encode(await toPixels(drawing), "webp");
}
