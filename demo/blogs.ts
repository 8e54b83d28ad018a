import type { DemoBlog } from "./types.ts";

export const blogs: DemoBlog[] = [
  {
    file: "01-how-to-cleanse-and-care-for-crystals.md",
    cover: { motif: "singing-bowl", tone: "sage" },
    publishedDaysAgo: 4,
  },
  {
    file: "02-understanding-your-nakshatra.md",
    cover: { motif: "constellation", tone: "night" },
    publishedDaysAgo: 15,
  },
  {
    file: "03-reading-mukhis-and-spotting-fake-rudraksh.md",
    cover: { motif: "rudraksh-mala", tone: "ivory" },
    publishedDaysAgo: 29,
  },
  {
    file: "04-moon-phases-and-setting-intentions.md",
    cover: { motif: "moon-phases", tone: "night" },
    publishedDaysAgo: 46,
  },
  {
    file: "05-preparing-for-your-first-consultation.md",
    cover: { motif: "journal", tone: "rose" },
    publishedDaysAgo: 63,
  },
  {
    file: "06-vastu-for-a-small-flat.md",
    cover: { motif: "vastu-plan", tone: "ivory" },
    publishedDaysAgo: 88,
  },
  {
    file: "07-choosing-your-first-crystal-bracelet.md",
    cover: { motif: "gem-tray", tone: "rose" },
    publishedDaysAgo: 117,
  },
  {
    file: "08-a-ten-minute-morning-practice.md",
    cover: { motif: "sunrise", tone: "dawn" },
    publishedDaysAgo: 150,
  },
];
