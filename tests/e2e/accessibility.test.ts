import { expectAccessible, expectAccessibleAndFits, expectAccessibleAtAllWidths } from "./support/accessibility.ts";
import { buyButton, cartButton, drawer } from "./support/cart-drawer.ts";
import { demoProduct, test } from "./support/own-products.ts";
import { expect } from "./support/test.ts";
import { visit } from "./support/visit.ts";

test("the product lists have no accessibility violations", async ({ page }) => {
  await visit(page, "/products");
  await expectAccessibleAtAllWidths(page);
  for (const path of ["/products/jewellery/rings?q=rose", "/products/nowhere"]) {
    await visit(page, path);
    await expectAccessibleAndFits(page);
  }
});

test("a product, its toast, the open cart and a missing product have no accessibility violations", async ({
  context,
  request,
}) => {
  const page = await context.newPage();
  const { _id, title } = await demoProduct(request, ({ price, offerPrice, stock }) => offerPrice < price && stock > 3);
  await page.setViewportSize({ width: 360, height: 740 });
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
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    await buyButton(page).click();
    await expect(page.getByRole("status")).toContainText("Added to your cart");
    await expectAccessible(page);
    await cartButton(page).click();
    await expect(drawer(page).getByRole("listitem")).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(drawer(page)).toBeHidden();
  }
  await visit(page, "/product/nonsense");
  await expectAccessible(page);
});

test("menu, filters and enlarged picture have no accessibility violations on a phone", async ({ page, request }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await visit(page, "/products/jewellery");
  await page.getByRole("button", { name: "Menu" }).click();
  await expect(page.getByRole("dialog", { name: "Nakshatra" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Filters" }).click();
  await expect(page.getByRole("group", { name: "Subcategory" })).toBeVisible();
  await expectAccessible(page);

  await visit(page, `/product/${(await demoProduct(request, ({ stock }) => stock === 0))._id}`);
  await page
    .getByRole("link", { name: /^Enlarge/ })
    .first()
    .click();
  await expect(page.getByRole("dialog").getByRole("img").first()).toBeVisible();
  await expectAccessible(page);
});
