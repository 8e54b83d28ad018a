import type { ProductFacts } from "../src/contracts/product-facts.ts";
import type { CoverMotif } from "./art/cover.ts";
import type { Form, Mineral } from "./art/product.ts";

export interface DemoProduct {
  title: string;
  description: string;
  category: string;
  subCategory?: string;
  /** Rupees. */
  price: number;
  /** Rupees, at most `price`. Absent: not on offer. */
  offerPrice?: number;
  stock: number;
  topSelling?: boolean;
  /** As the description says. */
  facts?: Partial<ProductFacts>;
  /** The seed determines the drawing; the texts describe that drawing. */
  art: { seed: number; form: Form; mineral: Mineral; metal?: "gold" | "silver" | "thread"; views: 2 | 3 | 4 };
}

export interface DemoCover {
  motif: CoverMotif;
  tone: "night" | "dawn" | "ivory" | "sage" | "rose";
}

export interface DemoCourse {
  title: string;
  /** Plain text; paragraphs and list lines are separated by line breaks. */
  description: string;
  shortDescription: string;
  actualPrice: number;
  offerPrice: number;
  topSelling: boolean;
  groupLink: string;
  cover: DemoCover;
}

export interface DemoExpert {
  name: string;
  /** Comma-separated. */
  languages: string;
  /** Comma-separated. */
  domain: string;
  /** Rupees per minute; `audioPrice` and `videoPrice` override it. */
  price: number;
  audioPrice?: number;
  videoPrice?: number;
  /** Years of experience. */
  exp: number;
  description: string;
  status: "online" | "offline";
  /** Index in `demoPortraits`; 0 is the founder. */
  portrait: number;
}

export interface DemoBlog {
  /** A Markdown file in `demo/blogs`; its first line is the title. */
  file: string;
  cover: DemoCover;
  publishedDaysAgo: number;
}
