import { expect, test } from "./support/test.ts";

test("the product list shows six pieces a page, newest first, with numbered pages", async ({ page }) => {
  await page.goto("/products");
  await expect(page.getByRole("heading", { level: 1, name: "Our Products" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("article")).toHaveCount(6);
});
