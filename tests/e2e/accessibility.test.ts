import { expectAccessible, expectAccessibleAndFits, WHOLE_PAGE } from "./support/accessibility.ts";
import { buyButton, cartButton, drawer } from "./support/cart.ts";
import { demoProduct, test } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
import { visit } from "./support/visit.ts";

test("the product lists, and menu, filters and enlarged picture on a phone, have no accessibility violations", async ({
  page,
  request,
}) => {
  await visit(page, "/products");
  await expectAccessibleAndFits(page, WHOLE_PAGE);
  await visit(page, "/products/nowhere");
  await expectAccessibleAndFits(page);

  await page.setViewportSize({ width: 360, height: 740 });
  await visit(page, "/products/jewellery");
  await page.getByRole("button", { name: "Menu" }).click();
  await expect(page.getByRole("dialog", { name: "Nakshatra" })).toBeVisible();
  await expectAccessible(page, "dialog[open]");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Filters" }).click();
  await expect(page.getByRole("group", { name: "Subcategory" })).toBeVisible();
  await expectAccessible(page, "dialog[open]");

  await visit(page, `/product/${(await demoProduct(request, ({ stock }) => stock === 0))._id}`);
  await page
    .getByRole("link", { name: /^Enlarge/ })
    .first()
    .click();
  await expect(page.getByRole("dialog").getByRole("img").first()).toBeVisible();
  await expectAccessible(page, "dialog[open]");
});

test("a product, its toast and the open cart have no accessibility violations on a phone", async ({
  page,
  request,
}) => {
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
  await buyButton(page).click();
  await expect(page.getByRole("status")).toContainText("Added to your cart");
  await expectAccessible(page, WHOLE_PAGE);
  await cartButton(page).click();
  await expect(drawer(page).getByRole("listitem")).toBeVisible();
  await expectAccessible(page, "dialog[open]");
});
