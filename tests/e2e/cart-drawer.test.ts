import type { APIRequestContext, Page } from "@playwright/test";
import sharp from "sharp";
import { buyButton, cartButton, drawer } from "./support/cart.ts";
import { controlsEverUnderCart } from "./support/checks.ts";
import { demoProduct, test } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
import { expectNoOverlayEntry, PHONE, tabTo, visit } from "./support/visit.ts";

async function putInCart(page: Page, request: APIRequestContext) {
  await visit(page, `/product/${(await demoProduct(request, ({ stock }) => stock > 3))._id}`);
  await buyButton(page).click();
}

async function expectClosedBy(page: Page, ways: (() => Promise<unknown>)[]) {
  const address = page.url();
  for (const close of ways) {
    await cartButton(page).click();
    await expect(drawer(page).getByRole("listitem")).toBeVisible();
    await close();
    await expect(drawer(page)).toBeHidden();
    await expect(cartButton(page)).toBeFocused();
    await expectNoOverlayEntry(page);
    await expect(page).toHaveURL(address);
  }
}

test.describe("on a wide screen", () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test("the cart opens as a panel on the right, is reachable by keyboard, traps the focus and can be closed", async ({
    page,
    request,
  }) => {
    await putInCart(page, request);
    await test.step("the keyboard reaches it, and the focus stays inside while it is open", async () => {
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      await tabTo(page, cartButton(page), 90);
      await page.keyboard.press("Enter");
      await expect.poll(() => drawer(page).boundingBox()).toEqual({ x: 864, y: 0, width: 416, height: 800 });
      await tabTo(page, drawer(page).getByRole("button", { name: /^Remove/ }));
      await tabTo(page, drawer(page).getByRole("link", { name: "Proceed to Checkout" }));
      for (let i = 0; i < 8; i++) {
        await page.keyboard.press("Tab");
        expect(await page.evaluate(() => document.activeElement?.closest("main, header, footer"))).toBeNull();
      }
      await page.keyboard.press("Escape");
      await expect(drawer(page)).toBeHidden();
    });
    await test.step("Escape, a click beside the panel and Close close it, and the focus returns", async () => {
      await expectClosedBy(page, [
        () => page.keyboard.press("Escape"),
        () => page.mouse.click(300, 400),
        () => drawer(page).getByRole("button", { name: "Close" }).click(),
      ]);
    });
  });
});

test.describe("on a phone", () => {
  test.use(PHONE);

  test("the cart opens as a sheet at the bottom and can be closed; its button covers neither price nor buy button", async ({
    page,
    request,
  }) => {
    await putInCart(page, request);
    await test.step("a toast is not dimmed by the open cart", async () => {
      const toast = page.getByText("Added to your cart: 1 of this").locator("..");
      await toast.hover();
      const { x, y } = (await toast.boundingBox())!;
      await cartButton(page).dispatchEvent("click");
      await expect(drawer(page)).toBeVisible();
      const corner = await page.screenshot({ clip: { x: x + 12, y: y + 6, width: 2, height: 2 } });
      const { channels } = await sharp(corner).stats();
      expect(channels[0]!.min).toBeGreaterThan(250);
      await page.keyboard.press("Escape");
      await expect(drawer(page)).toBeHidden();
    });
    const box = (await cartButton(page).boundingBox())!;
    const buy = (await buyButton(page).boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(buy.x + buy.width);
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
    expect(await controlsEverUnderCart(page, [390, 360])).toEqual({});

    await cartButton(page).tap();
    const lowerEdge = ({ y, height } = { y: 0, height: 0 }) => Math.round(y + height);
    await expect.poll(async () => lowerEdge((await drawer(page).boundingBox()) ?? undefined)).toBe(740);
    expect(await drawer(page).boundingBox()).toMatchObject({ x: 0, width: 360 });
    expect((await drawer(page).boundingBox())!.y).toBeGreaterThan(100);
    await expect(drawer(page).getByRole("link", { name: "Proceed to Checkout" })).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("Escape");
    await expect(drawer(page)).toBeHidden();
    await expectNoOverlayEntry(page);

    await test.step("Escape, a tap above the sheet and Back close it, and the focus returns", async () => {
      await expectClosedBy(page, [
        () => page.keyboard.press("Escape"),
        () => page.touchscreen.tap(180, 60),
        () => page.goBack(),
      ]);
    });
  });
});
