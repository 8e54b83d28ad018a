import type { Locator } from "@playwright/test";
import sharp from "sharp";
import { expect, test } from "./support/test.ts";
import { cards, expectProducts, visit } from "./support/visit.ts";

/** The pixels of the clear button at the end of a search box, which the browser draws. */
async function clearButtonPixels(box: Locator) {
  const { x, y, width, height } = (await box.boundingBox())!;
  const picture = await box
    .page()
    .screenshot({ clip: { x: x + width - 40, y: y + 8, width: 30, height: height - 16 } });
  const data = await sharp(picture).removeAlpha().raw().toBuffer();
  return Array.from({ length: data.length / 3 }, (_, index) => [...data.subarray(index * 3, index * 3 + 3)]);
}

test("a search updates the list while typing, starts at page 1 of the chosen category, loses no input, and can be cleared", async ({
  page,
}) => {
  const box = page.getByRole("searchbox", { name: "Search products" });
  const categories = page.getByRole("navigation", { name: "Categories", exact: true });
  const showAll = async () => {
    await box.fill("");
    await expect(page).not.toHaveURL(/q=/);
    await categories.getByRole("link", { name: "All" }).click();
    await expect(page).toHaveURL("/products");
    await expect(page.getByRole("heading", { level: 1, name: "Our Products" })).toBeVisible();
  };
  await visit(page, "/products/jewellery?page=3");
  await test.step("it starts at page 1 of the category, and its clear button is drawn by the shop's colours", async () => {
    await box.fill("MOONSTONE");
    await expect(page).toHaveURL("/products/jewellery?q=MOONSTONE");
    await expect(cards(page).first()).toContainText("Moonstone");
    const pixels = await clearButtonPixels(box);
    expect(pixels.filter(([red]) => red! < 150).length, "the clear button is drawn").toBeGreaterThan(8);
    expect(
      pixels.filter(([red, , blue]) => blue! - red! > 60),
      "and is not blue",
    ).toEqual([]);
    await box.click({ position: { x: (await box.boundingBox())!.width - 25, y: 24 } });
    await expect(box).toHaveValue("");
    await expect(page).toHaveURL("/products/jewellery");
    await expect(page.getByText("Showing 1–6 of 24 pieces", { exact: true })).toBeVisible();
  });
  await test.step("the list updates while typing, and the cursor stays in the box", async () => {
    await categories.getByRole("link", { name: "All" }).click();
    await expect(page).toHaveURL("/products");
    await box.pressSequentially("rose quartz sphere", { delay: 40 });
    await expect(page).toHaveURL("/products?q=rose+quartz+sphere");
    await expectProducts(page, ["Rose Quartz Sphere, 60 mm"]);
    await expect(box).toHaveValue("rose quartz sphere");
    await expect(box).toBeFocused();
  });
  await test.step("Enter searches without the debounce delay", async () => {
    await box.fill("pendulum");
    await box.press("Enter");
    await expect(page).toHaveURL("/products?q=pendulum");
    await expect(cards(page).first()).toContainText("Pendulum");
  });
  await test.step("no character is lost when responses arrive while typing", async () => {
    await box.fill("");
    await expect(page).toHaveURL("/products");
    // The debounce delay.
    await box.pressSequentially("rose", { delay: 250 });
    await expect(box).toHaveValue("rose");
    await expect(page).toHaveURL("/products?q=rose");
  });
  await test.step("a chip clicked before or during a search is applied and keeps the typed search", async () => {
    const isSearch = (url: URL) => url.pathname === "/products.data" && url.searchParams.get("q") === "quartz";
    for (const isUnderWay of [false, true]) {
      await showAll();
      await page.route(isSearch, () => {});
      const asked = isUnderWay && page.waitForRequest((sent) => isSearch(new URL(sent.url())));
      await box.fill("quartz");
      await asked;
      await categories.getByRole("link", { name: "Sphere" }).click();
      await expect(page).toHaveURL("/products/sphere?q=quartz");
      await expect(page.getByRole("heading", { level: 1, name: "Sphere" })).toBeVisible();
      await expect(cards(page).filter({ hasText: "Rose Quartz Sphere, 60 mm" })).toBeVisible();
      await expect(box).toHaveValue("quartz");
      await page.unroute(isSearch);
    }
  });
  await test.step("a box that is emptied just before the link to the same list is pressed shows the whole list", async () => {
    await box.fill("");
    await categories.getByRole("link", { name: "Sphere" }).click();
    await expect(page).toHaveURL("/products/sphere");
    await expect(box).toHaveValue("");
  });
  await test.step("characters typed during a slow response are kept, and the last search wins", async () => {
    await showAll();
    const asked: (string | null)[] = [];
    let answerFirst = () => {};
    const firstIsAsked = new Promise<void>((resolve) => {
      page.route("**/products.data*", async (route) => {
        asked.push(new URL(route.request().url()).searchParams.get("q"));
        if (asked.length === 1) {
          resolve();
          await new Promise<void>((answer) => {
            answerFirst = answer;
          });
        }
        // The browser may abort a superseded request.
        await route.continue().catch(() => {});
      });
    });
    await box.fill("amhyst");
    await firstIsAsked;
    for (let i = 0; i < 4; i++) await box.press("ArrowLeft");
    await box.pressSequentially("et");
    await expect(page).toHaveURL("/products?q=amethyst");
    await expect(cards(page).first()).toContainText("Amethyst");
    answerFirst();

    await expect(box).toHaveValue("amethyst");
    await expect(box).toBeFocused();
    expect(await box.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(4);
    await expect(page).toHaveURL("/products?q=amethyst");
    expect([asked[0], asked.at(-1)]).toEqual(["amhyst", "amethyst"]);
    await page.unroute("**/products.data*");
  });
  await test.step("back leaves the list after any number of searches", async () => {
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" }).click();
    await expect(page).toHaveURL("/");
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Products" }).click();
    await box.fill("rose");
    await expect(page).toHaveURL("/products?q=rose");
    await box.fill("rose quartz");
    await expect(page).toHaveURL("/products?q=rose+quartz");
    await page.goBack();
    await expect(page).toHaveURL("/");
    await page.goForward();
    await expect(box).toHaveValue("rose quartz");
  });
  // What a search finds: tests/integration/products-list.test.ts and html-products.test.ts.
  await test.step("a search without matches shows the escaped text and Coming Soon", async () => {
    const text = `<script>document.title = "run"</script>`;
    await visit(page, `/products/tower?${new URLSearchParams({ q: text })}`);
    await expect(page.getByRole("heading", { name: "Coming Soon" })).toBeVisible();
    await expect(page.getByText(`Nothing matches “${text}” yet.`)).toBeVisible();
    await expect(page.getByText("Products for this category are on their way.")).toBeVisible();
    await expect(page.getByRole("searchbox")).toHaveValue(text);
    await expect(page).toHaveTitle("Tower | Nakshatra");

    await page.getByRole("link", { name: "Clear search" }).click();
    await expect(page).toHaveURL("/products/tower");
    await expect(page.getByRole("searchbox")).toHaveValue("");
    await expect(cards(page)).toHaveCount(5);
  });
});
