import { blurredRoom, studio } from "./backdrop.ts";
import { type Brief, type FormPainter, floor, type Pose } from "./form.ts";
import { pyramid, tower } from "./form-cut.ts";
import { pendant, pendulum } from "./form-hanging.ts";
import { idol } from "./form-idol.ts";
import { ring } from "./form-ring.ts";
import { mushroom, palmStone, sphere, tumble } from "./form-round.ts";
import { rudrakshBead } from "./form-rudraksh.ts";
import { anklet, bracelet, necklace } from "./form-strand.ts";
import type { Mineral } from "./minerals.ts";
import { seeded } from "./random.ts";
import { setting } from "./settings.ts";
import { newSheet, placed, svg } from "./sheet.ts";

export type { Mineral } from "./minerals.ts";

export type Form =
  | "ring"
  | "bracelet"
  | "anklet"
  | "pendant"
  | "necklace"
  | "tumble"
  | "tower"
  | "idol"
  | "palm-stone"
  | "rudraksh"
  | "pyramid"
  | "mushroom"
  | "sphere"
  | "pendulum";

export interface ProductArt {
  form: Form;
  mineral: Mineral;
  metal?: "gold" | "silver" | "thread";
  seed: number;
  view: 0 | 1 | 2 | 3;
}

const painters: Record<Form, FormPainter> = {
  ring,
  bracelet,
  anklet,
  pendant,
  necklace,
  tumble,
  tower,
  idol,
  "palm-stone": palmStone,
  rudraksh: rudrakshBead,
  pyramid,
  mushroom,
  sphere,
  pendulum,
};

const poses: readonly Pose[] = ["hero", "angle", "close", "setting"];

function briefOf(art: ProductArt): Brief {
  return {
    sheet: newSheet(art.seed * 4 + art.view),
    mineral: art.mineral,
    metal: art.metal ?? (art.form === "rudraksh" ? "thread" : "gold"),
    pose: poses[art.view] ?? "hero",
    detail: art.view === 2 ? 2 : 1,
    shape: seeded(art.seed).int(0, 59),
  };
}

/** One product picture, 1000 by 1000; the same order always draws the same picture. */
export function drawProduct(art: ProductArt): string {
  const brief = briefOf(art);
  const { sheet, shape } = brief;
  const piece = painters[art.form](brief);
  const tone = shape + art.view;
  if (art.view === 2) {
    const at = [500 + sheet.rand.range(-40, 40), 500 + sheet.rand.range(-30, 30)] as const;
    return svg(sheet, 1000, 1000, blurredRoom(sheet, tone) + placed(piece.art, piece.focus, at, piece.zoom));
  }
  if (art.view === 3) {
    const scene = setting(sheet, piece.rests, tone, shape);
    const foot = piece.rests === "lies" ? ([500, 500] as const) : ([500, floor] as const);
    const put = piece.rests === "lies" ? ([500, 510] as const) : ([490, scene.ground] as const);
    return svg(sheet, 1000, 1000, scene.behind + placed(piece.art, foot, put, scene.scale) + scene.before);
  }
  return svg(sheet, 1000, 1000, studio(sheet, tone, shape + art.view) + piece.art);
}
