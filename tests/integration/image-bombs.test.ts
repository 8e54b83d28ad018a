import sharp from "sharp";
import { expect } from "vitest";
import { expectRefused, goodProduct, sendProduct } from "../support/forms.ts";
import { hugePng, picture } from "../support/pictures.ts";
import { type TestShop, test } from "../support/test-shop.ts";

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
const bombs = {
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
const polyglot = async () => Buffer.concat([await picture("jpeg"), Buffer.from(`<html>${SCRIPT}</html>`)]);

const tenThousandFrames = () => longGif(10_000);

const MEBIBYTE = 1024 * 1024;
const MAX_MS = 1_000;
const MAX_BYTES = 300 * MEBIBYTE;

/** Uploads a file and measures CPU time, which does not depend on the load of the machine, and peak memory. */
async function sendMeasured(shop: TestShop, bytes: Buffer, name: string) {
  const before = process.memoryUsage.rss();
  let peak = before;
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 5);
  const start = process.cpuUsage();
  const reply = await sendProduct(shop, goodProduct(), [{ bytes, name }]);
  const { user, system } = process.cpuUsage(start);
  const ms = (user + system) / 1_000;
  clearInterval(sampling);
  return { reply, ms, grown: Math.max(peak, process.memoryUsage.rss()) - before };
}

test.for(Object.entries(bombs))("refuses %s quickly and with little memory", async ([, make], { shop }) => {
  const { reply, ms, grown } = await sendMeasured(shop, await make(), "bomb.png");
  const { images } = expectRefused(reply, "images");
  expect(images).toContain("“bomb.png”");
  expect(ms).toBeLessThan(MAX_MS);
  expect(grown).toBeLessThan(MAX_BYTES);
});

test("decodes one frame of an animation of 10,000, quickly and with little memory", async ({ shop }) => {
  const bytes = await tenThousandFrames();
  expect(bytes.length).toBeLessThan(8 * MEBIBYTE);
  const { reply, ms, grown } = await sendMeasured(shop, bytes, "frames.gif");
  expect([201, 400]).toContain(reply.statusCode);
  expect(ms).toBeLessThan(MAX_MS);
  expect(grown).toBeLessThan(MAX_BYTES);
});

test("keeps only the picture of a file that is also an HTML page", async ({ shop }) => {
  const { reply } = await sendMeasured(shop, await polyglot(), "page.html");
  expect(reply.statusCode).toBe(201);
  const [path] = reply.json().images as string[];
  const stored = await shop.app.inject({ method: "GET", url: path! });
  expect(stored.headers).toMatchObject({ "content-type": "image/jpeg", "x-content-type-options": "nosniff" });
  expect(stored.headers["content-security-policy"]).toContain("sandbox");
  expect(stored.rawPayload.includes("<script>")).toBe(false);
});
