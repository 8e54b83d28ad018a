import type { Locator, Page } from "@playwright/test";
import type { Product } from "../../../src/contracts/catalogue/product.ts";
import { expect } from "./test.ts";

export interface StoredLine {
  itemId: string;
  itemType: string;
  title: string;
  price: number;
  image: string;
  qty: number;
  /** The chosen time of a session. */
  startsAt?: string;
}

export const lineOf = (product: Product, fields: Partial<StoredLine> = {}): StoredLine => ({
  itemId: product._id,
  itemType: "product",
  title: product.title,
  price: product.offerPrice,
  image: product.images[0] ?? "",
  qty: 1,
  ...fields,
});

export const packageLine: StoredLine = {
  itemId: "Deep Dive-audio",
  itemType: "consultancy",
  title: "Deep Dive (Audio)",
  price: 1800,
  image: "/logo.png",
  qty: 1,
};

export const storedCart = (page: Page): Promise<StoredLine[]> =>
  page.evaluate(() => JSON.parse(localStorage.getItem("cart") ?? "[]"));

/** The rows of the cart page. */
export const rows = (page: Page) => page.getByRole("main").locator("li");
export const rowOf = (page: Page, title: string) => rows(page).filter({ hasText: title });

/** An amount in the order summary. */
export const amount = (page: Page, name: string): Locator =>
  page
    .getByRole("region", { name: "Order Summary" })
    .getByRole("definition")
    .nth(["Subtotal", "Tax & Fees", "Total"].indexOf(name));

export const buyButton = (page: Page) => page.getByRole("button", { name: "Exchange Energy" });
export const cartButton = (page: Page) => page.getByRole("button", { name: /^Open cart/ });
export const drawer = (page: Page) => page.getByRole("dialog", { name: "Your Cart" });

/** Both badges, in the header and on the floating button, show this number; they are hidden when it is 0. */
export async function expectInCart(page: Page, count: number) {
  const items = count === 1 ? "1 item" : `${count} items`;
  await expect(page.getByRole("button", { name: `Open cart, ${items}`, exact: true })).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: count ? `Cart, ${items}` : "Cart" })).toBeVisible();
  for (const badge of await page.locator(".cart-count").all()) {
    await expect(badge).toHaveText(count ? `${count}` : "");
    await expect(badge).toBeVisible({ visible: count > 0 });
  }
}
