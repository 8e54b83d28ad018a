import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

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
