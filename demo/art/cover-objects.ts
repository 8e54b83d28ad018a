import { groundShadow } from "./backdrop.ts";
import { brass, type CoverPainter, glow, tableTop } from "./cover-parts.ts";
import { oval, star } from "./outline.ts";
import { diya } from "./props.ts";
import { circle, ellipse, linear, num, path, placed, radial, rect, stroke } from "./sheet.ts";

export const singingBowl: CoverPainter = (scene) => {
  const { sheet, tone } = scene;
  const metal = brass(sheet);
  const bowl = "M510 520C520 700 610 800 720 816H880C990 800 1080 700 1090 520Z";
  const inside = linear(
    sheet,
    [
      [0, "#5f3d10"],
      [1, "#d9ab5a"],
    ],
    [0, 0],
    [1, 1],
  );
  const rings = [340, 420, 510, 610]
    .map((r, i) =>
      stroke(oval(800, 500, r, r * 0.3), tone.accent, 2.6 - i * 0.4, `stroke-opacity="${0.75 - i * 0.15}"`),
    )
    .join("");
  const bands = "M530 600C660 640 940 640 1070 600M538 622C670 662 930 662 1062 622";
  let marks = "";
  for (let i = -5; i <= 5; i++) marks += star(800 + i * 42, 692 - Math.abs(i) * 3, i % 2 ? 8 : 14);
  const mallet = placed(
    rect(
      -12,
      -250,
      24,
      330,
      linear(
        sheet,
        [
          [0, "#a8713f"],
          [0.4, "#d9a66c"],
          [1, "#5f3a1c"],
        ],
        [0, 0],
        [1, 0],
      ),
      `rx="10"`,
    ) +
      rect(
        -26,
        60,
        52,
        120,
        linear(
          sheet,
          [
            [0, "#a5404a"],
            [0.4, "#cf6a6a"],
            [1, "#5f1c2a"],
          ],
          [0, 0],
          [1, 0],
        ),
        `rx="22"`,
      ),
    [0, 0],
    [1110, 390],
    1,
    52,
  );
  const cushion = "M560 830C640 780 960 780 1040 830C1060 880 540 880 560 830Z";
  return (
    tableTop(scene, 800) +
    rings +
    groundShadow(sheet, 810, 862, 300, 40) +
    path(cushion, tone.warm) +
    path(bowl, metal) +
    stroke(bands, "#5f3d10", 3, `stroke-opacity=".6"`) +
    path(marks, "#5f3d10", `fill-opacity=".45"`) +
    ellipse(800, 520, 290, 62, metal) +
    ellipse(800, 522, 268, 50, inside) +
    stroke("M548 560C560 680 620 760 690 790", "#fff4cf", 8, `stroke-opacity=".5"`) +
    mallet
  );
};

export const diyaRow: CoverPainter = (scene) => {
  const { sheet, tone } = scene;
  const spots = [
    [250, 730, 130],
    [520, 780, 170],
    [860, 840, 240],
    [1180, 780, 170],
    [1420, 730, 130],
  ] as const;
  const lamps = [...spots].sort((a, b) => a[1] - b[1]).map(([x, y, size]) => diya(sheet, x, y, size));
  const rangoli = [0, 1, 2]
    .map((i) =>
      stroke(
        oval(800, 880, 520 + i * 70, 86 + i * 14),
        tone.accent,
        3,
        `stroke-opacity="${0.6 - i * 0.15}" stroke-dasharray="${i === 1 ? "4 16" : "none"}"`,
      ),
    )
    .join("");
  return tableTop(scene, 680) + rangoli + lamps.join("");
};

export const incense: CoverPainter = (scene) => {
  const { sheet, tone } = scene;
  const smoke = linear(sheet, [
    [0, tone.dark ? "#ffffff" : tone.ink, 0],
    [0.5, tone.dark ? "#ffffff" : tone.ink, 0.28],
    [1, tone.dark ? "#ffffff" : tone.ink, 0.6],
  ]);
  const curls = [
    "M960 420C900 340 1040 290 960 210S860 120 940 40",
    "M960 420C1000 350 900 300 970 220S1060 130 990 30",
    "M960 420C940 330 1000 280 950 190S900 110 960 10",
  ];
  const holder = "M420 800C600 770 1000 770 1180 800C1150 850 450 850 420 800Z";
  const ash = linear(
    sheet,
    [
      [0, "#ff9c4a"],
      [0.12, "#b9aca0"],
      [0.3, "#6b4a34"],
      [1, "#4a2f20"],
    ],
    [1, 0],
    [0, 1],
  );
  return (
    tableTop(scene, 740) +
    groundShadow(sheet, 810, 836, 390, 34) +
    path(holder, brass(sheet)) +
    stroke("M440 802C610 784 990 784 1160 802", "#fff0bf", 3, `stroke-opacity=".8"`) +
    stroke("M640 796L962 418", ash, 10) +
    glow(sheet, 962, 418, 60, "#ff9c4a", 0.9) +
    circle(962, 418, 7, "#ffd9a0") +
    curls.map((d, i) => stroke(d, smoke, [16, 9, 4][i] ?? 6)).join("") +
    circle(640, 792, 16, "#6b4213") +
    [
      [1240, 850],
      [1300, 832],
      [1280, 872],
      [330, 860],
      [380, 846],
    ]
      .map(([x = 0, y = 0]) => ellipse(x, y, 26, 11, "#e89a35") + ellipse(x - 5, y - 3, 13, 5, "#ffcf63"))
      .join("")
  );
};

export const rudrakshMala: CoverPainter = (scene) => {
  const { sheet, tone } = scene;
  const d = "M800 770C520 770 330 640 350 440S620 170 820 180S1260 260 1270 450S1080 770 800 770Z";
  const dots = (width: number, color: string, move = "") =>
    stroke(d, color, width, `stroke-dasharray="0.1 49.6" ${move}`);
  const tassel = Array.from(
    { length: 13 },
    (_, i) => `M${num(800 + (i - 6) * 3)} 872Q${num(800 + (i - 6) * 10)} 930 ${num(800 + (i - 6) * 9)} 1010`,
  ).join("");
  const bowl = radial(sheet, [
    [0, tone.pale],
    [0.8, tone.soft],
    [1, tone.haze],
  ]);
  return (
    ellipse(810, 500, 330, 210, bowl, `fill-opacity="${tone.dark ? 0.15 : 0.7}"`) +
    path(star(810, 480, 70), tone.accent, `fill-opacity=".85"`) +
    stroke(oval(810, 480, 110, 110), tone.accent, 2.5) +
    stroke(oval(810, 480, 150, 150), tone.accent, 1.5, `stroke-dasharray="3 12"`) +
    dots(56, "#1b0d06", `stroke-opacity=".22" transform="translate(10 16)"`) +
    stroke(d, "#a3262a", 6) +
    dots(48, "#3a1a0b") +
    dots(43, "#7d4523") +
    dots(33, "#95562e", `transform="translate(-3 -4)"`) +
    dots(12, "#dba574", `transform="translate(-8 -10)"`) +
    stroke(tassel, "#7c1d22", 8) +
    stroke(tassel, "#c8423b", 4) +
    circle(800, 806, 44, "#4a2410") +
    circle(796, 802, 38, "#95562e") +
    stroke("M800 764Q770 806 800 848M800 764Q830 806 800 848M800 764V848", "#33160a", 4) +
    circle(786, 790, 8, "#e2aa74") +
    rect(782, 846, 36, 30, brass(sheet), `rx="6"`)
  );
};
