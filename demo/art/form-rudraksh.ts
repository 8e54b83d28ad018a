import { dotShadow, groundShadow, lineShadow } from "./backdrop.ts";
import type { Brief, FormPainter } from "./form.ts";
import { chain, metalBall, metalFill } from "./metal.ts";
import { around, flow, smooth, walk } from "./outline.ts";
import { circle, clip, group, num, type Point, path, placed, radial, stroke, symbol, use } from "./sheet.ts";
import { beadSet, bodyFill } from "./stone.ts";
import { texture } from "./texture.ts";

/** The seed's outline: notched where each mukhi line leaves it. */
function seedOutline(brief: Brief, r: number, bumps: number): string {
  const { rand } = brief.sheet;
  const points: Point[] = [];
  for (let i = 0; i < bumps; i++) {
    const angle = (i / bumps) * Math.PI * 2;
    const reach = r * rand.range(0.94, 1.03) * (1 - 0.03 * Math.abs(Math.sin(angle)));
    points.push([Math.cos(angle) * reach * 1.02, Math.sin(angle) * reach]);
  }
  return smooth(points);
}

/** Mukhi lines: meridians from the top hole to the bottom one. */
function mukhi(r: number, faces: number, turn: number): string {
  let d = "";
  for (let i = 0; i < faces; i++) {
    const angle = ((i + turn) / faces) * Math.PI - Math.PI / 2;
    const x = Math.sin(angle) * r * 1.25;
    const wave = r * 0.03;
    d += `M0 ${num(-r * 0.97)}C${num(x * 0.8)} ${num(-r * 0.7)} ${num(x + wave)} ${num(-r * 0.2)} ${num(x)} 0S${num(x * 0.75)} ${num(r * 0.75)} 0 ${num(r * 0.97)}`;
  }
  return d;
}

/** One seed bead of the given radius around the origin. */
function seed(brief: Brief, r: number, faces: number, turn: number, small = false): string {
  const { sheet } = brief;
  const d = seedOutline(brief, r, small ? 12 : 26);
  const lines = mukhi(r, faces, turn);
  const dark = radial(
    sheet,
    [
      [0, "#1d0b04", 0],
      [0.5, "#1d0b04", 0.05],
      [1, "#1d0b04", 0.8],
    ],
    [0.4, 0.36],
    0.68,
  );
  const lit = radial(sheet, [
    [0, "#ffdcae", 0.6],
    [1, "#ffdcae", 0],
  ]);
  const bounce = radial(sheet, [
    [0, "#f0b070", 0.35],
    [1, "#f0b070", 0],
  ]);
  const inside = [
    texture(sheet, "rudraksh", around(0, 0, r, r), small ? 0 : brief.detail === 2 ? 2 : 1),
    stroke(lines, "#1f0c05", r * 0.075, `stroke-opacity=".85"`),
    group(stroke(lines, "#e2aa74", r * 0.022, `stroke-opacity=".8"`), `transform="translate(${num(-r * 0.045)} 0)"`),
    circle(0, 0, r * 1.05, dark),
    circle(-r * 0.34, -r * 0.46, r * 0.68, lit),
    circle(r * 0.46, r * 0.66, r * 0.5, bounce),
  ].join("");
  return path(d, bodyFill(sheet, "rudraksh")) + group(inside, `clip-path="${clip(sheet, d)}"`);
}

function cap(brief: Brief, r: number, side: 1 | -1): string {
  const y = side * r * 0.86;
  const d = `M${num(-r * 0.34)} ${num(y)}Q0 ${num(y - side * r * 0.2)} ${num(r * 0.34)} ${num(y)}L${num(r * 0.2)} ${num(y + side * r * 0.2)}Q0 ${num(y + side * r * 0.27)} ${num(-r * 0.2)} ${num(y + side * r * 0.2)}Z`;
  return path(d, metalFill(brief.sheet, brief.metal, [0, 0], [1, 0.2]));
}

function capped(brief: Brief, r: number, faces: number): string {
  const caps = brief.metal === "thread" ? "" : cap(brief, r, -1) + cap(brief, r, 1);
  return seed(brief, r, faces, brief.sheet.rand.range(0.2, 0.8)) + caps;
}

function knot(x: number, y: number, r: number): string {
  return (
    circle(x, y, r, "#7c1d22") +
    stroke(
      `M${num(x - r * 0.7)} ${num(y - r * 0.2)}Q${num(x)} ${num(y - r)} ${num(x + r * 0.7)} ${num(y + r * 0.1)}M${num(x - r * 0.6)} ${num(y + r * 0.5)}Q${num(x)} ${num(y - r * 0.2)} ${num(x + r * 0.6)} ${num(y + r * 0.6)}`,
      "#d8584d",
      r * 0.3,
    )
  );
}

function single(brief: Brief, faces: number): string {
  const upper = "M330 -20C390 100 470 190 500 300";
  const other = "M670 -20C610 100 530 190 500 300";
  const below = "M500 740C502 800 470 850 486 930";
  const lines = [upper, other].map((d) => lineShadow(d, 14, 24, 26) + chain(d, "thread", 15)).join("");
  const companions =
    brief.mineral === "rudraksh" ? "" : companion(brief, 500, 772, 34) + companion(brief, 500, 272, 30);
  return (
    lines +
    lineShadow(below, 12, 20, 20) +
    chain(below, "thread", 13) +
    groundShadow(brief.sheet, 545, 560, 215, 215, 0.42) +
    placed(capped(brief, 205, faces), [0, 0], [500, 522], 1) +
    knot(500, 300, 17) +
    knot(500, 742, 16) +
    companions
  );
}

function companion(brief: Brief, x: number, y: number, r: number): string {
  const [bead = ""] = beadSet(brief.sheet, brief.mineral, 0, 1);
  return use(bead, x, y, r / 50);
}

/** A mala laid in a loop: small seeds, knots between, one bead set apart. */
function mala(brief: Brief, faces: number): string {
  const { sheet, mineral, metal } = brief;
  const curve = (t: number): Point => {
    const angle = t * Math.PI * 2 - Math.PI / 2;
    return [500 + Math.cos(angle) * 290, 450 + Math.sin(angle) * 240];
  };
  const ring = flow(Array.from({ length: 25 }, (_, i) => curve(i / 24)));
  const kinds = [0.2, 0.5, 0.8].map((turn) => symbol(sheet, seed(brief, 50, Math.min(faces, 5), turn, true)));
  const [gemBead = ""] = beadSet(sheet, mineral, 0, 1);
  const beads = walk(curve, 66)
    .slice(0, -1)
    .map(([x, y], i) => {
      const shadow = dotShadow(sheet, x + 8, y + 12, 34, 34);
      if (i % 6 === 5)
        return shadow + (mineral === "rudraksh" ? metalBall(sheet, metal, x, y, 20) : use(gemBead, x, y, 0.5));
      return shadow + use(kinds[i % 3] ?? "", x, y, 0.64, i * 37);
    });
  const tail = "M500 690C504 730 496 745 500 790";
  const guru = groundShadow(sheet, 512, 806, 84, 84, 0.7) + placed(capped(brief, 82, faces), [0, 0], [500, 790], 1);
  return chain(ring, "thread", 10) + beads.join("") + chain(tail, "thread", 11) + guru;
}

export const rudrakshBead: FormPainter = (brief) => {
  const faces = [5, 4, 6, 7, 3][brief.shape % 5] ?? 5;
  const lies = brief.pose === "angle" || brief.pose === "setting";
  return lies
    ? { art: mala(brief, faces), focus: [500, 780], zoom: 2.4, rests: "lies" }
    : { art: single(brief, faces), focus: [470, 500], zoom: 1.9, rests: "lies" };
};
