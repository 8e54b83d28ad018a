import { expect, test } from "./support/test.ts";
import { expectNoOverlayEntry, expectProducts, PHONE, tabTo, visit } from "./support/visit.ts";

test.use(PHONE);

test("on a phone the filters are in a sheet and apply together; it works with the keyboard only, and closing it without Apply discards the selection", async ({
  page,
}) => {
  await visit(page, "/products?page=2&q=rose");
  await page.getByRole("button", { name: "Filters" }).click();
  const sheet = page.getByRole("dialog", { name: "Filters" });
  const category = sheet.getByRole("group", { name: "Category", exact: true });
  const subCategory = sheet.getByRole("group", { name: "Subcategory" });
  await expect(category.getByRole("button")).toHaveCount(11);
  await expect(category.getByRole("button", { pressed: true })).toHaveText("All");
  await expect(subCategory).toHaveCount(0);

  await category.getByRole("button", { name: "Jewellery" }).click();
  await expect(subCategory.getByRole("button")).toHaveText([
    "All",
    "Rings",
    "Bracelets",
    "Anklets",
    "Pendants",
    "Necklace",
  ]);
  await expect(subCategory.getByRole("button", { pressed: true })).toHaveText("All");
  await subCategory.getByRole("button", { name: "Rings" }).click();
  await expect(subCategory.getByRole("button", { pressed: true })).toHaveText("Rings");
  await expect(page).toHaveURL("/products?page=2&q=rose");

  await sheet.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL("/products/jewellery/rings?q=rose");
  await expect(sheet).toBeHidden();
  const title = page.getByRole("heading", { level: 1, name: "Rings" });
  await expect(title).toBeVisible();
  const banner = page.locator(".banner-sky");
  await expect(banner).toContainText("One stone, one band, for every day");
  await expect(banner).not.toHaveCSS("background-image", /star-chart/);
  await expect(page.getByRole("button", { name: /^Filters ?, 2 chosen$/ })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Categories", exact: true })).toBeHidden();
  const chips = page.getByRole("navigation", { name: "Jewellery subcategories" }).getByRole("link");
  await expect(chips).toHaveText(["All", "Rings", "Bracelets", "Anklets", "Pendants", "Necklace"]);
  for (const chip of await chips.all()) await expect(chip).toBeInViewport({ ratio: 1 });

  await test.step("another category resets the subcategory to All, and Reset resets both", async () => {
    await page.getByRole("button", { name: "Filters" }).click();
    await expect(category.getByRole("button", { pressed: true })).toHaveText("Jewellery");
    await expect(subCategory.getByRole("button", { pressed: true })).toHaveText("Rings");

    await category.getByRole("button", { name: "Tumbles" }).click();
    await expect(subCategory).toHaveCount(0);
    await category.getByRole("button", { name: "Jewellery" }).click();
    await expect(subCategory.getByRole("button", { pressed: true })).toHaveText("All");

    await sheet.getByRole("button", { name: "Reset" }).click();
    await expect(category.getByRole("button", { pressed: true })).toHaveText("All");
    await sheet.getByRole("button", { name: "Apply" }).click();
    await expect(page).toHaveURL("/products?q=rose");
    await expect(page.getByRole("heading", { level: 1, name: "Our Products" })).toBeVisible();
  });
  await test.step("Back after Apply returns to the list before the filters", async () => {
    await page.goBack();
    await expect(page).toHaveURL("/products/jewellery/rings?q=rose");
    await expect(title).toBeVisible();
  });

  const open = page.getByRole("button", { name: "Filters" });
  for (const close of [
    () => page.keyboard.press("Escape"),
    () => page.mouse.click(180, 20),
    () => sheet.getByRole("button", { name: "Close" }).click(),
    () => page.goBack(),
  ]) {
    await open.click();
    await sheet.getByRole("button", { name: "Tower" }).click();
    await close();
    await expect(sheet).toBeHidden();
    await expect(open).toBeFocused();
    await expectNoOverlayEntry(page);
    await expect(page).toHaveURL("/products/jewellery/rings?q=rose");
  }
  await page.keyboard.press("Enter");
  await expect(sheet.getByRole("button", { pressed: true })).toHaveText(["Jewellery", "Rings"]);
  await tabTo(page, sheet.getByRole("button", { name: "Sphere" }));
  await page.keyboard.press("Space");
  await tabTo(page, sheet.getByRole("button", { name: "Apply" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/products/sphere?q=rose");
  await expectProducts(page, ["Rose Quartz Sphere, 60 mm"]);
});
