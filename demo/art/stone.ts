import { type Mineral, mineralHues } from "./minerals.ts";
import { around, bounds, oval, polygon } from "./outline.ts";
import {
  type Box,
  circle,
  clip,
  ellipse,
  group,
  linear,
  type Point,
  path,
  radial,
  rect,
  type Sheet,
  stroke,
  symbol,
  turned,
  use,
} from "./sheet.ts";
import { type Detail, texture } from "./texture.ts";

export interface Finish {
  detail: Detail;
  /** 0 hides the window highlight, 1 is a mirror polish. */
  gloss?: number;
}

/** Vertical on purpose: the rasteriser draws an upright gradient several times faster than any other. */
export function bodyFill(sheet: Sheet, mineral: Mineral): string {
  const hue = mineralHues[mineral];
  return linear(sheet, [
    [0, hue.light],
    [0.4, hue.mid],
    [1, hue.dark],
  ]);
}

/** What makes a flat outline round: a lit shoulder, a dark far edge, and the light that passed through. */
function volume(sheet: Sheet, mineral: Mineral, box: Box): string {
  const hue = mineralHues[mineral];
  const strength = 0.78 - hue.clear * 0.3;
  const edge = radial(
    sheet,
    [
      [0, hue.light, 0.5],
      [0.35, hue.light, 0.1],
      [0.55, hue.deep, 0],
      [0.82, hue.deep, strength * 0.42],
      [1, hue.deep, strength],
    ],
    [0.42, 0.38],
    0.68,
  );
  const through = radial(sheet, [
    [0, hue.glow, 0.25 + hue.clear * 0.6],
    [0.5, hue.glow, 0.1 + hue.clear * 0.2],
    [1, hue.glow, 0],
  ]);
  const exit = ellipse(box.x + box.w * 0.68, box.y + box.h * 0.78, box.w * 0.36, box.h * 0.3, through);
  return rect(box.x, box.y, box.w, box.h, edge) + exit;
}

/** The reflected window, upper left, and its faint double. */
export function highlight(sheet: Sheet, box: Box, gloss = 1): string {
  const soft = radial(sheet, [
    [0, "#ffffff", 0.75 * gloss],
    [0.5, "#ffffff", 0.22 * gloss],
    [1, "#ffffff", 0],
  ]);
  const crisp = linear(
    sheet,
    [
      [0, "#ffffff", 0.95 * gloss],
      [1, "#ffffff", 0.25 * gloss],
    ],
    [0, 0],
    [1, 1],
  );
  const x = box.x + box.w * 0.32;
  const y = box.y + box.h * 0.25;
  const window = ellipse(x, y, box.w * 0.11, box.h * 0.06, crisp);
  return ellipse(x, y, box.w * 0.24, box.h * 0.18, soft) + turned(window, -32, x, y);
}

function rim(sheet: Sheet, d: string, width: number, tint: string): string {
  const light = linear(
    sheet,
    [
      [0, "#ffffff", 0.75],
      [0.35, "#ffffff", 0.05],
      [0.65, tint, 0.05],
      [1, tint, 0.8],
    ],
    [0.1, 0],
    [0.9, 1],
  );
  return stroke(d, light, width);
}

/** A smooth polished stone of any outline. */
export function polished(sheet: Sheet, mineral: Mineral, d: string, box: Box, finish: Finish): string {
  const hue = mineralHues[mineral];
  const size = Math.min(box.w, box.h);
  const inside = [
    texture(sheet, mineral, box, finish.detail),
    volume(sheet, mineral, box),
    rim(sheet, d, Math.max(2, size * 0.035), hue.glow),
    highlight(sheet, box, finish.gloss ?? 0.9),
  ].join("");
  return (
    path(d, bodyFill(sheet, mineral), `fill-opacity="${hue.body}"`) + group(inside, `clip-path="${clip(sheet, d)}"`)
  );
}

const seedLines = "M-6 -49C-40 -24 -40 24 -6 49M2 -50C-8 -20 -6 20 2 50M8 -49C34 -24 34 24 8 49";

/** Four differing beads of radius 50 around the origin, to be reused along a strand. */
export function beadSet(sheet: Sheet, mineral: Mineral, detail: Detail, count = 4): string[] {
  return Array.from({ length: count }, () => {
    const d = oval(0, 0, 50, 50);
    const seed = mineral === "rudraksh";
    const bead = polished(sheet, mineral, d, around(0, 0, 50, 50), { detail, gloss: seed ? 0.3 : 1 });
    return symbol(sheet, seed ? bead + stroke(seedLines, "#2a1208", 4, `stroke-opacity=".75"`) : bead);
  });
}

export interface Facet {
  points: readonly Point[];
  /** -1 in shade to 1 in full light. */
  light: number;
}

/** A stone cut into flat faces; each face shows its own slice of the inside. */
export function faceted(sheet: Sheet, mineral: Mineral, facets: readonly Facet[], detail: Detail): string {
  const whole = bounds(facets.flatMap((facet) => facet.points));
  const shared = banded.has(mineral) ? symbol(sheet, texture(sheet, mineral, whole, detail)) : "";
  const slices = facets.map((facet, i) => {
    const shift = ((i % 3) - 1) * whole.w * 0.06;
    const inside = shared ? use(shared, shift, shift * 0.6) : texture(sheet, mineral, bounds(facet.points), detail);
    return face(sheet, mineral, facet, inside);
  });
  return slices.join("") + edges(mineral, facets);
}

/** Bands and sheen run through the whole stone; cut afresh for every face they would look like patchwork. */
const banded: ReadonlySet<Mineral> = new Set(["tigers-eye", "carnelian", "moonstone", "lapis-lazuli"]);

function face(sheet: Sheet, mineral: Mineral, facet: Facet, slice: string): string {
  const hue = mineralHues[mineral];
  const d = polygon(facet.points);
  const box = bounds(facet.points);
  const body = linear(sheet, [
    [0, facet.light > 0 ? hue.light : hue.mid],
    [0.55, hue.mid],
    [1, facet.light < -0.3 ? hue.dark : hue.mid],
  ]);
  const inside = slice + faceLight(sheet, mineral, facet.light, box);
  return path(d, body, `fill-opacity="${hue.body}"`) + group(inside, `clip-path="${clip(sheet, d)}"`);
}

function faceLight(sheet: Sheet, mineral: Mineral, light: number, box: Box): string {
  const hue = mineralHues[mineral];
  const tone = light >= 0 ? "#ffffff" : hue.deep;
  const force = Math.abs(light) * (light >= 0 ? 0.5 : 0.62);
  const wash = linear(sheet, [
    [0, tone, force],
    [0.6, tone, force * 0.45],
    [1, light >= 0 ? hue.deep : hue.glow, light >= 0 ? 0.18 : 0.12 + hue.clear * 0.28],
  ]);
  return rect(box.x, box.y, box.w, box.h, wash);
}

function edges(mineral: Mineral, facets: readonly Facet[]): string {
  const hue = mineralHues[mineral];
  const all = facets.map((facet) => polygon(facet.points)).join("");
  const size = Math.max(...facets.map((facet) => bounds(facet.points).h));
  const width = Math.max(1, size * 0.006);
  return (
    stroke(all, hue.deep, width * 1.6, `stroke-opacity=".22"`) + stroke(all, "#ffffff", width, `stroke-opacity=".6"`)
  );
}

/** A cut gem seen from above: a table, and crown facets that catch the light in turn. */
export function gem(sheet: Sheet, mineral: Mineral, at: Point, rx: number, ry: number, sides: number, detail: Detail) {
  const [cx, cy] = at;
  const ring = (k: number, shift: number): Point[] =>
    Array.from({ length: sides }, (_, i): Point => {
      const angle = ((i + shift) / sides) * Math.PI * 2 - Math.PI / 2;
      return [cx + Math.cos(angle) * rx * k, cy + Math.sin(angle) * ry * k];
    });
  const girdle = ring(1, 0);
  const table = ring(0.6, 0.5);
  const facets: Facet[] = [];
  for (let i = 0; i < sides; i++) {
    const a = girdle[i] ?? at;
    const b = girdle[(i + 1) % sides] ?? at;
    const t = table[i] ?? at;
    const before = table[(i + sides - 1) % sides] ?? at;
    const lit = (p: Point) => -((p[0] - cx) / rx) * 0.5 - ((p[1] - cy) / ry) * 0.5;
    facets.push({ points: [a, b, t], light: lit(t) + (i % 2 ? 0.22 : -0.1) });
    facets.push({ points: [before, a, t], light: lit(a) + (i % 2 ? -0.25 : 0.25) });
  }
  const hue = mineralHues[mineral];
  const outline = polygon(girdle);
  const box = around(cx, cy, rx, ry);
  const crown = facets.map((facet) => tint(facet, hue.deep)).join("");
  const inside = texture(sheet, mineral, box, detail) + volume(sheet, mineral, box) + crown;
  const lines = stroke(
    facets.map((f) => polygon(f.points)).join(""),
    "#ffffff",
    Math.max(0.8, rx * 0.012),
    `stroke-opacity=".45"`,
  );
  const tableLight = path(
    polygon(table),
    linear(
      sheet,
      [
        [0, "#ffffff", 0.5],
        [0.5, "#ffffff", 0.05],
        [1, hue.glow, 0.3],
      ],
      [0, 0],
      [1, 1],
    ),
  );
  const base = path(outline, bodyFill(sheet, mineral), `fill-opacity="${Math.max(hue.body, 0.9)}"`);
  return base + group(inside + tableLight, `clip-path="${clip(sheet, outline)}"`) + lines + highlight(sheet, box, 0.6);
}

function tint(facet: Facet, deep: string): string {
  const light = Math.max(-1, Math.min(1, facet.light));
  return path(
    polygon(facet.points),
    light > 0 ? "#ffffff" : deep,
    `fill-opacity="${Math.abs(light * 0.5).toFixed(2)}"`,
  );
}

/** A tiny round stone for charms and spacers: cheap, drawn many times. */
export function dot(sheet: Sheet, mineral: Mineral, x: number, y: number, r: number): string {
  return (
    circle(x, y, r, bodyFill(sheet, mineral)) +
    circle(x - r * 0.3, y - r * 0.35, r * 0.28, "#ffffff", `fill-opacity=".8"`)
  );
}
