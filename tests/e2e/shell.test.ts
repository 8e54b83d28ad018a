import { expect, test } from "./support/test.ts";
import { expectNoOverlayEntry, PHONE, tabTo, visit } from "./support/visit.ts";

const LINKS = [
  ["Home", "/"],
  ["About", "/about"],
  ["Courses", "/courses"],
  ["Products", "/products"],
  ["Our Experts", "/experts"],
  ["Blogs", "/blogs"],
  ["Connect", "/contact"],
] as const;

test("the header links to every section, the cart and Login, and stays at the top", async ({ page }) => {
  await visit(page, "/products");
  await test.step("the first Tab focuses the skip link", async () => {
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: "Skip to content" });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("searchbox")).toBeFocused();
  });
  const bar = page.getByRole("banner");
  const links = bar.getByRole("navigation", { name: "Main" }).getByRole("link");
  await expect(links).toHaveText(LINKS.map(([name]) => name));
  for (const [place, [, target]] of LINKS.entries()) await expect(links.nth(place)).toHaveAttribute("href", target);
  await expect(links.and(page.locator("[aria-current=page]"))).toHaveText("Products");
  await expect(bar.getByRole("link", { name: "Cart" })).toHaveAttribute("href", "/cart");
  await expect(bar.getByRole("link", { name: "Login" })).toHaveAttribute("href", "/login");
  await expect(bar.getByRole("button", { name: "Menu" })).toBeHidden();

  await links.first().click();
  await expect(page).toHaveURL("/");
  await expect(links.and(page.locator("[aria-current=page]"))).toHaveText("Home");

  await test.step("the header stays at the top while scrolling", async () => {
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
      await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
      expect((await bar.boundingBox())?.y).toBe(0);
    }
  });
  await test.step("client-side navigation announces the page title", async () => {
    await page.getByRole("main").getByRole("link", { name: "Shop Products" }).click();
    await expect(page.locator("[aria-live=polite]", { hasText: "Our Products | Nakshatra" })).toHaveCount(1);
  });
});

test.describe("the menu of a phone", () => {
  test.use(PHONE);

  test("shows the same links full screen, works by touch and with the keyboard only, and slides in within 300 ms", async ({
    page,
  }) => {
    await visit(page, "/home");
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
    const open = page.getByRole("button", { name: "Menu" });
    const menu = page.getByRole("dialog", { name: "Nakshatra" });
    const links = menu.getByRole("link");
    await test.step("with the keyboard only", async () => {
      await tabTo(page, open);
      await page.keyboard.press("Enter");
      await tabTo(page, links.filter({ hasText: "Products" }));
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL("/products");
      await expect(menu).toBeHidden();
    });
    await page.goBack();
    await expect(page).toHaveURL("/");
    await open.tap();
    await expect(links).toHaveText([
      ...LINKS.map(([name]) => name),
      "Cart",
      "Shop by intention",
      "Find your stone",
      "Login",
    ]);
    const more = ["/cart", "/products/by/intentions", "/find-your-stone", "/login"];
    for (const [place, target] of [...LINKS.map((link) => link[1]), ...more].entries()) {
      await expect(links.nth(place)).toHaveAttribute("href", target);
    }
    await expect.poll(() => menu.boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 740 });

    const setTextSize = (size: string) =>
      page.evaluate((text) => document.documentElement.style.setProperty("font-size", text), size);
    await setTextSize("200%");
    await links.last().scrollIntoViewIfNeeded();
    await expect(links.last()).toBeInViewport({ ratio: 1 });
    expect(await menu.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await setTextSize("");

    await links.filter({ hasText: "Products" }).tap();
    await expect(page).toHaveURL("/products");
    await expect(menu).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL("/");
    await expect(menu).toBeHidden();

    await test.step("closes on Escape, Close and Back, and the focus returns", async () => {
      for (const close of [
        () => page.keyboard.press("Escape"),
        () => menu.getByRole("button", { name: "Close" }).tap(),
        () => page.goBack(),
      ]) {
        await open.tap();
        await expect(menu).toBeVisible();
        await close();
        await expect(menu).toBeHidden();
        await expect(open).toBeFocused();
        await expectNoOverlayEntry(page);
        await expect(page).toHaveURL("/");
      }
    });
    await test.step("slides in within 300 ms unless motion is reduced", async () => {
      await page.emulateMedia({ reducedMotion: "no-preference" });
      await open.tap();
      const duration = await menu.evaluate((element) => getComputedStyle(element).transitionDuration);
      expect(duration).toMatch(/^0\.3s(, 0\.3s)*$/);
      await expect.poll(() => menu.boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 740 });
    });
  });
});
