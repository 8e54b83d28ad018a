import { groundShadow } from "./backdrop.ts";
import type { CoverPainter } from "./cover-parts.ts";
import type { Mineral } from "./minerals.ts";
import { oval, polygon, star } from "./outline.ts";
import { ellipse, linear, type Point, path, placed, rect, stroke } from "./sheet.ts";
import { gem } from "./stone.ts";

export const vastuPlan: CoverPainter = ({ sheet, tone }) => {
  const [x, y, s] = [330, 170, 660];
  const paper = linear(
    sheet,
    [
      [0, tone.pale],
      [1, tone.dark ? "#e9d9b2" : tone.soft],
    ],
    [0, 0],
    [1, 1],
  );
  const rooms: [number, number, number, number, string][] = [
    [0, 0, 0.36, 0.4, "#8fb0a4"],
    [0.36, 0, 0.3, 0.26, "#e6c987"],
    [0.66, 0, 0.34, 0.34, "#7fa3c0"],
    [0, 0.4, 0.36, 0.26, "#cdb7a0"],
    [0.36, 0.26, 0.3, 0.4, "#f3e3b8"],
    [0.66, 0.34, 0.34, 0.3, "#a9bf94"],
    [0, 0.66, 0.4, 0.34, "#c79a86"],
    [0.4, 0.66, 0.26, 0.34, "#d9c3a5"],
    [0.66, 0.64, 0.34, 0.36, "#d98a5a"],
  ];
  const cells = rooms.map(([rx, ry, rw, rh, color]) =>
    rect(x + rx * s, y + ry * s, rw * s, rh * s, color, `fill-opacity=".6" stroke="#4a3344" stroke-width="7"`),
  );
  const doors = `M${x + s * 0.44} ${y}h84M${x + s * 0.36} ${y + s * 0.48}v70M${x + s * 0.66} ${y + s * 0.44}v70M${x + s * 0.48} ${y + s * 0.66}h70`;
  const swing = `M${x + s * 0.44} ${y}a84 84 0 0 0 84 84M${x + s * 0.36} ${y + s * 0.48}a70 70 0 0 0 70 70`;
  const centre: Point = [x + s * 0.51, y + s * 0.46];
  const compass: Point = [1210, 500];
  const needle = (deg: number, size: number, color: string) =>
    placed(
      path(
        polygon([
          [0, -size],
          [16, 0],
          [0, 0],
        ]),
        color,
      ) +
        path(
          polygon([
            [0, -size],
            [-16, 0],
            [0, 0],
          ]),
          tone.ink,
        ),
      [0, 0],
      compass,
      1,
      deg,
    );
  const rose =
    [45, 135, 225, 315].map((deg) => needle(deg, 96, tone.haze)).join("") +
    [0, 90, 180, 270].map((deg) => needle(deg, 150, deg ? tone.accent : "#b23430")).join("");
  return (
    rect(x - 14, y - 6, s + 60, s + 60, "#1b1230", `fill-opacity=".16" rx="10"`) +
    rect(x - 30, y - 30, s + 60, s + 60, paper, `rx="10"`) +
    cells.join("") +
    stroke(doors, tone.pale, 9) +
    stroke(swing, "#4a3344", 2.4) +
    stroke(oval(centre[0], centre[1], 78, 78) + oval(centre[0], centre[1], 56, 56), tone.accent, 3) +
    path(star(centre[0], centre[1], 50), tone.accent) +
    ellipse(compass[0], compass[1], 196, 196, paper) +
    stroke(oval(compass[0], compass[1], 196, 196) + oval(compass[0], compass[1], 176, 176), tone.accent, 3.5) +
    rose +
    ellipse(compass[0], compass[1], 16, 16, tone.accent)
  );
};

/** A tray of cut stones, for buying guides. */
export const gemTray: CoverPainter = ({ sheet, tone, rand }) => {
  const kinds: Mineral[] = [
    "rose-quartz",
    "amethyst",
    "citrine",
    "green-aventurine",
    "lapis-lazuli",
    "carnelian",
    "moonstone",
    "tigers-eye",
  ];
  const velvet = linear(
    sheet,
    [
      [0, tone.dark ? "#52579a" : "#4a4e85"],
      [1, "#20234c"],
    ],
    [0, 0],
    [0.6, 1],
  );
  const stones = kinds.map((kind, i) => {
    const cx = 395 + (i % 4) * 270;
    const cy = 370 + Math.floor(i / 4) * 270;
    const rx = rand.range(78, 98);
    return (
      groundShadow(sheet, cx + 10, cy + 18, rx, rx, 0.9) +
      gem(sheet, kind, [cx, cy], rx, rand.range(78, 102), rand.pick([8, 10, 12]), 1)
    );
  });
  return (
    rect(246, 200, 1140, 640, "#1b1230", `rx="34" fill-opacity=".25"`) +
    rect(
      230,
      176,
      1140,
      640,
      linear(
        sheet,
        [
          [0, "#f0d590"],
          [0.5, "#b9842f"],
          [1, "#e6c06e"],
        ],
        [0, 0],
        [1, 1],
      ),
      `rx="34"`,
    ) +
    rect(250, 196, 1100, 600, velvet, `rx="22"`) +
    stones.join("")
  );
};
