import type { CoverMotif } from "./art/cover.ts";
import type { Form, Mineral } from "./art/product.ts";

export interface DemoProduct {
  title: string;
  description: string;
  category: string;
  subCategory?: string;
  /** Rupees, as on the price tag. */
  price: number;
  /** Rupees; never above `price`. Absent: the piece is not on offer. */
  offerPrice?: number;
  stock: number;
  topSelling?: boolean;
  /** The seed settles how the piece is drawn; its texts describe just that drawing. */
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
  /** Rupees a minute; `audioPrice` and `videoPrice` replace it where they are given. */
  price: number;
  audioPrice?: number;
  videoPrice?: number;
  /** Years of experience. */
  exp: number;
  description: string;
  status: "online" | "offline";
  /** The place of the portrait in `demoPortraits`; the founder's is 0. */
  portrait: number;
}

export interface DemoBlog {
  /** A Markdown file in `demo/blogs`; its first line is the title. */
  file: string;
  cover: DemoCover;
  publishedDaysAgo: number;
}
