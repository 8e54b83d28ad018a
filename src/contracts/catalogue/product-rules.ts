import type { Product } from "./product.ts";

export const textFacts = [
  { name: "stone", label: "Stone", max: 80 },
  { name: "material", label: "Material", max: 120 },
  { name: "size", label: "Size", max: 120 },
  { name: "originCountry", label: "Country of origin", max: 60 },
  { name: "certificate", label: "Certificate", max: 120 },
] as const;
export type TextFact = (typeof textFacts)[number]["name"];

export const WEIGHT_LABEL = "Weight in grams";
export const MAX_WEIGHT_GRAMS = 100_000;

export type ProductFacts = Pick<Product, TextFact | "weightGrams">;

export const noFacts: ProductFacts = {
  stone: "",
  material: "",
  size: "",
  originCountry: "",
  certificate: "",
  weightGrams: null,
};

/** At this many pieces or fewer the product page says "Only n left" and the dashboard lists the product. */
export const LOW_STOCK = 3;

/** Two stock figures with the same value here look the same on every page. */
export const visibleStock = (stock: number) => Math.min(stock, LOW_STOCK + 1);
