import type { Page } from "@playwright/test";
import type { Blog } from "../src/contracts/catalogue/blog.ts";
import type { Course } from "../src/contracts/catalogue/course.ts";
import type { Expert } from "../src/contracts/catalogue/expert.ts";
import type { Product } from "../src/contracts/catalogue/product.ts";
import type { SampleOrders } from "./shots-sample-orders.ts";

export const widths = [360, 768, 1280] as const;
export type Width = (typeof widths)[number];

/** The records and tokens of a shop, for the paths of the screens. */
export interface ShopData {
  products: Product[];
  courses: Course[];
  experts: Expert[];
  blogs: Blog[];
  /** The token of a customer. */
  token: string;
  ownerToken: string;
  /** The customer's orders; undefined in the empty shop. */
  orders: SampleOrders | undefined;
}

/** One screen to photograph. */
export interface Screen {
  name: string;
  path: string | ((shop: ShopData) => string);
  /** The shop with the demo catalogue by default. */
  shop?: "demo" | "empty";
  /** The widths to photograph; all by default. */
  only?: readonly Width[];
  cart?: (shop: ShopData) => object[];
  isCustomer?: boolean;
  isOwner?: boolean;
  /** Runs before the photograph, which then shows the viewport, or the full page with `whole`. */
  open?: (page: Page) => Promise<unknown>;
  whole?: boolean;
  scripts?: false;
}
