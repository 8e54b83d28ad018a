import type { CoverPainter } from "./cover-parts.ts";
import { polygon, star } from "./outline.ts";
import { circle, linear, num, type Point, path, radial, rect, stroke } from "./sheet.ts";

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
