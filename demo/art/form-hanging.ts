import { groundShadow, lineShadow } from "./backdrop.ts";
import type { Brief, FormPainter } from "./form.ts";
import { bail, chain, metalBall, metalFill, shineOf } from "./metal.ts";
import { around, flow, oval } from "./outline.ts";
import { num, type Point, path, placed, stroke } from "./sheet.ts";
import { type Facet, faceted, gem, polished } from "./stone.ts";

/** A drop with its narrow end up, its top at (x, y). */
function drop(x: number, y: number, w: number, h: number): string {
  const p = (dx: number, dy: number) => `${num(x + dx * w)} ${num(y + dy * h)}`;
  return `M${p(0, 0)}C${p(0.16, 0.14)} ${p(0.5, 0.4)} ${p(0.5, 0.66)}C${p(0.5, 0.88)} ${p(0.26, 1)} ${p(0, 1)}C${p(-0.26, 1)} ${p(-0.5, 0.88)} ${p(-0.5, 0.66)}C${p(-0.5, 0.4)} ${p(-0.16, 0.14)} ${p(0, 0)}Z`;
}

/** Six-sided bar with a point below: three sides show. */
function bar(x: number, y: number, w: number, h: number, turn: number): Facet[] {
  const a = x - w * (0.2 + turn);
  const b = x + w * (0.24 - turn);
  const shoulder = y + h * 0.72;
  const tip: Point = [x - turn * w * 0.4, y + h];
  const sides: [number, number, number][] = [
    [x - w / 2, a, 0.5],
    [a, b, 0.1],
    [b, x + w / 2, -0.6],
  ];
  return sides.flatMap(([left, right, light]): Facet[] => [
    {
      points: [
        [left, y],
        [right, y],
        [right, shoulder],
        [left, shoulder],
      ],
      light,
    },
    { points: [[left, shoulder], [right, shoulder], tip], light: light - 0.25 },
  ]);
}

function pendantStone(brief: Brief, x: number, y: number): string {
  const { sheet, mineral, metal, detail } = brief;
  const kind = brief.shape % 4;
  if (kind === 1) return faceted(sheet, mineral, bar(x, y, 150, 330, 0.02), detail);
  if (kind === 2) {
    const rim = oval(x, y + 138, 122, 150);
    return (
      path(rim, metalFill(sheet, metal)) +
      path(oval(x, y + 138, 112, 140), shineOf(metal).deep) +
      gem(sheet, mineral, [x, y + 138], 108, 136, 12, detail)
    );
  }
  const w = kind === 3 ? 250 : 216;
  const h = kind === 3 ? 270 : 320;
  const d = drop(x, y - 8, w, h);
  return (
    stroke(d, metalFill(sheet, metal), kind === 3 ? 16 : 5) +
    polished(sheet, mineral, d, around(x, y + h / 2, w / 2, h / 2), { detail })
  );
}

function pendantAt(brief: Brief, x: number, y: number): string {
  const tip = brief.shape % 4 === 0 ? metalBall(brief.sheet, brief.metal, x, y + 344, 9) : "";
  return pendantStone(brief, x, y + 40) + bail(brief.sheet, brief.metal, x, y, 40) + tip;
}

export const pendant: FormPainter = (brief) => {
  const { sheet, metal, pose } = brief;
  const lies = pose === "angle" || pose === "setting";
  if (!lies) {
    const d = "M322 -20C360 130 440 260 500 316C560 260 640 130 678 -20";
    const art =
      lineShadow(d, 12, 26, 30) +
      groundShadow(sheet, 540, 560, 130, 180, 0.42) +
      chain(d, metal, 12) +
      pendantAt(brief, 500, 336);
    return { art, focus: [500, 500], zoom: 2.3, rests: "lies" };
  }
  const d = flow([
    [430, 430],
    [330, 300],
    [250, 180],
    [330, 100],
    [520, 130],
    [700, 90],
    [800, 190],
    [730, 320],
    [600, 340],
    [520, 300],
    [560, 230],
    [680, 250],
  ]);
  const body = placed(pendantAt(brief, 500, 300), [500, 300], [440, 436], 1.08, pose === "angle" ? -16 : 14);
  const art = lineShadow(d, 12, 8, 11) + chain(d, metal, 12) + groundShadow(sheet, 490, 660, 130, 190, 0.62) + body;
  return { art, focus: [470, 600], zoom: 2, rests: "lies" };
};

/** The pendulum's point: a short crown, then a long taper, six sides. */
function weight(x: number, y: number, w: number, h: number, kind: number): Facet[] {
  const girdle = y + h * (kind % 2 ? 0.4 : 0.26);
  const top = w * 0.2;
  const xs = [-0.5, -0.19, 0.21, 0.5];
  const light = [0.55, 0.12, -0.62];
  const tip: Point = [x, y + h];
  return [0, 1, 2].flatMap((i): Facet[] => {
    const left = xs[i] ?? 0;
    const right = xs[i + 1] ?? 0;
    const shade = light[i] ?? 0;
    return [
      {
        points: [
          [x + left * top * 2, y],
          [x + right * top * 2, y],
          [x + right * w, girdle],
          [x + left * w, girdle],
        ],
        light: shade + 0.2,
      },
      { points: [[x + left * w, girdle], [x + right * w, girdle], tip], light: shade - 0.08 },
    ];
  });
}

function bob(brief: Brief, x: number, y: number): string {
  const { sheet, mineral, metal, detail } = brief;
  const w = 150 + (brief.shape % 3) * 20;
  const facets = weight(x, y + 62, w, 330, brief.shape);
  const cap = `M${num(x - 36)} ${num(y + 66)}Q${num(x - 32)} ${num(y + 26)} ${num(x)} ${num(y + 18)}Q${num(x + 32)} ${num(y + 26)} ${num(x + 36)} ${num(y + 66)}Q${num(x)} ${num(y + 78)} ${num(x - 36)} ${num(y + 66)}Z`;
  return (
    faceted(sheet, mineral, facets, detail) +
    path(cap, metalFill(sheet, metal, [0, 0], [1, 0.2])) +
    stroke(oval(x, y + 8, 10, 13), metalFill(sheet, metal), 6)
  );
}

function topBead(brief: Brief, x: number, y: number): string {
  const { sheet, mineral, metal } = brief;
  return (
    polished(sheet, mineral, oval(x, y, 34, 34), around(x, y, 34, 34), { detail: 0, gloss: 1 }) +
    metalBall(sheet, metal, x, y + 38, 9)
  );
}

export const pendulum: FormPainter = (brief) => {
  const { sheet, metal, pose } = brief;
  if (pose === "angle" || pose === "setting") {
    const d = flow([
      [352, 452],
      [300, 330],
      [400, 230],
      [590, 250],
      [690, 350],
      [620, 450],
      [520, 400],
      [560, 290],
      [700, 200],
      [760, 150],
    ]);
    const body = placed(bob(brief, 500, 300), [500, 308], [356, 462], 1.05, pose === "angle" ? -34 : -26);
    const shadow = placed(groundShadow(sheet, 0, 0, 100, 190, 0.6), [0, 0], [470, 660], 1, -30);
    const art =
      lineShadow(d, 10, 8, 11) +
      chain(d, metal, 10) +
      shadow +
      body +
      groundShadow(sheet, 776, 142, 38, 38, 0.7) +
      placed(topBead(brief, 0, 0), [0, 0], [764, 128], 1.2, 40);
    return { art, focus: [460, 640], zoom: 2.2, rests: "lies" };
  }
  const d = "M500 130V372";
  const swing = `M300 800Q500 880 700 800`;
  const art =
    lineShadow(d, 9, 30, 24) +
    stroke(swing, "#c79a45", 2, `stroke-opacity=".6" stroke-dasharray="2 12"`) +
    groundShadow(sheet, 545, 600, 80, 180, 0.4) +
    groundShadow(sheet, 500, 858, 90, 16, 0.5) +
    chain(d, metal, 10) +
    topBead(brief, 500, 110) +
    bob(brief, 500, 372);
  return { art, focus: [500, 540], zoom: 2.4, rests: "lies" };
};
