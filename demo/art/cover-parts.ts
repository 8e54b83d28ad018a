import { oval, star } from "./outline.ts";
import type { Random } from "./random.ts";
import { circle, linear, num, path, radial, rect, type Sheet, stroke } from "./sheet.ts";

export type Tone = "night" | "dawn" | "ivory" | "sage" | "rose";

export interface Palette {
  top: string;
  bottom: string;
  /** Lines and dark masses. */
  ink: string;
  /** Quiet shapes behind the subject. */
  soft: string;
  /** A second quiet shape, a step stronger. */
  haze: string;
  accent: string;
  warm: string;
  /** Paper, cloth, moonlight. */
  pale: string;
  dark: boolean;
}

export const palettes: Record<Tone, Palette> = {
  night: {
    top: "#343870",
    bottom: "#15173a",
    ink: "#f3e6c4",
    soft: "#3d4279",
    haze: "#52579a",
    accent: "#e3bb5c",
    warm: "#d98a6a",
    pale: "#fbf3df",
    dark: true,
  },
  dawn: {
    top: "#fdeccf",
    bottom: "#f3bb8c",
    ink: "#54304a",
    soft: "#f9d7a9",
    haze: "#eda975",
    accent: "#d8791c",
    warm: "#c65d54",
    pale: "#fff8ea",
    dark: false,
  },
  ivory: {
    top: "#fcf8ef",
    bottom: "#ecdcc0",
    ink: "#2c2f5c",
    soft: "#f1e4cb",
    haze: "#dcc59b",
    accent: "#c98a2b",
    warm: "#b9606a",
    pale: "#fffdf8",
    dark: false,
  },
  sage: {
    top: "#eef2e4",
    bottom: "#b9c8a6",
    ink: "#2d473b",
    soft: "#d9e2c9",
    haze: "#9fb48c",
    accent: "#c08a35",
    warm: "#b86b5a",
    pale: "#fbfcf4",
    dark: false,
  },
  rose: {
    top: "#fbebe5",
    bottom: "#e3b2ab",
    ink: "#5b2842",
    soft: "#f3d5cd",
    haze: "#d69890",
    accent: "#c48530",
    warm: "#a8455a",
    pale: "#fff9f5",
    dark: false,
  },
};

export interface Scene {
  sheet: Sheet;
  rand: Random;
  tone: Palette;
}

export type CoverPainter = (scene: Scene) => string;

/** Sky or paper behind every cover: a gradient, one large quiet disc, hairline rings, a few stars. */
export function ground({ sheet, rand, tone }: Scene): string {
  const x = rand.pick([420, 800, 1180]);
  const y = rand.range(380, 520);
  const r = rand.range(400, 470);
  const fade = linear(sheet, [
    [0, tone.accent, 0.55],
    [1, tone.accent, 0.06],
  ]);
  const disc = linear(sheet, [
    [0, tone.soft, 0.9],
    [1, tone.soft, 0.15],
  ]);
  let stars = "";
  const count = tone.dark ? 26 : 9;
  for (let i = 0; i < count; i++)
    stars += star(rand.range(40, 1560), rand.range(30, tone.dark ? 960 : 500), rand.range(3, tone.dark ? 9 : 10));
  const lamp = radial(sheet, [
    [0, "#ffffff", tone.dark ? 0.12 : 0.5],
    [1, "#ffffff", 0],
  ]);
  return (
    rect(
      0,
      0,
      1600,
      1000,
      linear(sheet, [
        [0, tone.top],
        [1, tone.bottom],
      ]),
    ) +
    circle(x, y, r, disc) +
    stroke(oval(x, y, r + 34, r + 34), fade, 2) +
    circle(330, 190, 340, lamp) +
    path(stars, tone.dark ? tone.ink : tone.accent, `fill-opacity="${tone.dark ? 0.6 : 0.5}"`)
  );
}

export function glow(sheet: Sheet, x: number, y: number, r: number, color: string, force = 0.8): string {
  return circle(
    x,
    y,
    r,
    radial(sheet, [
      [0, color, force],
      [0.4, color, force * 0.4],
      [1, color, 0],
    ]),
  );
}

/** A table or floor line for things that stand. */
export function tableTop({ sheet, tone }: Scene, y: number): string {
  const fill = linear(sheet, [
    [0, tone.dark ? "#262954" : tone.haze, tone.dark ? 1 : 0.75],
    [1, tone.bottom, 1],
  ]);
  return rect(0, y, 1600, 1000 - y, fill) + stroke(`M0 ${num(y)}H1600`, tone.accent, 2, `stroke-opacity=".5"`);
}

export function brass(sheet: Sheet): string {
  return linear(
    sheet,
    [
      [0, "#8a5a1c"],
      [0.18, "#f8e2a4"],
      [0.4, "#d09c44"],
      [0.68, "#7a4c16"],
      [0.86, "#dfb25a"],
      [1, "#6b4213"],
    ],
    [0, 0],
    [1, 0.15],
  );
}
