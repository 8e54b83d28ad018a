import { randomUUID } from "node:crypto";
import { amount, lineOf, rowOf, rows, storedCart } from "./support/cart.ts";
import { test, uniqueWord } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
import { collectConsoleErrors, visit, visitWith } from "./support/visit.ts";

test("the cart checks prices and stock, also of a line that a second tab adds, says what changed and counts only what can be bought", async ({
  page,
  context,
  makeProduct,
}) => {
  const dearer = await makeProduct({ title: uniqueWord(), price: 950, stock: 3 });
  const few = await makeProduct({ title: `${uniqueWord()} few`, price: 100, stock: 2 });
  const sold = await makeProduct({ title: `${uniqueWord()} sold`, stock: 0 });
  const added = await makeProduct({ title: `${uniqueWord()} added`, price: 900, stock: 1 });
  const gone = lineOf(few, { itemId: randomUUID(), title: "A vanished stone", price: 5000 });
  const old = lineOf(dearer, { price: 900, title: "Its old name", qty: 2 });
  await visitWith(page, "/cart", { cart: [old, lineOf(few, { qty: 5 }), lineOf(sold), gone] });
  await test.step("a changed price is shown beside the line, and a quantity above the stock is lowered", async () => {
    await expect(rowOf(page, dearer.title).getByText("Price changed from ₹900 to ₹950", { exact: true })).toBeVisible();
    await expect(rowOf(page, few.title)).toContainText("Only 2 in stock, so the quantity was lowered from 5 to 2.");
    await expect(amount(page, "Total")).toHaveText("₹2,100");
    expect((await storedCart(page)).slice(0, 2)).toEqual([lineOf(dearer, { qty: 2 }), lineOf(few, { qty: 2 })]);
  });
  const other = await context.newPage();
  await test.step("a line added in a second tab appears and is checked, and the changes of other lines stay", async () => {
    await visit(other, `/product/${added._id}`);
    await other.getByRole("button", { name: "Exchange Energy" }).click();
    await expect(rows(page)).toHaveCount(5);
    await expect(rowOf(page, added.title).getByText("This is the only one in stock.")).toBeVisible();
    await expect(page.getByText("Price changed from ₹900 to ₹950")).toBeVisible();
  });
  await test.step("sold-out and deleted items are marked, not counted, and can be removed", async () => {
    await expect(rowOf(page, sold.title).getByText("Sold out. It is not counted in the total.")).toBeVisible();
    await expect(rowOf(page, gone.title).getByText("No longer available.")).toBeVisible();
    await expect(rowOf(page, gone.title).getByRole("link")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "One more" })).toHaveCount(3);
    await page.getByRole("button", { name: `Remove ${gone.title}` }).click();
    await expect(rows(page)).toHaveCount(4);
  });
  await test.step("the new price is stored, and the change is shown once", async () => {
    await page.reload();
    await expect(amount(page, "Total")).toHaveText("₹3,000");
    await expect(page.getByText("Price changed")).toHaveCount(0);
  });
  await test.step("checkout is disabled with a reason when nothing can be bought", async () => {
    for (const { title } of [dearer, few, added]) await page.getByRole("button", { name: `Remove ${title}` }).click();
    await expect(rows(page)).toHaveCount(1);
    const checkout = page.getByRole("main").getByRole("link", { name: "Proceed to Checkout" });
    await expect(checkout).toHaveAttribute("aria-disabled", "true");
    await expect(checkout).toHaveAccessibleDescription("Nothing in your cart can be bought at the moment.");
    await checkout.click({ force: true });
    await expect(page).toHaveURL("/cart");
    await expect(amount(page, "Total")).toHaveText("₹0");
  });
  await test.step("a cart with more lines than one quote allows is priced completely", async () => {
    const many = Array.from({ length: 101 }, (_, i) => lineOf(few, { itemId: randomUUID(), title: `Gone ${i}` }));
    await visitWith(page, "/cart", { cart: [...many, lineOf(few)] });
    await expect(amount(page, "Total")).toHaveText("₹100");
    await expect(page.getByText("No longer available.")).toHaveCount(101);
  });
  await test.step("a second tab empties the cart", async () => {
    await other.evaluate(() => localStorage.removeItem("cart"));
    await expect(page.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Cart", exact: true })).toHaveText("");
  });
});

test("a failed price check shows stored prices with a retry", async ({ context, makeProduct }) => {
  const first = await makeProduct({ price: 950, stock: 1 });
  const page = await context.newPage();
  const said = collectConsoleErrors(page);
  await page.route("**/api/cart/quote", (route) => route.fulfill({ status: 503, body: "busy" }));
  await visitWith(page, "/cart", { cart: [lineOf(first, { price: 900 })] });
  await expect(page.getByText("Prices and stock could not be checked just now.")).toBeVisible();
  await expect(amount(page, "Total")).toHaveText("₹900");
  await expect(page.getByRole("link", { name: "Proceed to Checkout" })).toHaveAttribute("href", "/checkout");

  await page.unroute("**/api/cart/quote");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Price changed from ₹900 to ₹950")).toBeVisible();
  await expect(page.getByText("could not be checked")).toHaveCount(0);
  expect(said).toEqual([]);
});
