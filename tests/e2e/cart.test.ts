import { buyButton, cartButton, drawer, expectInCart, storedCart } from "./support/cart.ts";
import { demoProduct, test } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
import { visit, visitWith } from "./support/visit.ts";

test("Exchange Energy updates both badges and links to the cart; the drawer lists items, counts and removes them", async ({
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

  await test.step("the cart survives a reload and a visit to another page", async () => {
    await page.reload();
    await expectInCart(page, 2);
    await visit(page, `/product/${small._id}`);
    await expectInCart(page, 2);
  });
  await buyButton(page).click();

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

test("a toast disappears after 3 seconds, stays while hovered, and can be dismissed", async ({ page, makeProduct }) => {
  const { _id } = await makeProduct();
  await page.clock.install({ time: "2026-11-14T10:00:00+05:30" });
  await visit(page, `/product/${_id}`);
  await page.clock.pauseAt("2026-11-14T11:00:00+05:30");
  const message = page.getByText("Added to your cart");
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
});

test("a damaged stored cart counts as empty and can be filled again; browser storage holds only the cart, scroll positions and view transitions", async ({
  page,
  request,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  // Other damage: tests/unit/stored-cart.test.ts.
  await visitWith(page, "/", { cart: "{bad" });
  await expectInCart(page, 0);
  await page.getByRole("link", { name: "Shop Products" }).click();
  await page.getByRole("link", { name: "Page 2" }).click();
  await expect(page).toHaveURL("/products?page=2");
  await visitWith(page, `/product/${(await demoProduct(request, ({ stock }) => stock > 3))._id}`, { cart: "[null]" });
  await expectInCart(page, 0);
  await buyButton(page).click();
  await expectInCart(page, 1);
  expect(await storedCart(page)).toHaveLength(1);
  const stored = await page.evaluate(async () => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage).sort(),
    cookies: document.cookie,
    databases: await indexedDB.databases(),
  }));
  const session = ["react-router-scroll-positions", "remix-router-transitions"];
  expect(stored).toEqual({ local: ["cart"], session, cookies: "", databases: [] });
  expect(await page.context().cookies()).toEqual([]);
});
