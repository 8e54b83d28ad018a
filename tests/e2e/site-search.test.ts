import { expectAccessible } from "./support/accessibility.ts";
import { expect, test } from "./support/test.ts";
import { visit } from "./support/visit.ts";

test("the search field of the header suggests while typing, works by keyboard, and leads to the search page", async ({
  page,
  request,
}) => {
  await visit(page, "/about");
  const bar = page.getByRole("banner");
  const field = bar.getByRole("search").getByRole("combobox", { name: "Search" });
  const options = bar.getByRole("listbox", { name: "Suggestions" }).getByRole("option");
  await test.step("arrow keys choose, Escape closes, Enter opens the chosen page", async () => {
    await field.pressSequentially("moonston");
    await expect(options.first()).toHaveText("Moonstone · 5 pieces");
    await expect(field).toHaveAttribute("aria-expanded", "true");
    await expect(page.locator("[aria-live=polite]", { hasText: /^\d suggestions$/ })).toHaveCount(1);
    await expectAccessible(page, "header");
    await field.press("ArrowDown");
    await expect(options.first()).toHaveAttribute("aria-selected", "true");
    expect(await field.getAttribute("aria-activedescendant")).toBe(await options.first().getAttribute("id"));
    await field.press("ArrowUp");
    await expect(field).toHaveAttribute("aria-activedescendant", "");
    await field.press("Escape");
    await expect(options).toHaveCount(0);
    await expect(field).toHaveValue("moonston");
    await field.fill("braclet");
    await expect(options.first()).toHaveText("Bracelets · 7 pieces");
    await field.press("ArrowDown");
    await field.press("Enter");
    await expect(page).toHaveURL("/products/jewellery/bracelets");
  });
  await test.step("Enter leads to all results, also before the suggestions have come, and so does the last suggestion", async () => {
    await field.fill("अंगूठी");
    await field.press("Enter");
    await expect(page).toHaveURL(`/search?${new URLSearchParams({ q: "अंगूठी" })}`);
    await expect(page.getByRole("heading", { level: 1, name: "Results for “अंगूठी”" })).toBeVisible();
    await field.fill("rose qua");
    await expect(options.last()).toHaveText("All results for “rose qua”");
    await field.press("ArrowUp");
    await field.press("Enter");
    await expect(page).toHaveURL("/search?q=rose+qua");
    await expect(page.getByRole("region", { name: "Pieces (10)" }).getByRole("article")).toHaveCount(10);
  });
  await test.step("an answer to what was typed before is dropped", async () => {
    const { promise: release, resolve } = Promise.withResolvers<void>();
    await page.route("**/api/suggestions?q=pyr", async (route) => {
      await release;
      await route.continue();
    });
    const asked = page.waitForRequest("**/api/suggestions?q=pyr");
    await field.fill("pyr");
    await asked;
    await field.fill("sphere");
    await expect(options.first()).toHaveText("Sphere · 5 pieces");
    const late = page.waitForResponse("**/api/suggestions?q=pyr");
    resolve();
    await late;
    await expect(options.first()).toHaveText("Sphere · 5 pieces");
  });
  await test.step("on a phone the field is in the menu, and what is close is within the first screen", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await visit(page, "/products?q=amethist");
    await expect(field).toBeHidden();
    await expect(page.getByRole("heading", { name: "Coming Soon" })).toBeInViewport({ ratio: 1 });
    const close = page.getByRole("region", { name: "Close to what you typed" });
    await expect(close.getByRole("heading", { name: "Close to what you typed" })).toBeInViewport({ ratio: 1 });
    await expect(close.getByRole("article").first()).toBeInViewport({ ratio: 0.3 });
    await expect(page.getByRole("navigation", { name: "Suggestions" }).getByRole("link").first()).toBeInViewport({
      ratio: 1,
    });
    const phrase = await (await request.get("/products?q=ring+for+women")).text();
    expect(phrase).toMatch(/Close to what you typed.*?<article.*?Ring/s);
    await page.getByRole("button", { name: "Menu" }).click();
    const inMenu = page.getByRole("dialog").getByRole("combobox", { name: "Search" });
    await inMenu.fill("payal");
    await page.getByRole("dialog").getByRole("option", { name: "Anklets" }).click();
    await expect(page).toHaveURL("/products/jewellery/anklets");
    await expect(page.getByRole("dialog")).toBeHidden();
  });
});
