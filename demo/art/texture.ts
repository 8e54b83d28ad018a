import type { Mineral } from "./minerals.ts";
import { type Box, ellipse, group, linear, path, radial, rect, type Sheet, turned } from "./sheet.ts";
import { clouds, cracks, fine, flecks, grain, knobs, layers, plates, veils, vein } from "./texture-marks.ts";

/** 0 for beads, 1 for a stone, 2 for a close-up. */
export type Detail = 0 | 1 | 2;

interface Job {
  sheet: Sheet;
  box: Box;
  detail: Detail;
  u: number;
}
type Painter = (job: Job) => string;

/** How many of something: few on a bead, many in a close-up. */
function amount(detail: Detail, bead: number, stone: number, close: number): number {
  return [bead, stone, close][detail] ?? stone;
}

function hairline({ u, detail }: Job): number {
  return Math.max(detail === 2 ? 0.5 : 0.8, u * 0.35);
}

const roseQuartz: Painter = (job) => {
  const { sheet, box, detail } = job;
  return (
    clouds(sheet, box, "#ffffff", amount(detail, 1, 5, 6), 0.5) +
    clouds(sheet, box, "#d9818d", amount(detail, 1, 3, 3), 0.4) +
    veils(sheet, box, "#fffaf5", amount(detail, 1, 6, 9), 0.55) +
    fine(cracks(sheet.rand, box, amount(detail, 1, 5, 9)), "#fff5f2", hairline(job), 0.6)
  );
};

const amethyst: Painter = (job) => {
  const { sheet, box, detail } = job;
  const bands = layers(sheet.rand, box, amount(detail, 3, 7, 9), 6);
  const zones = bands.map((d, i) => (i % 2 ? path(d, i % 4 === 1 ? "#efe2ff" : "#3d1a72", `fill-opacity=".2"`) : ""));
  return (
    turned(zones.join(""), sheet.rand.range(-38, 38), box.x + box.w / 2, box.y + box.h / 2) +
    clouds(sheet, box, "#3b1673", amount(detail, 1, 3, 3), 0.5) +
    clouds(sheet, box, "#e6d0ff", amount(detail, 1, 3, 4), 0.5) +
    veils(sheet, box, "#f6ebff", amount(detail, 1, 6, 8), 0.42) +
    fine(cracks(sheet.rand, box, amount(detail, 0, 3, 6)), "#f2e4ff", hairline(job), 0.5)
  );
};

const citrine: Painter = (job) => {
  const { sheet, box, detail } = job;
  const fade = linear(sheet, [
    [0, "#b9690c", 0.5],
    [0.5, "#e79f20", 0.1],
    [1, "#fff6cf", 0.6],
  ]);
  return (
    rect(box.x, box.y, box.w, box.h, fade) +
    clouds(sheet, box, "#fff3b8", amount(detail, 1, 4, 4), 0.55) +
    clouds(sheet, box, "#b8650a", amount(detail, 1, 3, 4), 0.35) +
    veils(sheet, box, "#fffbe6", amount(detail, 1, 6, 8), 0.6) +
    path(flecks(sheet.rand, box, amount(detail, 2, 14, 30), 0.8), "#fffdf0", `fill-opacity=".6"`)
  );
};

const tigersEye: Painter = (job) => {
  const { sheet, box, detail } = job;
  const { rand } = sheet;
  const tones = ["#4a250b", "#c98a2c", "#8a5018", "#e8b857", "#6b3a12", "#b8771f", "#3a1c08", "#f1c96d"];
  const bands = layers(rand, box, amount(detail, 7, 22, 24), 4);
  const silk = linear(
    sheet,
    [
      [0, "#2a1204", 0.5],
      [0.3, "#ffdf8a", 0],
      [0.5, "#ffeaa8", 0.62],
      [0.68, "#ffdf8a", 0],
      [1, "#2a1204", 0.5],
    ],
    [0, 0.2],
    [1, 0.8],
  );
  const stripes = bands.map((d, i) => path(d, tones[(i + (rand.next() < 0.2 ? 1 : 0)) % tones.length] ?? "#8a5018"));
  const fibre = fine(grain(rand, box, job.u * amount(detail, 5, 2.6, 1.6), 1.2), "#ffe2a0", hairline(job), 0.3);
  const lines = stripes.join("") + fibre + rect(box.x, box.y, box.w, box.h, silk);
  return turned(group(lines, spread(box, 1.35)), rand.range(-35, 35), box.x + box.w / 2, box.y + box.h / 2);
};

/** Turned stripes must still reach the corners. */
function spread(box: Box, scale: number): string {
  const cx = box.x + box.w / 2;
  const cy = box.y + box.h / 2;
  return `transform="translate(${cx} ${cy}) scale(${scale}) translate(${-cx} ${-cy})"`;
}

const lapis: Painter = (job) => {
  const { sheet, box, detail } = job;
  const { rand } = sheet;
  const veins = Array.from({ length: amount(detail, 1, 3, 4) }, () => vein(rand, box, detail ? 1.8 : 3)).join("");
  return (
    clouds(sheet, box, "#0a1550", amount(detail, 1, 5, 5), 0.6) +
    clouds(sheet, box, "#4a78dd", amount(detail, 1, 5, 6), 0.5, 22) +
    path(veins, "#e9edf6", `fill-opacity="${detail ? 0.5 : 0.35}"`) +
    path(flecks(rand, box, amount(detail, 6, 46, 90), detail ? 1.1 : 3), "#d9b04f") +
    path(flecks(rand, box, amount(detail, 3, 26, 60), detail ? 0.7 : 2), "#fbe7a3")
  );
};

const carnelian: Painter = (job) => {
  const { sheet, box, detail } = job;
  const bands = layers(sheet.rand, box, amount(detail, 4, 11, 14), 9);
  const tones = ["#8c2108", "#ffc08a", "#c23f12", "#ff9658"];
  const agate = bands.map((d, i) => path(d, tones[i % 4] ?? "#c23f12", `fill-opacity="${i % 2 ? 0.34 : 0.26}"`));
  return (
    turned(group(agate.join(""), spread(box, 1.4)), sheet.rand.range(-60, 60), box.x + box.w / 2, box.y + box.h / 2) +
    clouds(sheet, box, "#ffb27a", amount(detail, 1, 4, 6), 0.5) +
    clouds(sheet, box, "#7d1a05", amount(detail, 1, 3, 4), 0.4)
  );
};

const aventurine: Painter = (job) => {
  const { sheet, box, detail } = job;
  const { rand } = sheet;
  const big = detail ? 1 : 2.6;
  return (
    clouds(sheet, box, "#2f6b49", amount(detail, 1, 6, 7), 0.42, 20) +
    clouds(sheet, box, "#dff1d2", amount(detail, 1, 5, 5), 0.45, 20) +
    path(flecks(rand, box, amount(detail, 6, 80, 170), 0.8 * big), "#2f6b49", `fill-opacity=".4"`) +
    path(flecks(rand, box, amount(detail, 6, 70, 150), 0.55 * big), "#f4ffe8", `fill-opacity=".8"`)
  );
};

const tourmaline: Painter = (job) => {
  const { sheet, box, detail } = job;
  const { rand } = sheet;
  const width = Math.max(1, job.u * (detail ? 0.9 : 2));
  return (
    fine(grain(rand, box, job.u * amount(detail, 14, 4.4, 3.2), 0.1), "#000000", width * 1.8, 0.65) +
    fine(grain(rand, box, job.u * amount(detail, 16, 5, 3.4), 0.1), "#a9adbb", width * 0.7, 0.55) +
    fine(grain(rand, box, job.u * amount(detail, 22, 9, 6), 0.1), "#e3e6ee", width * 0.4, 0.5) +
    clouds(sheet, box, "#9398a8", amount(detail, 1, 3, 4), 0.22)
  );
};

const clearQuartz: Painter = (job) => {
  const { sheet, box, detail } = job;
  const rainbow = linear(
    sheet,
    [
      [0, "#ff9fb0", 0],
      [0.25, "#ffb98a", 0.5],
      [0.42, "#fff0a0", 0.55],
      [0.58, "#a8ecc0", 0.5],
      [0.76, "#9cc6ff", 0.5],
      [1, "#c9a4ff", 0],
    ],
    [0, 0],
    [1, 0.5],
  );
  const { rand } = sheet;
  const arc = ellipse(
    box.x + box.w * rand.range(0.35, 0.65),
    box.y + box.h * rand.range(0.4, 0.75),
    box.w * 0.24,
    box.h * 0.06,
    rainbow,
  );
  return (
    clouds(sheet, box, "#8fa3aa", amount(detail, 1, 4, 4), 0.4) +
    clouds(sheet, box, "#ffffff", amount(detail, 1, 4, 5), 0.75) +
    veils(sheet, box, "#ffffff", amount(detail, 2, 8, 11), 0.85) +
    veils(sheet, box, "#7f949c", amount(detail, 1, 5, 8), 0.4) +
    turned(arc, rand.range(-35, 10), box.x + box.w / 2, box.y + box.h / 2) +
    fine(cracks(rand, box, amount(detail, 0, 5, 9)), "#ffffff", hairline(job), 0.8)
  );
};

const moonstone: Painter = (job) => {
  const { sheet, box, detail } = job;
  const sheen = radial(sheet, [
    [0, "#5f9bff", 0.75],
    [0.4, "#86b4ff", 0.5],
    [0.75, "#c5dcff", 0.2],
    [1, "#e6eeff", 0],
  ]);
  const { rand } = sheet;
  const x = box.x + box.w * rand.range(0.42, 0.6);
  const y = box.y + box.h * rand.range(0.48, 0.62);
  return (
    clouds(sheet, box, "#d9c9bd", amount(detail, 1, 4, 5), 0.45) +
    clouds(sheet, box, "#ffffff", amount(detail, 1, 4, 6), 0.7) +
    turned(ellipse(x, y, box.w * 0.46, box.h * 0.26, sheen), rand.range(-40, -10), x, y) +
    veils(sheet, box, "#ffffff", amount(detail, 1, 4, 7), 0.6) +
    fine(grain(rand, box, job.u * 9, 0.6), "#8fa4cc", hairline(job), detail ? 0.22 : 0.1)
  );
};

const pyrite: Painter = (job) => {
  const { sheet, box, detail } = job;
  const [lit, plain, shaded] = plates(sheet.rand, box, amount(detail, 9, 48, 60), amount(detail, 44, 24, 22));
  const hair = hairline(job);
  return (
    clouds(sheet, box, "#5a4216", amount(detail, 1, 3, 3), 0.5) +
    path(shaded, "#6b4f1e", `fill-opacity=".42"`) +
    path(plain, "#d8b65f", `fill-opacity=".5"`) +
    path(lit, "#fff1bf", `fill-opacity=".5"`) +
    fine(plain + lit, "#fff8d8", hair, 0.6) +
    fine(shaded, "#3f2d0e", hair, 0.5) +
    path(flecks(sheet.rand, box, amount(detail, 3, 26, 44), detail ? 0.8 : 2.4), "#fffbe8", `fill-opacity=".9"`)
  );
};

const rudraksh: Painter = (job) => {
  const { sheet, box, detail } = job;
  const { rand } = sheet;
  const size = detail ? 5 : 9;
  const width = job.u * (detail ? 2.2 : 5);
  const count = amount(detail, 8, 56, 70);
  return (
    clouds(sheet, box, "#3a1a0b", amount(detail, 2, 5, 6), 0.5) +
    fine(knobs(rand, box, count, size), "#33160a", width, 0.6) +
    fine(knobs(rand, box, count, size * 0.8), "#d69a66", width * 0.5, 0.65) +
    (detail ? fine(knobs(rand, box, count / 2, size * 0.6), "#f0c396", width * 0.3, 0.6) : "")
  );
};

const painters: Record<Mineral, Painter> = {
  "rose-quartz": roseQuartz,
  amethyst,
  citrine,
  "tigers-eye": tigersEye,
  "lapis-lazuli": lapis,
  carnelian,
  "green-aventurine": aventurine,
  "black-tourmaline": tourmaline,
  "clear-quartz": clearQuartz,
  moonstone,
  pyrite,
  rudraksh,
};

/** The inside of the stone over the box; the caller clips it to the stone's outline. */
export function texture(sheet: Sheet, mineral: Mineral, box: Box, detail: Detail): string {
  return painters[mineral]({ sheet, box, detail, u: Math.sqrt(box.w * box.h) / 100 });
}
