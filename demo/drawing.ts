import { type CoverArt, drawCover } from "./art/cover.ts";
import { demoPortraits, drawPortrait } from "./art/portrait.ts";
import { drawProduct, type ProductArt } from "./art/product.ts";

/** A picture of the demo catalogue: the name of its files in `demo/pictures`, and how it is drawn. */
export interface Drawing {
  name: string;
  /** Slow, so only `npm run draw` calls it. The shop reads the files. */
  draw(): string;
}

/** Every drawing is this wide: enough for a phone with three pixels per CSS pixel. */
const WIDTH = 1400;
const SQUARE = `${WIDTH}x${WIDTH}`;
const COVER = `${WIDTH}x${(WIDTH * 1000) / 1600}`;
const VIEW_NAMES = ["front", "turned", "close", "setting"] as const;

export const productDrawing = (art: ProductArt): Drawing => ({
  name: `${art.form}-${art.mineral}-${art.seed}-${VIEW_NAMES[art.view]}-${SQUARE}`,
  draw: () => drawProduct(art),
});

export const coverDrawing = (art: CoverArt): Drawing => ({
  name: `cover-${art.motif}-${art.seed}-${COVER}`,
  draw: () => drawCover(art),
});

export const portraitDrawing = (index: number): Drawing => ({
  name: `portrait-${index}-${SQUARE}`,
  draw: () => drawPortrait(demoPortraits[index]!),
});
