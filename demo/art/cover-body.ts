import { type CoverPainter, glow, type Scene } from "./cover-parts.ts";
import { flow, oval, star } from "./outline.ts";
import { circle, ellipse, group, linear, num, path, placed, radial, type Sheet, stroke } from "./sheet.ts";

const chakraHues = ["#8e63b8", "#5f7be0", "#4f9bb8", "#5f9d68", "#e0b43e", "#e08a3a", "#c24a44"];
const petalCounts = [24, 2, 16, 12, 10, 6, 4];

function petals(x: number, y: number, inner: number, outer: number, count: number): string {
  let d = "";
  for (let i = 0; i < count; i++) {
    const a = (i / count) * Math.PI * 2 - Math.PI / 2;
    const half = (Math.PI / count) * 0.92;
    const at = (angle: number, r: number) => `${num(x + Math.cos(angle) * r)} ${num(y + Math.sin(angle) * r)}`;
    const mid = inner + (outer - inner) * 0.55;
    d += `M${at(a - half, inner)}Q${at(a - half, mid)} ${at(a, outer)}Q${at(a + half, mid)} ${at(a + half, inner)}Z`;
  }
  return d;
}

const seated = {
  legs: "M800 700C690 680 560 720 500 800C480 850 560 872 640 862C700 856 760 846 800 846C840 846 900 856 960 862C1040 872 1120 850 1100 800C1040 720 910 680 800 700Z",
  torso:
    "M800 430C740 436 690 456 676 510C668 580 690 660 690 730C720 772 880 772 910 730C910 660 932 580 924 510C910 456 860 436 800 430Z",
  left: "M684 492C640 540 612 640 566 742C556 770 590 784 606 764C650 700 690 640 712 590Z",
  right: "M916 492C960 540 988 640 1034 742C1044 770 1010 784 994 764C950 700 910 640 888 590Z",
  neck: "M772 380H828V440Q800 466 772 440Z",
} as const;

function chakra(sheet: Sheet, index: number, y: number): string {
  const color = chakraHues[index] ?? "#8e63b8";
  const count = petalCounts[index] ?? 8;
  const r = 25;
  const pair = ellipse(756, y, 27, 15, color) + ellipse(844, y, 27, 15, color);
  const flower = path(petals(800, y, r + 2, r + 28, count), color, `stroke="#ffffff" stroke-opacity=".5"`);
  const core = radial(
    sheet,
    [
      [0, "#ffffff", 0.85],
      [0.5, color, 0.2],
      [1, color, 0],
    ],
    [0.4, 0.36],
    0.6,
  );
  const ring = stroke(oval(800, y, r * 0.62, r * 0.62), "#fff8e6", 2, `stroke-opacity=".8"`);
  return (
    glow(sheet, 800, y, 100, color, 0.55) +
    (count === 2 ? pair : flower) +
    circle(800, y, r, color) +
    circle(800, y, r, core) +
    ring
  );
}

export const chakraColumn: CoverPainter = ({ sheet, tone }) => {
  const figure = tone.dark ? "#40447f" : tone.haze;
  const body = Object.values(seated).map((d) => path(d, figure));
  const aura = [1, 1.16, 1.34].map((k, i) => {
    const d = `M${num(800 - 390 * k)} 900C${num(800 - 470 * k)} ${num(560 - i * 20)} ${num(800 - 300 * k)} ${num(150 - i * 40)} 800 ${num(90 - i * 46)}C${num(800 + 300 * k)} ${num(150 - i * 40)} ${num(800 + 470 * k)} ${num(560 - i * 20)} ${num(800 + 390 * k)} 900`;
    return stroke(d, tone.accent, 2.4, `stroke-opacity="${0.7 - i * 0.2}"${i === 1 ? ` stroke-dasharray="3 12"` : ""}`);
  });
  const levels = [178, 296, 408, 508, 602, 696, 796];
  const wheels = levels.map((y, i) => chakra(sheet, i, y));
  return (
    glow(sheet, 800, 500, 460, tone.accent, 0.35) +
    aura.join("") +
    body.join("") +
    ellipse(800, 322, 62, 78, figure) +
    stroke(seated.legs, tone.accent, 2, `stroke-opacity=".5"`) +
    stroke("M800 130V850", tone.accent, 3, `stroke-opacity=".6"`) +
    wheels.join("")
  );
};

/** A seated figure from the front, feet folded; flat and quiet. */
function sitter(scene: Scene, skin: string, cloth: string, shade: string): string {
  const { sheet } = scene;
  const fill = linear(
    sheet,
    [
      [0, cloth],
      [1, shade],
    ],
    [0.1, 0],
    [0.9, 1],
  );
  const skinFill = linear(
    sheet,
    [
      [0, skin],
      [1, "#8a5636"],
    ],
    [0, 0],
    [1, 0.8],
  );
  const hands = ellipse(582, 772, 30, 15, skinFill) + ellipse(1018, 772, 30, 15, skinFill);
  const foot = "M720 838C760 820 840 820 880 838C850 862 750 862 720 838Z";
  const folds =
    "M700 760C640 770 580 800 540 830M900 760C960 770 1020 800 1060 830M740 470C770 520 780 600 760 700M860 470C830 520 824 600 842 700";
  return [
    path(seated.neck, skinFill),
    path(seated.legs, fill),
    path(seated.torso, fill),
    path(seated.left, fill),
    path(seated.right, fill),
    hands,
    path(foot, skinFill),
    ellipse(800, 322, 62, 78, skinFill),
    path(
      "M736 318C726 240 770 218 800 218C830 218 874 240 864 318C850 280 830 266 800 264C770 266 750 280 736 318Z",
      "#2a2026",
    ),
    ellipse(800, 206, 34, 28, "#2a2026"),
    stroke("M764 330Q776 338 788 330M812 330Q824 338 836 330", "#3a2018", 3.5),
    stroke("M786 366Q800 374 814 366", "#8a3c3a", 4),
    circle(800, 302, 5, "#b23430"),
    stroke(folds, shade, 5, `stroke-opacity=".8"`),
  ].join("");
}

export const meditation: CoverPainter = (scene) => {
  const { sheet, tone } = scene;
  const disc = radial(sheet, [
    [0, "#fff4d2"],
    [0.75, tone.dark ? "#e9c887" : "#fbe0a8"],
    [1, tone.accent],
  ]);
  const rays = petals(800, 430, 352, 400, 40);
  const seat = "M430 880C560 830 1040 830 1170 880C1120 940 480 940 430 880Z";
  return (
    glow(sheet, 800, 430, 560, "#ffdf9c", 0.5) +
    path(rays, tone.accent, `fill-opacity=".4"`) +
    circle(800, 430, 335, disc, `fill-opacity=".9"`) +
    path(seat, tone.warm) +
    stroke("M450 880C570 838 1030 838 1150 880", "#ffffff", 3, `stroke-opacity=".4"`) +
    sitter(scene, "#d9a273", tone.dark ? "#c56a54" : tone.warm, tone.dark ? "#7d3342" : tone.ink)
  );
};

/** An open right hand, palm to the viewer, drawn around (0, 0) about 560 high. */
function openHand(skin: string, shade: string, line: string): string {
  const fingers = ["M-96 -60L-118 -236", "M-34 -90L-40 -300", "M32 -90L38 -290", "M92 -64L112 -222"];
  const thumb = "M120 70C170 40 196 -10 214 -62";
  const palm =
    "M-128 -70C-140 40 -120 150 -74 214L-70 560H74L80 214C120 160 136 40 126 -70C100 -110 -100 -110 -128 -70Z";
  const all = [...fingers, thumb].join("");
  const joints = "M-112 -140h30M-116 -190h28M-62 -168h44M-62 -226h40M12 -166h44M16 -222h40M82 -136h34M90 -182h32";
  return (
    stroke(all, line, 68) +
    path(palm, line, `stroke="${line}" stroke-width="8"`) +
    stroke(all, skin, 60) +
    path(palm, skin) +
    path("M40 -90C130 -60 130 60 84 190C70 120 60 20 40 -90Z", shade, `fill-opacity=".12"`) +
    stroke(joints, shade, 3, `stroke-opacity=".5"`)
  );
}

export const palmLines: CoverPainter = (scene) => {
  const { sheet, tone } = scene;
  const skin = linear(
    sheet,
    [
      [0, "#f0cba4"],
      [1, "#cf9566"],
    ],
    [0, 0],
    [1, 1],
  );
  const lines =
    "M-118 -20C-60 -70 30 -60 118 -50M-110 10C-50 0 40 20 96 74M96 20C40 30 -10 110 -20 210M10 -80C4 0 6 90 -4 190";
  const marks = path(star(-118, -250, 0.1) + star(40, -30, 16) + star(-60, 60, 12), tone.accent);
  const hand =
    openHand(skin, "#8f5a3c", "#8f5a3c") +
    stroke(lines, "#8a3c2e", 5) +
    stroke(lines, "#ffe2b8", 1.6, `transform="translate(2 3)"`) +
    marks;
  const rings = [330, 350, 420]
    .map((r, i) => stroke(oval(800, 470, r, r), tone.accent, i ? 1.6 : 2.6, i === 2 ? `stroke-dasharray="3 14"` : ""))
    .join("");
  const signs = Array.from({ length: 12 }, (_, i) => {
    const a = (i / 12) * Math.PI * 2;
    return star(800 + Math.cos(a) * 385, 470 + Math.sin(a) * 385, i % 3 ? 10 : 18);
  });
  return (
    glow(sheet, 800, 470, 420, tone.accent, 0.35) +
    rings +
    path(signs.join(""), tone.accent) +
    placed(hand, [0, 0], [790, 560], 1.18)
  );
};

export const reikiHands: CoverPainter = (scene) => {
  const { sheet, tone } = scene;
  const skin = linear(
    sheet,
    [
      [0, "#eec39a"],
      [1, "#c88c60"],
    ],
    [0, 0],
    [1, 1],
  );
  const hand = openHand(skin, "#8f5a3c", "#8f5a3c");
  const left = placed(hand, [0, 0], [500, 690], 0.94, 20);
  const right = group(left, `transform="translate(1600 0) scale(-1 1)"`);
  const orb = radial(sheet, [
    [0, "#fffdf0"],
    [0.4, "#ffe9ae"],
    [1, "#f2b95a", 0.15],
  ]);
  const rings = [120, 178, 244, 318]
    .map((r, i) => stroke(oval(800, 380, r, r), "#ffe6a8", 3, `stroke-opacity="${0.9 - i * 0.2}"`))
    .join("");
  const waves = [-1, 1]
    .map((s) =>
      flow([
        [800 + s * 60, 480],
        [800 + s * 120, 560],
        [800 + s * 80, 640],
        [800 + s * 130, 720],
      ]),
    )
    .join("");
  return (
    glow(sheet, 800, 380, 500, "#ffdc94", 0.8) +
    (tone.dark ? rings : rings.replaceAll("#ffe6a8", tone.accent)) +
    left +
    right +
    circle(800, 380, 96, orb) +
    path(petals(800, 380, 26, 78, 8), tone.accent, `fill-opacity=".7"`) +
    circle(800, 380, 22, "#fffdf0") +
    stroke(waves, tone.accent, 3, `stroke-opacity=".5"`)
  );
};
