import type { Locator } from "@playwright/test";
import { cartButton, lineOf, packageLine, storedCart } from "./support/cart.ts";
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
import { test } from "./support/own-records.ts";
import { expect } from "./support/test.ts";

const pin = (within: Locator) => within.getByLabel("PIN code (optional)");

test("the form is prefilled from the profile, checked, and kept; the summary shows the cart", async ({
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
  await test.step("name, e-mail and phone are required, and an e-mail must be one", async () => {
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
  const input = { "Full Name": "Meera Test", "Email Address": customer.email, Phone: "90000 12345" };
  const shown = Object.entries({
    ...input,
    "Address (optional)": "7 Chandra Marg",
    "PIN code (optional)": "440 010",
  });
  await test.step("the input is kept after a visit to the cart", async () => {
    for (const [label, value] of shown) await form(page).getByLabel(label).fill(value);
    await page.getByRole("link", { name: "Change the cart" }).click();
    await page.getByRole("main").getByRole("link", { name: "Proceed to Checkout" }).click();
    for (const [label, value] of shown) await expect(form(page).getByLabel(label)).toHaveValue(value);
  });
  await test.step("the back button closes the popup with its page", async () => {
    await payButton(page).click();
    await expect(popup(page)).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL("/cart");
    await expect(popup(page)).toHaveCount(0);
    await expectToast(page, CLOSED);
  });
});

test("the checkout asks once for a missing address; a closed or failed payment leaves the order pending; the address can be added later", async ({
  context,
  request,
  makeProduct,
}) => {
  const page = await context.newPage();
  const cart = [lineOf(await makeProduct({ price: 600 }))];
  const customer = await goToCheckout(page, request, cart);
  const statuses = async () => (await ordersOf(request, customer)).map(({ status }) => status);
  const question = page.getByRole("dialog", { name: "Where shall we send it?" });
  const answer = (name: string) => question.getByRole("button", { name });
  const address = form(page).getByLabel("Address (optional)");

  await test.step("a wrong PIN code is marked before the question is asked", async () => {
    await pin(form(page)).fill("040010");
    await payButton(page).click();
    await expect(pin(form(page))).toHaveAccessibleDescription("PIN code must have 6 digits and cannot start with 0.");
    await expect(pin(form(page))).toBeFocused();
    await pin(form(page)).fill("");
  });
  await test.step("the question can be closed, and a double click does not answer it", async () => {
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
    await expect(pin(form(page))).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(form(page).getByLabel("Save this address for my next orders")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(form(page).getByLabel("Note for us (optional)")).toBeFocused();
    await page.keyboard.type("Size 14");
  });
  await test.step("Continue without opens the payment; a closed popup leaves the order pending and the cart full", async () => {
    await payButton(page).click();
    await answer("Continue without").click();
    await inPopup(page, "Close").click();
    await expectToast(page, CLOSED);
    await expect(payButton(page)).toHaveText("Pay ₹600");
    expect(await statuses()).toEqual(["pending"]);
    expect(await storedCart(page)).toEqual(cart);
  });
  await test.step("a failed payment leaves the popup open; paying then pays the same order, and the question is not asked again", async () => {
    await payButton(page).click();
    await inPopup(page, "Fail").click();
    // The dialog hides the page behind it from screen readers.
    await expect(page.getByText(DECLINED, { exact: true })).toBeVisible();
    await expect(popup(page)).toBeVisible();
    await payInPopup(page);
    await expectPaid(page);
    await expect(question).toBeHidden();
    expect(await statuses()).toEqual(["paid"]);
  });
  await test.step("the success page takes the address", async () => {
    await expect(page.getByRole("region", { name: "Your pieces" })).toContainText("We do not have your address yet.");
    const recipient = page.getByRole("region", { name: "For", exact: true });
    await expect(recipient).toContainText("Size 14");
    await recipient.getByRole("button", { name: "Add an address" }).click();
    const dialog = page.getByRole("dialog", { name: "Add an address" });
    await expect(dialog.getByLabel("Full Name")).toHaveValue(customer.name);
    await dialog.getByLabel("Address (optional)").fill("12 Tara Marg\nNagpur");
    await pin(dialog).fill("440 010");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expectToast(page, "Details saved");
    await expect(recipient).toContainText(/12 Tara Marg\s+Nagpur\s+PIN 440010\s*Changed by you on /);
    await expect(recipient.getByRole("button", { name: "Change address" })).toBeFocused();
    await expect(page.getByText("We do not have your address yet.")).toHaveCount(0);
  });
  expect(await ordersOf(request, customer)).toMatchObject([
    { status: "paid", note: "Size 14", shipping: { address: "12 Tara Marg\nNagpur", pin: "440010" } },
  ]);
});

test("a repeated session is pointed out, and a payment empties the cart, which then links to the shop", async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const customer = await goToCheckout(page, request, [{ ...packageLine, qty: 2 }]);
  await test.step("a session with quantity 2 is pointed out", async () => {
    await expect(summary(page).getByText("You are buying this session 2 times.")).toBeVisible();
    await page.getByRole("link", { name: "Change the cart" }).click();
    await page.getByRole("button", { name: "One less Deep Dive (Audio)" }).click();
    await page.getByRole("main").getByRole("link", { name: "Proceed to Checkout" }).click();
  });
  await test.step("on a phone the lines can be expanded, and price and button are visible at once", async () => {
    await expect(payButton(page)).toBeInViewport();
    const line = page.getByRole("listitem").filter({ hasText: packageLine.title });
    await expect(line).toBeHidden();
    await page.getByRole("button", { name: "Show 1 item" }).click();
    await expect(line).toBeVisible();
    await page.getByRole("button", { name: "Hide items" }).click();
    await expect(line).toBeHidden();
    const [pay, cart] = [(await payButton(page).boundingBox())!, (await cartButton(page).boundingBox())!];
    expect(cart.x).toBeGreaterThan(pay.x + pay.width);
    expect(cart.y).toBeGreaterThanOrEqual(pay.y);
  });
  await page.setViewportSize({ width: 1280, height: 720 });
  await test.step("a double click on Pay opens one popup with the amount; one order is paid, the cart is empty and a toast appears", async () => {
    await expect(form(page).getByLabel("Address (optional)")).toHaveAttribute("placeholder", /For products/);
    await expect(form(page).getByLabel("Address (optional)")).toHaveAccessibleDescription("");
    await form(page).getByLabel("Address (optional)").fill("7 Chandra Marg");
    // Name, e-mail, phone, address and note: no PIN code.
    await expect(form(page).getByRole("textbox")).toHaveCount(5);
    await expect(form(page).getByRole("checkbox")).toHaveCount(0);
    await expect(form(page).getByLabel("Email Address")).toHaveAccessibleDescription("The confirmation is sent here.");
    await expect(form(page).getByLabel("Note for us")).toHaveAccessibleDescription("Anything we should know.");
    await expect(payButton(page)).toHaveAccessibleDescription(
      /^Razorpay takes the payment.* confirmation by mail\. We call or write to arrange your session\.$/,
    );
    await payButton(page).dblclick();
    await expect(payButton(page)).toHaveText("Processing...");
    await expect(payButton(page)).toBeDisabled();
    await expect(inPopup(page, "Pay ₹1,800")).toBeVisible();
    await expect(popup(page)).toHaveCount(1);
    await payInPopup(page);
    await expectToast(page, PAID);
    const id = await expectPaid(page);
    expect(await storedCart(page)).toEqual([]);
    await test.step("storage holds only the token and the cart", async () => {
      const stored = await page.evaluate(async () => ({
        local: Object.keys(localStorage).sort(),
        session: Object.keys(sessionStorage),
        cookies: document.cookie,
        databases: await indexedDB.databases(),
      }));
      expect(stored).toEqual({ local: ["cart", "token"], session: [], cookies: "", databases: [] });
    });
    const [order, ...others] = await ordersOf(request, customer);
    expect(others).toEqual([]);
    expect(order).toMatchObject({
      _id: id,
      status: "paid",
      totalAmount: 1800,
      paymentId: expect.stringMatching(/^pay_/),
    });
    const { name, email, phone } = customer;
    expect(order!.shipping).toEqual({ name, email, phone, address: "7 Chandra Marg" });
  });
  await test.step("an empty cart links to the shop", async () => {
    await page.goBack();
    await expect(page).toHaveURL("/checkout");
    await expect(page.getByRole("heading", { level: 1, name: "Your cart is empty!" })).toBeVisible();
    await expect(page.getByRole("button", { name: /^Pay/ })).toHaveCount(0);
    await expect(page.getByRole("main").getByRole("link", { name: "Shop Products" })).toHaveAttribute(
      "href",
      "/products",
    );
  });
});
