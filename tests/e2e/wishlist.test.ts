import { expectAccessible } from "./support/accessibility.ts";
import { fillForm, makeCustomer, pressMain } from "./support/account.ts";
import { storedCart } from "./support/cart.ts";
import { test, uniqueWord } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
import { cards, visit } from "./support/visit.ts";

const PHONE = { width: 390, height: 844 };

test("a heart pressed before the login saves the piece; the list in the profile sells it and lets it go; visitors and customers ask to be told when a piece is back", async ({
  page,
  request,
  makeProduct,
}) => {
  await page.setViewportSize(PHONE);
  const word = uniqueWord();
  const [piece, gone] = [await makeProduct({ title: `Rose ${word}` }), await makeProduct({ title: word, stock: 0 })];
  const ring = await makeProduct({
    title: `Ring ${uniqueWord()}`,
    sizes: [
      { name: "12", stock: 2 },
      { name: "13", stock: 0 },
    ],
  });
  const customer = await makeCustomer(request);
  const dialog = page.getByRole("dialog", { name: "Tell me when it is back" });
  const thanks = page.getByText("Thank you. We write to you as soon as it is back.");
  const heart = ({ title }: { title: string }, isSaved: boolean) =>
    page.getByRole("button", {
      name: `${isSaved ? "Remove from" : "Save to"} wishlist: ${title}`,
      exact: true,
      pressed: isSaved,
    });
  const calls: string[] = [];
  page.on("request", (sent) => sent.url().endsWith("/api/wishlist/ids") && calls.push(sent.url()));

  await test.step("a visitor asks to be told when a size is back: a wrong e-mail address is marked", async () => {
    await visit(page, `/product/${ring._id}`);
    await page.getByRole("button", { name: "Tell me when 13 is back" }).click();
    await expect(dialog).toContainText(`${ring.title} (13)`);
    await dialog.getByLabel("Email").fill("asha");
    await dialog.getByRole("button", { name: "Tell me" }).click();
    await expect(dialog.getByLabel("Email")).toHaveAccessibleDescription("Enter a valid e-mail address.");
    await expectAccessible(page, "dialog[open]");
    const sent = page.waitForRequest("**/api/back-in-stock");
    await dialog.getByLabel("Email").fill("asha@example.com");
    await dialog.getByRole("button", { name: "Tell me" }).click();
    const itemId = `${ring._id}:${ring.variants![1]!._id}`;
    expect((await sent).postDataJSON()).toEqual({ itemId, email: "asha@example.com" });
    await expect(thanks).toBeVisible();
    await expect(dialog).toBeHidden();
  });
  await test.step("logged out, the heart of a card leads over the login to the saved piece", async () => {
    await visit(page, `/products?q=${word}`);
    await heart(piece, false).click();
    await expect(page).toHaveURL(`/login?next=/product/${piece._id}%3Fsave=1`);
    await fillForm(page, { email: customer.email, password: customer.password });
    await pressMain(page, "Login");
    await expect(heart(piece, true)).toBeVisible();
    await expect(page.getByText("Saved to your wishlist")).toBeVisible();
    await expect(page).toHaveURL(`/product/${piece._id}`);
  });
  await test.step("the hearts of all cards are loaded once", async () => {
    await page.goto(`/products?q=${word}`);
    await expect(heart(piece, true)).toBeVisible();
    await heart(gone, false).click();
    await expect(heart(gone, true)).toBeVisible();
    await page.getByRole("link", { name: "View", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Wishlist" })).toBeInViewport();
    expect(calls).toHaveLength(2);
  });
  await test.step("the list says what is sold out, adds to the cart and removes", async () => {
    await expect(cards(page)).toHaveCount(2);
    await expect(cards(page).filter({ hasText: "Sold out" })).toHaveCount(1);
    await page.getByRole("button", { name: `Add ${piece.title} to cart` }).click();
    await expect.poll(() => storedCart(page)).toMatchObject([{ itemId: piece._id, qty: 1 }]);
    await expectAccessible(page);
    await heart(gone, true).click();
    await expect(heart(gone, false)).toBeVisible();
    await page.reload();
    await expect(cards(page)).toHaveCount(1);
  });
  await test.step("a customer who asks to be told when a piece is back has an address already", async () => {
    await visit(page, `/product/${gone._id}`);
    await page.getByRole("button", { name: "Tell me when it is back" }).click();
    await expect(dialog.getByLabel("Email")).toHaveValue(customer.email);
    await dialog.getByRole("button", { name: "Tell me" }).click();
    await expect(thanks).toBeVisible();
  });
});
