import sharp from "sharp";
import { hugePng, picture } from "./pictures.ts";

/** An animation that repeats its first frame. */
async function longGif(frames: number) {
  const single = await sharp({ create: { width: 200, height: 200, channels: 3, background: "#ff0000" } })
    .gif()
    .toBuffer();
  const start = single.indexOf(Buffer.from([0x21, 0xf9]));
  const header = single.subarray(0, start);
  const frame = single.subarray(start, single.length - 1);
  return Buffer.concat([header, ...Array<Buffer>(frames).fill(frame), Buffer.from([0x3b])]);
}

const solid = (side: number) => sharp({ create: { width: side, height: side, channels: 4, background: "#ff000088" } });

const SCRIPT = "<script>alert(document.domain)</script>";

/** Small files that cost much to decode, or are no pictures. */
export const bombs = {
  "a PNG that declares 50,000 × 50,000 pixels": async () => hugePng(50_000, 50_000),
  "a PNG just above the limit": async () => hugePng(10_000, 5_001),
  "an AVIF of a few hundred bytes and 16 megapixels": () => solid(4_000).avif({ effort: 0 }).toBuffer(),
  "a PNG of 49 megapixels with 8 bytes each": () => solid(7_000).toColourspace("rgb16").png().toBuffer(),
  "a truncated JPEG": async () => (await picture("jpeg", 900, 900)).subarray(0, 2_000),
  "a truncated PNG": async () => hugePng(3_000, 3_000).subarray(0, 200),
  "a truncated WebP": async () => (await picture("webp", 900, 900)).subarray(0, 100),
  "an HTML page with a GIF signature": async () => Buffer.from(`GIF89a/*${SCRIPT}*/=1`),
  "an SVG": async () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`),
} satisfies Record<string, () => Promise<Buffer>>;

/** A JPEG followed by an HTML page. */
export const polyglot = async () => Buffer.concat([await picture("jpeg"), Buffer.from(`<html>${SCRIPT}</html>`)]);

export const tenThousandFrames = () => longGif(10_000);
