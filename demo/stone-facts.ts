import type { ListFact } from "../src/contracts/catalogue/product-rules.ts";

/** What tradition commonly links a stone with, as the product form's text. Where traditions disagree, nothing. */
const factsByStone: Record<string, Partial<Record<ListFact, string>>> = {
  Amethyst: {
    intentions: "Calm; Meditation; Restful Evenings",
    zodiac: "Aquarius; Pisces",
    planets: "Saturn",
    chakras: "Third Eye; Crown",
  },
  "Black tourmaline": { intentions: "Protection", zodiac: "Capricorn", planets: "Saturn", chakras: "Root" },
  Carnelian: { intentions: "Confidence", zodiac: "Aries", planets: "Mars", chakras: "Sacral" },
  Citrine: { intentions: "Prosperity", zodiac: "Sagittarius", planets: "Jupiter", chakras: "Solar Plexus" },
  "Clear quartz": { intentions: "Focus; Meditation", planets: "Venus", chakras: "Crown" },
  "Green aventurine": {
    intentions: "Prosperity; New Beginnings",
    zodiac: "Virgo",
    planets: "Mercury",
    chakras: "Heart",
  },
  Hessonite: { planets: "Rahu" },
  "Lapis lazuli": { intentions: "Focus", zodiac: "Sagittarius", planets: "Saturn", chakras: "Throat; Third Eye" },
  Moonstone: { intentions: "Balance; New Beginnings", zodiac: "Cancer", planets: "Moon", chakras: "Crown" },
  Pyrite: { intentions: "Prosperity; Confidence", zodiac: "Leo", chakras: "Solar Plexus" },
  "Rose quartz": { intentions: "Love; Calm", zodiac: "Taurus; Libra", planets: "Venus", chakras: "Heart" },
  "Rudraksha bead": { intentions: "Meditation" },
  "Tiger's eye": { intentions: "Confidence; Protection", zodiac: "Leo", planets: "Sun", chakras: "Solar Plexus" },
};

export const factsOfStone = (stone = "") => factsByStone[stone] ?? {};
