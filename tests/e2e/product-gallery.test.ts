import type { Page } from "@playwright/test";
import { demoProduct, test } from "./support/own-products.ts";
import { expect } from "./support/test.ts";
import { PHONE, visit } from "./support/visit.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const thumbnail = (page: Page, view: number) => page.getByRole("link", { name: `View ${view} of 4`, exact: true });
const picture = (page: Page, view: number) =>
  page.getByRole("link", { name: new RegExp(`^Enlarge .*view ${view} of 4$`) });

/** The other pictures are clipped. */
async function expectView(page: Page, view: number) {
  await expect(thumbnail(page, view)).toHaveAttribute("aria-current", "true");
  await expect(page.locator("a[aria-label^=View][aria-current]")).toHaveCount(1);
  await expect(picture(page, view)).toBeInViewport({ ratio: 0.5 });
}

test.beforeEach(async ({ page, request }) => {
  const { _id } = await demoProduct(request, ({ images }) => images.length === 4);
  await visit(page, `/product/${_id}`);
});

test("thumbnails and arrow keys change the picture and stop at the ends", async ({ page }) => {
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

test("every picture loads in a size that fits the screen", async ({ page }) => {
  for (let view = 1; view <= 4; view++) {
    await thumbnail(page, view).click();
    const image = picture(page, view).getByRole("img");
    await expect
      .poll(() => image.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth))
      .toBeGreaterThan(0);
    expect(await image.evaluate((img: HTMLImageElement) => img.currentSrc)).toMatch(/-w800\.webp$/);
  }
});

test("a click enlarges the picture; Escape closes it and the focus returns", async ({ page }) => {
  await thumbnail(page, 2).click();
  await expectView(page, 2);
  await picture(page, 2).click();
  const large = page.getByRole("dialog");
  await expect(large.getByRole("img", { name: /view 2 of 4/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(large).toBeHidden();
  await expect(picture(page, 2)).toBeFocused();
  await expectView(page, 2);

  await page.keyboard.press("Enter");
  await large.getByRole("button", { name: "Close" }).click();
  await expect(large).toBeHidden();
});

test.describe("on a phone", () => {
  test.use(PHONE);

  test("a tap enlarges the picture, and back closes it without leaving the page", async ({ page }) => {
    const address = page.url();
    await picture(page, 1).tap();
    await expect(page.getByRole("dialog").getByRole("img")).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(page).toHaveURL(address);
    await expectView(page, 1);
  });
});
