import { groundShadow, spill } from "./backdrop.ts";
import { type Brief, type FormPainter, floor } from "./form.ts";
import { mineralHues } from "./minerals.ts";
import { polygon } from "./outline.ts";
import { ellipse, linear, type Point, path, placed, radial, stroke } from "./sheet.ts";
import { type Facet, faceted } from "./stone.ts";

interface Obelisk {
  x: number;
  width: number;
  height: number;
  taper: number;
  /** How far the six sides are turned: moves the two visible edges. */
  turn: number;
  base: number;
}

/** A six-sided point: three sides and three roof facets show. */
function obelisk(o: Obelisk): Facet[] {
  const w = o.width / 2;
  const top = w * o.taper;
  const shoulder = o.base - o.height * 0.76;
  const apex: Point = [o.x - o.turn * w * 0.5, o.base - o.height];
  const cuts = [-1, -0.42 + o.turn, 0.5 + o.turn, 1];
  const sag = [0, 0.13, 0.12, 0];
  const light = [0.42, 0.06, -0.62];
  const foot = (i: number): Point => [o.x + (cuts[i] ?? 0) * w, o.base + (sag[i] ?? 0) * w];
  const neck = (i: number): Point => [o.x + (cuts[i] ?? 0) * top, shoulder + (sag[i] ?? 0) * top * 1.5];
  return [0, 1, 2].flatMap((i): Facet[] => [
    { points: [neck(i), neck(i + 1), foot(i + 1), foot(i)], light: light[i] ?? 0 },
    { points: [neck(i), neck(i + 1), apex], light: (light[i] ?? 0) + 0.26 },
  ]);
}

/** Light trapped in the foot of the stone, and a bright thread along the front edges. */
function innerLight(brief: Brief, o: Obelisk): string {
  const hue = mineralHues[brief.mineral];
  const glow = radial(brief.sheet, [
    [0, hue.glow, 0.2 + 0.6 * hue.clear],
    [1, hue.glow, 0],
  ]);
  const streak = linear(brief.sheet, [
    [0, "#ffffff", 0],
    [0.3, "#ffffff", 0.75],
    [0.8, "#ffffff", 0.1],
    [1, "#ffffff", 0],
  ]);
  const w = o.width / 2;
  const left = o.x - w * 0.88;
  const shine = polygon([
    [left, o.base - o.height * 0.7],
    [left + w * 0.14, o.base - o.height * 0.71],
    [left + w * 0.1, o.base - o.height * 0.12],
    [left - w * 0.03, o.base - o.height * 0.14],
  ]);
  return ellipse(o.x + w * 0.15, o.base - o.height * 0.13, w * 0.62, o.height * 0.12, glow) + path(shine, streak);
}

function standing(brief: Brief, o: Obelisk): string {
  const { sheet, mineral } = brief;
  const hue = mineralHues[mineral];
  return (
    groundShadow(sheet, o.x + o.width * 0.12, o.base + 8, o.width * 0.6, o.width * 0.13) +
    spill(sheet, o.x + o.width * 0.3, o.base + 16, o.width * 0.7, o.width * 0.14, hue.mid, 0.2 + hue.clear * 0.6) +
    point(brief, o)
  );
}

function point(brief: Brief, o: Obelisk): string {
  return faceted(brief.sheet, brief.mineral, obelisk(o), brief.detail) + innerLight(brief, o);
}

export const tower: FormPainter = (brief) => {
  const { rand } = brief.sheet;
  const width = 196 + (brief.shape % 3) * 26;
  const height = 590 + (brief.shape % 4) * 24;
  const taper = 0.74 + (brief.shape % 2) * 0.1;
  const single = { x: 500, width, height, taper, turn: rand.range(-0.1, 0.1), base: floor };
  if (brief.pose !== "angle") return { art: standing(brief, single), focus: [505, 350], zoom: 2.1, rests: "stands" };
  const lying = placed(
    point(brief, { ...single, width: width * 0.62, height: height * 0.6, turn: 0.16 }),
    [500, floor],
    [884, 836],
    1,
    -79,
  );
  const rear = standing(brief, {
    ...single,
    x: 390,
    width: width * 0.94,
    height: height * 0.98,
    turn: -0.22,
    base: 730,
  });
  const shadow = groundShadow(brief.sheet, 720, 874, 210, 30, 0.9);
  return { art: rear + shadow + lying, focus: [390, 400], zoom: 2, rests: "stands" };
};

interface Peak {
  apex: Point;
  left: Point;
  front: Point;
  right: Point;
  back: Point;
}

function pyramidAt(brief: Brief, p: Peak): string {
  const { sheet, mineral } = brief;
  const hue = mineralHues[mineral];
  const facets: Facet[] = [
    { points: [p.apex, p.left, p.front], light: 0.42 },
    { points: [p.apex, p.front, p.right], light: -0.6 },
  ];
  const mid = (a: Point, b: Point, t: number): Point => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
  const floorFace = polygon([p.left, p.back, p.right, p.front]);
  const hidden = `M${p.apex.join(" ")}L${p.back.join(" ")}L${p.left.join(" ")}M${p.back.join(" ")}L${p.right.join(" ")}`;
  const heart = radial(sheet, [
    [0, hue.glow, 0.35 + hue.clear * 0.6],
    [0.5, hue.glow, 0.12 + hue.clear * 0.25],
    [1, hue.glow, 0],
  ]);
  const centre = mid(p.apex, mid(p.left, p.right, 0.5), 0.68);
  const sheen = linear(
    sheet,
    [
      [0, "#ffffff", 0.75],
      [1, "#ffffff", 0],
    ],
    [0.3, 0],
    [0.5, 1],
  );
  const band = polygon([
    mid(p.apex, p.left, 0.16),
    mid(p.apex, p.front, 0.16),
    mid(p.left, p.front, 0.16),
    mid(p.apex, p.left, 0.86),
  ]);
  const wide = p.right[0] - p.left[0];
  const lines =
    hue.clear > 0.3
      ? path(floorFace, hue.glow, `fill-opacity=".14"`) + stroke(hidden, "#ffffff", 2.5, `stroke-opacity=".5"`)
      : "";
  return (
    groundShadow(sheet, mid(p.left, p.right, 0.54)[0], (p.right[1] + p.front[1]) / 2 + 6, wide * 0.52, wide * 0.12) +
    spill(sheet, mid(p.left, p.right, 0.66)[0], p.front[1], wide * 0.5, wide * 0.1, hue.mid, 0.2 + hue.clear * 0.6) +
    faceted(sheet, mineral, facets, brief.detail) +
    lines +
    ellipse(centre[0], centre[1], wide * 0.27, wide * 0.2, heart) +
    path(band, sheen, `fill-opacity=".55"`)
  );
}

export const pyramid: FormPainter = (brief) => {
  const tall = 400 + (brief.shape % 3) * 36;
  const lean = ((brief.shape % 4) - 1.5) * 30;
  const hero: Peak = {
    apex: [500, 712 - tall],
    left: [210, 712],
    front: [470 + lean, 812],
    right: [792, 716],
    back: [530 - lean, 640],
  };
  if (brief.pose !== "angle") return { art: pyramidAt(brief, hero), focus: [490, 590], zoom: 1.9, rests: "stands" };
  const large: Peak = { apex: [420, 330], left: [160, 690], front: [560, 780], right: [690, 660], back: [330, 600] };
  const small: Peak = { apex: [740, 636], left: [610, 800], front: [716, 858], right: [872, 806], back: [770, 770] };
  return { art: pyramidAt(brief, large) + pyramidAt(brief, small), focus: [420, 560], zoom: 2, rests: "stands" };
};
