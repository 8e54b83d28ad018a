import { expectAccessible } from "./support/accessibility.ts";
import { expect, test } from "./support/test.ts";
import { collectConsoleErrors, visit } from "./support/visit.ts";

// The other kinds of pages: tests/integration/html-products.test.ts.
test("the page of an unknown product is accessible and links to the list", async ({ context }) => {
  // The refused document appears in the console.
  const page = await context.newPage();
  const said = collectConsoleErrors(page);
  expect((await visit(page, "/product/nonsense")).status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1, name: "This product is not here", exact: true })).toBeVisible();
  await expect(page).toHaveTitle("Product not found");
  await expectAccessible(page);
  await page.getByRole("main").getByRole("link", { name: "Back to products" }).click();
  await expect(page).toHaveURL("/products");
  await expect(page.getByRole("heading", { level: 1, name: "Our Products", exact: true })).toBeVisible();
  expect(said).toEqual([]);
});
