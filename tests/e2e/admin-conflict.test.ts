import type { Product } from "../../src/contracts/catalogue/product.ts";
import { fillRecord, message, photo, recordForm, saveButton, test } from "./support/admin.ts";
import { expect } from "./support/test.ts";

const TITLE = "This product was changed meanwhile";

/** Changes the product through the API, as another owner would. */
async function changeThroughApi(url: string, token: string, product: Product, changes: Record<string, string>) {
  const body = new FormData();
  const { title, category, price, stock, description } = product;
  for (const [name, value] of Object.entries({ title, category, price, stock, description, ...changes }))
    body.set(name, String(value));
  const headers = { authorization: `Bearer ${token}` };
  const reply = await fetch(`${url}/api/products/${product._id}`, { method: "PUT", headers, body });
  expect(reply.status).toBe(200);
}

test("saving an outdated form shows both versions, and the owner chooses between them", async ({
  openFailing,
  makeProduct,
  request,
  shop,
  ownerToken,
}) => {
  const product = await makeProduct({ stock: 9, description: "As it was", pictures: 2 });
  const page = await openFailing(`/admin/products?edit=${product._id}`);
  const dialog = page.getByRole("dialog", { name: TITLE });
  const form = recordForm(page, "Edit product");
  const readProduct = async () => (await (await request.get(`/api/products/${product._id}`)).json()) as Product;
  await test.step("the owner can discard their changes for the saved version", async () => {
    await fillRecord(page, { title: "Mine" });
    await changeThroughApi(shop.url, ownerToken, product, { description: "Theirs" });
    await saveButton(page).click();
    await dialog.getByRole("button", { name: "Take what is saved now" }).click();
    await expect(form.locator("[name=title]")).toHaveValue(product.title);
    await expect(form.locator("[name=description]")).toHaveValue("Theirs");
    expect(await readProduct()).toMatchObject({ title: product.title, description: "Theirs", version: 2 });
  });
  await test.step("the dialog shows both versions, and nothing is saved yet", async () => {
    await fillRecord(page, { description: "Mine", stock: "7", price: "1500" });
    await form.locator("[name=images]").setInputFiles(await photo("mine.png"));
    const keepImages = JSON.stringify([product.images[1]]);
    await changeThroughApi(shop.url, ownerToken, product, { description: "Newer", stock: "10", keepImages });
    await saveButton(page).click();
    await expect(dialog).toContainText("Nothing of yours was saved yet.");
    const rows = dialog.getByRole("row");
    await expect(rows.first()).toHaveText(/Field\s*What you typed\s*What is saved now/);
    await expect(rows.filter({ hasText: "Stock" })).toHaveText(/Stock\s*7\s*10/);
    await expect(rows.filter({ hasText: "Description" })).toHaveText(/Description\s*Mine\s*Newer/);
    await expect(dialog.getByRole("row", { name: /^Images/ }).getByRole("img")).toHaveCount(4);
    expect(await readProduct()).toMatchObject({ description: "Newer", stock: 10, version: 3 });
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(form.locator("[name=description]")).toHaveValue("Mine");
  });
  await test.step("overwriting saves new pictures and keeps those removed elsewhere removed", async () => {
    await saveButton(page).click();
    await dialog.getByRole("button", { name: "Save mine over it" }).click();
    await expect(message(page, "✅ Product updated successfully")).toBeVisible();
    const saved = await readProduct();
    expect(saved).toMatchObject({ description: "Mine", stock: 7, price: 1500, version: 4 });
    expect(saved.images).toEqual([product.images[1], expect.stringMatching(/60x40\.png$/)]);
  });
});
