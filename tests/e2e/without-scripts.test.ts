import { demoProduct, test } from "./support/own-products.ts";
import { expect } from "./support/test.ts";
import { cards } from "./support/visit.ts";

test.use({ javaScriptEnabled: false });

for (const width of [360, 1280]) {
  test(`without scripts, ${width} px wide, chips, pages and search work`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    await page.goto("/products");
    await expect(cards(page)).toHaveCount(6);
    await expect(page.getByRole("button", { name: "Filters" })).toBeHidden();
    await page
      .getByRole("navigation", { name: "Categories", exact: true })
      .getByRole("link", { name: "Jewellery" })
      .click();
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Next" }).click();
    await expect(page).toHaveURL("/products/jewellery?page=2");
    await expect(page.locator("[aria-current=page]", { hasText: "2" })).toBeVisible();

    await page.getByRole("searchbox", { name: "Search products" }).fill("rose quartz");
    await page.getByRole("searchbox").press("Enter");
    await expect(page).toHaveURL("/products/jewellery?q=rose+quartz");
    await expect(page.getByRole("searchbox")).toHaveValue("rose quartz");
    await page.getByRole("link", { name: "Rings" }).click();
    await expect(page).toHaveURL("/products/jewellery/rings?q=rose+quartz");
    await expect(page.getByRole("heading", { level: 1, name: "Rings" })).toBeVisible();
    await cards(page).filter({ hasText: "Rose Quartz Ring" }).getByRole("link").click();
    await expect(page.getByRole("heading", { level: 1, name: "Rose Quartz Ring, Adjustable" })).toBeVisible();
  });

  test(`without scripts, ${width} px wide, a product page shows everything except controls that need scripts`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    const product = await demoProduct(request, ({ images, stock }) => images.length === 4 && stock > 3);
    await page.goto(`/product/${product._id}`);
    await expect(page.getByRole("heading", { level: 1, name: product.title })).toBeVisible();
    await expect(page.getByRole("region", { name: "About this Product", exact: true })).toContainText(
      product.description.slice(-60),
    );
    await expect(page.getByText("In stock")).toBeVisible();
    for (const name of ["Exchange Energy", "Menu", /Open cart/]) {
      await expect(page.getByRole("button", { name })).toBeHidden();
    }
    const instead = "The cart needs JavaScript. Without it, order by phone";
    await expect(page.locator("noscript p", { hasText: instead })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Connect" })).toBeVisible();
    for (let view = 1; view <= 4; view++) {
      await page.getByRole("link", { name: `View ${view} of 4`, exact: true }).click();
      const picture = page.getByRole("img", { name: `${product.title}, view ${view} of 4` });
      await expect(picture).toBeInViewport();
      const source = await picture.getAttribute("src");
      expect((await request.get(source!)).headers()["content-type"]).toBe("image/webp");
    }
  });
}
