import type { Page } from "@playwright/test";
import { defaultSettings } from "../../site.config.ts";
import { expect, test } from "./support/test.ts";
import { tabTo, visit } from "./support/visit.ts";

const { aboutUs } = defaultSettings.home;

const about = (page: Page) => page.getByRole("region", { name: /^About|^The story/ });

for (const path of ["/", "/about"]) {
  test(`the about block of ${path} has two Read More / Read Less expanders`, async ({ page }) => {
    await visit(page, path);
    for (const part of aboutUs) {
      const block = about(page).locator("details").filter({ hasText: part.title });
      const hidden = page.getByText(part.more[0]!);
      await expect(hidden).toBeHidden();
      await expect(block.getByText("Read Less")).toBeHidden();

      await block.getByRole("button", { name: "Read More", expanded: false }).click();
      await expect(hidden).toBeVisible();
      await expect(block.getByText("Read More")).toBeHidden();

      await block.getByRole("button", { name: "Read Less", expanded: true }).click();
      await expect(hidden).toBeHidden();
    }
  });
}

test("both expanders can be open, and the keyboard opens them", async ({ page }) => {
  await visit(page, "/about");
  const summaries = about(page).locator("summary");
  await tabTo(page, summaries.first());
  await page.keyboard.press("Enter");
  await tabTo(page, summaries.last());
  await page.keyboard.press("Space");
  await expect(page.getByText(aboutUs[0].more[0]!)).toBeVisible();
  await expect(page.getByText(aboutUs[1].more[0]!)).toBeVisible();
});

/** The scroll offset of the first picture and the rotation of the chart behind it. */
const effects = (page: Page) =>
  page
    .locator(".about-picture")
    .first()
    .evaluate((picture) => [
      getComputedStyle(picture.querySelector("img")!).translate,
      getComputedStyle(picture, "::before").rotate,
    ]);

const scrollBy = (page: Page, pixels: number) =>
  page.evaluate(
    (by) =>
      new Promise<void>((done) => {
        window.scrollBy({ top: by, behavior: "instant" });
        requestAnimationFrame(() => requestAnimationFrame(() => done()));
      }),
    pixels,
  );

test("from 500 px of width the block's two effects follow the scroll position", async ({ page }) => {
  await page.setViewportSize({ width: 500, height: 800 });
  await visit(page, "/");
  await page.locator(".about-picture").first().scrollIntoViewIfNeeded();
  const [drift, turn] = await effects(page);
  await scrollBy(page, 200);
  const [driftAfter, turnAfter] = await effects(page);
  expect(driftAfter).not.toBe(drift);
  expect(turnAfter).not.toBe(turn);
});

test("the pictures do not move below 500 px", async ({ page }) => {
  await page.setViewportSize({ width: 499, height: 800 });
  await visit(page, "/");
  await page.locator(".about-picture").first().scrollIntoViewIfNeeded();
  await scrollBy(page, 200);
  expect(await effects(page)).toEqual(["none", "none"]);
});

test("the pictures do not move with reduced motion", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await visit(page, "/");
  await page.locator(".about-picture").first().scrollIntoViewIfNeeded();
  await scrollBy(page, 200);
  expect(await effects(page)).toEqual(["none", "none"]);
});
