import { type CoverPainter, glow, type Scene } from "./cover-parts.ts";
import { flow, oval, polygon, star } from "./outline.ts";
import { circle, clip, ellipse, group, linear, num, type Point, path, radial, rect, stroke } from "./sheet.ts";

function starPoint({ sheet, tone }: Scene, x: number, y: number, r: number): string {
  return glow(sheet, x, y, r * 3.2, tone.accent, 0.5) + path(star(x, y, r), tone.dark ? "#fff6da" : tone.accent);
}

function ticks(cx: number, cy: number, from: number, to: number, count: number): string {
  let d = "";
  for (let i = 0; i < count; i++) {
    const angle = (i / count) * Math.PI * 2;
    const at = (r: number) => `${num(cx + Math.cos(angle) * r)} ${num(cy + Math.sin(angle) * r)}`;
    d += `M${at(from)}L${at(to)}`;
  }
  return d;
}

export const constellation: CoverPainter = (scene) => {
  const { tone, rand } = scene;
  const figures: Point[][] = [
    [
      [470, 330],
      [600, 260],
      [720, 340],
      [700, 480],
      [560, 520],
      [470, 330],
    ],
    [
      [720, 340],
      [880, 300],
      [1010, 380],
      [1120, 300],
      [1200, 420],
    ],
    [
      [700, 480],
      [800, 620],
      [960, 660],
      [1090, 590],
      [1010, 380],
    ],
    [
      [560, 520],
      [500, 680],
      [640, 770],
      [800, 620],
    ],
  ];
  const moved = figures.map((line) =>
    line.map(([x, y]): Point => [x + Math.sin(y) * 16 + rand.range(-1, 1), y + Math.cos(x) * 16]),
  );
  const lines = moved.map((line) => flow(line).replace(/C[^C]*? ([\d.-]+ [\d.-]+)(?=C|$)/g, "L$1")).join("");
  const dots = figures
    .flat()
    .map(([x, y], i) => starPoint(scene, x + Math.sin(y) * 16, y + Math.cos(x) * 16, 12 + (i % 3) * 7));
  const rings = [400, 388, 290, 180].map((r, i) =>
    stroke(
      oval(830, 490, r, r),
      tone.accent,
      i === 1 ? 1 : 2,
      i > 1 ? `stroke-opacity=".5" stroke-dasharray="3 12"` : `stroke-opacity=".8"`,
    ),
  );
  return (
    rings.join("") +
    stroke(ticks(830, 490, 388, 400, 72), tone.accent, 1.6, `stroke-opacity=".8"`) +
    stroke(ticks(830, 490, 180, 388, 12), tone.accent, 1, `stroke-opacity=".3"`) +
    stroke(lines, tone.ink, 2.5, `stroke-opacity=".75"`) +
    dots.join("")
  );
};

/** A moon lit from one side; phase 0 new, 0.5 full, 1 new again. */
function moon({ sheet, tone }: Scene, x: number, y: number, r: number, phase: number): string {
  const lit = radial(
    sheet,
    [
      [0, "#fffdf2"],
      [0.7, "#f4e7c3"],
      [1, "#d8c08a"],
    ],
    [0.38, 0.34],
    0.75,
  );
  const dark = tone.dark ? "#23264f" : tone.ink;
  const k = Math.cos(phase * Math.PI * 2) * r;
  const waxing = phase < 0.5;
  const d = `M${num(x)} ${num(y - r)}A${r} ${r} 0 0 ${waxing ? 1 : 0} ${num(x)} ${num(y + r)}A${num(Math.abs(k))} ${r} 0 0 ${k > 0 === waxing ? 0 : 1} ${num(x)} ${num(y - r)}Z`;
  const craters = [
    [-0.3, -0.2, 0.16],
    [0.25, 0.3, 0.2],
    [0.3, -0.35, 0.1],
    [-0.15, 0.45, 0.12],
  ] as const;
  const marks = craters.map(([cx, cy, cr]) => oval(x + cx * r, y + cy * r, cr * r, cr * r)).join("");
  return (
    glow(sheet, x, y, r * 1.7, tone.accent, tone.dark ? 0.3 : 0.25) +
    circle(x, y, r, dark, `fill-opacity="${tone.dark ? 1 : 0.82}"`) +
    path(d, lit) +
    group(path(marks, "#b99d62", `fill-opacity=".22"`), `clip-path="${clip(sheet, d)}"`) +
    stroke(oval(x, y, r, r), tone.accent, 1.6, `stroke-opacity=".7"`)
  );
}

export const moonPhases: CoverPainter = (scene) => {
  const phases = [0.06, 0.16, 0.27, 0.5, 0.73, 0.84, 0.94];
  const sizes = [58, 70, 84, 138, 84, 70, 58];
  const xs = [190, 350, 540, 800, 1060, 1250, 1410];
  const moons = phases.map((phase, i) =>
    moon(scene, xs[i] ?? 0, 500 - Math.sin((i / 6) * Math.PI) * 110 + 40, sizes[i] ?? 70, phase),
  );
  const arc = "M90 640Q800 250 1510 640M90 690Q800 300 1510 690";
  const { tone } = scene;
  return (
    stroke(arc, tone.accent, 1.8, `stroke-opacity=".5"`) +
    moons.join("") +
    path(star(800, 760, 26) + star(740, 776, 10) + star(860, 776, 10), tone.accent)
  );
};

/** The North Indian diamond chart: twelve houses, grahas as small discs. */
export const birthChart: CoverPainter = (scene) => {
  const { sheet, tone, rand } = scene;
  const [x, y, s] = [470, 170, 660];
  const m = s / 2;
  const paper = linear(
    sheet,
    [
      [0, tone.pale],
      [1, tone.dark ? "#e9d9b2" : tone.soft],
    ],
    [0, 0],
    [1, 1],
  );
  const lines = `M${x} ${y}L${x + s} ${y + s}M${x + s} ${y}L${x} ${y + s}M${x + m} ${y}L${x + s} ${y + m}L${x + m} ${y + s}L${x} ${y + m}Z`;
  const center = polygon([
    [x + m, y],
    [x + m * 1.5, y + m / 2],
    [x + m, y + m],
    [x + m / 2, y + m / 2],
  ]);
  const homes: Point[] = [
    [0.5, 0.25],
    [0.25, 0.09],
    [0.09, 0.25],
    [0.25, 0.5],
    [0.09, 0.75],
    [0.25, 0.91],
    [0.5, 0.75],
    [0.75, 0.91],
    [0.91, 0.75],
    [0.75, 0.5],
    [0.91, 0.25],
    [0.75, 0.09],
  ];
  const colors = ["#d8791c", "#8f9bb8", "#b23430", "#5a8a5c", "#d9ab3c", "#c98aa0", "#3c3f6e", "#6d5a86", "#8a6a4a"];
  const grahas = colors.map((color, i) => {
    const [hx, hy] = homes[(i * 5 + rand.int(0, 1)) % 12] ?? [0.5, 0.5];
    const px = x + hx * s + (i % 2 ? 22 : -18);
    const py = y + hy * s + (i % 3 ? 6 : -14);
    const fill = radial(
      sheet,
      [
        [0, "#ffffff", 0.7],
        [0.35, color, 1],
        [1, color, 1],
      ],
      [0.35, 0.3],
      0.8,
    );
    return (
      circle(px, py, 19, color) +
      circle(px, py, 19, fill) +
      (i === 6
        ? stroke(`M${num(px - 32)} ${num(py + 9)}Q${num(px)} ${num(py + 16)} ${num(px + 32)} ${num(py - 9)}`, color, 4)
        : "")
    );
  });
  return (
    rect(x + 16, y + 22, s, s, "#1b1230", `fill-opacity=".18" rx="10"`) +
    rect(x - 26, y - 26, s + 52, s + 52, paper, `rx="14"`) +
    rect(x - 14, y - 14, s + 28, s + 28, "none", `stroke="${tone.accent}" stroke-width="2" rx="6"`) +
    path(center, tone.accent, `fill-opacity=".2"`) +
    rect(x, y, s, s, "none", `stroke="#5b3a4a" stroke-width="5"`) +
    stroke(lines, "#5b3a4a", 4) +
    grahas.join("") +
    path(star(x + m, y + m, 26), tone.accent)
  );
};

export const sunrise: CoverPainter = (scene) => {
  const { sheet, tone, rand } = scene;
  const sun = radial(sheet, [
    [0, "#fff6d6"],
    [0.6, "#ffd27a"],
    [1, "#f2a04a"],
  ]);
  const rays = ticks(800, 560, 270, 400, 48);
  let hills = "";
  const shades = tone.dark ? ["#4a4c86", "#383a6e", "#262854", "#171938"] : [tone.haze, tone.haze, tone.ink, tone.ink];
  const alpha = tone.dark ? [1, 1, 1, 1] : [0.55, 0.95, 0.55, 0.9];
  for (let i = 0; i < 4; i++) {
    const base = 620 + i * 92;
    const points: Point[] = [];
    for (let k = 0; k <= 8; k++) points.push([k * 200, base - rand.range(10, 120 - i * 18)]);
    hills += path(`${flow(points)}L1600 1000L0 1000Z`, shades[i] ?? tone.ink, `fill-opacity="${alpha[i]}"`);
  }
  const birds = "M1090 300q22 -22 40 0q20 -20 42 2M1190 250q16 -16 30 0q14 -14 30 2M1010 240q12 -12 24 0q12 -12 24 0";
  return (
    glow(sheet, 800, 560, 560, "#ffd88a", 0.75) +
    stroke(rays, tone.accent, 3, `stroke-opacity=".6"`) +
    circle(800, 560, 215, sun) +
    stroke(birds, tone.ink, 5) +
    hills
  );
};

/** The Lo Shu square: nine cells, numbers as the old dot figures. */
export const numerologySquare: CoverPainter = (scene) => {
  const { sheet, tone } = scene;
  const order = [4, 9, 2, 3, 5, 7, 8, 1, 6];
  const cell = 216;
  const [x, y] = [476, 176];
  const tile = linear(
    sheet,
    [
      [0, tone.pale],
      [1, tone.dark ? "#ead9b0" : tone.soft],
    ],
    [0, 0],
    [1, 1],
  );
  return order
    .map((count, i) => {
      const cx = x + (i % 3) * cell + cell / 2;
      const cy = y + Math.floor(i / 3) * cell + cell / 2;
      const odd = count % 2 === 1;
      const dots = figure(count).map(([dx, dy]): Point => [cx + dx * 46, cy + dy * 46]);
      const joined = dots.map(([px, py], k) => `${k ? "L" : "M"}${num(px)} ${num(py)}`).join("");
      return (
        rect(cx - 96, cy - 90, 200, 200, "#1b1230", `fill-opacity=".14" rx="20"`) +
        rect(
          cx - 100,
          cy - 100,
          200,
          200,
          tile,
          `rx="20" stroke="${tone.accent}" stroke-opacity=".7" stroke-width="2"`,
        ) +
        stroke(joined, tone.accent, 3, `stroke-opacity=".6"`) +
        dots
          .map(
            ([px, py]) =>
              circle(px, py, 14, odd ? "#2c2f5c" : tone.warm) +
              circle(px - 4, py - 5, 4, "#ffffff", `fill-opacity=".6"`),
          )
          .join("")
      );
    })
    .join("");
};

function figure(count: number): Point[] {
  if (count === 1) return [[0, 0]];
  if (count === 5)
    return [
      [-1, -1],
      [1, -1],
      [0, 0],
      [1, 1],
      [-1, 1],
    ];
  const ring = count === 9 ? 8 : count;
  const points = Array.from({ length: ring }, (_, i): Point => {
    const angle = (i / ring) * Math.PI * 2 - Math.PI / 2;
    return [Math.cos(angle) * 1.25, Math.sin(angle) * 1.25];
  });
  return count === 9 ? [...points, [0, 0]] : points;
}

/** Sun and planets on their paths, for transits and yearly readings. */
export const orrery: CoverPainter = (scene) => {
  const { sheet, tone, rand } = scene;
  const hues = ["#c98aa0", "#8f9bb8", "#5a8a5c", "#b23430", "#d9ab3c", "#6d5a86"];
  const orbits = hues.map((color, i) => {
    const rx = 190 + i * 98;
    const ry = rx * 0.42;
    const angle = i * 2.3 + rand.range(-0.4, 0.4);
    const px = 800 + Math.cos(angle) * rx;
    const py = 510 + Math.sin(angle) * ry;
    const r = 20 + ((i * 7) % 5) * 6;
    const fill = radial(
      sheet,
      [
        [0, "#ffffff", 0.75],
        [0.4, color, 0.2],
        [1, "#1a1230", 0.5],
      ],
      [0.34, 0.3],
      0.8,
    );
    return (
      stroke(oval(800, 510, rx, ry), tone.accent, 2, `stroke-opacity=".6"`) +
      ellipse(px, py, r, r, color) +
      ellipse(px, py, r, r, fill) +
      (i === 4 ? stroke(oval(px, py, r * 1.7, r * 0.5), "#e8cf8f", 4) : "")
    );
  });
  const sun = radial(sheet, [
    [0, "#fff6d6"],
    [0.6, "#ffcf70"],
    [1, "#e88f2e"],
  ]);
  return (
    glow(sheet, 800, 510, 360, "#ffcf70", 0.7) +
    stroke(ticks(800, 510, 116, 150, 24), tone.accent, 5) +
    circle(800, 510, 98, sun) +
    orbits.join("")
  );
};
