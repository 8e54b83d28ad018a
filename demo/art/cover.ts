import { chakraColumn, meditation, palmLines, reikiHands } from "./cover-body.ts";
import { birthChart, numerologySquare } from "./cover-charts.ts";
import { crystalGrid, lotusPond } from "./cover-nature.ts";
import { diyaRow, incense, rudrakshMala, singingBowl } from "./cover-objects.ts";
import { type CoverPainter, ground, palettes, type Tone } from "./cover-parts.ts";
import { gemTray, vastuPlan } from "./cover-places.ts";
import { constellation, moonPhases, orrery, sunrise } from "./cover-sky.ts";
import { journal, pendulumChart, tarotSpread } from "./cover-tools.ts";
import { newSheet, svg } from "./sheet.ts";

export type CoverMotif =
  | "constellation"
  | "moon-phases"
  | "birth-chart"
  | "sunrise"
  | "numerology-square"
  | "orrery"
  | "chakra-column"
  | "meditation"
  | "palm-lines"
  | "reiki-hands"
  | "singing-bowl"
  | "diya"
  | "incense"
  | "rudraksh-mala"
  | "tarot-spread"
  | "journal"
  | "pendulum-chart"
  | "lotus-pond"
  | "crystal-grid"
  | "vastu-plan"
  | "gem-tray";

export interface CoverArt {
  motif: CoverMotif;
  seed: number;
  tone: Tone;
}

const painters: Record<CoverMotif, CoverPainter> = {
  constellation,
  "moon-phases": moonPhases,
  "birth-chart": birthChart,
  sunrise,
  "numerology-square": numerologySquare,
  orrery,
  "chakra-column": chakraColumn,
  meditation,
  "palm-lines": palmLines,
  "reiki-hands": reikiHands,
  "singing-bowl": singingBowl,
  diya: diyaRow,
  incense,
  "rudraksh-mala": rudrakshMala,
  "tarot-spread": tarotSpread,
  journal,
  "pendulum-chart": pendulumChart,
  "lotus-pond": lotusPond,
  "crystal-grid": crystalGrid,
  "vastu-plan": vastuPlan,
  "gem-tray": gemTray,
};

/** The picture of a course or a blog post, 1600 by 1000. */
export function drawCover(art: CoverArt): string {
  const sheet = newSheet(art.seed);
  const scene = { sheet, rand: sheet.rand, tone: palettes[art.tone] };
  const body = ground(scene) + painters[art.motif](scene);
  return svg(sheet, 1600, 1000, body);
}
