import { oval, star } from "./outline.ts";
import { circle, ellipse, linear, num, path, radial, rect, type Sheet, stroke } from "./sheet.ts";

interface Warmth {
  wall: string;
  shade: string;
  floor: string;
  accent: string;
}

/** All are neighbours of the shop's ivory, so that a grid of cards stays one family. */
const warmths: readonly Warmth[] = [
  { wall: "#fbf6ec", shade: "#efe3cf", floor: "#fbf5e9", accent: "#eadcc3" },
  { wall: "#fbf3ec", shade: "#f0ddd0", floor: "#fcf4ec", accent: "#edd5c8" },
  { wall: "#f6f5ea", shade: "#e4e5d2", floor: "#f8f6ea", accent: "#dadfc8" },
  { wall: "#f7f2ee", shade: "#e6dcd8", floor: "#f9f4ef", accent: "#ddd0d2" },
  { wall: "#fdf5e4", shade: "#f3e0bd", floor: "#fdf5e6", accent: "#efd6a6" },
];

const hairline = "#c79a45";

export function warmth(index: number): Warmth {
  return warmths[index % warmths.length] ?? { wall: "#fbf6ec", shade: "#efe3cf", floor: "#fbf5e9", accent: "#eadcc3" };
}

/** A studio sweep: wall into floor without a line, lit from the upper left. */
export function studio(sheet: Sheet, tone: number, motif: number, floorLine = 0.66): string {
  const warm = warmth(tone);
  const sweep = linear(sheet, [
    [0, warm.wall],
    [floorLine - 0.1, warm.shade],
    [floorLine + 0.06, warm.floor],
    [1, warm.shade],
  ]);
  return rect(0, 0, 1000, 1000, sweep) + motifs[motif % motifs.length]?.(sheet, warm) + lamp(sheet);
}

function lamp(sheet: Sheet): string {
  const light = radial(sheet, [
    [0, "#fffdf6", 0.85],
    [0.5, "#fffdf6", 0.25],
    [1, "#fffdf6", 0],
  ]);
  return circle(230, 190, 290, light);
}

const motifs: readonly ((sheet: Sheet, warm: Warmth) => string)[] = [
  (sheet) => {
    const fade = linear(sheet, [
      [0, hairline, 0.75],
      [0.75, hairline, 0.1],
      [1, hairline, 0],
    ]);
    return (
      stroke(oval(500, 480, 372, 372), fade, 2) +
      stars([
        [766, 220, 17],
        [812, 268, 8],
        [214, 246, 9],
      ])
    );
  },
  (sheet, warm) => {
    const niche = "M215 690V430A285 300 0 0 1 785 430V690Z";
    const fill = linear(sheet, [
      [0, warm.accent, 0.85],
      [0.75, warm.accent, 0.45],
      [1, warm.accent, 0],
    ]);
    const line = linear(sheet, [
      [0, hairline, 0.7],
      [1, hairline, 0],
    ]);
    return path(niche, fill) + stroke("M192 690V430A308 323 0 0 1 808 430V690", line, 2) + stars([[500, 72, 14]]);
  },
  (sheet, warm) => {
    const disc = linear(sheet, [
      [0, warm.accent, 0.95],
      [1, warm.accent, 0.1],
    ]);
    return (
      circle(560, 430, 300, disc) +
      stars([
        [190, 210, 14],
        [236, 158, 7],
        [852, 190, 9],
      ])
    );
  },
  (sheet) => {
    const fade = linear(sheet, [
      [0, hairline, 0.6],
      [1, hairline, 0.05],
    ]);
    const arcs = [420, 444, 520].map((r) => `M${500 - r} 660A${r} ${r} 0 0 1 ${500 + r} 660`);
    return stroke(arcs.join(""), fade, 1.7) + stars([[500, 190, 15]]);
  },
];

function stars(list: readonly (readonly [number, number, number])[]): string {
  const d = list.map(([x, y, r]) => star(x, y, r)).join("");
  return path(d, hairline, `fill-opacity=".8"`);
}

/** Out-of-focus room for close-ups. */
export function blurredRoom(sheet: Sheet, tone: number): string {
  const warm = warmth(tone);
  const ground = linear(sheet, [
    [0, warm.wall],
    [0.6, warm.accent],
    [1, warm.shade],
  ]);
  let out = rect(0, 0, 1000, 1000, ground);
  for (let i = 0; i < 7; i++) {
    const r = sheet.rand.range(40, 130);
    out += circle(sheet.rand.range(0, 1000), sheet.rand.range(0, 900), r, "#fffaf0", `fill-opacity=".22"`);
  }
  return out;
}

/** The soft shadow falls to the lower right; the tight one holds the thing to the floor. */
export function groundShadow(sheet: Sheet, x: number, y: number, rx: number, ry: number, strength = 1): string {
  const soft = radial(sheet, [
    [0, "#3a2a1c", 0.42 * strength],
    [0.5, "#3a2a1c", 0.2 * strength],
    [1, "#3a2a1c", 0],
  ]);
  const tight = radial(sheet, [
    [0, "#1f140c", 0.6 * strength],
    [0.6, "#1f140c", 0.32 * strength],
    [1, "#1f140c", 0],
  ]);
  return ellipse(x + rx * 0.22, y + ry * 0.25, rx * 1.35, ry * 1.3, soft) + ellipse(x, y, rx * 0.98, ry * 0.6, tight);
}

/** Coloured light that a clear stone throws on the table. */
export function spill(
  sheet: Sheet,
  x: number,
  y: number,
  rx: number,
  ry: number,
  color: string,
  force: number,
): string {
  const fill = radial(sheet, [
    [0, color, 0.7 * force],
    [0.5, color, 0.3 * force],
    [1, color, 0],
  ]);
  return ellipse(x + rx * 0.35, y + ry * 0.2, rx, ry, fill);
}

/** The shadow of something thin that hangs before the wall or lies on the cloth. */
export function lineShadow(d: string, width: number, dx: number, dy: number): string {
  const move = `transform="translate(${num(dx)} ${num(dy)})"`;
  return (
    stroke(d, "#3a2a1c", width * 1.9, `stroke-opacity=".07" ${move}`) +
    stroke(d, "#3a2a1c", width * 1.1, `stroke-opacity=".12" ${move}`)
  );
}

/** One soft ellipse for small things drawn many times. */
export function dotShadow(sheet: Sheet, x: number, y: number, rx: number, ry: number): string {
  const soft = radial(sheet, [
    [0, "#2a1c10", 0.42],
    [0.6, "#2a1c10", 0.22],
    [1, "#2a1c10", 0],
  ]);
  return ellipse(x, y, rx * 1.15, ry * 1.15, soft);
}
