import { expectAccessible, WHOLE_PAGE } from "./support/accessibility.ts";
import { buyButton, cartButton, drawer } from "./support/cart.ts";
import { demoProduct, test } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
import { visit } from "./support/visit.ts";

test("the product list, a product with its toast, and on a phone menu, filters, enlarged picture and cart have no accessibility violations", async ({
  page,
  request,
}) => {
  const { _id, title } = await demoProduct(request, ({ price, offerPrice, stock }) => offerPrice < price && stock > 3);
  await test.step("a list and its filters", async () => {
    await visit(page, "/products");
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await page
      .getByRole("navigation", { name: "Categories", exact: true })
      .getByRole("link", { name: "Jewellery" })
      .click();
    await expect(page.getByRole("heading", { level: 1, name: "Jewellery" })).toBeVisible();
    await page.getByRole("button", { name: "Filters" }).click();
    await expect(page.getByRole("group", { name: "Subcategory" })).toBeVisible();
    await expectAccessible(page, "dialog[open]");
  });
  await visit(page, `/product/${_id}`);
  await test.step("price, stock and button are visible at once on a phone of 360 by 740", async () => {
    const piece = page.getByRole("main").getByRole("article").first();
    const parts = [
      piece.getByRole("heading", { level: 1, name: title, exact: true }),
      piece.locator("s"),
      piece.getByText("In stock"),
      piece.getByRole("button", { name: "Exchange Energy" }),
    ];
    for (const part of parts) await expect(part).toBeInViewport({ ratio: 1 });
    // Nothing covers them.
    for (const part of parts) await part.click({ trial: true });
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });
  await test.step("a product whose arrival is known, with a toast", async () => {
    await page.getByRole("button", { name: "When does it arrive?" }).click();
    await page.getByLabel("PIN code").fill("411 001");
    await expect(page.getByRole("button", { name: "PIN 411001" })).toBeVisible();
    await buyButton(page).click();
    await expect(page.getByRole("status").getByText("Added to your cart")).toBeVisible();
    await expectAccessible(page, WHOLE_PAGE);
  });
  await test.step("cart, enlarged picture and menu", async () => {
    await cartButton(page).click();
    await expect(drawer(page).getByRole("listitem")).toBeVisible();
    await expectAccessible(page, "dialog[open]");
    await page.keyboard.press("Escape");
    await expect(drawer(page)).toBeHidden();
    await page
      .getByRole("link", { name: /^Enlarge/ })
      .first()
      .click();
    await expect(page.getByRole("dialog").getByRole("img").first()).toBeVisible();
    await expectAccessible(page, "dialog[open]");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.getByRole("button", { name: "Menu" }).click();
    await expect(page.getByRole("dialog", { name: "Nakshatra" })).toBeVisible();
    await expectAccessible(page, "dialog[open]");
  });
});
