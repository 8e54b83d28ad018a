import { inEmptyShop } from "./support/other-shops.ts";
import { expect, test } from "./support/test.ts";
import { visit } from "./support/visit.ts";

test("an empty shop shows its empty states with a next step", async ({ page }) => {
  await inEmptyShop(async (shop) => {
    await visit(page, `${shop.url}/courses`);
    await expect(page.getByRole("heading", { name: "Coming Soon" })).toBeVisible();
    await expect(page.getByRole("searchbox")).toHaveCount(0);
    await page.getByRole("main").getByRole("link", { name: "Meet our experts" }).click();
    await expect(page).toHaveURL(`${shop.url}/experts`);

    await visit(page, `${shop.url}/experts`);
    await expect(page.getByRole("heading", { name: "Coming Soon" })).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Explore Courses" }).click();
    await expect(page).toHaveURL(`${shop.url}/courses`);

    await visit(page, `${shop.url}/blogs`);
    await expect(page.getByRole("heading", { name: "No Blogs Available" })).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: "Explore Courses" })).toBeVisible();
  });
});
