import { groundShadow, warmth } from "./backdrop.ts";
import { flow, oval, pebble, smooth } from "./outline.ts";
import {
  circle,
  clip,
  ellipse,
  group,
  linear,
  num,
  type Point,
  path,
  radial,
  rect,
  type Sheet,
  stroke,
  turned,
} from "./sheet.ts";

/** A leafy sprig from its foot at (x, y), growing to the given heading. */
export function sprig(sheet: Sheet, x: number, y: number, length: number, heading: number, bend: number): string {
  const points: Point[] = [];
  for (let i = 0; i <= 10; i++) {
    const t = i / 10;
    const angle = heading + bend * t;
    points.push([x + Math.cos(angle) * length * t, y + Math.sin(angle) * length * t]);
  }
  const leaf = linear(
    sheet,
    [
      [0, "#b7c6a0"],
      [0.5, "#869e7b"],
      [1, "#5b7659"],
    ],
    [0, 0],
    [1, 1],
  );
  let leaves = "";
  points.slice(1).forEach(([px, py], i) => {
    const angle = heading + bend * ((i + 1) / 10) * 1.6;
    const size = length * 0.17 * (1.12 - i * 0.06);
    for (const side of i === 9 ? [0] : [-1, 1]) leaves += leafAt(px, py, angle + side * 0.85, size, leaf);
  });
  return stroke(flow(points), "#5f7358", Math.max(2, length * 0.012)) + leaves;
}

function leafAt(x: number, y: number, angle: number, size: number, fill: string): string {
  const tip = `${num(x + Math.cos(angle) * size)} ${num(y + Math.sin(angle) * size)}`;
  const side = (turn: number) =>
    `${num(x + Math.cos(angle + turn) * size * 0.62)} ${num(y + Math.sin(angle + turn) * size * 0.62)}`;
  const at = `${num(x)} ${num(y)}`;
  return path(`M${at}Q${side(0.6)} ${tip}Q${side(-0.6)} ${at}Z`, fill, `stroke="#4f6a50" stroke-opacity=".35"`);
}

/** A brass oil lamp with its flame; (x, y) is the middle of its foot. */
export function diya(sheet: Sheet, x: number, y: number, size: number): string {
  const brass = linear(
    sheet,
    [
      [0, "#8a5a1c"],
      [0.2, "#f6dc97"],
      [0.42, "#c8923a"],
      [0.7, "#7a4c16"],
      [0.86, "#dfb25a"],
      [1, "#6b4213"],
    ],
    [0, 0],
    [1, 0.2],
  );
  const halo = radial(sheet, [
    [0, "#ffd98a", 0.75],
    [0.35, "#ffcf7a", 0.3],
    [1, "#ffcf7a", 0],
  ]);
  const flame = linear(sheet, [
    [0, "#fff6d0"],
    [0.45, "#ffd45f"],
    [0.8, "#f4902a"],
    [1, "#c9571a"],
  ]);
  const s = size / 100;
  const at = (dx: number, dy: number) => `${num(x + dx * s)} ${num(y + dy * s)}`;
  const bowl = `M${at(-90, -62)}Q${at(-70, -8)} ${at(-22, -4)}L${at(26, -4)}Q${at(74, -10)} ${at(104, -70)}Q${at(60, -54)} ${at(0, -52)}Q${at(-50, -52)} ${at(-90, -62)}Z`;
  const foot = `M${at(-42, 4)}Q${at(0, -16)} ${at(42, 4)}Q${at(0, 14)} ${at(-42, 4)}Z`;
  const tongue = `M${at(92, -72)}C${at(66, -98)} ${at(92, -126)} ${at(98, -158)}C${at(112, -128)} ${at(124, -96)} ${at(102, -72)}Z`;
  return [
    groundShadow(sheet, x, y + 4 * s, 78 * s, 14 * s, 0.8),
    path(foot, brass),
    path(bowl, brass),
    path(
      `M${at(-90, -62)}Q${at(-10, -78)} ${at(104, -70)}Q${at(10, -40)} ${at(-90, -62)}Z`,
      "#3f260b",
      `fill-opacity=".85"`,
    ),
    path(
      `M${at(-76, -61)}Q${at(-6, -72)} ${at(86, -68)}Q${at(10, -47)} ${at(-76, -61)}Z`,
      "#d9a13f",
      `fill-opacity=".75"`,
    ),
    circle(x + 98 * s, y - 105 * s, 120 * s, halo),
    path(tongue, flame),
    stroke(`M${at(-84, -52)}Q${at(-60, -14)} ${at(-20, -10)}`, "#fff4cf", 2.4 * s, `stroke-opacity=".8"`),
  ].join("");
}

/** A round slab of pale stone with a visible edge; its top lies around (x, y). */
export function slab(sheet: Sheet, x: number, y: number, rx: number, ry: number, height: number): string {
  const side = linear(
    sheet,
    [
      [0, "#cfc4b5"],
      [0.25, "#efe7da"],
      [0.6, "#b9ab99"],
      [1, "#8f8170"],
    ],
    [0, 0],
    [1, 0],
  );
  const top = linear(
    sheet,
    [
      [0, "#fbf8f2"],
      [0.6, "#eee7dc"],
      [1, "#d8cdbd"],
    ],
    [0, 0],
    [1, 1],
  );
  const d = `M${num(x - rx)} ${num(y)}V${num(y + height)}A${num(rx)} ${num(ry)} 0 0 0 ${num(x + rx)} ${num(y + height)}V${num(y)}Z`;
  let veins = "";
  for (let i = 0; i < 4; i++) {
    const from = sheet.rand.range(-0.9, 0.2) * rx;
    const drop = sheet.rand.range(-0.8, 0.8) * ry;
    veins += `M${num(x + from)} ${num(y + drop)}q${num(rx * 0.25)} ${num(-ry * 0.2)} ${num(rx * 0.45)} ${num(ry * 0.1)}t${num(rx * 0.5)} ${num(-ry * 0.1)}`;
  }
  const vein = stroke(veins, "#a99a88", 1.6, `stroke-opacity=".4"`);
  return (
    groundShadow(sheet, x, y + height + ry * 0.45, rx * 1.02, ry * 0.95, 0.8) +
    path(d, side) +
    ellipse(x, y, rx, ry, top) +
    group(vein, `clip-path="${clip(sheet, oval(x, y, rx, ry))}"`) +
    stroke(
      `M${num(x - rx)} ${num(y)}A${num(rx)} ${num(ry)} 0 0 0 ${num(x + rx)} ${num(y)}`,
      "#ffffff",
      3,
      `stroke-opacity=".8"`,
    )
  );
}

/** A cloth folded into a square, seen at a slant: its layers show along the two near edges. */
export function cloth(sheet: Sheet, y: number, hue: readonly [string, string, string]): string {
  const [light, mid, dark] = hue;
  const fill = linear(sheet, [
    [0, light],
    [0.55, mid],
    [1, dark],
  ]);
  const square = (drop: number, inset = 0) => {
    const at = (x: number, dy: number) =>
      `${num(500 + (x - 500) * (1 - inset))} ${num(y + 56 + (dy - 56) * (1 - inset) + drop)}`;
    return `M${at(84, 44)}C${at(230, 24)} ${at(400, -18)} ${at(520, -44)}Q${at(548, -48)} ${at(580, -40)}C${at(700, -8)} ${at(820, 18)} ${at(920, 34)}Q${at(956, 44)} ${at(926, 58)}C${at(790, 92)} ${at(640, 138)} ${at(506, 172)}Q${at(474, 178)} ${at(440, 168)}C${at(320, 130)} ${at(200, 96)} ${at(86, 66)}Q${at(56, 54)} ${at(84, 44)}Z`;
  };
  const layers = [36, 24, 12].map(
    (drop) => path(square(drop), dark) + stroke(square(drop), light, 2, `stroke-opacity=".35"`),
  );
  const soft = `M180 ${num(y + 66)}C320 ${num(y + 46)} 420 ${num(y + 6)} 560 ${num(y - 22)}M420 ${num(y + 140)}C560 ${num(y + 104)} 700 ${num(y + 66)} 850 ${num(y + 44)}`;
  return (
    groundShadow(sheet, 510, y + 120, 440, 84, 0.6) +
    layers.join("") +
    path(square(0), fill) +
    stroke(soft, dark, 16, `stroke-opacity=".16"`) +
    stroke(soft, light, 6, `stroke-opacity=".5" transform="translate(-2 -7)"`) +
    stroke(square(0, 0.07), "#d9ab4f", 3, `stroke-opacity=".85"`) +
    stroke(square(0, 0.095), "#d9ab4f", 1.4, `stroke-opacity=".7"`) +
    stroke(square(0), "#ffffff", 2, `stroke-opacity=".5"`)
  );
}

/** Linen seen from above: long soft folds built from wide faint strokes. */
export function linen(sheet: Sheet, tone: number): string {
  const warm = warmth(tone);
  const { rand } = sheet;
  const lean = rand.pick([-1, 1]);
  let out = rect(
    0,
    0,
    1000,
    1000,
    linear(sheet, [
      [0, warm.wall],
      [1, warm.shade],
    ]),
  );
  for (let i = 0; i < 6; i++) {
    const x = i * 230 - 120 + rand.range(-50, 50);
    const sway = rand.range(40, 170) * lean;
    const d = `M${num(x)} -60C${num(x + sway)} 260 ${num(x - sway * 0.4)} 640 ${num(x + sway * 1.6)} 1060`;
    const wide = rand.range(40, 84);
    for (const k of [1, 0.66, 0.36]) out += stroke(d, "#5d452f", wide * k, `stroke-opacity=".035"`);
    const lit = `transform="translate(${num(-wide * 0.7)} 0)"`;
    for (const k of [1, 0.6, 0.25]) out += stroke(d, "#ffffff", wide * k, `stroke-opacity=".26" ${lit}`);
  }
  return out;
}

/** A small brass dish from above, holding rice-pale salt or petals. */
export function dish(sheet: Sheet, x: number, y: number, r: number): string {
  const rimFill = linear(
    sheet,
    [
      [0, "#fff0bf"],
      [0.4, "#cf9c43"],
      [0.7, "#8a5a1c"],
      [1, "#e9c577"],
    ],
    [0, 0],
    [1, 1],
  );
  const bowl = radial(
    sheet,
    [
      [0, "#e8c06a"],
      [0.7, "#b9842f"],
      [1, "#7b4f18"],
    ],
    [0.6, 0.62],
    0.7,
  );
  let petals = "";
  for (let i = 0; i < 9; i++) {
    const angle = sheet.rand.range(0, 6.28);
    const reach = sheet.rand.range(0, r * 0.55);
    petals += pebble(sheet.rand, x + Math.cos(angle) * reach, y + Math.sin(angle) * reach, r * 0.17, r * 0.11, 0.15);
  }
  return (
    groundShadow(sheet, x + r * 0.1, y + r * 0.14, r * 1.04, r * 1.04, 0.7) +
    circle(x, y, r, rimFill) +
    circle(x, y, r * 0.88, bowl) +
    path(
      petals,
      linear(sheet, [
        [0, "#ffc552"],
        [1, "#e0801f"],
      ]),
      `stroke="#b8590f" stroke-opacity=".5"`,
    )
  );
}

/** Marigold petals fallen on the table. */
export function petals(sheet: Sheet, spots: readonly Point[], size: number): string {
  const fill = linear(sheet, [
    [0, "#ffcf63"],
    [1, "#e58a22"],
  ]);
  return spots
    .map(([x, y]) => {
      const k = size * sheet.rand.range(0.7, 1.2);
      const d = smooth([
        [x - k, y],
        [x - k * 0.2, y - k * 0.42],
        [x + k, y - k * 0.1],
        [x, y + k * 0.4],
      ]);
      const shadow = ellipse(x + k * 0.2, y + k * 0.35, k, k * 0.4, "#3a2a1c", `fill-opacity=".14"`);
      return shadow + turned(path(d, fill), sheet.rand.range(-60, 60), x, y);
    })
    .join("");
}
