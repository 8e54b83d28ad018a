import path from "node:path";
import sharp from "sharp";
import { escapeXml } from "./documents.ts";

/** What messengers show of a link: the picture at the left, at the right the shop's name, the title and the price. */
export interface SharePicture {
  brand: string;
  title: string;
  price: string;
  /** The bytes of a stored picture. */
  picture: Buffer | undefined;
}

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 56;
const TITLE_TOP = 150;
const MAX_TEXT_HEIGHT = 320;
const colours = { night: "#171440", gold: "#e9cf98", ivory: "#fbf7ee" };
const UNCOMPRESSED = { compressionLevel: 0 };

/** Our own files: a server may have no fonts at all. */
const fontFile = (script: string) => path.join(import.meta.dirname, `fonts/yantramanav-${script}-700.ttf`);
const LATIN = fontFile("latin");
/** A text names one file. A file stays loaded after its first text, and letters are taken from all that are loaded. */
let devanagari: Promise<unknown> | undefined;
const loadDevanagari = () => sharp({ text: { text: "न", fontfile: fontFile("devanagari") } }).toBuffer();

const COVERED = /^[ -~\u00a0-\u00ff\u0900-\u097f\u200b-\u200d–—‘’“”•…₹]*$/;

/** Without accents and emoji. Empty with letters that the fonts lack: they would be boxes. */
function drawable(text: string) {
  const plain = text.normalize("NFKD").replace(/(?<=\p{Script=Latin})\p{M}+|\p{So}|\ufe0f/gu, "");
  return COVERED.test(plain) ? plain.trim() : "";
}

async function drawText(text: string, foreground: string, size: number, width: number) {
  const words = escapeXml(drawable(text));
  if (!words) return undefined;
  devanagari ??= loadDevanagari();
  await devanagari;
  const markup = `<span foreground="${foreground}">${words}</span>`;
  const layout = { text: markup, font: `Yantramanav Bold ${size}`, fontfile: LATIN, rgba: true, width } as const;
  const draw = (fit: { dpi: number } | { height: number }) =>
    sharp({ text: { ...layout, wrap: "word-char", ...fit } })
      .png(UNCOMPRESSED)
      .toBuffer({ resolveWithObject: true });
  const drawn = await draw({ dpi: 72 });
  return drawn.info.height > MAX_TEXT_HEIGHT ? draw({ height: MAX_TEXT_HEIGHT }) : drawn;
}

export async function drawSharePicture({ brand, title, price, picture }: SharePicture) {
  const left = (picture ? HEIGHT : 0) + MARGIN;
  const width = WIDTH - MARGIN - left;
  const name = await drawText(brand, colours.gold, 34, width);
  const words = await drawText(title, colours.ivory, 68, width);
  const sum = await drawText(price, colours.gold, 52, width);
  const photo = picture && (await sharp(picture).resize(HEIGHT, HEIGHT).png(UNCOMPRESSED).toBuffer());
  const layers = [
    photo && { input: photo, left: 0, top: 0 },
    name && { input: name.data, left, top: MARGIN },
    words && { input: words.data, left, top: TITLE_TOP },
    sum && { input: sum.data, left, top: HEIGHT - MARGIN - sum.info.height },
  ].filter((layer) => layer !== undefined);
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: colours.night } })
    .composite(layers)
    .jpeg({ quality: 82 })
    .toBuffer();
}
