/** `npm run draw`: renders the demo catalogue's pictures into `demo/pictures`. Run it after a change of `demo/art`. */
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp, { type Sharp } from "sharp";
import { demoDrawings } from "../demo/records.ts";

const folder = path.resolve(import.meta.dirname, "../demo/pictures");
const manifest = path.join(folder, "drawings.json");
/** Pixels per inch at which one unit of a drawing is one pixel. */
const SVG_DENSITY = 72;

/** High effort: these files are made once and stay in the repository. */
const encodings = [
  { suffix: ".avif", width: 1400, encode: (image: Sharp) => image.avif({ quality: 48, effort: 3 }) },
  { suffix: "-w800.webp", width: 800, encode: (image: Sharp) => image.webp({ quality: 75, effort: 6 }) },
  { suffix: "-w400.webp", width: 400, encode: (image: Sharp) => image.webp({ quality: 75, effort: 6 }) },
];

async function render(svg: string, name: string) {
  const [, drawn = "1000"] = /viewBox="0 0 (\d+)/.exec(svg) ?? [];
  const density = (SVG_DENSITY * encodings[0]!.width) / Number(drawn);
  const { data, info } = await sharp(Buffer.from(svg), { density })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (!name.endsWith(`-${info.width}x${info.height}`)) throw new Error(`${name} is ${info.width}x${info.height}`);
  const raw = { width: info.width, height: info.height, channels: info.channels };
  for (const { suffix, width, encode } of encodings)
    await writeFile(path.join(folder, name + suffix), await encode(sharp(data, { raw }).resize({ width })).toBuffer());
}

await mkdir(folder, { recursive: true });
const before: Record<string, string> = JSON.parse(await readFile(manifest, "utf8").catch(() => "{}"));
const after: Record<string, string> = {};
for (const { name, draw } of demoDrawings) {
  const svg = draw();
  const hash = createHash("sha256").update(svg).digest("hex").slice(0, 16);
  if (before[name] !== hash) {
    await render(svg, name);
    console.log(name);
  }
  after[name] = hash;
  // Written each time, so that an interrupted run continues where it stopped.
  await writeFile(manifest, `${JSON.stringify({ ...before, ...after }, null, 2)}\n`);
}
await writeFile(manifest, `${JSON.stringify(after, null, 2)}\n`);
const wanted = new Set([
  manifest,
  ...Object.keys(after).flatMap((name) => encodings.map(({ suffix }) => path.join(folder, name + suffix))),
]);
for (const file of await readdir(folder)) if (!wanted.has(path.join(folder, file))) await rm(path.join(folder, file));
