import type { Brief } from "./form.ts";
import { mineralHues } from "./minerals.ts";
import { flow, smooth } from "./outline.ts";
import { group, linear, num, type Point, path, stroke } from "./sheet.ts";
import { bodyFill } from "./stone.ts";

/** x, y and how far the part stands out towards the viewer; turning moves near parts more. */
export type Carved = readonly [x: number, y: number, z?: number];

/** Points written "x y z, x y z": a figure has hundreds, and one to a line would hide its shape. */
export function marks(text: string): Carved[] {
  return text.split(", ").map((mark): Carved => {
    const [x = 0, y = 0, z = 0] = mark.split(" ").map(Number);
    return [x, y, z];
  });
}

export interface Chisel {
  point(p: Carved): Point;
  part(points: readonly Carved[]): void;
  outline(d: string): void;
  /** A cut line: dark groove with a lit lower lip. */
  groove(points: readonly Carved[], width?: number): void;
  grooves(d: string, width?: number): void;
  readonly shapes: string[];
  readonly outlines: string[];
  readonly lines: string[];
}

export function chisel(brief: Brief, turn: number): Chisel {
  const { sheet, mineral } = brief;
  const hue = mineralHues[mineral];
  const fill = bodyFill(sheet, mineral);
  const edge = linear(sheet, [
    [0, "#ffffff", 0.7],
    [0.4, "#ffffff", 0],
    [0.6, hue.deep, 0.1],
    [1, hue.deep, 0.65],
  ]);
  const dark = linear(
    sheet,
    [
      [0, hue.deep, 0],
      [0.5, hue.deep, 0.06],
      [1, hue.deep, 0.64],
    ],
    [0, 0],
    [0, 1],
  );
  const shapes: string[] = [];
  const outlines: string[] = [];
  const lines: string[] = [];
  const point = ([x, y, z = 0]: Carved): Point => [x + turn * z, y];
  const outline = (d: string) => {
    outlines.push(d);
    shapes.push(
      path(d, fill, `stroke="${hue.deep}" stroke-opacity=".5" stroke-width="2.5"`) + path(d, dark) + stroke(d, edge, 3),
    );
  };
  const grooves = (d: string, width = 3) => {
    lines.push(stroke(d, hue.deep, width, `stroke-opacity=".62"`));
    lines.push(
      group(stroke(d, "#ffffff", width * 0.5, `stroke-opacity=".45"`), `transform="translate(1 ${num(width * 0.8)})"`),
    );
  };
  return {
    point,
    outline,
    part: (points) => outline(smooth(clockwise(points.map(point)))),
    groove: (points, width) => grooves(flow(points.map(point)), width),
    grooves,
    shapes,
    outlines,
    lines,
  };
}

export function mirrored(points: readonly Carved[]): Carved[] {
  return points.map(([x, y, z = 0]): Carved => [1000 - x, y, z]);
}

/** A tapering limb along a centre line of [x, y, half width]. */
export function limb(spine: readonly (readonly [number, number, number])[]): string {
  const left: Point[] = [];
  const right: Point[] = [];
  spine.forEach(([x, y, w], i) => {
    const [ax, ay] = spine[Math.max(0, i - 1)] ?? [x, y];
    const [bx, by] = spine[Math.min(spine.length - 1, i + 1)] ?? [x, y];
    const length = Math.hypot(bx - ax, by - ay) || 1;
    const nx = (by - ay) / length;
    const ny = -(bx - ax) / length;
    left.push([x + nx * w, y + ny * w]);
    right.unshift([x - nx * w, y - ny * w]);
  });
  return smooth(clockwise([...left, ...right]));
}

/** Outlines that run opposite ways would cancel out where they overlap in one clip. */
function clockwise(points: readonly Point[]): readonly Point[] {
  let area = 0;
  points.forEach(([x, y], i) => {
    const [nx, ny] = points[(i + 1) % points.length] ?? [x, y];
    area += x * ny - nx * y;
  });
  return area < 0 ? [...points].reverse() : points;
}

/** The lotus seat both figures share. */
export function lotusSeat(tool: Chisel): void {
  tool.outline("M280 752C310 772 690 772 720 752C724 800 670 816 500 818C330 816 276 800 280 752Z");
  for (const i of [-4, 4, -3, 3, -2, 2, -1, 1, 0]) {
    const x = 500 + i * 52;
    const sink = Math.abs(i) * Math.abs(i) * 1.3;
    tool.outline(
      `M${x - 36} ${774 - sink}C${x - 34} ${748 - sink} ${x - 12} ${738 - sink} ${x + i * 3} ${726 - sink}C${x + 12} ${738 - sink} ${x + 34} ${748 - sink} ${x + 36} ${774 - sink}C${x + 20} ${790 - sink} ${x - 20} ${790 - sink} ${x - 36} ${774 - sink}Z`,
    );
  }
}
