import type { Product } from "../../src/contracts/catalogue/product.ts";
import { expectAccessible } from "./support/accessibility.ts";
import { makeCustomer } from "./support/account.ts";
import { adminLink, message, recordForm, rowOf, saveButton, test } from "./support/admin.ts";
import { placeOrder } from "./support/checkout.ts";
import { sidewaysScroll } from "./support/checks.ts";
import { expect } from "./support/test.ts";

test("the owner fills sizes 10 to 18 at once, sells them size by size, and removes them again", async ({
  openFailing,
  request,
  makeProduct,
}) => {
  const { _id, title } = await makeProduct({ stock: 4 });
  const page = await openFailing(`/admin/products?q=${title}&edit=${_id}`);
  const form = recordForm(page);
  const read = async () => (await (await request.get(`/api/products/${_id}`)).json()) as Product;
  const names = form.getByLabel("Name of the size");
  const sizes = form.getByRole("group", { name: "Sizes" });
  const save = async () => {
    await saveButton(page).click();
    await expect(message(page, "✅ Product updated successfully").last()).toBeVisible();
    await expect(recordForm(page, "New product")).toBeVisible();
  };

  await test.step("a range becomes nine rows, whose stock replaces the product's", async () => {
    const several = form.getByLabel("Add sizes");
    await several.fill("18 to 10");
    await several.press("Enter");
    await expect(several).toHaveAccessibleDescription(/^Write a range such as 10 to 18/);
    await several.fill("sizes 10 to 18");
    await sizes.getByRole("button", { name: "Add", exact: true }).click();
    await expect(names).toHaveCount(9);
    await expect(form.locator("[name=stock]")).toHaveCount(0);
    await expect(sizes).toContainText("0 pieces in stock, in 9 sizes. Without pieces, visitors see “Sold out”");
    await form.getByLabel("Stock of 12").fill("3");
    await form.getByLabel("Stock of 14").fill("1");
    await form.getByLabel("Price of 14", { exact: true }).fill("750");
    await form.getByLabel("Offer price of 14").fill("700");
    await expect(sizes).toContainText("4 pieces in stock, in 9 sizes.");
    await form.getByRole("button", { name: "Remove 18" }).click();
    await expectAccessible(page, "form[aria-label='Edit product']");
    await page.setViewportSize({ width: 390, height: 900 });
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 900 });
    await save();
    const saved = await read();
    expect(saved.stock).toBe(4);
    expect(saved.variants!.map(({ name, stock }) => [name, stock])).toEqual(
      [10, 11, 12, 13, 14, 15, 16, 17].map((size) => [`${size}`, { 12: 3, 14: 1 }[size] ?? 0]),
    );
    expect(saved.variants![4]).toMatchObject({ price: 750, offerPrice: 700 });
    await expect(rowOf(page, title)).toContainText("48 sizes");
  });
  await test.step("a piece sold while the form is open stays sold", async () => {
    await page.getByRole("link", { name: `Edit ${title}` }).click();
    await form.getByLabel("Stock of 12").fill("5");
    const twelve = (await read()).variants!.find(({ name }) => name === "12")!;
    const customer = await makeCustomer(request);
    const line = { itemId: `${_id}:${twelve._id}`, itemType: "product", title, price: 900, image: "", qty: 1 };
    await placeOrder(request, customer, [line]);
    await save();
    expect((await read()).variants!.find(({ name }) => name === "12")).toMatchObject({ stock: 4 });
  });
  await test.step("a name that is there twice is refused at the sizes, and leaving asks about unsaved sizes", async () => {
    await page.getByRole("link", { name: `Edit ${title}` }).click();
    await names.first().fill("11");
    await saveButton(page).click();
    await expect(sizes.getByRole("alert")).toHaveText("The size “11” is there twice.");
    const asked = page.waitForEvent("dialog").then((dialog) => dialog.dismiss());
    await adminLink(page, "Courses").click();
    await asked;
    await expect(page).toHaveURL(/\/admin\/products/);
    await names.first().fill("9");
    await form.getByLabel("Add sizes").fill("Free size");
    await form.getByLabel("Add sizes").press("Enter");
    await save();
    const saved = (await read()).variants!.map(({ name }) => name);
    expect(saved.join()).toBe("9,11,12,13,14,15,16,17,Free size");
  });
  await test.step("without sizes the product has a stock of its own again", async () => {
    await page.getByRole("link", { name: `Edit ${title}` }).click();
    for (let left = 9; left > 0; left--)
      await sizes
        .getByRole("button", { name: /^Remove/ })
        .first()
        .click();
    await form.locator("[name=stock]").fill("6");
    await save();
    const saved = await read();
    expect([saved.stock, saved.variants]).toEqual([6, undefined]);
  });
});
