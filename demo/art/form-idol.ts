import { groundShadow, spill } from "./backdrop.ts";
import { carveBuddha } from "./carve-buddha.ts";
import { carveGanesha } from "./carve-ganesha.ts";
import { chisel } from "./carving.ts";
import type { FormPainter } from "./form.ts";
import { mineralHues } from "./minerals.ts";
import { around } from "./outline.ts";
import { diya, petals } from "./props.ts";
import { clip, group, linear, rect, type Sheet } from "./sheet.ts";
import { texture } from "./texture.ts";

/** Lamps and petals before the figure, for the second view. */
function offering(sheet: Sheet): string {
  const fallen = petals(
    sheet,
    [
      [330, 872],
      [410, 900],
      [560, 896],
      [640, 872],
      [490, 922],
    ],
    24,
  );
  return (
    group(diya(sheet, 790, 884, 92), `transform="translate(1000 0) scale(-1 1)"`) + diya(sheet, 790, 884, 92) + fallen
  );
}

export const idol: FormPainter = (brief) => {
  const { sheet, mineral, pose } = brief;
  const hue = mineralHues[mineral];
  const tool = chisel(brief, pose === "angle" ? 0.6 : 0);
  const buddha = brief.shape % 2 === 1;
  if (buddha) carveBuddha(tool);
  else carveGanesha(tool);
  const box = around(500, 490, 250, 330);
  const light = linear(sheet, [
    [0, "#ffffff", 0.4],
    [0.5, "#ffffff", 0.05],
    [1, hue.deep, 0.3],
  ]);
  const inside = group(texture(sheet, mineral, box, brief.detail), `opacity="${hue.clear > 0.3 ? 0.5 : 0.36}"`);
  const grain = group(inside + rect(250, 140, 500, 690, light), `clip-path="${clip(sheet, ...tool.outlines)}"`);
  const art = [
    groundShadow(sheet, 520, 812, 235, 34),
    spill(sheet, 560, 824, 230, 34, hue.mid, hue.clear * 0.7),
    ...tool.shapes,
    grain,
    ...tool.lines,
    pose === "angle" ? offering(sheet) : "",
  ].join("");
  return { art, focus: [500, buddha ? 370 : 410], zoom: 2.1, rests: "stands" };
};
