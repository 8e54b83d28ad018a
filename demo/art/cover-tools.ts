import { groundShadow } from "./backdrop.ts";
import { brass, type CoverPainter, type Scene, tableTop } from "./cover-parts.ts";
import { oval, star } from "./outline.ts";
import { diya } from "./props.ts";
import { circle, clip, group, linear, num, path, placed, radial, rect, stroke } from "./sheet.ts";
import { type Facet, faceted } from "./stone.ts";

const cardFaces = ["sun", "moon", "star"] as const;

function card(scene: Scene, face: (typeof cardFaces)[number] | "back"): string {
  const { sheet, tone } = scene;
  const night = linear(
    sheet,
    [
      [0, "#3a3e78"],
      [1, "#1d1f45"],
    ],
    [0, 0],
    [0.6, 1],
  );
  const paper = linear(
    sheet,
    [
      [0, "#fffaf0"],
      [1, "#f0dfbd"],
    ],
    [0, 0],
    [0.6, 1],
  );
  const frame =
    rect(-118, -200, 260, 420, "#150c20", `rx="18" fill-opacity=".2"`) +
    rect(-130, -210, 260, 420, face === "back" ? night : paper, `rx="18"`) +
    rect(-114, -194, 228, 388, "none", `rx="10" stroke="${tone.accent}" stroke-width="3"`);
  const gold = "#d9a544";
  if (face === "back")
    return (
      frame +
      stroke(oval(0, 0, 84, 84) + oval(0, 0, 60, 60), gold, 2.5) +
      path(star(0, 0, 54) + star(0, -140, 22) + star(0, 140, 22), gold)
    );
  if (face === "sun") {
    const rays = Array.from(
      { length: 16 },
      (_, i) =>
        `M${num(Math.cos(i * 0.3927) * 74)} ${num(-20 + Math.sin(i * 0.3927) * 74)}L${num(Math.cos(i * 0.3927) * (i % 2 ? 92 : 106))} ${num(-20 + Math.sin(i * 0.3927) * (i % 2 ? 92 : 106))}`,
    ).join("");
    return (
      frame +
      stroke(rays, "#e0801f", 6) +
      circle(
        0,
        -20,
        60,
        radial(sheet, [
          [0, "#ffe9ae"],
          [1, "#f0a23c"],
        ]),
      ) +
      path("M-100 190V140Q-50 100 0 140T100 130V190Z", "#7c9a72")
    );
  }
  if (face === "moon")
    return (
      frame +
      circle(0, -30, 78, "#3c3f6e") +
      path("M26 -96A72 72 0 1 0 26 36A56 56 0 1 1 26 -96Z", "#f3e2ad") +
      path(star(44, -30, 20) + star(66, -70, 9), gold) +
      path("M-104 150Q-50 120 0 150T104 150V190H-104Z", "#8fa6c4")
    );
  return (
    frame +
    path(star(0, -30, 96), gold) +
    path(star(-64, -130, 18) + star(68, -120, 22) + star(-76, 66, 20) + star(72, 70, 16), "#b9606a") +
    path("M-104 190V150Q0 110 104 150V190Z", "#6f8fa8")
  );
}

export const tarotSpread: CoverPainter = (scene) => {
  const back = [
    [330, 560, -26],
    [1270, 560, 26],
  ] as const;
  const front = [
    [540, 520, -13],
    [800, 490, 0],
    [1060, 520, 13],
  ] as const;
  return (
    stroke("M120 860Q800 700 1480 860", scene.tone.accent, 2, `stroke-opacity=".5"`) +
    back.map(([x, y, turn]) => placed(card(scene, "back"), [0, 0], [x, y], 1.02, turn)).join("") +
    front.map(([x, y, turn], i) => placed(card(scene, cardFaces[i] ?? "sun"), [0, 0], [x, y], 1.14, turn)).join("")
  );
};

export const journal: CoverPainter = (scene) => {
  const { sheet, tone } = scene;
  const left = "M800 330C700 280 520 290 400 320L370 780C500 750 700 750 800 800Z";
  const right = "M800 330C900 280 1080 290 1200 320L1230 780C1100 750 900 750 800 800Z";
  const page = (a: string, b: string) =>
    linear(
      sheet,
      [
        [0, a],
        [1, b],
      ],
      [0, 0],
      [1, 0],
    );
  let lines = "";
  for (let i = 0; i < 8; i++)
    lines += `M${num(440 - i * 3)} ${404 + i * 44}C540 ${384 + i * 44} 660 ${388 + i * 44} ${i === 7 ? 640 : 752} ${414 + i * 44}`;
  const cover =
    "M370 300C520 270 700 262 800 316C900 262 1080 270 1230 300L1262 806C1100 776 900 782 800 836C700 782 500 776 338 806Z";
  const pen = placed(
    rect(
      -14,
      -250,
      28,
      330,
      linear(
        sheet,
        [
          [0, "#2c2f5c"],
          [0.4, "#5b60a0"],
          [1, "#1a1c3c"],
        ],
        [0, 0],
        [1, 0],
      ),
      `rx="12"`,
    ) +
      rect(-15, -60, 30, 16, "#d9a544") +
      path("M-13 80L13 80L0 146Z", "#d9a544") +
      stroke("M0 100V142", "#6b4213", 2),
    [0, 146],
    [1000, 620],
    1,
    34,
  );
  const moon =
    path("M1030 400A76 76 0 1 0 1030 540A60 60 0 1 1 1030 400Z", tone.accent) + path(star(1050, 470, 24), tone.accent);
  return (
    tableTop(scene, 700) +
    groundShadow(sheet, 810, 830, 470, 50) +
    path(cover, tone.dark ? "#8c3b48" : tone.warm) +
    path(left, page("#fffdf6", "#e8dcc4")) +
    path(right, page("#e3d5ba", "#fffdf6")) +
    stroke(lines, "#6d5a86", 3, `stroke-opacity=".45"`) +
    placed(moon, [1020, 470], [960, 480], 0.9) +
    stroke(
      "M880 640C940 620 980 622 1000 620M876 690C960 664 1060 662 1150 676M876 734C960 708 1040 704 1110 712",
      "#6d5a86",
      3,
      `stroke-opacity=".45"`,
    ) +
    stroke("M800 330V800", "#8f7a58", 4, `stroke-opacity=".6"`) +
    path("M700 800L716 900L736 880L756 902L748 792Z", "#a5402f") +
    pen +
    diya(sheet, 1400, 800, 120)
  );
};

export const pendulumChart: CoverPainter = (scene) => {
  const { sheet, tone } = scene;
  const [cx, cy, r] = [800, 840, 620];
  const at = (deg: number, reach: number) =>
    `${num(cx - Math.cos((deg * Math.PI) / 180) * reach)} ${num(cy - Math.sin((deg * Math.PI) / 180) * reach)}`;
  const hues = ["#b9606a", "#d08a4a", "#d9ab4f", "#8fa878", "#6f93a8", "#6d6ea8", "#8e6aa0", "#b9709a", "#c98a6a"];
  const wedges = hues.map((color, i) =>
    path(
      `M${at(i * 20, 200)}L${at(i * 20, r - 40)}A${r - 40} ${r - 40} 0 0 1 ${at(i * 20 + 20, r - 40)}L${at(i * 20 + 20, 200)}A200 200 0 0 0 ${at(i * 20, 200)}Z`,
      color,
      `fill-opacity="${tone.dark ? 0.75 : 0.6}" stroke="${tone.pale}" stroke-width="3"`,
    ),
  );
  let scale = "";
  for (let deg = 0; deg <= 180; deg += 5) scale += `M${at(deg, r - 30)}L${at(deg, deg % 20 ? r - 14 : r)}`;
  const marks = hues.map((_, i) => {
    const [x = 0, y = 0] = at(i * 20 + 10, 450)
      .split(" ")
      .map(Number);
    return star(x, y, 20);
  });
  const sides: Facet[] = [
    {
      points: [
        [-22, 0],
        [-6, 0],
        [-16, 60],
        [-62, 60],
      ],
      light: 0.6,
    },
    {
      points: [
        [-6, 0],
        [8, 0],
        [24, 60],
        [-16, 60],
      ],
      light: 0.25,
    },
    {
      points: [
        [8, 0],
        [22, 0],
        [62, 60],
        [24, 60],
      ],
      light: -0.5,
    },
    {
      points: [
        [-62, 60],
        [-16, 60],
        [0, 230],
      ],
      light: 0.4,
    },
    {
      points: [
        [-16, 60],
        [24, 60],
        [0, 230],
      ],
      light: 0,
    },
    {
      points: [
        [24, 60],
        [62, 60],
        [0, 230],
      ],
      light: -0.65,
    },
  ];
  const bob = placed(
    faceted(sheet, "amethyst", sides, 1) + rect(-26, -26, 52, 30, brass(sheet), `rx="8"`),
    [0, 0],
    [880, 452],
    1.15,
    -6,
  );
  const disc = clip(sheet, `M0 0H1600V${cy}H0Z`);
  return (
    rect(0, cy, 1600, 160, tone.dark ? "#1b1d42" : tone.haze, `fill-opacity=".7"`) +
    group(
      circle(cx, cy, r + 14, tone.pale) + stroke(oval(cx, cy, r + 14, r + 14), tone.accent, 5),
      `clip-path="${disc}"`,
    ) +
    wedges.join("") +
    stroke(scale, "#5b3a4a", 3) +
    path(marks.join(""), tone.pale, `fill-opacity=".9"`) +
    stroke(`M${cx - r - 14} ${cy}H${cx + r + 14}`, tone.accent, 5) +
    circle(cx, cy, 26, tone.accent) +
    stroke("M820 0L876 430", "#8a5f1c", 6) +
    stroke("M820 0L876 430", "#f0d590", 4, `stroke-dasharray="6 7"`) +
    bob
  );
};
