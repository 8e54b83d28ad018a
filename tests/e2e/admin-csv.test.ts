import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type { Product } from "../../src/contracts/catalogue/product.ts";
import { message, rowOf, test } from "./support/admin.ts";
import { uniqueWord } from "./support/own-records.ts";
import { expect } from "./support/test.ts";

const HEADER = "title,category,subCategory,price,offerPrice,stock,topSelling,description";
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Import products" });

async function chooseFile(page: Page, ...rows: string[]) {
  await page.getByRole("button", { name: "Import CSV" }).click();
  await dialogOf(page)
    .getByLabel("CSV file")
    .setInputFiles({ name: "stones.csv", mimeType: "text/csv", buffer: Buffer.from([HEADER, ...rows].join("\n")) });
}

const counts = (page: Page) => dialogOf(page).getByRole("definition");
const search = async (request: { get(path: string): Promise<{ json(): Promise<unknown> }> }, word: string) =>
  (await (await request.get(`/api/products?q=${word}`)).json()) as Product[];

test("products are exported and imported as CSV files", async ({ openFailing, makeProduct, request }) => {
  const { title } = await makeProduct({ title: `${uniqueWord()} “नीलम”, the "blue"` });
  const word = uniqueWord();
  const page = await openFailing(`/admin/products?q=${word}`);
  await test.step("exports all products", async () => {
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    const download = await saving;
    expect(download.suggestedFilename()).toMatch(/^products.*\.csv$/);
    expect(await readFile(await download.path(), "utf8")).toContain(title.replaceAll('"', '""'));
  });
  await test.step("errors are shown with their line numbers, and nothing is imported", async () => {
    await chooseFile(page, `${word} good,Tower,,900,,4,,`, `${word} bad,Unicorns,,900,,4,,`, `,Tower,,zero,,4,,`);
    const errors = dialogOf(page).getByRole("list", { name: "Errors in the file" }).getByRole("listitem");
    await expect(errors).toContainText([/^Line 3: /, /^Line 4: /, /^Line 4: /]);
    await expect(counts(page).last()).toHaveText("3");
    await expect(dialogOf(page).getByRole("button", { name: "Import", exact: true })).toBeDisabled();
    expect(await search(request, word)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(dialogOf(page)).toBeHidden();
  });
  await test.step("a valid file is previewed, then imported", async () => {
    await chooseFile(page, `${word} one,Tower,,900,,4,,`, `${word} two,Jewellery,Rings,1200,,1,yes,"Line, with comma"`);
    await expect(counts(page)).toHaveText(["2", "2", "0", "0", "0"]);
    expect(await search(request, word)).toEqual([]);
    await dialogOf(page).getByRole("button", { name: "Import 2 rows" }).click();
    await expect(message(page, "✅ Imported: 2 created, 0 updated")).toBeVisible();
    await expect(dialogOf(page)).toBeHidden();
    await expect(rowOf(page, `${word} two`)).toBeVisible();
    expect(await search(request, word)).toHaveLength(2);
  });
  await test.step("a failed export shows an error message", async () => {
    await page.route("**/api/products.csv", (route) => route.abort());
    await page.getByRole("button", { name: "Export CSV" }).click();
    await expect(message(page, "❌ The products could not be exported")).toBeVisible();
    await expect(page.getByRole("button", { name: "Export CSV" })).toBeEnabled();
  });
  await test.step("a failed import shows the reason and can be retried; progress is shown", async () => {
    await chooseFile(page, `${uniqueWord()},Tower,,900,,4,,`);
    const importButton = dialogOf(page).getByRole("button", { name: "Import 1 row" });
    await expect(importButton).toBeEnabled();
    const problem = { problem: { message: "The shop is busy for a moment.", code: "unavailable" } };
    await page.route("**/api/products/import", (route) =>
      route.fulfill({ body: `{"done":1,"total":2}\n${JSON.stringify(problem)}\n` }),
    );
    await importButton.click();
    await expect(dialogOf(page).getByRole("alert")).toHaveText("The shop is busy for a moment.");
    await page.unroute("**/api/products/import");
    await page.route("**/api/products/import", (route) => route.abort());
    await importButton.click();
    await expect(dialogOf(page).getByRole("alert")).toHaveText(
      "❌ The file could not be imported. Nothing was changed.",
    );
    await page.unroute("**/api/products/import");
    await page.route("**/api/products/import", () => {});
    await importButton.click();
    await expect(dialogOf(page).getByRole("progressbar", { name: "0 % of stones.csv" })).toBeVisible();
  });
});
