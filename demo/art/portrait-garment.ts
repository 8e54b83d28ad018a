import type { Garment, Sitter } from "./portrait-parts.ts";
import { circle, clip, group, linear, path, stroke } from "./sheet.ts";

const open =
  "M70 1000C92 830 180 752 338 706C372 806 440 842 500 844C560 842 628 806 662 706C820 752 908 830 930 1000Z";
const closed = "M70 1000C92 830 180 752 338 706L424 664L500 740L576 664L662 706C820 752 908 830 930 1000Z";

interface Cloth {
  main: string;
  shade: string;
  border: string;
  fill: string;
}

function folds(d: string, cloth: Cloth, width = 5): string {
  return (
    stroke(d, cloth.shade, width, `stroke-opacity=".6"`) +
    stroke(d, "#ffffff", width * 0.5, `stroke-opacity=".28" transform="translate(-5 -3)"`)
  );
}

function kurta(cloth: Cloth): string {
  const buttons = [790, 850, 910].map((y) => circle(500, y, 7, cloth.border)).join("");
  return (
    path(closed, cloth.fill) +
    folds(
      "M240 800C260 880 250 940 236 1000M760 800C740 880 750 940 764 1000M330 760C350 800 356 840 352 880M670 760C650 800 644 840 648 880",
      cloth,
    ) +
    path("M424 664L500 740L576 664L596 680L512 772V1000H488V772L404 680Z", cloth.shade, `fill-opacity=".75"`) +
    stroke("M404 680L488 770V1000M596 680L512 770V1000", cloth.border, 3) +
    buttons
  );
}

/** The scooped blouse or kurta that drapes go over. */
function scooped(cloth: Cloth, color = cloth.fill): string {
  return path(open, color) + stroke("M338 706C372 806 440 842 500 844C560 842 628 806 662 706", cloth.border, 9);
}

const garments: Record<Garment, (sitter: Sitter, cloth: Cloth) => string> = {
  sari: ({ sheet }, cloth) => {
    const pallu = "M620 712C720 716 850 770 930 1000H196C330 960 520 880 620 712Z";
    const edge = "M620 712C520 880 330 960 196 1000";
    const pleats =
      "M660 720C590 870 420 970 320 1000M710 734C660 870 540 960 450 1000M760 756C720 880 650 950 580 1000M812 790C790 890 750 950 710 1000M862 846C850 910 830 960 816 1000";
    const body = path(pallu, cloth.fill) + folds(pleats, cloth, 6);
    return (
      scooped(cloth, cloth.shade) +
      group(body, `clip-path="${clip(sheet, pallu)}"`) +
      stroke(edge, cloth.border, 26) +
      stroke(edge, cloth.shade, 3, `stroke-opacity=".6" transform="translate(7 5)"`) +
      stroke(edge, "#fff3cf", 3, `stroke-opacity=".8" stroke-dasharray="3 13"`)
    );
  },
  shawl: ({ sheet }, cloth) => {
    const left = "M330 704C190 748 92 830 70 1000H330C360 900 370 800 404 690Z";
    const right = "M670 704C810 748 908 830 930 1000H670C640 900 630 800 596 690Z";
    const inner = linear(
      sheet,
      [
        [0, "#faf3e6"],
        [1, "#dccdb4"],
      ],
      [0, 0],
      [1, 1],
    );
    const under = kurta({ ...cloth, fill: inner, shade: "#cbb896", border: "#b08a4a" });
    const creases =
      "M250 760C220 840 210 930 214 1000M170 820C140 880 136 950 138 1000M310 740C290 820 280 930 282 1000M750 760C780 840 790 930 786 1000M830 820C860 880 864 950 862 1000M690 740C710 820 720 930 718 1000";
    return (
      under +
      path(left, cloth.fill) +
      path(right, cloth.fill) +
      folds(creases, cloth) +
      stroke("M404 690C370 800 360 900 330 1000M596 690C630 800 640 900 670 1000", cloth.border, 18) +
      stroke(
        "M404 690C370 800 360 900 330 1000M596 690C630 800 640 900 670 1000",
        "#fff3cf",
        3,
        `stroke-dasharray="3 12" stroke-opacity=".8"`,
      )
    );
  },
  dupatta: ({ sheet }, cloth) => {
    const scarf =
      "M352 690C300 740 330 900 500 912C670 900 700 740 648 690C720 710 800 760 812 820C760 960 620 1010 500 1010C380 1010 240 960 188 820C200 760 280 710 352 690Z";
    const veil = linear(
      sheet,
      [
        [0, cloth.border],
        [1, cloth.shade],
      ],
      [0.1, 0],
      [0.9, 1],
    );
    const creases =
      "M300 726C280 840 360 950 500 956C640 950 720 840 700 726M250 756C250 880 360 986 500 990C640 986 750 880 750 756";
    return (
      scooped(cloth) +
      folds("M180 850C190 900 190 950 184 1000M820 850C810 900 810 950 816 1000", cloth) +
      path(scarf, veil, `fill-opacity=".94"`) +
      folds(creases, { ...cloth, shade: cloth.shade }, 5) +
      stroke("M352 690C300 740 330 900 500 912C670 900 700 740 648 690", "#fff3cf", 3, `stroke-opacity=".7"`)
    );
  },
  kurta: (_sitter, cloth) => kurta(cloth),
  "nehru-jacket": ({ sheet }, cloth) => {
    const inner = linear(
      sheet,
      [
        [0, "#fbf6ec"],
        [1, "#ddd2bf"],
      ],
      [0, 0],
      [1, 1],
    );
    const sleeves =
      path(closed, inner) + stroke("M150 850C170 900 176 950 172 1000M850 850C830 900 824 950 828 1000", "#c2b396", 5);
    const vest =
      "M338 706C280 724 236 744 210 764C250 840 262 920 258 1000H742C738 920 750 840 790 764C764 744 720 724 662 706L584 668L500 752L416 668Z";
    const collar = "M416 668L408 640C440 700 476 730 500 738C524 730 560 700 592 640L584 668L500 758Z";
    const buttons = [800, 862, 924].map((y) => circle(512, y, 8, cloth.border)).join("");
    return (
      sleeves +
      path(vest, cloth.fill) +
      folds("M300 780C320 860 320 930 316 1000M700 780C680 860 680 930 684 1000", cloth) +
      path(collar, cloth.shade) +
      stroke("M500 756V1000", cloth.shade, 4) +
      buttons +
      path("M600 850h86v14h-86z", cloth.shade) +
      path("M612 852l22 -34l18 26l14 -18l10 26z", cloth.border)
    );
  },
  angavastram: ({ sheet }, cloth) => {
    const wrap = "M596 690C690 712 860 770 930 1000H250C400 940 560 840 596 690Z";
    const inner = linear(
      sheet,
      [
        [0, "#fdf8ee"],
        [1, "#e0d4bf"],
      ],
      [0, 0],
      [1, 1],
    );
    const under = kurta({ ...cloth, fill: inner, shade: "#cdbd9d", border: "#b5924f" });
    return (
      under +
      path(wrap, cloth.fill) +
      folds(
        "M650 712C640 850 500 960 400 1000M720 742C710 860 620 950 550 1000M790 790C780 880 730 960 690 1000M850 850C840 910 820 960 806 1000",
        cloth,
        6,
      ) +
      stroke("M596 690C560 840 400 940 250 1000", cloth.border, 22) +
      stroke("M596 690C560 840 400 940 250 1000", "#fff3cf", 3, `stroke-opacity=".8"`)
    );
  },
};

export function garment(sitter: Sitter): string {
  const [main, shade, border] = sitter.art.cloth;
  const fill = linear(
    sitter.sheet,
    [
      [0, main],
      [0.5, main],
      [1, shade],
    ],
    [0, 0],
    [1, 0.8],
  );
  return garments[sitter.art.garment](sitter, { main, shade, border, fill }) + beads(sitter);
}

function beads({ art, sheet }: Sitter): string {
  const has = (name: string) => art.accessory?.some((item) => item === name) ?? false;
  if (has("mala")) {
    const d = "M404 676C380 800 420 930 500 956C580 930 620 800 596 676";
    const dots = (width: number, color: string, move = "") =>
      stroke(d, color, width, `stroke-dasharray="0.1 21" ${move}`);
    return (
      stroke(d, "#5a2c15", 3) +
      dots(20, "#5a2c15") +
      dots(16, "#8d4f2a") +
      dots(6, "#d79a63", `transform="translate(-3 -4)"`)
    );
  }
  if (!has("necklace")) return "";
  const gold = linear(
    sheet,
    [
      [0, "#fff0bf"],
      [0.5, "#d5a23f"],
      [1, "#8f6120"],
    ],
    [0, 0],
    [1, 1],
  );
  const d = "M412 682C430 760 470 784 500 786C530 784 570 760 588 682";
  return (
    stroke(d, "#b07c2c", 3) +
    stroke(d, "#e8c56b", 9, `stroke-dasharray="0.1 13"`) +
    path("M500 782C518 800 520 822 500 834C480 822 482 800 500 782Z", gold) +
    circle(500, 810, 8, "#8e2b3a")
  );
}
