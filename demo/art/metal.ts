import { around, oval } from "./outline.ts";
import { circle, ellipse, group, linear, num, type Point, path, radial, type Sheet, stroke } from "./sheet.ts";

export type Metal = "gold" | "silver" | "thread";

export interface Shine {
  light: string;
  mid: string;
  dark: string;
  deep: string;
}

const gold: Shine = { light: "#fff2c4", mid: "#e3bb5c", dark: "#a97826", deep: "#5e3e10" };
const silver: Shine = { light: "#ffffff", mid: "#d3d7dd", dark: "#8c93a0", deep: "#454b57" };
const cord: Shine = { light: "#e5796a", mid: "#b23430", dark: "#7c1d22", deep: "#430c12" };

/** Findings on a thread are gold; only the cord itself is red. */
export function shineOf(metal: Metal): Shine {
  return metal === "silver" ? silver : gold;
}

/** Polished metal mirrors the room: bright and dark bands in turn. */
export function metalFill(sheet: Sheet, metal: Metal, from: Point = [0, 0], to: Point = [1, 1]): string {
  const { light, mid, dark, deep } = shineOf(metal);
  return linear(
    sheet,
    [
      [0, mid],
      [0.18, light],
      [0.36, mid],
      [0.55, dark],
      [0.66, deep],
      [0.78, mid],
      [0.9, light],
      [1, dark],
    ],
    from,
    to,
  );
}

export function metalBall(sheet: Sheet, metal: Metal, x: number, y: number, r: number): string {
  const { light, mid, dark, deep } = shineOf(metal);
  const fill = radial(
    sheet,
    [
      [0, light],
      [0.3, mid],
      [0.75, dark],
      [1, deep],
    ],
    [0.35, 0.3],
    0.75,
  );
  return circle(x, y, r, fill) + circle(x - r * 0.3, y - r * 0.38, r * 0.22, "#ffffff", `fill-opacity=".85"`);
}

/** A chain of links, or a twisted cord, along a path: dashes do the work of hundreds of shapes. */
export function chain(d: string, metal: Metal, size: number): string {
  return metal === "thread" ? twistedCord(d, size) : links(d, shineOf(metal), size);
}

function links(d: string, shine: Shine, s: number): string {
  const dash = `stroke-dasharray="${num(s * 0.6)} ${num(s * 1.5)}"`;
  const lift = `transform="translate(${num(-s * 0.16)} ${num(-s * 0.2)})"`;
  return [
    stroke(d, shine.deep, s * 0.5),
    stroke(d, shine.mid, s * 0.24),
    stroke(d, shine.deep, s * 1.08, dash),
    stroke(d, shine.mid, s * 0.84, dash),
    stroke(d, shine.dark, s * 0.3, dash),
    group(stroke(d, shine.light, s * 0.22, dash), lift),
  ].join("");
}

function twistedCord(d: string, s: number): string {
  return [
    stroke(d, cord.deep, s * 0.95),
    stroke(d, cord.mid, s * 0.72),
    stroke(d, cord.dark, s * 0.74, `stroke-dasharray="${num(s * 0.1)} ${num(s * 1.05)}"`),
    group(
      stroke(d, cord.light, s * 0.2, `stroke-dasharray="${num(s * 0.3)} ${num(s * 0.85)}"`),
      `transform="translate(${num(-s * 0.12)} ${num(-s * 0.16)})"`,
    ),
  ].join("");
}

/** A torus seen at a slant: strokes stacked from the far rim to the near one. */
export function band(sheet: Sheet, metal: Metal, far: Ring, near: Ring, width: number): string {
  const shine = shineOf(metal);
  const layers = 7;
  let out = "";
  for (let i = 0; i <= layers; i++) {
    const t = i / layers;
    const mix = (a: number, b: number) => a + (b - a) * t;
    const ring = oval(mix(far.cx, near.cx), mix(far.cy, near.cy), mix(far.rx, near.rx), mix(far.ry, near.ry));
    out += stroke(ring, i === layers ? mirror(sheet, shine) : shade(sheet, shine, t), width);
  }
  const lit = linear(
    sheet,
    [
      [0, "#ffffff", 0.95],
      [0.3, "#ffffff", 0],
      [0.7, "#ffffff", 0],
      [1, "#ffffff", 0.7],
    ],
    [0.1, 0],
    [0.8, 1],
  );
  return out + stroke(oval(near.cx, near.cy, near.rx + width * 0.28, near.ry + width * 0.28), lit, width * 0.16);
}

export interface Ring {
  cx: number;
  cy: number;
  rx: number;
  ry: number;
}

function shade(sheet: Sheet, shine: Shine, t: number): string {
  const far = t < 0.5 ? shine.deep : shine.dark;
  return linear(
    sheet,
    [
      [0, shine.dark],
      [0.25, t < 0.5 ? shine.dark : shine.mid],
      [0.5, far],
      [0.8, shine.mid],
      [1, far],
    ],
    [0, 0],
    [1, 0.9],
  );
}

function mirror(sheet: Sheet, shine: Shine): string {
  return linear(
    sheet,
    [
      [0, shine.mid],
      [0.12, shine.light],
      [0.28, shine.mid],
      [0.45, shine.dark],
      [0.58, shine.mid],
      [0.72, shine.light],
      [0.84, shine.mid],
      [1, shine.dark],
    ],
    [0, 0],
    [1, 0.9],
  );
}

/** The rim that holds a stone, with optional claws. */
export function bezel(sheet: Sheet, metal: Metal, at: Point, rx: number, ry: number, width: number): string {
  const [cx, cy] = at;
  const box = around(cx, cy, rx, ry);
  return (
    ellipse(cx, cy, rx + width, ry + width, metalFill(sheet, metal)) +
    ellipse(cx, cy, box.w / 2 + width * 0.25, box.h / 2 + width * 0.25, shineOf(metal).deep)
  );
}

/** The loop a pendant hangs by, with the cap that grips its stone. */
export function bail(sheet: Sheet, metal: Metal, x: number, y: number, size: number): string {
  const s = size;
  const cap = `M${num(x - s * 0.75)} ${num(y + s * 1.5)}Q${num(x - s * 0.6)} ${num(y + s * 0.7)} ${num(x)} ${num(y + s * 0.55)}Q${num(x + s * 0.6)} ${num(y + s * 0.7)} ${num(x + s * 0.75)} ${num(y + s * 1.5)}Q${num(x)} ${num(y + s * 1.25)} ${num(x - s * 0.75)} ${num(y + s * 1.5)}Z`;
  const loop = oval(x, y, s * 0.42, s * 0.62);
  return (
    stroke(loop, shineOf(metal).deep, s * 0.34) +
    stroke(loop, metalFill(sheet, metal), s * 0.26) +
    path(cap, metalFill(sheet, metal, [0, 0], [1, 0.3]), `stroke="${shineOf(metal).deep}" stroke-opacity=".4"`)
  );
}
