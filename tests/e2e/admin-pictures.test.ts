import type { Page } from "@playwright/test";
import type { Product } from "../../src/contracts/catalogue/product.ts";
import { fillRecord, mainOf, message, photo, recordForm, saveButton, test } from "./support/admin.ts";
import { uniqueWord } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
import { holdCalls, tabTo } from "./support/visit.ts";

const good = () => ({ title: uniqueWord(), category: "Tower", price: "900", stock: "50" });
const chosenPictures = (page: Page) => page.getByRole("list", { name: "Chosen images" }).getByRole("listitem");
const names = (page: Page) =>
  chosenPictures(page)
    .getByRole("img")
    .evaluateAll((all) => all.map((one) => one.ariaLabel));
const choose = async (page: Page, ...files: string[]) =>
  recordForm(page)
    .locator("[name=images]")
    .setInputFiles(await Promise.all(files.map((name, i) => photo(name, 40 + i))));
const imageHeights = ({ images }: Product) => images.map((path) => Number(/x(\d+)\./.exec(path)?.[1]));

test("pictures of a product are dropped, reordered, removed and uploaded; a failed upload keeps the form", async ({
  openFailing,
  makeProduct,
  request,
}) => {
  const page = await openFailing("/admin/products");
  const values = good();
  await fillRecord(page, values);
  await test.step("files can be dropped onto the area, and removed", async () => {
    const bytes = [...(await photo("x")).buffer];
    const transfer = await page.evaluateHandle((all) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(all)], "dropped.png", { type: "image/png" }));
      return data;
    }, bytes);
    const area = page.getByText("or drop them here");
    await area.dispatchEvent("dragover", { dataTransfer: transfer });
    await area.dispatchEvent("drop", { dataTransfer: transfer });
    await expect.poll(() => names(page)).toEqual(["dropped.png"]);
    await page.getByRole("button", { name: "Remove dropped.png, number 1" }).click();
    await expect(chosenPictures(page)).toHaveCount(0);
  });
  await test.step("a picture can be reordered by drag and drop", async () => {
    await choose(page, "a.png", "b.png", "c.png");
    expect(await names(page)).toEqual(["a.png", "b.png", "c.png"]);
    await chosenPictures(page).nth(2).dragTo(chosenPictures(page).nth(0));
    await expect.poll(() => names(page)).toEqual(["c.png", "a.png", "b.png"]);
  });
  await test.step("moving a picture with the keyboard keeps the focus on its button", async () => {
    await recordForm(page).locator("[name=images]").focus();
    await tabTo(page, page.getByRole("button", { name: "Move c.png, number 1 later" }));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Move c.png, number 2 later" })).toBeFocused();
    await page.keyboard.press("Enter");
    expect(await names(page)).toEqual(["a.png", "b.png", "c.png"]);
    await expect(page.getByRole("button", { name: "Move c.png, number 3 earlier" })).toBeFocused();
  });
  await test.step("pictures can be reordered with buttons and removed", async () => {
    await page.getByRole("button", { name: "Move c.png, number 3 earlier" }).click();
    expect(await names(page)).toEqual(["a.png", "c.png", "b.png"]);
    await expect(page.getByText("c.png is now number 2 of 3.")).toBeAttached();
    await page.getByRole("button", { name: "Move a.png, number 1 later" }).click();
    await page.getByRole("button", { name: "Remove b.png, number 3" }).click();
    expect(await names(page)).toEqual(["c.png", "a.png"]);
  });
  await test.step("an upload shows its progress, and saves the pictures in their order", async () => {
    const calls = await holdCalls(page, "**/api/products");
    await page.evaluate(() => {
      // The real upload is too fast to observe: dispatch a progress event by hand.
      const { send } = XMLHttpRequest.prototype;
      XMLHttpRequest.prototype.send = function (body) {
        send.call(this, body);
        this.upload.dispatchEvent(new ProgressEvent("progress", { lengthComputable: true, loaded: 30, total: 100 }));
      };
    });
    await saveButton(page).click();
    await expect(mainOf(page).getByRole("progressbar", { name: "Sending: 30 %" })).toHaveAttribute("value", "30");
    await expect(mainOf(page).getByRole("button", { name: "Saving…" })).toBeDisabled();
    calls.letThrough();
    await expect(message(page, "✅ Product created successfully")).toBeVisible();
    await expect(mainOf(page).getByRole("progressbar")).toHaveCount(0);
    await expect(chosenPictures(page)).toHaveCount(0);
    const [made] = (await (await request.get(`/api/products?q=${values.title}`)).json()) as Product[];
    expect(imageHeights(made!)).toEqual([42, 40]);
  });
  await test.step("a new picture can be placed first, and an existing one removed", async () => {
    const before = await makeProduct({ pictures: 3 });
    await openFailing(`/admin/products?edit=${before._id}`);
    await expect(chosenPictures(page)).toHaveCount(3);
    await page.getByRole("button", { name: "Remove Saved picture, number 2" }).click();
    await choose(page, "new.png");
    await page.getByRole("button", { name: "Move new.png, number 3 earlier" }).click();
    await page.getByRole("button", { name: "Move new.png, number 2 earlier" }).click();
    // The list may still be loading the picture that is about to be removed.
    await page.waitForLoadState("networkidle");
    await saveButton(page).click();
    await expect(message(page, "✅ Product updated successfully")).toBeVisible();
    const { images } = (await (await request.get(`/api/products/${before._id}`)).json()) as Product;
    expect(images.slice(1)).toEqual([before.images[0], before.images[2]]);
    expect(images[0]).toMatch(/60x40\.png$/);
    await expect(recordForm(page, "New product")).toBeVisible();
  });
  const form = recordForm(page);
  const next = good();
  await fillRecord(page, next);
  await choose(page, "first.png", "second.png");
  await test.step("a lost connection names the file being sent and creates no record", async () => {
    await page.route("**/api/products", (route) => route.abort("connectionreset"));
    await saveButton(page).click();
    await expect(message(page, "❌ Operation failed")).toBeVisible();
    await expect(form.getByRole("alert")).toHaveText(
      /^The connection was cut while “(first|second)\.png” was on its way\. Nothing you typed is lost: please save again\.$/,
    );
    await expect(chosenPictures(page)).toHaveCount(2);
    expect(await (await request.get(`/api/products?q=${next.title}`)).json()).toEqual([]);
    await page.unroute("**/api/products");
  });
  await test.step("a full disk shows an error", async () => {
    const full = "The shop's disk is full. Nothing was saved.";
    await page.route("**/api/products", (route) =>
      route.fulfill({ status: 507, json: { message: full, code: "disk_full" } }),
    );
    await saveButton(page).click();
    await expect(form.getByRole("alert")).toHaveText(full);
    await expect(chosenPictures(page)).toHaveCount(2);
    await page.unroute("**/api/products");
  });
  await test.step("shows the server's error for an invalid picture", async () => {
    const fake = { name: "fake.png", mimeType: "image/png", buffer: Buffer.from("not a picture") };
    await form.locator("[name=images]").setInputFiles([fake]);
    await saveButton(page).click();
    await expect(form.getByText(/“fake\.png” is not a JPEG, PNG, WebP, AVIF or GIF picture\./)).toBeVisible();
    await expect(form.locator("[name=images]")).toBeFocused();
    await expect(form.locator("[name=title]")).toHaveValue(next.title);
  });
  await test.step("the form can be saved afterwards", async () => {
    await page.getByRole("button", { name: /^Remove fake/ }).click();
    await saveButton(page).click();
    await expect(message(page, "✅ Product created successfully")).toBeVisible();
  });
  await test.step("rejects large files, other file types and too many files before the upload", async () => {
    const posts: string[] = [];
    page.on("request", (one) => void (one.method() === "POST" && posts.push(one.url())));
    const input = form.locator("[name=images]");
    const large = { name: "huge.png", mimeType: "image/png", buffer: Buffer.alloc(8 * 1024 * 1024 + 1) };
    const text = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") };
    await input.setInputFiles([large, text, await photo("good.png")]);
    await expect(form.getByText("“huge.png” is larger than 8 MB.")).toBeVisible();
    await expect(form.getByText("“notes.txt” is not a JPEG, PNG, WebP, AVIF or GIF picture.")).toBeVisible();
    expect(await names(page)).toEqual(["good.png"]);
    await choose(page, ...Array.from({ length: 8 }, (_, i) => `${i}.png`));
    await expect(form.getByText("“7.png” is one too many: 8 new pictures can be sent at a time.")).toBeVisible();
    await expect(chosenPictures(page)).toHaveCount(8);
    expect(posts).toEqual([]);
  });
});
