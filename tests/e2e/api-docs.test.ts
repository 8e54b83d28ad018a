import { expect, test } from "./support/test.ts";

test("the calls can be browsed and tried out under a strict policy", async ({ page }) => {
  await page.goto("/api/docs");
  await page.getByRole("button", { name: "GET /api/site How this shop" }).click();
  await page.getByRole("button", { name: "Execute" }).click();
  await expect(page.getByText('"payments": "sandbox"').first()).toBeVisible();
});
