import type { DemoBlog } from "./types.ts";

export const blogs: DemoBlog[] = [
  {
    file: "01-how-to-cleanse-and-care-for-crystals.md",
    cover: { motif: "singing-bowl", tone: "sage" },
    publishedDaysAgo: 4,
    products: [
      "Rose Quartz Tumbles, Set of Five",
      "Amethyst Tumbles, Set of Four",
      "Pyrite Tumbles, Set of Three",
      "Black Tourmaline Tumbles, Set of Four",
    ],
    courses: ["Crystal Healing Foundations"],
  },
  {
    file: "02-understanding-your-nakshatra.md",
    cover: { motif: "constellation", tone: "night" },
    publishedDaysAgo: 15,
    courses: ["Vedic Astrology from the First House"],
  },
  {
    file: "03-reading-mukhis-and-spotting-fake-rudraksh.md",
    cover: { motif: "rudraksh-mala", tone: "ivory" },
    publishedDaysAgo: 29,
    products: ["5 Mukhi Rudraksh Bead, Nepal", "5 Mukhi Rudraksh Mala, 108 Beads", "7 Mukhi Rudraksh in Silver Caps"],
  },
  {
    file: "04-moon-phases-and-setting-intentions.md",
    cover: { motif: "moon-phases", tone: "night" },
    publishedDaysAgo: 46,
    products: ["Moonstone Palm Stone", "Full Moon Ring, Moonstone"],
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
    courses: ["Vastu for Flats and Small Homes"],
  },
  {
    file: "07-choosing-your-first-crystal-bracelet.md",
    cover: { motif: "gem-tray", tone: "rose" },
    publishedDaysAgo: 117,
    products: [
      "Rose Quartz Bracelet, 8 mm",
      "Tiger's Eye Bracelet, 10 mm",
      "Black Tourmaline Bracelet, 8 mm",
      "Lapis Lazuli Bracelet in Silver",
    ],
  },
  {
    file: "08-a-ten-minute-morning-practice.md",
    cover: { motif: "sunrise", tone: "dawn" },
    publishedDaysAgo: 150,
    products: ["Rose Quartz Palm Stone", "Rose Quartz Mala Necklace, 108 Beads"],
    courses: ["Chakra Meditation in Seven Weeks"],
  },
];
