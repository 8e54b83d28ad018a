import sharp from "sharp";
import { hugePng, picture } from "./pictures.ts";

/** An animation of so many frames, each one pixel: the first frame is repeated as it is. */
async function longGif(frames: number) {
  const one = await sharp({ create: { width: 200, height: 200, channels: 3, background: "#ff0000" } })
    .gif()
    .toBuffer();
  const start = one.indexOf(Buffer.from([0x21, 0xf9]));
  const header = one.subarray(0, start);
  const frame = one.subarray(start, one.length - 1);
  return Buffer.concat([header, ...Array<Buffer>(frames).fill(frame), Buffer.from([0x3b])]);
}

const plain = (side: number) => sharp({ create: { width: side, height: side, channels: 4, background: "#ff000088" } });

const SCRIPT = "<script>alert(document.domain)</script>";

/** Files that are small to send and were made to cost, or to become, much more. */
export const bombs = {
  "a PNG that claims 50,000 × 50,000 pixels": async () => hugePng(50_000, 50_000),
  "a PNG just above what is allowed": async () => hugePng(10_000, 5_001),
  "an AVIF of a few hundred bytes and 16 megapixels": () => plain(4_000).avif({ effort: 0 }).toBuffer(),
  "a PNG of 49 megapixels, each of eight bytes": () => plain(7_000).toColourspace("rgb16").png().toBuffer(),
  "a JPEG that ends in its middle": async () => (await picture("jpeg", 900, 900)).subarray(0, 2_000),
  "a PNG that ends in its middle": async () => hugePng(3_000, 3_000).subarray(0, 200),
  "a WebP that ends in its middle": async () => (await picture("webp", 900, 900)).subarray(0, 100),
  "a page that begins like a GIF": async () => Buffer.from(`GIF89a/*${SCRIPT}*/=1`),
  "an SVG": async () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`),
} satisfies Record<string, () => Promise<Buffer>>;

/** A whole picture and a whole page in one file. */
export const polyglot = async () => Buffer.concat([await picture("jpeg"), Buffer.from(`<html>${SCRIPT}</html>`)]);

export const tenThousandFrames = () => longGif(10_000);
