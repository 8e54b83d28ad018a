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
  const product = await makeProduct({ stock: 9, description: "As it was" });
  const page = await openFailing(`/admin/products?edit=${product._id}`);
  await fillRecord(page, { description: "Mine", stock: "7" });
  await changeThroughApi(shop.url, ownerToken, product, { description: "Theirs", stock: "10" });
  await saveButton(page).click();
  const dialog = page.getByRole("dialog", { name: TITLE });
  await expect(dialog).toContainText("Nothing of yours was saved yet.");
  await expect(dialog.getByRole("row")).toHaveText([
    /Field\s*What you typed\s*What is saved now/,
    /Stock\s*7\s*10/,
    /Description\s*Mine\s*Theirs/,
  ]);
  const readProduct = async () => (await (await request.get(`/api/products/${product._id}`)).json()) as Product;
  expect(await readProduct()).toMatchObject({ description: "Theirs", stock: 10, version: 2 });

  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(recordForm(page).locator("[name=description]")).toHaveValue("Mine");
  await saveButton(page).click();
  await dialog.getByRole("button", { name: "Save mine over it" }).click();
  await expect(message(page, "✅ Product updated successfully")).toBeVisible();
  expect(await readProduct()).toMatchObject({ description: "Mine", stock: 7, version: 3 });

  await test.step("the owner can discard their changes for the saved version", async () => {
    const product = await makeProduct({ description: "As it was" });
    await openFailing(`/admin/products?edit=${product._id}`);
    await fillRecord(page, { title: "Mine" });
    await changeThroughApi(shop.url, ownerToken, product, { description: "Theirs" });
    await saveButton(page).click();
    await page.getByRole("dialog").getByRole("button", { name: "Take what is saved now" }).click();
    const form = recordForm(page, "Edit product");
    await expect(form.locator("[name=title]")).toHaveValue(product.title);
    await expect(form.locator("[name=description]")).toHaveValue("Theirs");
    await fillRecord(page, { price: "1500" });
    await saveButton(page).click();
    await expect(message(page, "✅ Product updated successfully")).toBeVisible();
    const saved = await (await request.get(`/api/products/${product._id}`)).json();
    expect(saved).toMatchObject({ title: product.title, price: 1500, description: "Theirs", version: 3 });
  });
  await test.step("overwriting keeps pictures removed elsewhere removed and saves new ones", async () => {
    const product = await makeProduct({ pictures: 2 });
    await openFailing(`/admin/products?edit=${product._id}`);
    await recordForm(page)
      .locator("[name=images]")
      .setInputFiles(await photo("mine.png"));
    await changeThroughApi(shop.url, ownerToken, product, { keepImages: JSON.stringify([product.images[1]]) });
    await saveButton(page).click();
    await expect(dialog.getByRole("row", { name: /^Images/ }).getByRole("img")).toHaveCount(4);
    await dialog.getByRole("button", { name: "Save mine over it" }).click();
    await expect(message(page, "✅ Product updated successfully")).toBeVisible();
    const { images } = (await (await request.get(`/api/products/${product._id}`)).json()) as Product;
    expect(images).toEqual([product.images[1], expect.stringMatching(/60x40\.png$/)]);
  });
});
