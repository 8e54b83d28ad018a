import type { APIRequestContext, Page } from "@playwright/test";
import { watchShifts } from "./support/checks.ts";
import { demoProduct, test } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
import { PHONE, visit } from "./support/visit.ts";

const thumbnail = (page: Page, view: number) => page.getByRole("link", { name: `View ${view} of 4`, exact: true });
const picture = (page: Page, view: number) =>
  page.getByRole("link", { name: new RegExp(`^Enlarge .*view ${view} of 4$`) });

/** The other pictures are clipped. */
async function expectView(page: Page, view: number) {
  await expect(thumbnail(page, view)).toHaveAttribute("aria-current", "true");
  await expect(page.locator("a[aria-label^=View][aria-current]")).toHaveCount(1);
  await expect(picture(page, view)).toBeInViewport({ ratio: 0.5 });
}

const lightbox = (page: Page) => page.getByRole("dialog");

/** The whole picture is on the screen, and the others are not. */
async function expectLarge(page: Page, view: number) {
  const box = lightbox(page);
  await expect(box.getByText(`${view} / 4`, { exact: true })).toBeVisible();
  await expect(box.getByRole("button", { name: `View ${view} of 4` })).toHaveAttribute("aria-current", "true");
  const image = box.getByRole("img", { name: `view ${view} of 4` });
  await expect(image).toBeInViewport({ ratio: 1 });
  await expect(image).toHaveCSS("object-fit", "contain");
}

/** A finger that moves over the screen to the left. */
async function swipe(page: Page) {
  const { width, height } = page.viewportSize()!;
  const client = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove", share: number) =>
    client.send("Input.dispatchTouchEvent", { type, touchPoints: [{ x: width * share, y: height * 0.4 }] });
  await touch("touchStart", 0.8);
  for (let share = 0.75; share > 0.1; share -= 0.05) await touch("touchMove", share);
  await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await client.detach();
}

/** A product of the demo catalogue with four pictures. */
async function visitProduct(page: Page, request: APIRequestContext) {
  const { _id } = await demoProduct(request, ({ images }) => images.length === 4);
  await visit(page, `/product/${_id}`);
}

test("the gallery changes pictures by thumbnail and key, loads fitting sizes and opens a lightbox", async ({
  page,
  request,
  makeProduct,
}) => {
  const readShifts = await watchShifts(page);
  await visitProduct(page, request);
  await test.step("thumbnails and arrow keys change the picture and stop at the ends", async () => {
    await expectView(page, 1);
    await thumbnail(page, 3).click();
    await expectView(page, 3);
    await page.keyboard.press("ArrowRight");
    await expectView(page, 4);
    await page.keyboard.press("ArrowRight");
    await expectView(page, 4);
    await page.keyboard.press("ArrowLeft");
    await expectView(page, 3);
  });
  await test.step("every picture loads in a size that fits the screen", async () => {
    for (let view = 1; view <= 4; view++) {
      await thumbnail(page, view).click();
      const image = picture(page, view).getByRole("img");
      await expect
        .poll(() => image.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth))
        .toBeGreaterThan(0);
      expect(await image.evaluate((img: HTMLImageElement) => img.currentSrc)).toMatch(/-w800\.webp$/);
    }
  });
  await test.step("a click opens the lightbox, which shows whole pictures and leads through all of them", async () => {
    await thumbnail(page, 2).click();
    await expectView(page, 2);
    await picture(page, 2).click();
    await expectLarge(page, 2);
    const box = lightbox(page);
    await expect(box.getByRole("button", { name: "Close" })).toBeFocused();

    await page.keyboard.press("ArrowRight");
    await expectLarge(page, 3);
    await box.getByRole("button", { name: "Next picture" }).click();
    await expectLarge(page, 4);
    await expect(box.getByRole("button", { name: "Next picture" })).toHaveAttribute("aria-disabled", "true");
    await page.keyboard.press("Enter");
    await expectLarge(page, 4);
    await box.getByRole("button", { name: "View 1 of 4" }).click();
    await expectLarge(page, 1);
    await expect(box.getByRole("button", { name: "Previous picture" })).toHaveAttribute("aria-disabled", "true");
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press("ArrowRight");
    await expectLarge(page, 4);
    await box.getByRole("button", { name: "Previous picture" }).click();
    await expectLarge(page, 3);

    // The focus stays inside; between two rounds it visits the browser's own controls.
    const isInside = () => document.activeElement === document.body || !!document.activeElement?.closest("dialog");
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press("Tab");
      expect(await page.evaluate(isInside)).toBe(true);
    }

    await page.keyboard.press("Escape");
    await expect(box).toBeHidden();
    await expectView(page, 3);
    await expect(picture(page, 3)).toBeFocused();
    expect(await readShifts()).toBeLessThan(0.02);

    await page.keyboard.press("Enter");
    await expectLarge(page, 3);
    await box.getByRole("button", { name: "Close" }).click();
    await expect(box).toBeHidden();
  });
  await test.step("a product with one picture has no arrows, counter or thumbnails", async () => {
    const { _id } = await makeProduct({ pictures: 1 });
    await visit(page, `/product/${_id}`);
    await page.getByRole("link", { name: /^Enlarge/ }).click();
    await expect(lightbox(page).getByRole("img")).toBeVisible();
    await page.keyboard.press("ArrowRight");
    await expect(lightbox(page).getByRole("button")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("link", { name: /^Enlarge/ })).toBeFocused();
  });
});

test.describe("on a phone with three pixels per CSS pixel", () => {
  test.use({ ...PHONE, deviceScaleFactor: 3 });

  test("pictures are sharp, a swipe changes them, and back closes the lightbox without leaving the page", async ({
    page,
    request,
  }) => {
    await visitProduct(page, request);
    const image = picture(page, 1).getByRole("img");
    await expect
      .poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth && img.currentSrc))
      .toMatch(/-1400x1400\.avif$/);
    const address = page.url();
    await picture(page, 1).tap();
    await expectLarge(page, 1);
    await swipe(page);
    await expectLarge(page, 2);
    await page.goBack();
    await expect(lightbox(page)).toBeHidden();
    await expect(page).toHaveURL(address);
    await expectView(page, 2);
    await swipe(page);
    await expectView(page, 3);
  });
});
