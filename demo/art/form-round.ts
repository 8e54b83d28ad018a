import { groundShadow, spill } from "./backdrop.ts";
import { type Brief, type FormPainter, floor } from "./form.ts";
import { band } from "./metal.ts";
import { mineralHues } from "./minerals.ts";
import { around, oval, pebble, smooth } from "./outline.ts";
import { clip, ellipse, group, linear, num, type Point, path, radial, stroke, turned } from "./sheet.ts";
import { polished } from "./stone.ts";

function restingStone(brief: Brief, x: number, y: number, rx: number, ry: number, wobble: number): string {
  const { sheet, mineral } = brief;
  const hue = mineralHues[mineral];
  const d = pebble(sheet.rand, x, y, rx, ry, wobble);
  return (
    groundShadow(sheet, x + rx * 0.1, y + ry * 0.88, rx * 0.92, ry * 0.3) +
    spill(sheet, x + rx * 0.3, y + ry * 0.98, rx * 0.8, ry * 0.24, hue.mid, hue.clear * 0.7) +
    polished(sheet, mineral, d, around(x, y, rx * 1.08, ry * 1.08), { detail: brief.detail })
  );
}

type Spot = readonly [x: number, y: number, rx: number, ry: number];

const heaps: readonly (readonly Spot[])[] = [
  [
    [350, 560, 150, 118],
    [610, 540, 172, 134],
    [500, 690, 160, 108],
  ],
  [
    [300, 610, 130, 104],
    [520, 530, 160, 130],
    [730, 620, 128, 100],
    [470, 720, 136, 92],
  ],
  [
    [380, 520, 138, 112],
    [620, 510, 126, 108],
    [270, 680, 122, 92],
    [520, 690, 150, 108],
    [750, 680, 112, 88],
  ],
];
const scattered: readonly Spot[] = [
  [250, 470, 118, 92],
  [560, 420, 150, 116],
  [800, 560, 104, 86],
  [410, 680, 176, 132],
  [700, 780, 128, 92],
];

export const tumble: FormPainter = (brief) => {
  const heap = brief.pose === "angle" ? scattered : (heaps[brief.shape % heaps.length] ?? scattered);
  const stones = heap.map(([x, y, rx, ry]) => {
    const { rand } = brief.sheet;
    return restingStone(
      brief,
      x + rand.range(-14, 14),
      y + rand.range(-10, 10),
      rx * rand.range(0.92, 1.08),
      ry * rand.range(0.9, 1.06),
      0.085,
    );
  });
  return { art: stones.join(""), focus: brief.shape % 3 === 1 ? [500, 620] : [520, 640], zoom: 2.1, rests: "stands" };
};

/** The dip for the thumb: shaded where a dome would be lit. */
function thumbDip(brief: Brief, x: number, y: number, rx: number, ry: number): string {
  const { sheet, mineral } = brief;
  const hue = mineralHues[mineral];
  const hollow = linear(sheet, [
    [0, hue.deep, 0.26],
    [0.45, hue.dark, 0.1],
    [0.7, "#ffffff", 0.08],
    [1, "#ffffff", 0.4],
  ]);
  const lip = linear(sheet, [
    [0, "#ffffff", 0],
    [0.5, "#ffffff", 0.08],
    [1, "#ffffff", 0.7],
  ]);
  const rings = [1.06, 0.96, 0.84].map((k) => path(oval(x, y, rx * k, ry * k), hollow, `fill-opacity=".6"`));
  return rings.join("") + stroke(oval(x, y + 2, rx * 1.06, ry * 1.06), lip, 3);
}

export const palmStone: FormPainter = (brief) => {
  const { sheet, mineral, pose } = brief;
  const wide = 290 + (brief.shape % 3) * 18;
  const high = 206 + (brief.shape % 2) * 20;
  if (pose !== "angle") {
    const stone = restingStone(brief, 500, 560, wide, high, 0.022);
    const whole = stone + thumbDip(brief, 520, 556, wide * 0.5, high * 0.5);
    return {
      art: pose === "close" ? whole : turned(whole, -7, 500, 560),
      focus: [470, 540],
      zoom: 1.9,
      rests: "stands",
    };
  }
  const leaning = pebble(sheet.rand, 560, 480, 190, 270, 0.02);
  const rear =
    groundShadow(sheet, 590, 742, 170, 40) +
    turned(
      polished(sheet, mineral, leaning, around(560, 480, 196, 278), { detail: 1 }) + thumbDip(brief, 566, 480, 96, 140),
      14,
      560,
      480,
    );
  return { art: rear + restingStone(brief, 360, 730, 190, 92, 0.02), focus: [540, 480], zoom: 2, rests: "stands" };
};

function ball(brief: Brief, x: number, y: number, r: number): string {
  const { sheet, mineral } = brief;
  const hue = mineralHues[mineral];
  const d = oval(x, y, r, r);
  const inverted = linear(
    sheet,
    [
      [0, "#ffffff", 0],
      [0.55, "#ffffff", 0.06],
      [1, "#ffffff", 0.4],
    ],
    [0.4, 0],
    [0.6, 1],
  );
  const lens =
    hue.clear > 0.6 ? group(ellipse(x, y + r * 0.7, r * 0.8, r * 0.4, inverted), `clip-path="${clip(sheet, d)}"`) : "";
  const arc = `M${num(x - r * 0.84)} ${num(y - r * 0.22)}A${num(r * 0.88)} ${num(r * 0.88)} 0 0 1 ${num(x - r * 0.2)} ${num(y - r * 0.85)}`;
  return (
    polished(sheet, mineral, d, around(x, y, r, r), { detail: brief.detail, gloss: 1 }) +
    lens +
    stroke(arc, "#ffffff", r * 0.022, `stroke-opacity=".55"`)
  );
}

/** A ring stand: the far half behind the ball, the near half before it. */
function onStand(brief: Brief, x: number, y: number, r: number): string {
  const { sheet, metal, mineral } = brief;
  const base = y + r * 0.96;
  const hue = mineralHues[mineral];
  const seat = r * 0.52;
  const far = { cx: x, cy: base + r * 0.16, rx: seat * 1.12, ry: seat * 0.26 };
  const near = { cx: x, cy: base - r * 0.02, rx: seat, ry: seat * 0.23 };
  const cover = `M${num(x - r * 1.2)} ${num(base - r * 0.03)}H${num(x + r * 1.2)}V${num(base + r)}H${num(x - r * 1.2)}Z`;
  const stand = band(sheet, metal, far, near, r * 0.085);
  return (
    groundShadow(sheet, x + r * 0.1, base + r * 0.22, r * 0.85, r * 0.19) +
    spill(sheet, x + r * 0.4, base + r * 0.3, r * 0.7, r * 0.14, hue.mid, hue.clear * 0.8) +
    stand +
    ball(brief, x, y, r) +
    group(stand, `clip-path="${clip(sheet, cover)}"`)
  );
}

export const sphere: FormPainter = (brief) => {
  const r = 226 + (brief.shape % 3) * 14;
  if (brief.pose !== "angle")
    return { art: onStand(brief, 500, floor - r * 1.22, r), focus: [480, 460], zoom: 1.75, rests: "stands" };
  const small = 96;
  const loose = groundShadow(brief.sheet, 776, 836, small * 0.9, 22) + ball(brief, 764, 742, small);
  return { art: onStand(brief, 420, 470, 214) + loose, focus: [420, 460], zoom: 1.9, rests: "stands" };
};

interface Toadstool {
  x: number;
  base: number;
  size: number;
  lean: number;
  plump: number;
}

function toadstool(brief: Brief, t: Toadstool): string {
  const { sheet, mineral } = brief;
  const hue = mineralHues[mineral];
  const s = t.size;
  const at = (dx: number, dy: number): Point => [t.x + dx * s + t.lean * -dy, t.base + dy * s];
  const p = (dx: number, dy: number) => at(dx, dy).map(num).join(" ");
  const stem = smooth([
    at(-0.3, -0.04),
    at(-0.24, -0.5),
    at(-0.2, -1),
    at(0.2, -1),
    at(0.22, -0.5),
    at(0.34, -0.04),
    at(0.02, 0.04),
  ]);
  const wide = t.plump;
  const cap = `M${p(-wide, -0.92)}C${p(-wide * 1.04, -1.5)} ${p(-wide * 0.5, -1.92)} ${p(0, -1.92)}C${p(wide * 0.55, -1.92)} ${p(wide * 1.04, -1.5)} ${p(wide, -0.92)}C${p(wide * 0.7, -0.74)} ${p(-wide * 0.7, -0.74)} ${p(-wide, -0.92)}Z`;
  const [gx, gy] = at(0, -0.9);
  const under = oval(gx, gy, wide * s * 0.97, s * 0.17);
  let gills = "";
  for (let i = -9; i <= 9; i++)
    gills += `M${num(gx + i * s * 0.022)} ${num(gy - s * 0.02)}L${num(gx + i * wide * s * 0.105)} ${num(gy + s * 0.17)}`;
  const gillClip = clip(sheet, under);
  const shade = linear(sheet, [
    [0, hue.deep, 0.85],
    [1, hue.dark, 0.6],
  ]);
  const [cx, cy] = at(0, -1.36);
  const castOnStem = radial(sheet, [
    [0, hue.deep, 0.7],
    [1, hue.deep, 0],
  ]);
  return (
    groundShadow(sheet, t.x + s * 0.12, t.base + 4, s * 0.62, s * 0.13) +
    polished(sheet, mineral, stem, around(at(0, -0.5)[0], t.base - s * 0.5, s * 0.36, s * 0.58), {
      detail: brief.detail,
      gloss: 0.4,
    }) +
    ellipse(gx, gy + s * 0.16, s * 0.3, s * 0.18, castOnStem) +
    path(under, hue.mid) +
    path(under, shade) +
    group(stroke(gills, hue.light, 2, `stroke-opacity=".4"`), `clip-path="${gillClip}"`) +
    polished(sheet, mineral, cap, around(cx, cy, wide * s * 1.02, s * 0.58), { detail: brief.detail })
  );
}

export const mushroom: FormPainter = (brief) => {
  const plump = 0.92 + (brief.shape % 3) * 0.1;
  const lean = ((brief.shape % 5) - 2) * 0.03;
  const main = { x: 500, base: floor, size: 272, lean, plump };
  if (brief.pose !== "angle") return { art: toadstool(brief, main), focus: [480, 440], zoom: 1.9, rests: "stands" };
  const pair =
    toadstool(brief, { ...main, x: 410, base: 740, size: 240, lean: -0.08 }) +
    toadstool(brief, { ...main, x: 700, base: 800, size: 132, lean: 0.12, plump: plump + 0.1 });
  return { art: pair, focus: [410, 420], zoom: 2, rests: "stands" };
};
