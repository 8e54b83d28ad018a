import type { Locator } from "@playwright/test";
import sharp from "sharp";
import { test, uniqueWord } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
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

test("the list updates while typing or at once on Enter, the cursor stays in the box, and no character is lost", async ({
  page,
}) => {
  await visit(page, "/products");
  const box = page.getByRole("searchbox", { name: "Search products" });
  await box.pressSequentially("rose quartz sphere", { delay: 40 });
  await expect(page).toHaveURL("/products?q=rose+quartz+sphere");
  await expectProducts(page, ["Rose Quartz Sphere, 60 mm"]);
  await expect(box).toHaveValue("rose quartz sphere");
  await expect(box).toBeFocused();

  await test.step("Enter searches without the debounce delay", async () => {
    await box.fill("pendulum");
    await box.press("Enter");
    await expect(page).toHaveURL("/products?q=pendulum");
    await expect(cards(page).first()).toContainText("Pendulum");
  });
  await test.step("a slow phone loses no characters when responses arrive while typing", async () => {
    await box.fill("");
    await expect(page).toHaveURL("/products");
    const chromium = await page.context().newCDPSession(page);
    await chromium.send("Emulation.setCPUThrottlingRate", { rate: 6 });
    // The debounce delay.
    await box.pressSequentially("rose", { delay: 250 });
    await expect(box).toHaveValue("rose");
    await expect(page).toHaveURL("/products?q=rose");
  });
});

test("typing and clicks during a search are not lost", async ({ page }) => {
  await test.step("a chip clicked before or during a search is applied and keeps the typed search", async () => {
    const isSearch = (url: URL) => url.pathname === "/products.data" && url.searchParams.get("q") === "rose";
    for (const isUnderWay of [false, true]) {
      await visit(page, "/products");
      await page.route(isSearch, () => {});
      const box = page.getByRole("searchbox");
      const asked = isUnderWay && page.waitForRequest((sent) => isSearch(new URL(sent.url())));
      await box.fill("rose");
      await asked;
      const categories = page.getByRole("navigation", { name: "Categories", exact: true });
      await categories.getByRole("link", { name: "Sphere" }).click();
      await expect(page).toHaveURL("/products/sphere?q=rose");
      await expect(page.getByRole("heading", { level: 1, name: "Sphere" })).toBeVisible();
      await expectProducts(page, ["Rose Quartz Sphere, 60 mm"]);
      await expect(box).toHaveValue("rose");
      await page.unroute(isSearch);
    }
  });
  await test.step("characters typed during a slow response are kept, and the last search wins", async () => {
    await visit(page, "/products");
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
    const box = page.getByRole("searchbox");

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
  });
});

test("a search starts at page 1 of the chosen category, shows Coming Soon without matches, and can be cleared", async ({
  page,
}) => {
  await visit(page, "/products/jewellery?page=3");
  const box = page.getByRole("searchbox");
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
});

test("search covers titles and descriptions; a typing error shows what is close below Coming Soon", async ({
  page,
  makeProduct,
}) => {
  const word = uniqueWord();
  await makeProduct({ title: `Told in the title ${word.toUpperCase()}` });
  await makeProduct({ title: "Told in the description", description: `A piece of ${word}.` });
  await page.goto(`/products?q=${word}`);
  const named = `Told in the title ${word.toUpperCase()}`;
  await expectProducts(page, ["Told in the description", named]);
  await page.goto(`/products?q=${word}x`);
  await expect(page.getByRole("heading", { name: "Coming Soon" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Close to what you typed" }).getByRole("article")).toHaveText(
    new RegExp(named),
  );
  await page.goto("/courses?q=astrologie");
  await expect(page.getByRole("heading", { name: "No courses found." })).toBeVisible();
  await expect(page.getByRole("region", { name: "Close to what you typed" })).toContainText("Astrology");

  await test.step("percent and underscore are searched literally", async () => {
    const other = uniqueWord();
    await makeProduct({ title: `${other} 100% pure` });
    await makeProduct({ title: `${other} 1000 pure` });
    await makeProduct({ title: `${other} a_b` });
    await makeProduct({ title: `${other} axb` });
    await visit(page, "/products");
    for (const [text, found] of [
      [`${other} 100%`, `${other} 100% pure`],
      [`${other} a_b`, `${other} a_b`],
    ] as const) {
      await page.getByRole("searchbox").fill(text);
      await expect(page).toHaveURL(`/products?${new URLSearchParams({ q: text })}`);
      await expectProducts(page, [found]);
    }
  });
});
