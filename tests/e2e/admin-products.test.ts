import type { Product } from "../../src/contracts/product.ts";
import { fillRecord, mainOf, message, recordForm, rowOf, saveButton, test } from "./support/admin.ts";
import { uniqueWord } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
import { visit } from "./support/visit.ts";

test("the form of a new product", async ({ openAdmin, request, ownerToken }) => {
  const page = await openAdmin("/admin/products");
  const form = recordForm(page);
  await test.step("title, category and price are required, price at least 1, offer price and stock at least 0", async () => {
    for (const name of ["title", "category", "price"])
      await expect(form.locator(`[name=${name}]`)).toHaveAttribute("required");
    for (const name of ["offerPrice", "stock", "description", "images"])
      await expect(form.locator(`[name=${name}]`)).not.toHaveAttribute("required");
    await expect(form.locator("[name=price]")).toHaveAttribute("min", "1");
    await expect(form.locator("[name=offerPrice]")).toHaveAttribute("min", "0");
    await expect(form.locator("[name=stock]")).toHaveAttribute("min", "0");
    await expect(form.locator("[name=stock]")).toHaveValue("0");
    await expect(form.locator("[name=images]")).toHaveAttribute("multiple");
    await form.locator("[name=offerPrice]").fill("-1");
    await form.locator("[name=stock]").fill("1.5");
    await saveButton(page).click();
    await expect(form.locator("[name=title]")).toBeFocused();
    for (const [name, message] of [
      ["title", "Title is required."],
      ["category", "Category is required."],
      ["price", "Price is required."],
      ["offerPrice", "Offer price must be an amount of at least 0, with two decimals at most."],
      ["stock", "Stock must be a whole number, at least 0."],
    ] as const)
      await expect(form.locator(`[name=${name}]`)).toHaveAccessibleDescription(message);
    await form.locator("[name=category]").selectOption("Tower");
    await expect(form.locator("[name=category]")).not.toHaveAttribute("aria-invalid");
  });
  await test.step("shows a required sub category for Jewellery only, and clears it when the category changes", async () => {
    const category = recordForm(page).getByLabel("Category", { exact: true });
    const sub = recordForm(page).getByLabel("Sub category");
    await expect(category.getByRole("option")).toHaveText([
      "Choose a category",
      "Jewellery",
      "Tumbles",
      "Tower",
      "Idols",
      "Palm Stone",
      "Rudraksh",
      "Pyramids",
      "Mushrooms",
      "Sphere",
      "Pendulum",
    ]);
    await expect(sub).toBeHidden();
    await category.selectOption("Jewellery");
    await expect(sub.getByRole("option")).toHaveText([
      "Choose a sub category",
      "Rings",
      "Bracelets",
      "Anklets",
      "Pendants",
      "Necklace",
    ]);
    await expect(sub).toHaveAttribute("required");
    await sub.selectOption("Anklets");
    await category.selectOption("Idols");
    await expect(sub).toBeHidden();
    await category.selectOption("Jewellery");
    await expect(sub).toHaveValue("");
  });
  await test.step("offer price is the price and stock is 0 when they are left empty", async () => {
    const title = uniqueWord();
    await fillRecord(page, { title, category: "Sphere", price: "950.50", offerPrice: "", stock: "" });
    await recordForm(page).getByLabel("Top selling").check();
    await saveButton(page).click();
    await expect(message(page, "✅ Product created successfully")).toBeVisible();
    const [made] = (await (await request.get(`/api/products?q=${title}`)).json()) as Product[];
    expect(made).toMatchObject({ price: 950.5, offerPrice: 950.5, stock: 0, topSelling: true, category: "Sphere" });
    await request.delete(`/api/products/${made!._id}`, { headers: { authorization: `Bearer ${ownerToken}` } });
  });
});

test("the list shows at most 3 pictures of a product, and copies it as a draft to preview and publish", async ({
  openAdmin,
  makeProduct,
  request,
  ownerToken,
}) => {
  const { title } = await makeProduct({ pictures: 5, stock: 1234, price: 123456, offerPrice: 99999 });
  const page = await openAdmin(`/admin/products?q=${title}`);
  const original = rowOf(page, title);
  await expect(original.locator("img")).toHaveCount(3);
  await expect(original).toContainText("+2");
  await expect(original.getByRole("cell")).toContainText(["+2", title, "₹1,23,456", "₹99,999", "1,234", "Edit"]);
  await expect(mainOf(page).getByRole("columnheader")).toHaveText([
    "Image",
    "Title",
    "Price",
    "Offer",
    "Stock",
    "Actions",
  ]);

  await page.getByRole("button", { name: `Copy ${title}`, exact: true }).click();
  await expect(message(page, "✅ Product created successfully as a draft: only you see it")).toBeVisible();
  await expect(recordForm(page, "Edit product").locator("[name=title]")).toHaveValue(`${title} (copy)`);
  await expect(page.getByRole("list", { name: "Chosen images" }).getByRole("listitem")).toHaveCount(5);
  const id = new URL(page.url()).searchParams.get("edit");
  const [row, published] = [rowOf(page, `${title} (copy)`), recordForm(page).getByLabel("Published")];
  await expect(row).toContainText("Draft");
  await expect(published).not.toBeChecked();
  expect((await request.get(`/product/${id}`)).status()).toBe(404);

  await row.getByRole("link", { name: `Preview ${title} (copy)` }).click();
  await expect(page).toHaveURL(`/admin/preview/products/${id}`);
  await expect(page.getByText("Draft: only you see this.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${title} (copy)`);
  await page.getByRole("note").getByRole("link", { name: "Edit" }).click();
  await published.check();
  await saveButton(page).click();
  await expect(message(page, "✅ Product updated successfully")).toBeVisible();
  await expect(row).toBeVisible();
  await expect(row).not.toContainText("Draft");
  expect((await request.get(`/product/${id}`)).status()).toBe(200);
  await visit(page, `/admin/preview/products/${id}`);
  await expect(page).toHaveURL(`/product/${id}`);
  await page.close();
  await request.delete(`/api/products/${id}`, { headers: { authorization: `Bearer ${ownerToken}` } });
});

test("a product is edited, then deleted while its form is open", async ({ openAdmin, makeProduct, request }) => {
  const { _id, title } = await makeProduct({ category: "Jewellery", subCategory: "Pendants", stock: 9 });
  const page = await openAdmin(`/admin/products?q=${title}&edit=${_id}`);
  await test.step("the sub category is removed with the category", async () => {
    await expect(recordForm(page).getByLabel("Sub category")).toHaveValue("Pendants");
    await fillRecord(page, { category: "Tower", stock: "12" });
  });
  await test.step("sends the stock the form was opened with, so that sales are not undone", async () => {
    const sent = page.waitForRequest((call) => call.method() === "PUT");
    await saveButton(page).click();
    expect((await sent).postData()).toMatch(/name="stockWas"\s+9\s/);
    expect((await sent).postData()).toMatch(/name="version"\s+1\s/);
    await expect(message(page, "✅ Product updated successfully")).toBeVisible();
    expect(await (await request.get(`/api/products/${_id}`)).json()).toMatchObject({
      category: "Tower",
      subCategory: null,
      stock: 12,
      version: 2,
    });
  });
  await test.step("deleting the edited product shows an empty form", async () => {
    await expect(recordForm(page, "New product")).toBeVisible();
    await page.getByRole("link", { name: `Edit ${title}` }).click();
    await expect(recordForm(page, "Edit product")).toBeVisible();
    await expect(page).toHaveURL(/edit=/);
    await page.getByRole("button", { name: `Delete ${title}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
    await expect(message(page, "🗑️ Product deleted successfully")).toBeVisible();
    await expect(recordForm(page, "New product")).toBeVisible();
    await expect(page).not.toHaveURL(/edit=/);
  });
});
