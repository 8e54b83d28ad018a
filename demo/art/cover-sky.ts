import { type CoverPainter, glow, type Scene } from "./cover-parts.ts";
import { flow, oval, star } from "./outline.ts";
import { circle, clip, ellipse, group, num, type Point, path, radial, stroke } from "./sheet.ts";

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
