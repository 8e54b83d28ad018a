import type { Sheet } from "./sheet.ts";

export type Skin = "wheat" | "honey" | "bronze" | "umber";
export type Hair =
  | "centre-bun"
  | "side-waves"
  | "long-straight"
  | "braid"
  | "cropped"
  | "swept-silver"
  | "turban"
  | "curly";
export type Garment = "sari" | "shawl" | "dupatta" | "kurta" | "nehru-jacket" | "angavastram";
export type Accessory = "glasses" | "jhumka" | "studs" | "bindi" | "tilak" | "mala" | "necklace" | "nose-pin";
export type Beard = "full" | "trimmed" | "moustache";
export type Backdrop = "night" | "dawn" | "ivory" | "sage" | "rose";
export type Age = "young" | "middle" | "elder";

export interface PortraitArt {
  seed: number;
  hair: Hair;
  /** Ink black when absent. */
  hairTone?: "black" | "brown" | "grey-streaked" | "silver";
  garment: Garment;
  /** Main cloth, its shade and its border. */
  cloth: readonly [main: string, shade: string, border: string];
  skin: Skin;
  build: "feminine" | "masculine";
  age: Age;
  beard?: Beard;
  accessory?: readonly Accessory[];
  backdrop: Backdrop;
}

export interface SkinTone {
  light: string;
  mid: string;
  shade: string;
  deep: string;
  lip: string;
}

export const skins: Record<Skin, SkinTone> = {
  wheat: { light: "#f1cba6", mid: "#e2b287", shade: "#c48d63", deep: "#8f5a3c", lip: "#b9605a" },
  honey: { light: "#e3b185", mid: "#cf9565", shade: "#ab7047", deep: "#76452b", lip: "#a44f49" },
  bronze: { light: "#cf9667", mid: "#b67a4c", shade: "#905833", deep: "#5e351f", lip: "#8f4440" },
  umber: { light: "#b07a52", mid: "#935f3c", shade: "#704427", deep: "#472816", lip: "#7d3b38" },
};

export const hairTones = {
  black: ["#3a3134", "#1d171b", "#5a4d50"],
  brown: ["#5a3d2c", "#33211a", "#83604a"],
  "grey-streaked": ["#544d50", "#2c272b", "#a39c9c"],
  silver: ["#d3cdc8", "#97908d", "#f4f0ec"],
} as const;

export interface Sitter {
  sheet: Sheet;
  art: PortraitArt;
  skin: SkinTone;
  /** Main, shadow and lit strand of the hair. */
  hair: readonly [string, string, string];
}

export const faces = {
  feminine:
    "M378 378C374 292 424 240 500 240C576 240 626 292 622 378C620 446 600 494 562 530C538 553 520 561 500 561C480 561 462 553 438 530C400 494 380 446 378 378Z",
  masculine:
    "M374 376C370 290 422 238 500 238C578 238 630 290 626 376C625 440 616 486 586 524C560 556 528 572 500 572C472 572 440 556 414 524C384 486 375 440 374 376Z",
} as const;
