import { groundShadow, spill } from "./backdrop.ts";
import { type Brief, type FormPainter, floor } from "./form.ts";
import { band, bezel, metalBall } from "./metal.ts";
import { mineralHues } from "./minerals.ts";
import { around, oval } from "./outline.ts";
import type { Point } from "./sheet.ts";
import { gem, polished } from "./stone.ts";

interface Cut {
  rx: number;
  ry: number;
  sides: number;
}

/** Cabochon (0 sides) or a faceted cut, in the proportions jewellers use. */
const cuts: readonly Cut[] = [
  { rx: 118, ry: 96, sides: 0 },
  { rx: 98, ry: 98, sides: 8 },
  { rx: 92, ry: 122, sides: 10 },
  { rx: 104, ry: 104, sides: 0 },
  { rx: 128, ry: 92, sides: 12 },
];

function setStone(brief: Brief, at: Point, scale: number): string {
  const { sheet, mineral, metal, detail } = brief;
  const cut = cuts[brief.shape % cuts.length] ?? { rx: 100, ry: 100, sides: 0 };
  const rx = cut.rx * scale;
  const ry = cut.ry * scale;
  const stone = cut.sides
    ? gem(sheet, mineral, at, rx, ry, cut.sides, detail)
    : polished(sheet, mineral, oval(at[0], at[1], rx, ry), around(at[0], at[1], rx, ry), { detail });
  const claws = [-2.4, -0.74, 0.74, 2.4].map((angle) =>
    metalBall(sheet, metal, at[0] + Math.cos(angle) * rx * 1.03, at[1] + Math.sin(angle) * ry * 1.03, 13 * scale),
  );
  return bezel(sheet, metal, at, rx, ry, 13 * scale) + beading(brief, at, rx, ry, scale) + stone + claws.join("");
}

/** Some settings carry a row of tiny metal grains around the stone. */
function beading(brief: Brief, [x, y]: Point, rx: number, ry: number, scale: number): string {
  if (brief.shape % 2) return "";
  let out = "";
  for (let i = 0; i < 28; i++) {
    const angle = (i / 28) * Math.PI * 2;
    out += metalBall(
      brief.sheet,
      brief.metal,
      x + Math.cos(angle) * (rx + 15 * scale),
      y + Math.sin(angle) * (ry + 15 * scale),
      7 * scale,
    );
  }
  return out;
}

function standing(brief: Brief): string {
  const { sheet, metal, mineral } = brief;
  const width = 24 + (brief.shape % 3) * 6;
  const near = { cx: 490, cy: 570, rx: 184, ry: 192 };
  const far = { cx: 532, cy: 560, rx: 178, ry: 186 };
  return (
    groundShadow(sheet, 520, floor + 2, 150, 26) +
    spill(sheet, 560, floor + 14, 170, 34, mineralHues[mineral].mid, 0.4) +
    band(sheet, metal, far, near, width) +
    setStone(brief, [505, 368], 1.05)
  );
}

function lying(brief: Brief): string {
  const { sheet, metal } = brief;
  const near = { cx: 520, cy: 590, rx: 246, ry: 128 };
  const far = { cx: 520, cy: 652, rx: 242, ry: 126 };
  return (
    groundShadow(sheet, 540, 690, 290, 120, 0.8) + band(sheet, metal, far, near, 22) + setStone(brief, [424, 728], 0.98)
  );
}

export const ring: FormPainter = (brief) =>
  brief.pose === "angle"
    ? { art: lying(brief), focus: [424, 728], zoom: 2.4, rests: "stands" }
    : { art: standing(brief), focus: [500, 400], zoom: 2.5, rests: "stands" };
