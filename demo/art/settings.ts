import { groundShadow, studio } from "./backdrop.ts";
import { cloth, dish, diya, linen, petals, slab, sprig } from "./props.ts";
import { ellipse, linear, type Sheet } from "./sheet.ts";

export interface Setting {
  behind: string;
  before: string;
  /** Where a standing piece is put down, and how large. */
  ground: number;
  scale: number;
}

function slabScene(sheet: Sheet, tone: number): Setting {
  const behind = studio(sheet, tone, 1) + sprig(sheet, 800, 800, 430, -1.35, -0.5) + slab(sheet, 480, 770, 380, 96, 54);
  return {
    behind,
    before: petals(
      sheet,
      [
        [260, 880],
        [760, 906],
        [340, 930],
      ],
      24,
    ),
    ground: 780,
    scale: 0.8,
  };
}

const cloths = [
  ["#f6e3dd", "#e3bfb6", "#b98a84"],
  ["#e6ead9", "#bcc8a8", "#87987a"],
  ["#5c5f92", "#3c3f6e", "#24264a"],
] as const;

function clothScene(sheet: Sheet, tone: number): Setting {
  const behind = studio(sheet, tone, 2, 0.6) + diya(sheet, 800, 700, 118) + cloth(sheet, 742, sheet.rand.pick(cloths));
  return {
    behind,
    before: petals(
      sheet,
      [
        [180, 860],
        [250, 900],
        [820, 880],
      ],
      26,
    ),
    ground: 796,
    scale: 0.8,
  };
}

/** A brass plate with petals, as on a shelf of the house shrine. */
function plateScene(sheet: Sheet, tone: number): Setting {
  const brass = linear(
    sheet,
    [
      [0, "#fff0bf"],
      [0.35, "#d7a64c"],
      [0.65, "#94631f"],
      [1, "#e6c06e"],
    ],
    [0, 0],
    [1, 0.6],
  );
  const well = linear(
    sheet,
    [
      [0, "#a8742a"],
      [0.5, "#e2b967"],
      [1, "#f4dc9c"],
    ],
    [0, 0],
    [1, 1],
  );
  const plate =
    groundShadow(sheet, 500, 842, 390, 66) + ellipse(500, 800, 390, 98, brass) + ellipse(500, 794, 350, 82, well);
  const behind =
    studio(sheet, tone, 3, 0.6) + sprig(sheet, 150, 730, 330, -1.2, 0.5) + diya(sheet, 830, 700, 92) + plate;
  return {
    behind,
    before: petals(
      sheet,
      [
        [250, 812],
        [730, 818],
        [640, 846],
        [360, 850],
      ],
      26,
    ),
    ground: 796,
    scale: 0.76,
  };
}

/** Seen from above: linen, a sprig, a dish of marigold petals at the edge. */
function linenScene(sheet: Sheet, tone: number): Setting {
  const corner = sheet.rand.int(0, 1);
  const green = corner ? sprig(sheet, 60, 1010, 460, -1.1, 0.35) : sprig(sheet, 970, 1000, 440, -1.9, -0.3);
  const brass = corner ? dish(sheet, 910, 110, 130) : dish(sheet, 90, 110, 130);
  const fallen = petals(
    sheet,
    corner
      ? [
          [770, 90],
          [860, 270],
        ]
      : [
          [240, 80],
          [130, 290],
        ],
    22,
  );
  return { behind: linen(sheet, tone) + green + brass + fallen, before: "", ground: 0, scale: 0.9 };
}

const tables = [slabScene, clothScene, plateScene];

export function setting(sheet: Sheet, rests: "stands" | "lies", tone: number, seed: number): Setting {
  if (rests === "lies") return linenScene(sheet, tone);
  return (tables[seed % tables.length] ?? slabScene)(sheet, tone);
}
