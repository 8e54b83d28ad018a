import type { Metal } from "./metal.ts";
import type { Mineral } from "./minerals.ts";
import type { Point, Sheet } from "./sheet.ts";
import type { Detail } from "./texture.ts";

/** hero: front; angle: another arrangement; close: to be enlarged; setting: placed among other things. */
export type Pose = "hero" | "angle" | "close" | "setting";

export interface Brief {
  sheet: Sheet;
  mineral: Mineral;
  metal: Metal;
  pose: Pose;
  detail: Detail;
  /** Which of the form's shapes this product has; the same in all its views. */
  shape: number;
}

export interface Piece {
  art: string;
  /** What a close-up looks at, and how far it goes in. */
  focus: Point;
  zoom: number;
  /** In a setting: stands on a table, or lies on linen seen from above. */
  rests: "stands" | "lies";
}

export type FormPainter = (brief: Brief) => Piece;

/** Standing pieces touch the floor here. */
export const floor = 770;
