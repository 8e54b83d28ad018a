import { expectAccessibleAndFits } from "./support/accessibility.ts";
import { expect, test } from "./support/test.ts";
import { visit } from "./support/visit.ts";

/** Title of the region, and its first link. */
const searches: [q: string, region: string | RegExp, first: string | RegExp][] = [
  ["silver ring", "Pieces (2)", /Ring/],
  ["paanch mukhi", "Pieces (2)", /^5 Mukhi/],
  ["stone for love", "Pieces (10)", /^Rose Quartz/],
  ["₹500 se kam", /^Pieces/, /./],
  ["गुलाबी स्फटिक", "Pieces (10)", /^Rose Quartz/],
  ["amathyst ring", "Pieces (1)", "Oval Amethyst Ring with Beaded Edge"],
  ["astrologer in marathi", "Experts (1)", "Devika Anand Rao"],
  ["palm reading", "Courses (1)", "Palmistry: Lines, Mounts and Hands"],
  ["how to cleanse crystals", "Articles (1)", /^How to Cleanse/],
  ["pukhraj", "Nearest to it", /^Citrine/],
];

for (const width of [390, 1280])
  test(`ten searches lead from the header to what they mean, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await visit(page, "/about");
    for (const [q, region, first] of searches) {
      if (width < 768) await page.getByRole("button", { name: "Menu" }).click();
      const place = width < 768 ? page.getByRole("dialog") : page.getByRole("banner");
      const field = place.getByRole("combobox", { name: "Search" });
      await field.fill(q);
      await field.press("Enter");
      await expect(page).toHaveURL(`/search?${new URLSearchParams({ q })}`);
      const found = page.getByRole("region", { name: region });
      await expect(found.getByRole("link").first()).toHaveText(first);
    }
    await expect(page.getByRole("heading", { level: 1, name: "Nothing found for “pukhraj”" })).toBeVisible();
    await expect(page.getByRole("main")).toContainText("We do not have Yellow Sapphire.");
    await expect(page.getByRole("main")).toContainText("it is another stone, not Yellow Sapphire.");
    await expect(page.getByRole("main")).not.toContainText(/on their way/i);
    await expect(page.getByRole("region", { name: "Experts to ask" }).getByRole("link").first()).toBeVisible();
    await expectAccessibleAndFits(page);

    await visit(page, "/search?q=1000+se+kam");
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex, follow");
    await expectAccessibleAndFits(page);
    await page.getByRole("link", { name: /^See all \d+$/ }).click();
    await expect(page).toHaveURL("/products?q=1000+se+kam&sort=match");
    await expect(page.getByText(/^Showing 1–6 of \d+ pieces$/)).toBeVisible();
    await visit(page, "/search?q=zzxqv");
    await page.getByRole("link", { name: "Ask us" }).click();
    await expect(page).toHaveURL("/contact");
  });
