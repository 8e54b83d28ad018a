import type { Product } from "../../src/contracts/catalogue/product.ts";
import { expectAccessible } from "./support/accessibility.ts";
import { message, recordForm, saveButton, test } from "./support/admin.ts";
import { expect } from "./support/test.ts";
import { cards, visit } from "./support/visit.ts";

test("the owner ticks the facts of a piece; visitors filter by them and find a stone in four steps, back and forth", async ({
  openAdmin,
  makeProduct,
  page,
  request,
}) => {
  const { _id } = await makeProduct({ intentions: "Love" });
  const saved = async () => (await (await request.get(`/api/products/${_id}`)).json()) as Product;

  await test.step("the form saves several values, and none", async () => {
    const admin = await openAdmin(`/admin/products?edit=${_id}`);
    const intentions = recordForm(admin).getByRole("group", { name: "Intentions" });
    await expect(intentions.getByRole("checkbox", { name: "Love" })).toBeChecked();
    await intentions.getByRole("checkbox", { name: "Love" }).uncheck();
    await intentions.getByRole("checkbox", { name: "Restful Evenings" }).focus();
    await admin.keyboard.press("Space");
    await recordForm(admin).getByRole("checkbox", { name: "Pisces" }).check();
    await saveButton(admin).click();
    await expect(message(admin, "✅ Product updated successfully")).toBeVisible();
    expect(await saved()).toMatchObject({ intentions: ["Restful Evenings"], zodiac: ["Pisces"], chakras: [] });
  });

  await test.step("a filter below “More filters” applies at once and stays open", async () => {
    await page.setViewportSize({ width: 1280, height: 860 });
    await visit(page, "/products");
    await page.getByText("More filters").click();
    await page.getByLabel("Intention").selectOption("Calm");
    await expect(page).toHaveURL("/products?intentions=Calm");
    await expect(page.getByLabel("Zodiac sign")).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("each question is a link, and Back returns to the question before", async () => {
    await visit(page, "/find-your-stone");
    const heading = page.getByRole("heading", { level: 1 });
    for (const [step, choice] of ["Calm", "Pisces", "Any form", "Any amount"].entries()) {
      await expect(page.getByText(`Step ${step + 1} of 4`)).toBeVisible();
      await expect(heading).toHaveCount(1);
      await page.getByRole("main").getByRole("link", { name: choice }).click();
    }
    await expect(heading).toHaveText("Chosen for you");
    await expect(cards(page)).toHaveCount(3);
    await expectAccessible(page);
    await page.goBack();
    await expect(page.getByText("Step 4 of 4")).toBeVisible();
    await page.getByRole("link", { name: "Change: Pisces" }).click();
    await expect(page).toHaveURL("/find-your-stone?intention=calm");
    await expectAccessible(page);
  });
});
