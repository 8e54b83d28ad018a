import { polygon, smooth } from "./outline.ts";
import type { Random } from "./random.ts";
import { type Box, ellipse, linear, num, type Point, path, radial, type Sheet, stroke } from "./sheet.ts";

function spot(rand: Random, box: Box): Point {
  return [box.x + rand.next() * box.w, box.y + rand.next() * box.h];
}

function unit(box: Box): number {
  return Math.sqrt(box.w * box.h) / 100;
}

/** Soft clouds of a colour inside the stone. */
export function clouds(sheet: Sheet, box: Box, color: string, count: number, opacity: number, size = 24): string {
  const { rand } = sheet;
  const fill = radial(sheet, [
    [0, color, opacity],
    [0.55, color, opacity * 0.45],
    [1, color, 0],
  ]);
  let out = "";
  for (let i = 0; i < count; i++) {
    const [x, y] = spot(rand, box);
    const r = unit(box) * size * rand.range(0.6, 1.3);
    out += ellipse(x, y, r * rand.range(0.8, 1.5), r * rand.range(0.5, 0.9), fill);
  }
  return out;
}

/** Thin planes of tiny bubbles that catch the light: what makes quartz look like quartz. */
export function veils(sheet: Sheet, box: Box, color: string, count: number, opacity: number): string {
  const { rand } = sheet;
  const fill = linear(sheet, [
    [0, color, 0],
    [0.45, color, opacity],
    [0.6, color, opacity * 0.35],
    [1, color, 0],
  ]);
  let out = "";
  for (let i = 0; i < count; i++) {
    const [x, y] = spot(rand, box);
    const length = unit(box) * rand.range(28, 62);
    const lean = rand.range(-1.2, 0.5);
    const dx = Math.cos(lean) * length;
    const dy = Math.sin(lean) * length;
    const belly = unit(box) * rand.range(6, 22);
    const a = `${num(x - dx)} ${num(y - dy)}`;
    const b = `${num(x + dx)} ${num(y + dy)}`;
    const c1 = `${num(x + dy * 0.2)} ${num(y - belly)}`;
    const c2 = `${num(x - dy * 0.3)} ${num(y + belly * 0.5)}`;
    out += path(`M${a}Q${c1} ${b}Q${c2} ${a}Z`, fill);
  }
  return out;
}

/** Many small chips drawn as one shape. */
export function flecks(rand: Random, box: Box, count: number, size: number): string {
  let d = "";
  for (let i = 0; i < count; i++) {
    const [x, y] = spot(rand, box);
    const r = unit(box) * size * rand.range(0.35, 1.3);
    const turn = rand.range(0, 3);
    const corners = [0, 1.4, 2.9, 4.4].map((angle): Point => {
      const reach = r * rand.range(0.5, 1.1);
      return [x + Math.cos(angle + turn) * reach, y + Math.sin(angle + turn) * reach];
    });
    d += polygon(corners);
  }
  return d;
}

/** Hair-fine cracks with one or two kinks. */
export function cracks(rand: Random, box: Box, count: number): string {
  let d = "";
  for (let i = 0; i < count; i++) {
    let [x, y] = spot(rand, box);
    let heading = rand.range(0, 6.28);
    d += `M${num(x)} ${num(y)}`;
    for (let step = 0; step < 4; step++) {
      heading += rand.range(-0.7, 0.7);
      const length = unit(box) * rand.range(5, 13);
      x += Math.cos(heading) * length;
      y += Math.sin(heading) * length;
      d += `L${num(x)} ${num(y)}`;
    }
  }
  return d;
}

/** A stone vein: a crooked ribbon right across, swelling and thinning. */
export function vein(rand: Random, box: Box, width: number): string {
  const [x, y] = spot(rand, box);
  const heading = rand.range(-0.9, 0.9);
  const reach = Math.max(box.w, box.h) * 0.8;
  const upper: Point[] = [];
  const lower: Point[] = [];
  for (let i = 0; i <= 9; i++) {
    const along = (i / 9 - 0.5) * 2 * reach;
    const drift = rand.range(-1, 1) * unit(box) * 5;
    const thick = unit(box) * width * rand.range(0.15, 1);
    const px = x + Math.cos(heading) * along - Math.sin(heading) * drift;
    const py = y + Math.sin(heading) * along + Math.cos(heading) * drift;
    upper.push([px, py - thick]);
    lower.unshift([px, py + thick]);
  }
  return smooth([...upper, ...lower]);
}

/** Parallel lines across the box, one shape, slightly uneven. */
export function grain(rand: Random, box: Box, gap: number, wander = 0.3): string {
  let d = "";
  for (let x = box.x + rand.range(0, gap); x < box.x + box.w; x += gap * rand.range(0.5, 1.5)) {
    const lean = gap * wander * rand.range(-1, 1);
    const top = box.y + box.h * rand.range(0, 0.3);
    const bottom = box.y + box.h * rand.range(0.6, 1);
    d += `M${num(x)} ${num(top)}L${num(x + lean)} ${num(bottom)}`;
  }
  return d;
}

/** Wavy layers from edge to edge: agate and tiger's eye. Returns one ribbon per layer. */
export function layers(rand: Random, box: Box, count: number, sway: number): string[] {
  const columns = 7;
  const phase = rand.range(0, 6.28);
  const edge = (level: number): Point[] =>
    Array.from({ length: columns + 1 }, (_, i): Point => {
      const t = i / columns;
      const swing = Math.sin(t * 4.2 + phase + level * 2.2) + 0.5 * Math.sin(t * 9 + phase * 2 - level * 3);
      return [box.x + box.w * (t * 1.2 - 0.1), box.y + box.h * (level * 1.3 - 0.15) + (swing * sway * box.h) / 100];
    });
  const levels = [0, 1];
  for (let i = 1; i < count; i++) levels.push((i + rand.range(-0.35, 0.35)) / count);
  levels.sort((a, b) => a - b);
  return levels.slice(1).map((level, i) => ribbon(edge(levels[i] ?? 0), edge(level)));
}

function ribbon(top: readonly Point[], bottom: readonly Point[]): string {
  const half = (points: readonly Point[]) => {
    let d = "";
    for (let i = 1; i < points.length; i++) {
      const [ax, ay] = points[i - 1] ?? [0, 0];
      const [bx, by] = points[i] ?? [0, 0];
      const mid = (ax + bx) / 2;
      d += `C${num(mid)} ${num(ay)} ${num(mid)} ${num(by)} ${num(bx)} ${num(by)}`;
    }
    return d;
  };
  const back = [...bottom].reverse();
  const [sx, sy] = top[0] ?? [0, 0];
  const [ex, ey] = back[0] ?? [0, 0];
  return `M${num(sx)} ${num(sy)}${half(top)}L${num(ex)} ${num(ey)}${half(back)}Z`;
}

/** Stepped square crystal plates, all turned the same way; one shape for each of three tones. */
export function plates(rand: Random, box: Box, count: number, size: number): [string, string, string] {
  const tones: [string, string, string] = ["", "", ""];
  const turn = rand.range(0.2, 0.6);
  for (let i = 0; i < count; i++) {
    const [x, y] = spot(rand, box);
    const w = unit(box) * size * rand.range(0.5, 1.3);
    const h = w * rand.range(0.5, 1.1);
    const angle = turn + rand.range(-0.06, 0.06);
    const at = (dx: number, dy: number): Point => [
      x + Math.cos(angle) * dx * w - Math.sin(angle) * dy * h,
      y + Math.sin(angle) * dx * w + Math.cos(angle) * dy * h,
    ];
    tones[(i % 3) as 0 | 1 | 2] += polygon([at(-0.5, -0.5), at(0.5, -0.5), at(0.5, 0.5), at(-0.5, 0.5)]);
  }
  return tones;
}

/** The knobbly ridges of a seed: short crooked worms, all one shape. */
export function knobs(rand: Random, box: Box, count: number, size: number): string {
  let d = "";
  for (let i = 0; i < count; i++) {
    const [x, y] = spot(rand, box);
    const r = unit(box) * size * rand.range(0.5, 1.2);
    const h = rand.range(-0.8, 0.8);
    const ax = Math.sin(h) * r;
    const ay = Math.cos(h) * r;
    const k = rand.range(-1, 1) * r;
    d += `M${num(x - ax)} ${num(y - ay)}Q${num(x + k)} ${num(y)} ${num(x + ax)} ${num(y + ay)}`;
  }
  return d;
}

export function fine(d: string, color: string, width: number, opacity: number): string {
  return stroke(d, color, width, `stroke-opacity="${opacity}"`);
}
