import { randomUUIDv7 } from "node:crypto";
import sharp, { type Sharp } from "sharp";
import { copyWidths, filesOfImage } from "../../contracts/catalogue/image-rules.ts";
import { badInput, ShopError } from "../platform/http/errors.ts";
import type { SentFile } from "../platform/http/multipart-form.ts";
import { limitConcurrency } from "../platform/limit-concurrency.ts";

export const UPLOADS_PREFIX = "/uploads/";

/**
 * Who may see a picture's files, by the beginning of their names. `hidden`: no address leads to them. `revocable`: public
 * for as long as a record shows them, so that browsers and CDNs ask each time.
 */
const NAME_STARTS = { lasting: "", revocable: "shown-", hidden: "hidden-" };
export type Visibility = keyof typeof NAME_STARTS;

export const newImagePath = (visibility: Visibility, nameEnd: string) =>
  `${UPLOADS_PREFIX}${NAME_STARTS[visibility]}${randomUUIDv7()}${nameEnd}`;

export const HIDDEN_PATH = UPLOADS_PREFIX + NAME_STARTS.hidden;
export const isHidden = (path: string) => path.startsWith(HIDDEN_PATH);
export const isRevocable = (path: string) => path.startsWith(UPLOADS_PREFIX + NAME_STARTS.revocable);

export const imageHeaders = (name: string) => ({
  "content-type": `image/${name.split(".").at(-1)!.replace("jpg", "jpeg")}`,
  "content-security-policy": "default-src 'none'; sandbox",
});

const MAX_PIXELS = 50_000_000;
/** Limits the decoded size: a decompression bomb is small as a file. */
const MAX_DECODED_BYTES = 250_000_000;
/** The AVIF decoder holds several copies of the image. */
const AVIF_BYTES_PER_PIXEL = 17;
/** Bounds the memory of all uploads together. */
const limitDecoding = limitConcurrency({ concurrency: 2, maxQueued: 50 });
const MAX_SIDE = 2400;

// Uploads run in parallel and none repeats: one thread per image, no cache.
sharp.concurrency(1);
sharp.cache(false);

const ascii = (bytes: Buffer, start: number, end: number) => bytes.toString("latin1", start, end);

/** Detects the type from the magic bytes. The file name and the declared type are not trusted. */
function detectImageType(bytes: Buffer) {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "jpg";
  if (ascii(bytes, 0, 8) === "\x89PNG\r\n\x1a\n") return "png";
  if (/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return "gif";
  if (ascii(bytes, 0, 4) === "RIFF" && ascii(bytes, 8, 12) === "WEBP") return "webp";
  if (ascii(bytes, 4, 8) === "ftyp" && /^avi[fs]$/.test(ascii(bytes, 8, 12))) return "avif";
  return undefined;
}
type ImageType = NonNullable<ReturnType<typeof detectImageType>>;

export interface PreparedImage {
  path: string;
  files: { name: string; bytes: Buffer }[];
  /** Only for uploads: used in error messages. */
  upload?: { field: string; filename: string };
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

/** Decodes once for all copies: several times as fast as decoding for each. */
async function decode(image: Sharp): Promise<Decoded> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, open: () => sharp(data, { raw: info }) };
}

/** Re-encodes from the pixels, which drops all metadata, and adds the smaller WebP copies. */
async function encode(
  { width, height, open }: Decoded,
  type: ImageType,
  visibility: Visibility,
): Promise<PreparedImage> {
  const path = newImagePath(visibility, `-${width}x${height}.${type}`);
  const encoded = new Map<number, Promise<Buffer>>();
  // Images are never enlarged, so copies of a small image are equal and share one encoding.
  const encodeWebp = (limit: number) => {
    const copyWidth = Math.min(limit, width);
    const bytes = encoded.get(copyWidth) ?? encoders.webp(open().resize({ width: copyWidth })).toBuffer();
    encoded.set(copyWidth, bytes);
    return bytes;
  };
  const encodings = await Promise.all([encoders[type](open()).toBuffer(), ...copyWidths(path).map(encodeWebp)]);
  return { path, files: filesOfImage(path).map((name, index) => ({ name, bytes: encodings[index]! })) };
}

/** Reads the header only. */
async function exceedsMemoryLimit(image: Sharp) {
  const { width, height, channels, depth, format } = await image.metadata();
  const bytesPerPixel = format === "heif" ? AVIF_BYTES_PER_PIXEL : channels * (depth === "uchar" ? 1 : 2);
  return width * height * bytesPerPixel > MAX_DECODED_BYTES;
}

async function prepareUpload({ filename, bytes, field }: SentFile, visibility: Visibility): Promise<PreparedImage> {
  const type = detectImageType(bytes);
  const refuse = (problem: string) => badInput({ [field]: `“${filename}” ${problem}.` });
  if (!type) throw refuse("is not a JPEG, PNG, WebP, AVIF or GIF picture");
  try {
    const input = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "truncated" });
    if (await exceedsMemoryLimit(input)) throw refuse("has too many pixels");
    const upright = input
      .autoOrient()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb");
    return { ...(await encode(await decode(upright), type, visibility)), upload: { field, filename } };
  } catch (error) {
    if (error instanceof ShopError) throw error;
    const tooLarge = error instanceof Error && /pixel limit/i.test(error.message);
    throw refuse(tooLarge ? "has too many pixels" : "is damaged and cannot be read as a picture");
  }
}

/** Prepares all images of a form; one error lists every image that was refused. */
export async function prepareUploads(files: SentFile[], field: string, visibility: Visibility = "lasting") {
  const images: PreparedImage[] = [];
  const refused: string[] = [];
  for (const file of files) {
    try {
      images.push(await limitDecoding(() => prepareUpload(file, visibility)));
    } catch (error) {
      if (!(error instanceof ShopError) || error.code !== "bad_input") throw error;
      refused.push(error.fields?.[field] ?? error.message);
    }
  }
  if (refused.length > 0) throw badInput({ [field]: refused.join(" ") });
  return images;
}
