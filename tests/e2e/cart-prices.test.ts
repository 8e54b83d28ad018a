import { randomUUID } from "node:crypto";
import { amount, lineOf, rowOf, rows, storedCart } from "./support/cart.ts";
import { test, uniqueWord } from "./support/own-products.ts";
import { expect } from "./support/test.ts";
import { collectConsoleErrors, visit, visitWith } from "./support/visit.ts";

test("a changed price is shown beside the line, used for the total and stored, once", async ({ page, makeProduct }) => {
  const product = await makeProduct({ title: uniqueWord(), price: 950, stock: 3 });
  await visitWith(page, "/cart", { cart: [lineOf(product, { price: 900, title: "Its old name", qty: 2 })] });
  await expect(rowOf(page, product.title).getByText("Price changed from ₹900 to ₹950", { exact: true })).toBeVisible();
  await expect(amount(page, "Total")).toHaveText("₹1,900");
  expect(await storedCart(page)).toEqual([lineOf(product, { qty: 2 })]);
  await page.reload();
  await expect(amount(page, "Total")).toHaveText("₹1,900");
  await expect(page.getByText("Price changed")).toHaveCount(0);
});

test("a quantity above the stock is lowered, with a note", async ({ page, makeProduct }) => {
  const product = await makeProduct({ price: 100, stock: 2 });
  await visitWith(page, "/cart", { cart: [lineOf(product, { qty: 5 })] });
  await expect(page.getByText("Only 2 in stock, so the quantity was lowered from 5 to 2.")).toBeVisible();
  await expect(amount(page, "Total")).toHaveText("₹200");
  expect((await storedCart(page))[0]!.qty).toBe(2);
});

test("sold-out and deleted items are marked, not counted, and can be removed", async ({ page, makeProduct }) => {
  const sold = await makeProduct({ title: `${uniqueWord()} sold`, stock: 0 });
  const good = await makeProduct({ title: `${uniqueWord()} good`, price: 300 });
  const gone = lineOf(good, { itemId: randomUUID(), title: "A vanished stone", price: 5000 });
  await visitWith(page, "/cart", { cart: [lineOf(sold), gone, lineOf(good)] });
  await expect(rowOf(page, sold.title).getByText("Sold out. It is not counted in the total.")).toBeVisible();
  await expect(rowOf(page, gone.title).getByText("No longer available.")).toBeVisible();
  await expect(rowOf(page, gone.title).getByRole("link")).toHaveCount(0);
  await expect(amount(page, "Total")).toHaveText("₹300");
  await expect(page.getByRole("button", { name: "One more" })).toHaveCount(1);
  await page.getByRole("button", { name: `Remove ${gone.title}` }).click();
  await page.getByRole("button", { name: `Remove ${sold.title}` }).click();
  await expect(rows(page)).toHaveCount(1);
});

test("checkout is disabled with a reason when nothing can be bought", async ({ page, makeProduct }) => {
  const sold = await makeProduct({ stock: 0 });
  await visitWith(page, "/cart", { cart: [lineOf(sold)] });
  const checkout = page.getByRole("main").getByRole("link", { name: "Proceed to Checkout" });
  await expect(checkout).toHaveAttribute("aria-disabled", "true");
  await expect(checkout).toHaveAccessibleDescription("Nothing in your cart can be bought at the moment.");
  await checkout.click({ force: true });
  await expect(page).toHaveURL("/cart");
  await expect(amount(page, "Total")).toHaveText("₹0");
});

test("when the price check fails the cart shows stored prices with a note and a retry", async ({
  browser,
  shop,
  makeProduct,
}) => {
  const product = await makeProduct({ price: 950 });
  const page = await browser.newPage({ baseURL: shop.url });
  const said = collectConsoleErrors(page);
  await page.route("**/api/cart/quote", (route) => route.fulfill({ status: 503, body: "busy" }));
  await visitWith(page, "/cart", { cart: [lineOf(product, { price: 900 })] });
  await expect(page.getByText("Prices and stock could not be checked just now.")).toBeVisible();
  await expect(amount(page, "Total")).toHaveText("₹900");
  await expect(page.getByRole("link", { name: "Proceed to Checkout" })).toHaveAttribute("href", "/checkout");

  await page.unroute("**/api/cart/quote");
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(page.getByText("Price changed from ₹900 to ₹950")).toBeVisible();
  await expect(page.getByText("could not be checked")).toHaveCount(0);
  expect(said).toEqual([]);
  await page.close();
});

test("a line added in a second tab appears and is checked", async ({ page, context, makeProduct }) => {
  const [first, second] = [await makeProduct({ stock: 1 }), await makeProduct({ stock: 1 })];
  await visitWith(page, "/cart", { cart: [lineOf(first, { price: 1 })] });
  await expect(page.getByText("Price changed from ₹1 to ₹900")).toBeVisible();

  const other = await context.newPage();
  await visit(other, `/product/${second._id}`);
  await other.getByRole("button", { name: "Exchange Energy" }).click();

  await expect(rows(page)).toHaveCount(2);
  await expect(rowOf(page, second.title).getByText("This is the only one in stock.")).toBeVisible();
  await expect(page.getByText("Price changed from ₹1 to ₹900")).toBeVisible();
  await other.evaluate(() => localStorage.removeItem("cart"));
  await expect(page.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Cart", exact: true })).toHaveText("");
});

test("a cart with more lines than one quote allows is priced completely", async ({ page, makeProduct }) => {
  const product = await makeProduct({ price: 100 });
  const many = Array.from({ length: 101 }, (_, i) => lineOf(product, { itemId: randomUUID(), title: `Gone ${i}` }));
  await visitWith(page, "/cart", { cart: [...many, lineOf(product)] });
  await expect(amount(page, "Total")).toHaveText("₹100");
  await expect(page.getByText("No longer available.")).toHaveCount(101);
});
