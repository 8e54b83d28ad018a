import type { Page } from "@playwright/test";
import { defaultSettings } from "../../site.config.ts";
import { expect, test } from "./support/test.ts";
import { tabTo, visit } from "./support/visit.ts";

const { aboutUs } = defaultSettings.home;

const about = (page: Page) => page.getByRole("region", { name: /^About|^The story/ });

async function expectExpanders(page: Page) {
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
}

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

test("the about block has two Read More / Read Less expanders and moves its pictures from 500 px of width", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await visit(page, "/");
  await expectExpanders(page);
  await test.step("from 500 px of width its two effects follow the scroll position", async () => {
    await page.setViewportSize({ width: 500, height: 800 });
    await page.locator(".about-picture").first().scrollIntoViewIfNeeded();
    const [drift, turn] = await effects(page);
    await scrollBy(page, 200);
    const [driftAfter, turnAfter] = await effects(page);
    expect(driftAfter).not.toBe(drift);
    expect(turnAfter).not.toBe(turn);
  });
  await test.step("the pictures do not move below 500 px or with reduced motion", async () => {
    await page.setViewportSize({ width: 499, height: 800 });
    await expect.poll(() => effects(page)).toEqual(["none", "none"]);
    await page.setViewportSize({ width: 500, height: 800 });
    await expect.poll(() => effects(page)).not.toContain("none");
    await page.emulateMedia({ reducedMotion: "reduce" });
    await expect.poll(() => effects(page)).toEqual(["none", "none"]);
  });
  await test.step("the about page has the same block; the keyboard opens both", async () => {
    await visit(page, "/about");
    await expectExpanders(page);
    const summaries = about(page).locator("summary");
    await summaries.first().focus();
    await page.keyboard.press("Enter");
    await tabTo(page, summaries.last());
    await page.keyboard.press("Space");
    await expect(page.getByText(aboutUs[0].more[0]!)).toBeVisible();
    await expect(page.getByText(aboutUs[1].more[0]!)).toBeVisible();
  });
});
