import type { CourseDetails } from "../src/contracts/catalogue/course-rules.ts";
import type { ExpertDetails } from "../src/contracts/catalogue/expert-rules.ts";
import type { ProductFacts } from "../src/contracts/catalogue/product-rules.ts";
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
  stock?: number;
  /** The stock of each size, instead of `stock`. */
  sizes?: Record<string, number>;
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

/** In the order of `Date.getUTCDay`. */
export const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;

export interface DemoCourseDetails extends Partial<Omit<CourseDetails, "teacherId" | "nextStart">> {
  /** The name of an expert. */
  teacher: string;
  /** The first such weekday after so many days, counted from the day that the demo is loaded. */
  starts: { on: (typeof weekdays)[number]; afterDays: number };
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
  /** As the description says. */
  details: DemoCourseDetails;
  cover: DemoCover;
}

export interface DemoExpert extends ExpertDetails {
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
  /** Titles of products and courses that the text is about. */
  products?: string[];
  courses?: string[];
}
