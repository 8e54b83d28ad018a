import { dotShadow, groundShadow, lineShadow } from "./backdrop.ts";
import type { Brief, FormPainter } from "./form.ts";
import { bezel, chain, metalBall, metalFill, shineOf } from "./metal.ts";
import { around, oval, trace, walk } from "./outline.ts";
import { ellipse, num, type Point, path, type Sheet, stroke, use } from "./sheet.ts";
import { beadSet, gem, polished } from "./stone.ts";

interface Laid {
  x: number;
  y: number;
  r: number;
  order: number;
  index: number;
}

/** Beads on a ring seen at a slant: nearer ones are larger and drawn last. */
function circleOfBeads(cx: number, cy: number, radius: number, flat: number, count: number): Laid[] {
  const size = (Math.PI * radius) / count;
  const beads = Array.from({ length: count }, (_, index): Laid => {
    const angle = (index / count) * Math.PI * 2 + Math.PI / 2;
    const depth = Math.sin(angle);
    const grow = 1 + depth * 0.13 * (1 - flat);
    return {
      x: cx + Math.cos(angle) * radius * grow,
      y: cy + depth * radius * flat,
      r: size * grow,
      order: depth,
      index,
    };
  });
  return beads.sort((a, b) => a.order - b.order);
}

function spacer(sheet: Sheet, metal: Brief["metal"], { x, y, r }: Laid): string {
  const ridge = `M${num(x - r * 0.25)} ${num(y - r * 0.8)}V${num(y + r * 0.8)}M${num(x + r * 0.25)} ${num(y - r * 0.8)}V${num(y + r * 0.8)}`;
  return metalBall(sheet, metal, x, y, r * 0.96) + stroke(ridge, shineOf(metal).deep, r * 0.07, `stroke-opacity=".5"`);
}

/** A charm on the front bead: lotus disc, or a tassel for threads. */
function charm(brief: Brief, x: number, y: number, r: number): string {
  const { sheet, metal } = brief;
  if (metal === "thread") return tassel(x, y, r);
  const disc = y + r * 1.7;
  let petals = "";
  for (let i = 0; i < 8; i++) petals += leaf(x, disc, (i / 8) * Math.PI * 2, r * 0.72);
  return (
    ellipse(x + r * 0.2, disc + r * 0.3, r, r * 0.95, "#3a2a1c", `fill-opacity=".16"`) +
    stroke(oval(x, y + r * 0.55, r * 0.22, r * 0.3), metalFill(sheet, metal), r * 0.12) +
    ellipse(x, disc, r * 0.95, r * 0.95, metalFill(sheet, metal)) +
    ellipse(x, disc, r * 0.82, r * 0.82, shineOf(metal).mid) +
    path(petals, shineOf(metal).dark, `fill-opacity=".55" stroke="${shineOf(metal).deep}" stroke-opacity=".5"`) +
    metalBall(sheet, metal, x, disc, r * 0.2)
  );
}

function leaf(x: number, y: number, angle: number, size: number): string {
  const p = (turn: number, reach: number) =>
    `${num(x + Math.cos(angle + turn) * size * reach)} ${num(y + Math.sin(angle + turn) * size * reach)}`;
  return `M${p(0, 0.2)}Q${p(0.5, 0.6)} ${p(0, 1)}Q${p(-0.5, 0.6)} ${p(0, 0.2)}Z`;
}

function tassel(x: number, y: number, r: number): string {
  let strands = "";
  for (let i = -6; i <= 6; i++)
    strands += `M${num(x + i * r * 0.05)} ${num(y + r)}Q${num(x + i * r * 0.13)} ${num(y + r * 2)} ${num(x + i * r * 0.12)} ${num(y + r * (3.9 - Math.abs(i) * 0.03))}`;
  return (
    stroke(strands, "#6d161c", r * 0.12) +
    stroke(strands, "#d0574c", r * 0.04) +
    ellipse(x, y + r * 0.95, r * 0.34, r * 0.26, "#8f2427") +
    stroke(`M${num(x - r * 0.34)} ${num(y + r * 1.12)}H${num(x + r * 0.34)}`, "#e3bb5c", r * 0.16)
  );
}

export const bracelet: FormPainter = (brief) => {
  const { sheet, mineral, metal, pose } = brief;
  const above = pose === "angle" || pose === "setting";
  const count = 17 + (brief.shape % 3) * 2;
  const radius = pose === "setting" ? 250 : 286;
  const cy = above ? 480 : 590;
  const flat = above ? 0.97 : 0.5;
  const set = beadSet(sheet, mineral, brief.detail === 2 ? 1 : 0, 5);
  const beads = circleOfBeads(500, cy, radius, flat, count);
  const metalAt = brief.shape % 2 ? [0, Math.round(count / 3), Math.round((count * 2) / 3)] : [0];
  const shadows = beads.map(({ x, y, r }) =>
    dotShadow(sheet, x + r * 0.3, y + r * (above ? 0.4 : 0.85), r, above ? r : r * 0.42),
  );
  const stones = beads.map((bead) =>
    metalAt.includes(bead.index)
      ? spacer(sheet, metal, bead)
      : use(set[bead.index % set.length] ?? "", bead.x, bead.y, bead.r / 50),
  );
  const front = beads.at(-1) ?? { x: 500, y: cy + radius * flat, r: 40 };
  const elastic = stroke(oval(500, cy, radius, radius * flat), "#e9dcc8", 4);
  return {
    art: shadows.join("") + elastic + stones.join("") + charm(brief, front.x, front.y, front.r * 0.9),
    focus: above ? [640, cy + radius * flat * 0.75] : [560, cy + radius * flat * 0.88],
    zoom: 2.5,
    rests: "lies",
  };
};

/** The middle stone of a necklace in its rim, hanging below (x, y). */
function centreStone(brief: Brief, x: number, y: number, size: number): string {
  const { sheet, mineral, metal, detail } = brief;
  const kind = brief.shape % 3;
  const rx = size * (kind === 1 ? 0.74 : 0.9);
  const ry = size * (kind === 1 ? 1.05 : 0.9);
  const at: Point = [x, y + ry + size * 0.42];
  const stone =
    kind === 2
      ? gem(sheet, mineral, at, rx, ry, 10, detail)
      : polished(sheet, mineral, oval(at[0], at[1], rx, ry), around(at[0], at[1], rx, ry), { detail });
  return (
    stroke(oval(x, y + size * 0.14, size * 0.13, size * 0.2), metalFill(sheet, metal), size * 0.08) +
    bezel(sheet, metal, at, rx, ry, size * 0.11) +
    stone +
    metalBall(sheet, metal, x, at[1] + ry + size * 0.2, size * 0.1)
  );
}

export const necklace: FormPainter = (brief) => {
  const { sheet, mineral, metal, pose } = brief;
  const lies = pose === "angle" || pose === "setting";
  const low = lies ? 640 : 610;
  const curve = (t: number): Point => {
    const angle = Math.PI * t * 2;
    if (lies) return [500 - Math.sin(angle) * 270 * (1 + 0.12 * Math.cos(angle)), low - 250 - Math.cos(angle) * 250];
    const k = t * 2 - 1;
    return [500 + k * 258 * (0.62 + 0.38 * Math.abs(k)) * 1.05, low - 660 * Math.abs(k) ** 1.75];
  };
  const d = trace(curve, 24);
  const strung = brief.shape % 2 === 0 || metal === "thread";
  const set = beadSet(sheet, mineral, 0, 4);
  const line = strung ? stroke(d, "#8b6a3a", 3) : chain(d, metal, 9);
  const r = strung ? 19 : 15;
  const spots = walk(curve, strung ? r * 2.05 : 92).filter(
    ([x, y]) => Math.hypot(x - 500, y - low) > (strung ? 20 : 46),
  );
  const beads = spots.map(([x, y], i) =>
    strung && i % 7 === 3 ? metalBall(sheet, metal, x, y, r * 0.72) : use(set[i % set.length] ?? "", x, y, r / 50),
  );
  const size = 92;
  const shadow = lineShadow(d, strung ? 34 : 12, lies ? 10 : 26, lies ? 14 : 34);
  const stoneShadow = groundShadow(
    sheet,
    500 + (lies ? 12 : 34),
    low + 130 + (lies ? 14 : 34),
    size,
    size * 1.1,
    lies ? 0.8 : 0.4,
  );
  return {
    art: shadow + stoneShadow + line + beads.join("") + centreStone(brief, 500, low, size),
    focus: [500, low + 70],
    zoom: 2.6,
    rests: "lies",
  };
};

/** Little bells and drops along an anklet, as on a payal. */
function dangles(brief: Brief, spots: readonly Point[], outward: (p: Point) => Point): string {
  const { sheet, mineral, metal } = brief;
  const set = beadSet(sheet, mineral, 0, 4);
  return spots
    .map((spot, i) => {
      const [dx, dy] = outward(spot);
      const at = (k: number): Point => [spot[0] + dx * k, spot[1] + dy * k];
      const [lx, ly] = at(14);
      const [sx, sy] = at(40);
      const [bx, by] = at(i % 2 ? 30 : 68);
      const shadow = ellipse(sx + 9, sy + 12, 22, 22, "#3a2a1c", `fill-opacity=".12"`);
      const loop = stroke(oval(lx, ly, 5, 7), metalFill(sheet, metal), 3);
      const bell = metalBall(sheet, metal, bx, by, i % 2 ? 15 : 8) + (i % 2 ? slit(bx, by) : "");
      return shadow + loop + (i % 2 ? bell : use(set[i % 4] ?? "", sx, sy, 0.46) + bell);
    })
    .join("");
}

function slit(x: number, y: number): string {
  return stroke(`M${num(x - 7)} ${num(y + 7)}Q${num(x)} ${num(y + 11)} ${num(x + 7)} ${num(y + 7)}`, "#3b2508", 2.4);
}

export const anklet: FormPainter = (brief) => {
  const { sheet, mineral, metal, pose } = brief;
  const closed = pose === "angle" || pose === "setting";
  const curve = (t: number): Point => {
    if (closed) {
      const angle = t * Math.PI * 2 - Math.PI / 2;
      return [500 + Math.cos(angle) * 275, 460 + Math.sin(angle) * 235 + 18 * Math.sin(angle * 2)];
    }
    const k = t * 2 - 1;
    return [500 + k * 372, 640 - 290 * k * k - 36 * Math.sin(t * Math.PI * 2) * (brief.shape % 2 ? 1 : -1)];
  };
  const d = trace(curve, 22);
  const spots = walk(curve, 58 - (brief.shape % 3) * 6);
  const hung = spots.slice(1, -1);
  const outward = ([x, y]: Point): Point => {
    if (!closed) return [0, 1];
    const reach = Math.hypot(x - 500, y - 460);
    return [(x - 500) / reach, (y - 460) / reach];
  };
  const set = beadSet(sheet, mineral, 0, 3);
  const between = walk(curve, 29).filter((_, i) => i % 2 === 1);
  const beads = between.map(([x, y], i) => use(set[i % 3] ?? "", x, y, 0.22));
  const [ax, ay] = curve(0);
  const [bx, by] = curve(1);
  const clasp = [
    stroke(oval(ax - 4, ay - 12, 13, 16), metalFill(sheet, metal), 6),
    closed
      ? ""
      : stroke(`M${num(bx)} ${num(by)}l14 -30`, shineOf(metal).dark, 4) + metalBall(sheet, metal, bx + 18, by - 38, 12),
  ];
  const inner = closed
    ? ""
    : stroke(
        trace((t) => [curve(t)[0], curve(t)[1] - 40 * Math.sin(t * Math.PI)], 22),
        shineOf(metal).dark,
        2.4,
      );
  const drop = closed ? 12 : 26;
  return {
    art:
      lineShadow(d, 18, drop * 0.7, drop) +
      inner +
      chain(d, metal, 11) +
      beads.join("") +
      dangles(brief, hung, outward) +
      clasp.join(""),
    focus: closed ? [640, 650] : [500, 650],
    zoom: 3,
    rests: "lies",
  };
};
