import { groundShadow } from "./backdrop.ts";
import { type CoverPainter, glow } from "./cover-parts.ts";
import type { Mineral } from "./minerals.ts";
import { oval } from "./outline.ts";
import { ellipse, linear, num, type Point, path, placed, rect, type Sheet, stroke } from "./sheet.ts";
import { type Facet, faceted, gem } from "./stone.ts";

/** A lotus in side view, opening upwards from (0, 0), about 300 wide. */
function lotus(sheet: Sheet): string {
  const fill = linear(sheet, [
    [0, "#d9778f"],
    [0.5, "#f0b3b8"],
    [1, "#fdebe2"],
  ]);
  const back = linear(sheet, [
    [0, "#c75f7e"],
    [1, "#eeb0b6"],
  ]);
  const petal = (lean: number, size: number, width: number, paint: string) =>
    placed(
      path(
        `M0 0C${-width} -60 ${-width * 0.8} ${-size * 0.75} 0 ${-size}C${width * 0.8} ${-size * 0.75} ${width} -60 0 0Z`,
        paint,
        `stroke="#b85574" stroke-opacity=".45" stroke-width="2"`,
      ),
      [0, 0],
      [0, 0],
      1,
      lean,
    );
  const rows: [number, number, number, string][] = [
    [-70, 170, 44, back],
    [70, 170, 44, back],
    [-44, 200, 52, back],
    [44, 200, 52, back],
    [-18, 216, 54, back],
    [18, 216, 54, back],
    [-58, 150, 46, fill],
    [58, 150, 46, fill],
    [-30, 176, 52, fill],
    [30, 176, 52, fill],
    [0, 186, 56, fill],
  ];
  return rows.map(([lean, size, width, paint]) => petal(lean, size, width, paint)).join("");
}

export const lotusPond: CoverPainter = ({ sheet, tone, rand }) => {
  const water = linear(sheet, [
    [0, tone.dark ? "#3a4a86" : "#b9d0c4", 0.95],
    [1, tone.dark ? "#15183c" : "#6f9a92", 0.95],
  ]);
  const leaf = linear(
    sheet,
    [
      [0, "#a9c08c"],
      [0.6, "#6d9068"],
      [1, "#43684f"],
    ],
    [0, 0],
    [0.6, 1],
  );
  const pads = [
    [340, 800, 190, 46],
    [620, 900, 230, 52],
    [1110, 830, 240, 56],
    [1400, 760, 150, 36],
    [880, 720, 130, 30],
  ] as const;
  const leaves = pads.map(([x, y, rx, ry]) => {
    const veins = [-0.8, -0.4, 0, 0.4, 0.8]
      .map(
        (k) =>
          `M${x} ${num(y - ry * 0.1)}L${num(x + k * rx * 0.9)} ${num(y + ry * (0.9 - Math.abs(k)))}M${x} ${num(y - ry * 0.1)}L${num(x + k * rx)} ${num(y - ry * 0.6)}`,
      )
      .join("");
    return (
      ellipse(x + 8, y + 12, rx, ry, "#0f2a2c", `fill-opacity=".25"`) +
      ellipse(x, y, rx, ry, leaf) +
      stroke(veins, "#dfe9c4", 2, `stroke-opacity=".45"`) +
      stroke(oval(x, y, rx, ry), "#e8f0d0", 2, `stroke-opacity=".6"`)
    );
  });
  let ripples = "";
  for (let i = 0; i < 14; i++)
    ripples += `M${num(rand.range(40, 1400))} ${num(rand.range(660, 980))}h${num(rand.range(60, 200))}`;
  const flower = lotus(sheet);
  const bud = path(
    "M0 0C-44 -40 -34 -120 0 -160C34 -120 44 -40 0 0Z",
    linear(sheet, [
      [0, "#d9778f"],
      [1, "#fbe0da"],
    ]),
    `stroke="#b85574" stroke-opacity=".45" stroke-width="2"`,
  );
  return (
    glow(sheet, 800, 620, 480, "#fff0c0", 0.5) +
    rect(0, 630, 1600, 370, water) +
    stroke(ripples, "#ffffff", 3, `stroke-opacity=".3"`) +
    leaves.join("") +
    stroke("M1250 800C1256 740 1240 700 1246 650", "#5b7d58", 9) +
    placed(bud, [0, 0], [1246, 660], 0.95, 6) +
    placed(flower, [0, 0], [800, 780], 1.9) +
    placed(flower, [0, 0], [350, 800], 0.95, -4)
  );
};

function crystal(sheet: Sheet, mineral: Mineral): string {
  const sides: Facet[] = [
    {
      points: [
        [-34, -70],
        [-10, -62],
        [-10, 80],
        [-34, 70],
      ],
      light: 0.5,
    },
    {
      points: [
        [-10, -62],
        [18, -62],
        [18, 80],
        [-10, 80],
      ],
      light: 0.1,
    },
    {
      points: [
        [18, -62],
        [34, -70],
        [34, 70],
        [18, 80],
      ],
      light: -0.55,
    },
    {
      points: [
        [-34, -70],
        [-10, -62],
        [0, -120],
      ],
      light: 0.7,
    },
    {
      points: [
        [-10, -62],
        [18, -62],
        [0, -120],
      ],
      light: 0.35,
    },
    {
      points: [
        [18, -62],
        [34, -70],
        [0, -120],
      ],
      light: -0.3,
    },
  ];
  return groundShadow(sheet, 8, 20, 52, 100, 0.5) + faceted(sheet, mineral, sides, 0);
}

/** Points laid on the flower of life. */
export const crystalGrid: CoverPainter = ({ sheet, tone }) => {
  const [cx, cy, r] = [800, 500, 130];
  let circles = oval(cx, cy, r, r);
  for (let ring = 1; ring <= 2; ring++)
    for (let i = 0; i < 6 * ring; i++) {
      const side = Math.floor(i / ring);
      const step = i % ring;
      const a: Point = [Math.cos(side * 1.0472) * r * ring, Math.sin(side * 1.0472) * r * ring];
      const b: Point = [Math.cos((side + 1) * 1.0472) * r * ring, Math.sin((side + 1) * 1.0472) * r * ring];
      circles += oval(cx + a[0] + ((b[0] - a[0]) * step) / ring, cy + a[1] + ((b[1] - a[1]) * step) / ring, r, r);
    }
  const kinds: Mineral[] = ["amethyst", "rose-quartz", "clear-quartz"];
  const points = kinds.map((kind) => crystal(sheet, kind));
  const outer = Array.from({ length: 6 }, (_, i) => {
    const a = i * 1.0472;
    return placed(
      points[i % 2] ?? "",
      [0, 0],
      [cx + Math.cos(a) * 300, cy + Math.sin(a) * 300],
      0.86,
      (a * 180) / Math.PI + 90,
    );
  });
  const inner = Array.from({ length: 6 }, (_, i) => {
    const a = i * 1.0472 + 0.5236;
    return placed(
      points[2] ?? "",
      [0, 0],
      [cx + Math.cos(a) * 172, cy + Math.sin(a) * 172],
      0.5,
      (a * 180) / Math.PI + 90,
    );
  });
  return (
    glow(sheet, cx, cy, 480, tone.accent, 0.4) +
    stroke(circles, tone.accent, 2.4, `stroke-opacity=".8"`) +
    stroke(oval(cx, cy, 410, 410) + oval(cx, cy, 424, 424), tone.accent, 2.4) +
    outer.join("") +
    inner.join("") +
    groundShadow(sheet, cx, cy + 14, 80, 80, 0.6) +
    gem(sheet, "citrine", [cx, cy], 78, 78, 10, 1)
  );
};
