import { findNamed, listPath } from "./category-rules.ts";

export const textFacts = [
  { name: "stone", label: "Stone", max: 80 },
  { name: "material", label: "Material", max: 120 },
  { name: "metal", label: "Metal", max: 60 },
  { name: "size", label: "Size", max: 120 },
  { name: "originCountry", label: "Country of origin", max: 60 },
  { name: "certificate", label: "Certificate", max: 120 },
] as const;
export type TextFact = (typeof textFacts)[number]["name"];

/** Facts with several values, which come from the owner's lists (setting group `facts`). Tradition, never a promise. */
export const listFacts = [
  { name: "intentions", kind: "intention", label: "Intention", plural: "Intentions" },
  { name: "zodiac", kind: "zodiac", label: "Zodiac sign", plural: "Zodiac signs" },
  { name: "planets", kind: "planet", label: "Planet", plural: "Planets" },
  { name: "chakras", kind: "chakra", label: "Chakra", plural: "Chakras" },
] as const;
export type ListFact = (typeof listFacts)[number]["name"];
/** Values in a query are names or slugs in any case: the names as products have them. An unknown value stays. */
export const spelledFacts = (
  query: { [Fact in ListFact]?: string | undefined },
  lists: Record<ListFact, readonly { id: string; name: string }[]>,
) =>
  Object.fromEntries(
    listFacts.map(({ name }) => [name, findNamed(lists[name], query[name] ?? "")?.name ?? query[name]]),
  ) as { [Fact in ListFact]?: string };

/** What people shop by: each value has a page. `name` is the query parameter, `facet` the field of the facets. */
export const pageFacts = [
  { name: "stone", facet: "stones", other: "stones", label: "Stone" },
  { name: "origin", facet: "origins", other: "origins", label: "Origin" },
  { name: "metal", facet: "metals", other: "metals", label: "Metal" },
  ...listFacts.map(({ name, kind, label }) => ({ name, facet: name, other: kind, label })),
] as const;
export type PageFact = (typeof pageFacts)[number]["name"];

export const factPath = (fact: PageFact, value?: string) => listPath("by", fact, value);

/** Values of one fact that a product can have. */
export const MAX_FACT_VALUES = 12;

export const WEIGHT_LABEL = "Weight in grams";
export const MAX_WEIGHT_GRAMS = 100_000;

export type ProductFacts = Record<TextFact, string> & Record<ListFact, string[]> & { weightGrams: number | null };

export const noFacts: ProductFacts = {
  stone: "",
  material: "",
  metal: "",
  size: "",
  originCountry: "",
  certificate: "",
  weightGrams: null,
  intentions: [],
  zodiac: [],
  planets: [],
  chakras: [],
};

/** Who the label of a piece names (Legal Metrology Rules). */
export const makerRoles = ["manufacturer", "packer", "importer"] as const;
export type MakerRole = (typeof makerRoles)[number];

/** At this many pieces or fewer the product page says "Only n left" and the dashboard lists the product. */
export const LOW_STOCK = 3;

/** Two stock figures with the same value here look the same on every page. */
export const visibleStock = (stock: number) => Math.min(stock, LOW_STOCK + 1);
