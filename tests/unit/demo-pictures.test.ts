import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import sharp, { type Sharp } from "sharp";
import { expect, test } from "vitest";
import { demoDrawings } from "../../demo/records.ts";
import { filesOfImage } from "../../src/contracts/catalogue/image-rules.ts";

const folder = path.resolve(import.meta.dirname, "../../demo/pictures");
const manifest: Record<string, string> = JSON.parse(await readFile(path.join(folder, "drawings.json"), "utf8"));

test("the demo pictures match their drawings (run `npm run draw` after a change)", () => {
  const drawn = demoDrawings.map(({ name, draw }) => [
    name,
    createHash("sha256").update(draw()).digest("hex").slice(0, 16),
  ]);
  expect(Object.fromEntries(drawn)).toEqual(manifest);
});

test("each demo picture is at least 1,400 pixels wide, has its copies, and all of them stay small", async () => {
  const wanted = demoDrawings.flatMap(({ name }) => filesOfImage(`${name}.avif`));
  expect((await readdir(folder)).sort()).toEqual([...wanted, "drawings.json"].sort());
  for (const file of wanted) {
    const bytes = await readFile(path.join(folder, file));
    const { width, height } = await sharp(bytes).metadata();
    const [, full, across] = /-(\d+)x(\d+)/.exec(file)!.map(Number) as [number, number, number];
    const [, copy = full] = (/-w(\d+)\./.exec(file) ?? []).map(Number);
    expect([width, height], file).toEqual([copy, Math.round((across * copy) / full)]);
    expect(full, file).toBeGreaterThanOrEqual(1400);
    expect(bytes.length, file).toBeLessThan(40_000);
  }
});

test.each([0, 70, 190])(
  "demo picture %i looks like its drawing at full width, without blocks or bands",
  async (index) => {
    const { name, draw } = demoDrawings[index]!;
    const svg = draw();
    const drawnWidth = Number(/viewBox="0 0 (\d+)/.exec(svg)![1]);
    const raw = (image: Sharp) => image.removeAlpha().raw().toBuffer();
    const drawing = await raw(sharp(Buffer.from(svg), { density: (72 * 1400) / drawnWidth }));
    const picture = await raw(sharp(path.join(folder, `${name}.avif`)));
    expect(picture.length).toBe(drawing.length);
    let squares = 0;
    for (let place = 0; place < drawing.length; place += 1) squares += (drawing[place]! - picture[place]!) ** 2;
    const psnr = 10 * Math.log10(255 ** 2 / (squares / drawing.length));
    expect(psnr).toBeGreaterThan(40);
  },
);
