import type { Product } from "../../src/contracts/catalogue/product.ts";
import { expectAccessible } from "./support/accessibility.ts";
import { fillRecord, mainOf, message, recordForm, rowOf, saveButton, test } from "./support/admin.ts";
import { uniqueWord } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
import { holdCalls, visit } from "./support/visit.ts";

test("the product form checks, saves and deletes a product; the list shows its pictures and copies it as a draft", async ({
  openAdmin,
  request,
  ownerToken,
  makeProduct,
}) => {
  const page = await openAdmin("/admin/products");
  await test.step("the form of a new product requires its fields and fills in defaults", async () => {
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
      await expect(form.locator("[name=stock]")).toHaveAccessibleDescription(/“Sold out”/);
      await form.locator("[name=stock]").fill("3");
      await expect(form.locator("[name=stock]")).toHaveAccessibleDescription("");
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
    await test.step("a claim that the law forbids is named with its law, and published only when it is pressed again", async () => {
      const anyway = form.getByRole("button", { name: "Publish anyway" });
      await fillRecord(page, {
        title: uniqueWord(),
        category: "Sphere",
        price: "100",
        description: "It cures diabetes.",
      });
      await form.locator("[name=offerPrice]").fill("");
      await form.locator("[name=stock]").fill("1");
      await saveButton(page).click();
      const box = form.getByRole("alert").filter({ hasText: "Advertising in India" });
      await expect(box).toContainText("Description: “cures diabetes”");
      await expect(box).toContainText("Drugs and Magic Remedies Act, 1954, section 3");
      await form.locator("[name=description]").fill("Traditionally linked with calm.");
      await expect(box).toBeHidden();
      await form.locator("[name=description]").fill("Guaranteed results.");
      await saveButton(page).click();
      await expect(box).toContainText("Guaranteed results");
      await expectAccessible(page, "form");
      const saved = page.waitForResponse((reply) => reply.request().method() === "POST");
      await anyway.click();
      const made = (await (await saved).json()) as Product;
      await request.delete(`/api/products/${made._id}`, { headers: { authorization: `Bearer ${ownerToken}` } });
    });
  });
  await test.step("the form of an existing product saves changes and empties when the product is deleted", async () => {
    const { _id, title } = await makeProduct({ category: "Jewellery", subCategory: "Pendants", stock: 9 });
    await page.getByRole("searchbox").fill(title);
    await page.getByRole("link", { name: `Edit ${title}` }).click();
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
  await test.step("the list shows at most 3 pictures of a product, and copies it as a draft to preview and publish", async () => {
    const { title } = await makeProduct({ pictures: 5, stock: 1234, price: 123456, offerPrice: 99999 });
    await page.getByRole("searchbox").fill(title);
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
});

test("the product list filters and sorts by its URL, and saves price and stock in place", async ({
  openFailing,
  makeProduct,
  request,
  ownerToken,
}) => {
  const word = uniqueWord();
  const few = await makeProduct({ title: `${word} few`, stock: 2, price: 500, offerPrice: 500, category: "Tower" });
  const many = await makeProduct({ title: `${word} many`, stock: 90, price: 900, offerPrice: 700, category: "Tower" });
  const none = await makeProduct({ title: `${word} none`, stock: 0, price: 100, offerPrice: 100, category: "Sphere" });
  const page = await openFailing(`/admin/products?q=${word}`);
  const titles = mainOf(page).getByRole("link", { name: /^Edit / });
  const namesOf = (...products: { title: string }[]) => products.map(({ title }) => `Edit ${title}`);
  const expectList = async (...products: { title: string }[]) => {
    const readNames = () => titles.evaluateAll((all) => all.map((one) => one.ariaLabel));
    await expect.poll(readNames).toEqual(namesOf(...products));
  };
  const read = async ({ _id }: { _id: string }) =>
    (await (await request.get(`/api/products/${_id}`)).json()) as Product;
  await test.step("filters and sorts", async () => {
    await page.getByLabel("Order of the list").selectOption("Fewest pieces");
    await expect(page).toHaveURL(`/admin/products?q=${word}&sort=stock_up`);
    await expectList(none, few, many);
    await page.getByLabel("Availability").selectOption("Low: up to 3");
    await expectList(none, few);
    await page.getByLabel("Kind of piece").selectOption("Tower");
    await expectList(few);
    await expect(page).toHaveURL(/category=Tower/);
    await page.getByLabel("Shown to visitors").selectOption("Drafts");
    await expect(mainOf(page).getByText(`No product matches “${word}”.`)).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("Shown to visitors")).toHaveValue("false");
    await page.getByRole("link", { name: "Clear filters" }).click();
    await expectList(none, many, few);
  });
  const open = (name: string, { title }: { title: string }) =>
    page.getByRole("button", { name: new RegExp(`change the ${name} of ${title}$`) });
  const field = (name: string, { title }: { title: string }) => page.getByLabel(`New ${name} of ${title}`);
  await test.step("Enter and leaving the field save, Escape restores", async () => {
    await open("stock", few).click();
    await field("stock", few).fill("7");
    await page.keyboard.press("Enter");
    await expect(message(page, "✅ Product updated successfully")).toBeVisible();
    await expect(open("stock", few)).toBeFocused();
    await expect(open("stock", few)).toContainText("7");
    await page.keyboard.press("Enter");
    await field("stock", few).fill("8");
    await page.keyboard.press("Escape");
    await expect(open("stock", few)).toContainText("7");
    await open("price", few).click();
    await field("price", few).fill("650.50");
    await mainOf(page).getByRole("heading", { level: 1 }).click();
    await expect(open("price", few)).toContainText("₹650.50");
    await expect(open("offer price", few)).toContainText("₹650.50");
    expect(await read(few)).toMatchObject({ stock: 7, price: 650.5, offerPrice: 650.5, category: "Tower", version: 3 });
  });
  await test.step("a second change of a row waits for the first", async () => {
    const calls = await holdCalls(page, "**/api/products/*");
    for (const [name, value] of Object.entries({ price: "700", stock: "9" })) {
      await open(name, few).click();
      await field(name, few).fill(value);
      await page.keyboard.press("Enter");
    }
    await expect.poll(calls.count).toBe(1);
    calls.letThrough();
    await expect(open("stock", few)).toContainText("9");
    expect(await read(few)).toMatchObject({ stock: 9, price: 700, version: 5 });
    await page.unroute("**/api/products/*");
  });
  await test.step("shows the error at the field and keeps the typed value", async () => {
    await open("offer price", many).click();
    await field("offer price", many).fill("901");
    await page.keyboard.press("Enter");
    await expect(field("offer price", many)).toHaveAccessibleDescription(
      "Offer price cannot be higher than the price.",
    );
    await field("offer price", many).fill("-1");
    await page.keyboard.press("Enter");
    await expect(field("offer price", many)).toHaveAccessibleDescription(/^Offer price must be an amount/);
    await page.keyboard.press("Escape");
    const form = { title: many.title, category: "Tower", price: "950", offerPrice: "700", stock: "90" };
    await request.put(`/api/products/${many._id}`, {
      headers: { authorization: `Bearer ${ownerToken}` },
      multipart: form,
    });
    await open("stock", many).click();
    await field("stock", many).fill("80");
    await page.keyboard.press("Enter");
    await expect(field("stock", many)).toHaveAccessibleDescription(/was changed since you opened it/);
    await expect(open("price", many)).toContainText("₹950");
    await page.keyboard.press("Enter");
    await expect(open("stock", many)).toContainText("80");
    expect(await read(many)).toMatchObject({ stock: 80, price: 950 });
  });
  await test.step("a click on a row edits it, and its page is one click away", async () => {
    await rowOf(page, none.title).getByRole("cell").nth(1).click();
    await expect(recordForm(page, "Edit product").locator("[name=title]")).toHaveValue(none.title);
    await page.getByRole("link", { name: `View in shop: ${none.title}` }).click();
    await expect(page).toHaveURL(`/product/${none._id}`);
  });
});
