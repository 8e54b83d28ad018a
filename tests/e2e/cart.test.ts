import type { Page } from "@playwright/test";
import sharp from "sharp";
import { buyButton, cartButton, drawer, expectInCart, storedCart } from "./support/cart.ts";
import { controlsEverUnderCart } from "./support/checks.ts";
import { demoProduct, test } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
import { expectNoOverlayEntry, PHONE, tabTo, visit, visitWith } from "./support/visit.ts";

/** Each way closes the open cart and gives the focus back. */
async function expectClosedBy(page: Page, ways: (() => Promise<unknown>)[]) {
  const address = page.url();
  for (const close of ways) {
    await cartButton(page).click();
    await expect(drawer(page).getByRole("listitem").first()).toBeVisible();
    await close();
    await expect(drawer(page)).toBeHidden();
    await expect(cartButton(page)).toBeFocused();
    await expectNoOverlayEntry(page);
    await expect(page).toHaveURL(address);
  }
}

test.describe("on a wide screen", () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test("Exchange Energy updates both badges and links to the cart; the drawer on the right lists items, counts and removes them, traps the focus and can be closed", async ({
    page,
    makeProduct,
  }) => {
    const dear = await makeProduct({ title: "A dear piece", price: 150000, offerPrice: 123456, pictures: 1 });
    const small = await makeProduct({ title: "A small piece", price: 99.5, stock: 2 });
    await visit(page, `/product/${dear._id}`);
    await expectInCart(page, 0);

    await buyButton(page).click();
    await expectInCart(page, 1);
    const message = page.getByRole("status");
    await expect(message.getByText("Added to your cart")).toBeVisible();
    await expect(message.getByRole("link", { name: "View cart" })).toHaveAttribute("href", "/cart");

    await buyButton(page).click();
    await expectInCart(page, 2);
    await expect(page.getByRole("main").getByText("2 in your cart")).toBeVisible();
    const { _id: itemId, title, images } = dear;
    const line = { itemId, itemType: "product", title, price: 123456, image: images[0], qty: 2 };
    expect(await storedCart(page)).toEqual([line]);

    await test.step("the cart survives a visit to another page", async () => {
      await visit(page, `/product/${small._id}`);
      await expectInCart(page, 2);
    });
    await buyButton(page).click();
    await expectInCart(page, 3);
    await test.step("the keyboard reaches the cart, and the focus stays inside while it is open", async () => {
      await page.getByRole("contentinfo").getByRole("link").last().focus();
      await tabTo(page, cartButton(page), 9);
      await page.keyboard.press("Enter");
      await expect.poll(() => drawer(page).boundingBox()).toEqual({ x: 864, y: 0, width: 416, height: 800 });
      await tabTo(page, drawer(page).getByRole("button", { name: "Remove A small piece" }));
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

    await cartButton(page).click();
    const lines = drawer(page).getByRole("listitem");
    await expect(lines).toHaveText([/A dear piece\s*2 × ₹1,23,456/, /A small piece\s*1 × ₹99\.50/]);
    await expect(drawer(page).getByText("Subtotal").locator("..")).toHaveText("Subtotal₹2,47,011.50");
    const checkout = drawer(page).getByRole("link", { name: "Proceed to Checkout" });
    await expect(checkout).toHaveAttribute("href", "/checkout");

    await test.step("steppers change the quantity within the stock, and changes are announced", async () => {
      const quantity = drawer(page).getByRole("group", { name: "Quantity of A small piece" });
      const more = quantity.getByRole("button", { name: "One more A small piece" });
      await more.focus();
      await page.keyboard.press("Enter");
      await expect(quantity.getByRole("status")).toHaveText("2");
      await expect(more).toBeFocused();
      await expect(more).toHaveAccessibleDescription("There are only 2 in stock.");
      await expect(more).toBeDisabled();
      await expect(drawer(page).getByText("Subtotal").locator("..")).toHaveText("Subtotal₹2,47,111");
      await quantity.getByRole("button", { name: "One less A small piece" }).click();
      await expect(quantity.getByRole("status")).toHaveText("1");
    });

    await drawer(page).getByRole("button", { name: "Remove A dear piece" }).click();
    await expect(lines).toHaveText([/A small piece/]);
    await expect(drawer(page).getByRole("button", { name: "Remove A small piece" })).toBeFocused();
    await expect(drawer(page).getByText("Removed. 1 left in your cart.")).toHaveRole("status");
    await expect(drawer(page).getByText("Subtotal").locator("..")).toHaveText("Subtotal₹99.50");
    await drawer(page).getByRole("button", { name: "Remove A small piece" }).click();
    await expect(drawer(page).getByText("Your cart is empty")).toBeVisible();
    await expect(checkout).toHaveCount(0);
    expect(await storedCart(page)).toEqual([]);

    await drawer(page).getByRole("link", { name: "Shop Products" }).click();
    await expect(page).toHaveURL("/products");
    await expect(drawer(page)).toBeHidden();
    await expectInCart(page, 0);
  });
});

test.describe("on a phone", () => {
  test.use(PHONE);

  test("the cart opens as a sheet at the bottom and can be closed; its button covers neither price nor buy button", async ({
    page,
    request,
  }) => {
    await visit(page, `/product/${(await demoProduct(request, ({ stock }) => stock > 3))._id}`);
    await buyButton(page).click();
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

    await test.step("a tap above the sheet and Back close it, and the focus returns", async () => {
      await expectClosedBy(page, [() => page.touchscreen.tap(180, 60), () => page.goBack()]);
    });
  });
});

test("a damaged stored cart counts as empty and can be filled again; browser storage holds only the cart, scroll positions and view transitions; a toast disappears after 3 seconds", async ({
  page,
  request,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.clock.install({ time: "2026-11-14T10:00:00+05:30" });
  const { _id } = await demoProduct(request, ({ stock }) => stock > 3);
  // Other damage: tests/unit/stored-cart.test.ts.
  await visitWith(page, `/product/${_id}`, { cart: "{bad" });
  await expectInCart(page, 0);
  const message = page.getByText("Added to your cart");
  await test.step("a toast disappears after 3 seconds, stays while hovered, and can be dismissed", async () => {
    await page.clock.pauseAt("2026-11-14T11:00:00+05:30");
    await buyButton(page).click();
    await expect(message).toBeVisible();
    await page.clock.runFor(2900);
    await expect(message).toBeVisible();
    await page.clock.runFor(200);
    await expect(message).toBeHidden();

    await buyButton(page).click();
    await message.hover();
    await page.clock.runFor(10_000);
    await expect(message).toBeVisible();
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect(message).toBeHidden();
    await page.clock.resume();
  });
  await expectInCart(page, 2);
  expect(await storedCart(page)).toHaveLength(1);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Products" }).click();
  await page.getByRole("link", { name: "Page 2" }).click();
  await expect(page).toHaveURL("/products?page=2");
  await page.getByRole("main").getByRole("article").first().getByRole("link").click();
  await expect(buyButton(page).first()).toBeVisible();
  const readStored = () =>
    page.evaluate(async () => ({
      local: Object.keys(localStorage),
      session: Object.keys(sessionStorage).sort(),
      cookies: document.cookie,
      databases: await indexedDB.databases(),
    }));
  await page.reload();
  const session = ["react-router-scroll-positions", "remix-router-transitions"];
  expect(await readStored()).toEqual({ local: ["cart"], session, cookies: "", databases: [] });
  expect(await page.context().cookies()).toEqual([]);
});
