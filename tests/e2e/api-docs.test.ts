import { expect, test } from "./support/test.ts";

test("the API documentation works under a strict content security policy", async ({ page }) => {
  await page.goto("/api/docs");
  await page.getByRole("button", { name: "GET /api/site How this shop" }).click();
  await page.getByRole("button", { name: "Execute" }).click();
  await expect(page.getByText('"payments": "sandbox"').first()).toBeVisible();
});
