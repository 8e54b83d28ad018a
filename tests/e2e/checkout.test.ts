import { makeCustomer } from "./support/account.ts";
import { lineOf, packageLine, storedCart } from "./support/cart.ts";
import {
  CLOSED,
  DECLINED,
  expectPaid,
  expectToast,
  form,
  goToCheckout,
  inPopup,
  ordersOf,
  PAID,
  payButton,
  payInPopup,
  popup,
  summary,
} from "./support/checkout.ts";
import { test } from "./support/own-products.ts";
import { expect } from "./support/test.ts";
import { visit } from "./support/visit.ts";

test("the form is prefilled from the profile, and the summary shows the cart", async ({
  page,
  request,
  makeProduct,
}) => {
  const product = await makeProduct({ price: 600, stock: 5 });
  const customer = await goToCheckout(page, request, [lineOf(product, { qty: 2 }), packageLine]);
  await expect(page.getByText("Test mode: no money moves")).toBeVisible();
  await expect(form(page).getByLabel("Full Name")).toHaveValue(customer.name);
  await expect(form(page).getByLabel("Email Address")).toHaveValue(customer.email);
  await expect(form(page).getByLabel("Phone")).toHaveValue(customer.phone);
  const address = form(page).getByLabel("Address (optional)");
  await expect(address).toHaveValue("");
  await expect(address).toHaveAttribute("placeholder", /For products/);
  await expect(address).toHaveAccessibleDescription(/need an address to deliver/);
  await expect(summary(page).getByRole("listitem")).toHaveText([/2 × ₹600.*₹1,200/, /Deep Dive \(Audio\).*₹1,800/]);
  await expect(payButton(page)).toHaveText("Pay ₹3,000");
});

test("on a phone too, a session that is bought twice is shown as such before the payment", async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await goToCheckout(page, request, [{ ...packageLine, qty: 2 }]);
  await expect(summary(page).getByText("You are buying this session 2 times.")).toBeVisible();
});

test("pieces without an address: the checkout asks once, and the buyer adds it after the payment", async ({
  context,
  request,
  makeProduct,
}) => {
  const page = await context.newPage();
  const customer = await goToCheckout(page, request, [lineOf(await makeProduct({ price: 600 }))]);
  const question = page.getByRole("dialog", { name: "Where shall we send it?" });
  const answer = (name: string) => question.getByRole("button", { name });
  const address = form(page).getByLabel("Address (optional)");

  await test.step("it can be closed, and a double click does not answer it", async () => {
    await payButton(page).dblclick();
    await expect(question).toHaveAccessibleDescription(/we need an address to send them to/);
    await page.keyboard.press("Escape");
    await expect(question).toBeHidden();
    await expect(payButton(page)).toBeFocused();
    expect(await ordersOf(request, customer)).toEqual([]);
  });
  await test.step("Add an address moves the focus to the field", async () => {
    await page.keyboard.press("Enter");
    await answer("Add an address").focus();
    await page.keyboard.press("Enter");
    await expect(question).toBeHidden();
    await expect(address).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(form(page).getByLabel("Note for us (optional)")).toBeFocused();
    await page.keyboard.type("Size 14");
  });
  await test.step("Continue without opens the payment and is not asked again", async () => {
    await payButton(page).click();
    await answer("Continue without").click();
    await inPopup(page, "Close").click();
    await expectToast(page, CLOSED);
    await payButton(page).click();
    await payInPopup(page);
    await expectPaid(page);
    await expect(question).toBeHidden();
  });
  await test.step("the success page takes the address", async () => {
    await expect(page.getByRole("region", { name: "Your pieces" })).toContainText("We do not have your address yet.");
    const recipient = page.getByRole("region", { name: "For", exact: true });
    await expect(recipient).toContainText("Size 14");
    await recipient.getByRole("button", { name: "Add an address" }).click();
    const dialog = page.getByRole("dialog", { name: "Add an address" });
    await expect(dialog.getByLabel("Full Name")).toHaveValue(customer.name);
    await dialog.getByLabel("Address (optional)").fill("12 Tara Marg\nNagpur 440010");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expectToast(page, "Details saved");
    await expect(recipient).toContainText(/12 Tara Marg\s+Nagpur 440010\s*Changed by you on /);
    await expect(recipient.getByRole("button", { name: "Change address" })).toBeFocused();
    await expect(page.getByText("We do not have your address yet.")).toHaveCount(0);
  });
  expect(await ordersOf(request, customer)).toMatchObject([
    { status: "paid", note: "Size 14", shipping: { address: "12 Tara Marg\nNagpur 440010" } },
  ]);
});

test("an empty cart links to the shop", async ({ page, request }) => {
  await goToCheckout(page, request, []);
  await expect(page.getByRole("heading", { level: 1, name: "Your cart is empty!" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Pay/ })).toHaveCount(0);
  await expect(page.getByRole("main").getByRole("link", { name: "Shop Products" })).toHaveAttribute(
    "href",
    "/products",
  );
});

test("name, e-mail and phone are required, and an e-mail must be one", async ({ page, request }) => {
  const customer = await goToCheckout(page, request, [packageLine]);
  const labels = ["Full Name", "Email Address", "Phone"];
  for (const label of labels) await form(page).getByLabel(label).fill("");
  await payButton(page).click();
  await expect(form(page).getByLabel("Full Name")).toBeFocused();
  for (const label of labels)
    await expect(form(page).getByLabel(label)).toHaveAccessibleDescription(`${label} is required.`);
  await form(page).getByLabel("Email Address").fill("meera");
  await expect(form(page).getByLabel("Email Address")).toHaveAccessibleDescription("Enter a valid e-mail address.");
  await expect(popup(page)).toHaveCount(0);
  expect(await ordersOf(request, customer)).toEqual([]);
});

test("the input is kept after a visit to the cart", async ({ page, request }) => {
  await goToCheckout(page, request, [packageLine]);
  await form(page).getByLabel("Phone").fill("90000 12345");
  await form(page).getByLabel("Address (optional)").fill("7 Chandra Marg");
  await page.getByRole("link", { name: "Change the cart" }).click();
  await page.getByRole("main").getByRole("link", { name: "Proceed to Checkout" }).click();
  await expect(form(page).getByLabel("Phone")).toHaveValue("90000 12345");
  await expect(form(page).getByLabel("Address (optional)")).toHaveValue("7 Chandra Marg");
});

test("payment: the popup has the amount, the order is paid, the cart is empty and a toast appears", async ({
  page,
  request,
}) => {
  const customer = await goToCheckout(page, request, [packageLine]);
  await expect(form(page).getByLabel("Address (optional)")).toHaveAccessibleDescription("");
  await payButton(page).click();
  await expect(payButton(page)).toHaveText("Processing...");
  await expect(payButton(page)).toBeDisabled();
  await expect(inPopup(page, "Pay ₹1,800")).toBeVisible();
  await payInPopup(page);
  await expectToast(page, PAID);
  const id = await expectPaid(page);
  expect(await storedCart(page)).toEqual([]);
  expect(await page.evaluate(() => Object.keys(localStorage).sort())).toEqual(["cart", "token"]);
  const [order, ...others] = await ordersOf(request, customer);
  expect(others).toEqual([]);
  expect(order).toMatchObject({
    _id: id,
    status: "paid",
    totalAmount: 1800,
    paymentId: expect.stringMatching(/^pay_/),
  });
  expect(order!.shipping).toMatchObject({ name: customer.name, email: customer.email, phone: customer.phone });
});

test("a double click creates one order and one popup", async ({ page, request }) => {
  const customer = await goToCheckout(page, request, [packageLine]);
  await payButton(page).dblclick();
  await expect(popup(page)).toHaveCount(1);
  await payInPopup(page);
  await expectPaid(page);
  expect(await ordersOf(request, customer)).toHaveLength(1);
});

test("buying the same cart again creates a second order", async ({ page, request }) => {
  const customer = await goToCheckout(page, request, [packageLine]);
  for (const times of [1, 2]) {
    await payButton(page).click();
    await payInPopup(page);
    await expectPaid(page);
    expect(await ordersOf(request, customer)).toHaveLength(times);
    if (times === 2) break;
    await page.getByRole("link", { name: "Nakshatra" }).first().click();
    await page.getByRole("article", { name: "Deep Dive" }).getByRole("button", { name: "Add to Cart" }).click();
    await page.getByRole("link", { name: "Cart, 1 item" }).click();
    await page.getByRole("main").getByRole("link", { name: "Proceed to Checkout" }).click();
  }
});

test("a visitor logs in and returns to the checkout", async ({ page, request }) => {
  const { email, password } = await makeCustomer(request);
  await visit(page, "/checkout");
  await expect(page).toHaveURL("/login?next=/checkout");
  await page.getByRole("main").getByLabel("Email").fill(email);
  await page.getByRole("main").getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Login" }).click();
  await expect(page).toHaveURL("/checkout");
});

test("a closed popup shows a toast and leaves the order pending; paying later pays the same order", async ({
  context,
  request,
}) => {
  const page = await context.newPage();
  const customer = await goToCheckout(page, request, [packageLine]);
  await payButton(page).click();
  await inPopup(page, "Close").click();
  await expectToast(page, CLOSED);
  await expect(payButton(page)).toHaveText("Pay ₹1,800");
  expect((await ordersOf(request, customer)).map(({ status }) => status)).toEqual(["pending"]);
  expect(await storedCart(page)).toEqual([packageLine]);
  await payButton(page).click();
  await payInPopup(page);
  await expectPaid(page);
  expect((await ordersOf(request, customer)).map(({ status }) => status)).toEqual(["paid"]);
});

test("a failed payment shows the provider's message, and the popup stays open", async ({ context, request }) => {
  const page = await context.newPage();
  const customer = await goToCheckout(page, request, [packageLine]);
  await payButton(page).click();
  await inPopup(page, "Fail").click();
  // The dialog hides the page behind it from screen readers.
  await expect(page.getByText(DECLINED, { exact: true })).toBeVisible();
  await expect(popup(page)).toBeVisible();
  await payInPopup(page);
  await expectPaid(page);
  expect((await ordersOf(request, customer)).map(({ status }) => status)).toEqual(["paid"]);
});

test("the back button closes the popup with its page", async ({ page, request }) => {
  await goToCheckout(page, request, [packageLine]);
  await page.getByRole("link", { name: "Change the cart" }).click();
  await page.getByRole("main").getByRole("link", { name: "Proceed to Checkout" }).click();
  await payButton(page).click();
  await expect(popup(page)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL("/cart");
  await expect(popup(page)).toHaveCount(0);
  await expectToast(page, CLOSED);
});
