import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { makeCustomer } from "./support/account.ts";
import { cartButton, drawer, lineOf } from "./support/cart.ts";
import { expectPaid, form, payButton, payInPopup } from "./support/checkout.ts";
import { changeDelivery, changeSettings } from "./support/coupons.ts";
import { test } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
import { visitWith } from "./support/visit.ts";

const PHONE = { width: 390, height: 800 };
const ARRIVES = /^Arrives \w{3} \d{1,2}( \w{3})? to \w{3} \d{1,2} \w{3}$/;
const arrives = (page: Page) => page.getByRole("main").getByText(ARRIVES);
const saved = (page: Page) => form(page).getByRole("group", { name: "Deliver to" });

test("a PIN code typed on a product's page follows to the order; the address is saved and pays the next order without typing", async ({
  page,
  request,
  makeProduct,
}) => {
  await page.setViewportSize(PHONE);
  const product = await makeProduct({ price: 600, stock: 9 });
  const customer = await makeCustomer(request);
  const another = saved(page).getByRole("radio", { name: "Another address" });
  const known = saved(page).getByRole("radio", { name: "Meera Test, 12 Tara Marg, Pune, PIN 411001" });
  const address = form(page).getByLabel("Address (optional)");

  await test.step("the product's page asks for the PIN code and says when the piece arrives", async () => {
    await visitWith(page, `/product/${product._id}`, { cart: [lineOf(product)], token: customer.token });
    await page.getByRole("button", { name: "When does it arrive?" }).click();
    const field = page.getByLabel("PIN code");
    await expect(field).toBeFocused();
    await field.fill("411 001");
    await expect(arrives(page)).toBeVisible();
    await expect(page.getByRole("button", { name: "PIN 411001" })).toBeFocused();
  });
  await test.step("other pages know it", async () => {
    await page.getByRole("banner").getByRole("link", { name: /^Cart/ }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Your Cart" })).toBeVisible();
    await expect(arrives(page)).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Proceed to Checkout" }).click();
    await expect(form(page).getByLabel("PIN code (optional)")).toHaveValue("411001");
    await expect(arrives(page)).toBeVisible();
    // Only a shop that is registered for GST asks for them.
    await expect(form(page).getByLabel(/State|GSTIN/)).toHaveCount(0);
    await expect(page.getByText("Inclusive of all taxes")).toHaveCount(0);
  });
  await test.step("a reload keeps what was typed", async () => {
    const typed = {
      "Full Name": "Meera Test",
      "Address (optional)": "12 Tara Marg\nPune",
      "Note for us (optional)": "Namaste",
    };
    for (const [label, value] of Object.entries(typed)) await form(page).getByLabel(label).fill(value);
    await page.reload();
    for (const [label, value] of Object.entries(typed)) await expect(form(page).getByLabel(label)).toHaveValue(value);
    await expect(form(page).getByLabel("Save this address for my next orders")).toBeChecked();
    expect(await page.evaluate(() => Object.keys(localStorage).sort())).toEqual(["cart", "token"]);
  });
  await test.step("success page and order page tell the days of the payment", async () => {
    await payButton(page).click();
    await payInPopup(page);
    const id = await expectPaid(page);
    await expect(arrives(page)).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "See your order" }).click();
    await expect(page).toHaveURL(`/orders/${id}`);
    await expect(arrives(page)).toBeVisible();
  });
  await test.step("the next order goes to the saved address without typing", async () => {
    await page.evaluate(() => sessionStorage.clear());
    await visitWith(page, "/checkout", { cart: [lineOf(product)] });
    await expect(known).toBeChecked();
    await expect(address).toBeHidden();
    await expect(form(page).getByLabel("Note for us (optional)")).toHaveValue("");
    await expect(arrives(page)).toBeVisible();
  });
  await test.step("Another address clears the fields; choosing the saved one fills them again", async () => {
    await another.check();
    await expect(address).toHaveValue("");
    await address.fill("7 Neem Lane");
    await page.reload();
    await expect(another).toBeChecked();
    await expect(address).toHaveValue("7 Neem Lane");
    await known.check();
    await expect(address).toHaveValue("12 Tara Marg\nPune");
    await payButton(page).click();
    await payInPopup(page);
    await expectPaid(page);
    await expect(page.getByRole("region", { name: "For", exact: true })).toContainText(
      /12 Tara Marg\s+Pune\s+PIN 411001/,
    );
  });
});

test("the profile lists, adds, changes and deletes addresses, with the State of the PIN code", async ({
  page,
  request,
}) => {
  await page.setViewportSize(PHONE);
  const customer = await makeCustomer(request);
  await visitWith(page, "/profile", { token: customer.token });
  const section = page.getByRole("region", { name: "My Addresses" });
  const dialog = page.getByRole("dialog");
  const items = section.getByRole("listitem");
  await expect(section).toContainText("No addresses yet.");
  async function add(address: string, pin: string, state: string) {
    await section.getByRole("button", { name: "Add an address" }).click();
    await dialog.getByLabel("Full Name").fill("Meera Test");
    await dialog.getByLabel("Phone").fill("90000 00001");
    await dialog.getByRole("textbox", { name: "Address" }).fill(address);
    await dialog.getByLabel("PIN code").fill(pin);
    await expect(dialog.getByLabel("State")).toHaveValue(state);
  }
  const save = () => dialog.getByRole("button", { name: "Save" }).click();
  await add("12 Tara Marg", "411001", "Maharashtra");
  await expectAccessible(page);
  await save();
  await expect(items).toHaveText([/^Default.*12 Tara Marg\s+PIN 411001\s+Maharashtra/s]);
  await add("7 Neem Lane", "605001", "Puducherry");
  await dialog.getByLabel("State").selectOption("Tamil Nadu");
  await save();
  await expect(items).toHaveText([/12 Tara Marg/, /7 Neem Lane\s+PIN 605001\s+Tamil Nadu/]);
  await items.nth(1).getByRole("button", { name: "Make default" }).click();
  await expect(items).toHaveText([/^Default.*7 Neem Lane/s, /12 Tara Marg/]);
  await items.nth(1).getByRole("button", { name: "Edit" }).click();
  await dialog.getByLabel("PIN code").fill("4110");
  await save();
  await expect(dialog.getByLabel("PIN code")).toHaveAccessibleDescription(/must have 6 digits/);
  await dialog.getByLabel("PIN code").fill("403001");
  await save();
  await expect(items.nth(1)).toContainText("Goa");
  await items.nth(0).getByRole("button", { name: "Delete" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(items).toHaveText([/^Default.*12 Tara Marg/s]);
});

test("a registered shop that needs addresses asks for address, PIN code and State and offers a GSTIN; the PIN code fills the State, and another one is warned of", async ({
  page,
  request,
  ownerToken,
  makeProduct,
}) => {
  const undo = [
    await changeDelivery(request, ownerToken, () => ({ addressNeeded: true })),
    await changeSettings(request, ownerToken, "business", () => ({ gstin: "27AAPFU0939F1ZV" })),
    await changeSettings(request, ownerToken, "seller", () => ({ mode: "regular" }) as const),
  ];
  const address = form(page).getByLabel("Address", { exact: true });
  const pin = form(page).getByLabel("PIN code");
  const state = form(page).getByLabel("State");
  const gstin = form(page).getByLabel("GSTIN (optional)");
  const taxNote = page.getByText("Inclusive of all taxes").filter({ visible: true });
  try {
    await page.setViewportSize(PHONE);
    const product = await makeProduct({ price: 600, stock: 9 });
    const { token } = await makeCustomer(request);
    await test.step("drawer, cart page and checkout say that taxes are included", async () => {
      await visitWith(page, "/contact", { token, cart: [lineOf(product)] });
      await cartButton(page).click();
      await expect(drawer(page).getByText("Inclusive of all taxes")).toBeVisible();
      await drawer(page).getByRole("link", { name: "Proceed to Checkout" }).click();
      await expect(payButton(page)).toBeVisible();
      await expect(taxNote).toHaveCount(1);
      await page.getByRole("button", { name: "Show 1 item" }).click();
      await page.getByRole("link", { name: "Change the cart" }).click();
      await expect(page).toHaveURL("/cart");
      await expect(taxNote).toHaveCount(1);
      await page.getByRole("main").getByRole("link", { name: "Proceed to Checkout" }).click();
    });
    await test.step("pieces cannot be paid without address, PIN code and State", async () => {
      await payButton(page).click();
      await expect(address).toBeFocused();
      await expect(address).toHaveAccessibleDescription("Address is required.");
      await expect(pin).toHaveAccessibleDescription("PIN code is required.");
      await expect(state).toHaveAccessibleDescription("State is required.");
    });
    await test.step("the State follows the PIN code, and a reload keeps another choice with its warning", async () => {
      await address.fill("12 Tara Marg");
      await expect(state).toHaveValue("");
      await pin.fill("110 001");
      await expect(state).toHaveValue("Delhi");
      await pin.fill("411001");
      await expect(state).toHaveValue("Maharashtra");
      await state.selectOption("Goa");
      await page.reload();
      await expect(state).toHaveValue("Goa");
      await expect(form(page).getByText("PIN code 411001 is in Maharashtra. Please check both.")).toBeVisible();
      await expectAccessible(page);
    });
    await test.step("the order shows both, and its buyer changes them", async () => {
      await gstin.fill("27aapfu0939f1zv");
      await payButton(page).click();
      await payInPopup(page);
      await expectPaid(page);
      const recipient = page.getByRole("region", { name: "For", exact: true });
      await expect(recipient).toContainText(/PIN 411001\s+Goa\s+GSTIN 27AAPFU0939F1ZV/);
      await recipient.getByRole("button", { name: "Change address" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("PIN code").fill("411002");
      await expect(dialog.getByLabel("State")).toHaveValue("Maharashtra");
      await dialog.getByRole("button", { name: "Save" }).click();
      await expect(recipient).toContainText(/PIN 411002\s+Maharashtra\s+GSTIN 27AAPFU0939F1ZV/);
    });
    await test.step("the saved address fills both in", async () => {
      await visitWith(page, "/checkout", { cart: [lineOf(product)] });
      await expect(saved(page).getByRole("radio", { name: /12 Tara Marg/ })).toBeChecked();
      await expect(state).toHaveValue("Goa");
      await expect(gstin).toHaveValue("27AAPFU0939F1ZV");
    });
  } finally {
    for (const restore of undo.reverse()) await restore();
  }
});
