import { oval, star } from "./outline.ts";
import { adornment, beard, head, neck } from "./portrait-face.ts";
import { garment } from "./portrait-garment.ts";
import { hairBehind, hairFront } from "./portrait-hair.ts";
import { type Backdrop, hairTones, type PortraitArt, type Sitter, skins } from "./portrait-parts.ts";
import { circle, group, linear, newSheet, path, placed, radial, rect, type Sheet, stroke, svg } from "./sheet.ts";

export type { PortraitArt } from "./portrait-parts.ts";

const grounds: Record<Backdrop, readonly [string, string, string, string]> = {
  night: ["#34386a", "#1c1e42", "#4a4e85", "#e3bb5c"],
  dawn: ["#fbe6c8", "#f0c795", "#f7d7a8", "#b98531"],
  ivory: ["#fbf6ec", "#ebdfc9", "#f0e4cf", "#c79a45"],
  sage: ["#e9eddd", "#c3cdb0", "#d5ddc4", "#9b8440"],
  rose: ["#f8e6e0", "#e2bfb6", "#efd2c9", "#b98531"],
};

function wall(sheet: Sheet, backdrop: Backdrop): string {
  const [light, shade, disc, line] = grounds[backdrop];
  const { rand } = sheet;
  const fade = linear(sheet, [
    [0, line, 0.85],
    [1, line, 0.15],
  ]);
  const lamp = radial(sheet, [
    [0, "#ffffff", backdrop === "night" ? 0.14 : 0.5],
    [1, "#ffffff", 0],
  ]);
  let stars = "";
  for (let i = 0; i < 7; i++)
    stars += star(rand.pick([rand.range(60, 220), rand.range(780, 940)]), rand.range(60, 480), rand.range(5, 15));
  return (
    rect(
      0,
      0,
      1000,
      1000,
      linear(sheet, [
        [0, light],
        [1, shade],
      ]),
    ) +
    circle(500, 430, 340, disc) +
    stroke(oval(500, 430, 368, 368), fade, 2.5) +
    path(stars, line, `fill-opacity=".75"`) +
    circle(270, 210, 300, lamp)
  );
}

/** A head-and-shoulders portrait, 1000 by 1000. */
export function drawPortrait(art: PortraitArt): string {
  const sheet = newSheet(art.seed);
  const sitter: Sitter = { sheet, art, skin: skins[art.skin], hair: hairTones[art.hairTone ?? "black"] };
  const upper = (content: string) => group(content, `transform="translate(0 52)"`);
  const figure = [
    upper(hairBehind(sitter)),
    neck(sitter),
    garment(sitter),
    upper(head(sitter) + beard(sitter) + hairFront(sitter) + adornment(sitter)),
  ];
  return svg(sheet, 1000, 1000, wall(sheet, art.backdrop) + placed(figure.join(""), [500, 1000], [500, 1000], 1.1));
}

/** The founder, then three women and three men. */
export const demoPortraits: PortraitArt[] = [
  {
    seed: 1,
    hair: "centre-bun",
    hairTone: "grey-streaked",
    garment: "sari",
    cloth: ["#9c2f45", "#6a1c30", "#d9ab4f"],
    skin: "honey",
    build: "feminine",
    age: "middle",
    accessory: ["bindi", "jhumka", "necklace"],
    backdrop: "night",
  },
  {
    seed: 2,
    hair: "side-waves",
    hairTone: "brown",
    garment: "dupatta",
    cloth: ["#4d7a72", "#2f544f", "#e0a54a"],
    skin: "wheat",
    build: "feminine",
    age: "young",
    accessory: ["bindi", "studs", "nose-pin"],
    backdrop: "rose",
  },
  {
    seed: 3,
    hair: "swept-silver",
    hairTone: "silver",
    garment: "shawl",
    cloth: ["#3d4273", "#272a50", "#d9ab4f"],
    skin: "bronze",
    build: "masculine",
    age: "elder",
    beard: "full",
    accessory: ["tilak", "mala"],
    backdrop: "dawn",
  },
  {
    seed: 4,
    hair: "braid",
    garment: "sari",
    cloth: ["#d98a2b", "#a85f17", "#7d2440"],
    skin: "umber",
    build: "feminine",
    age: "young",
    accessory: ["bindi", "jhumka", "nose-pin"],
    backdrop: "sage",
  },
  {
    seed: 5,
    hair: "cropped",
    garment: "nehru-jacket",
    cloth: ["#7b5a3c", "#523824", "#d9ab4f"],
    skin: "honey",
    build: "masculine",
    age: "middle",
    beard: "trimmed",
    accessory: ["glasses"],
    backdrop: "ivory",
  },
  {
    seed: 6,
    hair: "long-straight",
    hairTone: "silver",
    garment: "shawl",
    cloth: ["#b98a92", "#8c5f69", "#f0dcb4"],
    skin: "wheat",
    build: "feminine",
    age: "elder",
    accessory: ["glasses", "bindi", "studs"],
    backdrop: "dawn",
  },
  {
    seed: 7,
    hair: "curly",
    garment: "angavastram",
    cloth: ["#6f8a68", "#4b6448", "#d9ab4f"],
    skin: "umber",
    build: "masculine",
    age: "young",
    beard: "moustache",
    accessory: ["tilak", "mala"],
    backdrop: "night",
  },
];
