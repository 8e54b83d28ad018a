import type { Random } from "./random.ts";
import { type Box, num, type Point } from "./sheet.ts";

export function polygon(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${num(x)} ${num(y)}`).join("L")}Z`;
}

/** A smooth closed curve through the points (Catmull-Rom turned into Béziers). */
export function smooth(points: readonly Point[]): string {
  const count = points.length;
  const at = (index: number): Point => points[(index + count) % count] ?? [0, 0];
  const first = at(0);
  let d = `M${num(first[0])} ${num(first[1])}`;
  for (let i = 0; i < count; i++) d += bend(at(i - 1), at(i), at(i + 1), at(i + 2));
  return `${d}Z`;
}

/** The same curve, open: it starts at the first point and ends at the last. */
export function flow(points: readonly Point[]): string {
  const last = points.length - 1;
  const at = (index: number): Point => points[Math.min(Math.max(index, 0), last)] ?? [0, 0];
  const first = at(0);
  let d = `M${num(first[0])} ${num(first[1])}`;
  for (let i = 0; i < last; i++) d += bend(at(i - 1), at(i), at(i + 1), at(i + 2));
  return d;
}

function bend(before: Point, from: Point, to: Point, after: Point): string {
  const a: Point = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6];
  const b: Point = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6];
  return `C${num(a[0])} ${num(a[1])} ${num(b[0])} ${num(b[1])} ${num(to[0])} ${num(to[1])}`;
}

export function oval(cx: number, cy: number, rx: number, ry: number): string {
  const arc = `A${num(rx)} ${num(ry)} 0 1 1`;
  return `M${num(cx - rx)} ${num(cy)}${arc} ${num(cx + rx)} ${num(cy)}${arc} ${num(cx - rx)} ${num(cy)}Z`;
}

/** A water-worn pebble: an ellipse with a few slow bumps. */
export function pebble(rand: Random, cx: number, cy: number, rx: number, ry: number, wobble = 0.08): string {
  const phase = rand.range(0, 6.28);
  const second = rand.range(0, 6.28);
  const points: Point[] = [];
  for (let i = 0; i < 12; i++) {
    const angle = (i / 12) * Math.PI * 2;
    const swell = 1 + wobble * Math.sin(2 * angle + phase) + wobble * 0.6 * Math.sin(3 * angle + second);
    points.push([cx + Math.cos(angle) * rx * swell, cy + Math.sin(angle) * ry * swell]);
  }
  return smooth(points);
}

export function around(cx: number, cy: number, rx: number, ry: number): Box {
  return { x: cx - rx, y: cy - ry, w: rx * 2, h: ry * 2 };
}

export function bounds(points: readonly Point[]): Box {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
}

/** Points at equal distances along a curve given by t in 0..1. */
export function walk(curve: (t: number) => Point, spacing: number): Point[] {
  const steps = 400;
  let last = curve(0);
  let gone = 0;
  const found: Point[] = [last];
  for (let i = 1; i <= steps; i++) {
    const here = curve(i / steps);
    gone += Math.hypot(here[0] - last[0], here[1] - last[1]);
    last = here;
    if (gone >= spacing) {
      found.push(here);
      gone -= spacing;
    }
  }
  return found;
}

export function trace(curve: (t: number) => Point, pieces = 14): string {
  return flow(Array.from({ length: pieces + 1 }, (_, i) => curve(i / pieces)));
}

/** A four-pointed star, the shop's small sign. */
export function star(cx: number, cy: number, r: number): string {
  const k = r * 0.14;
  const tip = (x: number, y: number) => `${num(cx + x)} ${num(cy + y)}`;
  return `M${tip(0, -r)}Q${tip(k, -k)} ${tip(r, 0)}Q${tip(k, k)} ${tip(0, r)}Q${tip(-k, k)} ${tip(-r, 0)}Q${tip(-k, -k)} ${tip(0, -r)}Z`;
}
