import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type { PersonalData } from "../../src/contracts/accounts/personal-data.ts";
import type { OrderItem } from "../../src/contracts/orders/order.ts";
import { orderStatuses } from "../../src/contracts/orders/order-rules.ts";
import { expectAccessible, expectAccessibleAndFits } from "./support/accessibility.ts";
import {
  agedToken,
  answerCall,
  bar,
  expectInBar,
  fillForm,
  makeCustomer,
  openPage,
  orderOf,
  pressMain,
  storedToken,
} from "./support/account.ts";
import { expectStatusColours, sidewaysScroll, watchShifts } from "./support/checks.ts";
import { expect, test } from "./support/test.ts";
import { collectConsoleErrors, visitWith } from "./support/visit.ts";

const PROFILE = "**/api/users/profile";
const ORDERS = "**/api/orders/my";
const DESKTOP = { width: 1280, height: 720 };

const expectToast = (page: Page, text: string) => expect(page.getByRole("status").getByText(text)).toBeVisible();
const orders = (page: Page) => page.getByRole("region", { name: "My Orders" });
const newPassword = (page: Page) => page.getByRole("textbox", { name: "New Password" });

const item = (changes: Partial<OrderItem>): OrderItem => ({
  itemId: "a",
  itemType: "product",
  title: "Rose Quartz Ring",
  price: 900,
  qty: 2,
  image: "",
  ...changes,
});

const ofEachStatus = orderStatuses.map((status) => orderOf({ _id: `order-${status}`, status }));
const bought = orderOf({
  ...{ _id: "0199-abc123", status: "paid", totalAmount: 123456 },
  items: [
    item({}),
    item({ itemId: "b", itemType: "course", title: "Tarot for Beginners", qty: 1 }),
    item({ itemId: "c", itemType: "consultancy", title: "Deep Dive (Audio)", qty: 3 }),
  ],
});
const long = orderOf({ _id: "0199-long", items: [item({ title: "x".repeat(120) })], totalAmount: 12345678.5 });

test("the profile saves name, phone and password, lists the orders, is accessible, fits at 320 px and does not shift while it loads", async ({
  page,
  request,
}) => {
  const shift = await watchShifts(page);
  const { name, email, password, phone, token } = await makeCustomer(request);
  await answerCall(page, ORDERS, 200, []);
  await visitWith(page, "/profile", { token });
  await expect(page.getByRole("heading", { level: 1, name: "My Profile" })).toBeVisible();
  await expect(page.getByLabel("Full Name")).toHaveValue(name);
  await expect(page.getByLabel("Phone")).toHaveValue(phone);
  await expect(newPassword(page)).toHaveValue("");
  expect(await shift(), "1280 px").toBeLessThanOrEqual(0.02);
  await test.step("an empty list of orders links to the shop", async () => {
    await expect(orders(page).getByText("No orders yet.")).toBeVisible();
    await expect(orders(page).getByRole("link", { name: "Shop Products" })).toHaveAttribute("href", "/products");
  });
  await test.step("the form names the account for password managers", async () => {
    const form = page.getByRole("form", { name: "My Profile" });
    await expect(form.locator("[autocomplete=username]")).toHaveValue(email);
    await expect(form.locator("[name=password]")).toHaveAttribute("autocomplete", "new-password");
    await expect(form.locator("[name=name]")).toHaveAttribute("autocomplete", "name");
    await expect(form.locator("[name=phone]")).toHaveAttribute("autocomplete", "tel");
  });
  const logIn = async (tried: string) =>
    (await request.post("/api/users/login", { data: { email, password: tried } })).status();
  await test.step("name and phone are saved without changing the password", async () => {
    await fillForm(page, { name: "Asha K.", phone: "" });
    await pressMain(page, "Save Changes");
    await expectToast(page, "Profile updated");
    expect(await storedToken(page)).toBe(token);
    expect(await logIn(password)).toBe(200);
  });
  await test.step("a new password is saved with a fresh token", async () => {
    await fillForm(page, { password: "another good password" });
    await pressMain(page, "Save Changes");
    await expect.poll(() => storedToken(page)).not.toBe(token);
    await expect(newPassword(page)).toHaveValue("");
    expect([await logIn(password), await logIn("another good password")]).toEqual([401, 200]);
    const old = await request.get("/api/users/profile", { headers: { authorization: `Bearer ${token}` } });
    expect(old.status()).toBe(401);
  });
  await test.step("a reload on a phone shows what was saved, without a shift: this browser stays logged in", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.unroute(ORDERS);
    await answerCall(page, ORDERS, 200, [bought, ...ofEachStatus, long]);
    await page.reload({ waitUntil: "networkidle" });
    await expect(page.getByLabel("Full Name")).toHaveValue("Asha K.");
    await expect(page.getByLabel("Phone")).toHaveValue("");
    expect(await shift(), "360 px").toBeLessThanOrEqual(0.02);
    await page.getByRole("link", { name: /^My Orders \(\d+\)$/ }).click();
    await expect(orders(page).getByRole("heading", { level: 2 })).toBeInViewport({ ratio: 1 });
  });
  await test.step("an order shows the end of its id, its status, its total and what was bought", async () => {
    const order = orders(page).getByRole("listitem").filter({ hasText: "Order abc123" });
    await expect(order.getByRole("heading", { level: 3 })).toHaveText("Order abc123");
    await expect(order.getByText("paid", { exact: true })).toBeVisible();
    await expect(order.getByText("₹1,23,456")).toBeVisible();
    await expect(order.getByText("14 Nov 2026")).toBeVisible();
    await expect(order.getByRole("listitem")).toHaveText([
      "Rose Quartz Ring x 2 (product)",
      "Tarot for Beginners x 1 (course)",
      "Deep Dive (Audio) x 3 (consultancy)",
    ]);
    await expectStatusColours((status) => orders(page).getByText(status, { exact: true }).first());
  });
  await expectAccessibleAndFits(page);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await sidewaysScroll(page)).toBe(0);
  await page.setViewportSize(DESKTOP);
  await test.step("Back goes to the previous page, or home without one", async () => {
    await pressMain(page, "Back");
    await expect(page).toHaveURL("/");
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "About" }).click();
    await expect(page).toHaveURL("/about");
    await bar(page).getByRole("link", { name: "Hi, customer" }).click();
    await expect(page).toHaveURL("/profile");
    await pressMain(page, "Back");
    await expect(page).toHaveURL("/about");
  });
});

test("the profile handles save and load errors; a customer downloads the account's data and deletes the account, only with the password", async ({
  browser,
  baseURL,
  request,
}) => {
  const page = await openPage(browser, baseURL);
  const errors = collectConsoleErrors(page);
  const customer = await makeCustomer(request);
  const { name, email } = customer;
  const alert = page.getByRole("main").getByRole("alert");
  await test.step("orders and details that fail to load show an error with a retry", async () => {
    await page.route(ORDERS, (route) => route.abort());
    await visitWith(page, "/profile", { token: agedToken(customer.token) });
    await expect(alert).toHaveText("Your orders could not be loaded.");
    await expect(page.getByLabel("Full Name")).toBeVisible();
    await page.unroute(ORDERS);
    await page.route(PROFILE, (route) => route.abort());
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(alert).toHaveText("Your details could not be loaded.");
    await expect(page.getByText("No orders yet.")).toBeVisible();
    await page.unroute(PROFILE);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByLabel("Full Name")).toHaveValue(name);
    await expect(alert).toHaveCount(0);
  });
  await test.step("a field error is shown beside the field and keeps the input", async () => {
    await fillForm(page, { name: "Asha K.", phone: "12345", password: "short" });
    await pressMain(page, "Save Changes");
    await expect(page.getByLabel("Phone")).toBeFocused();
    await expect(page.getByLabel("Phone")).toHaveAccessibleDescription("Phone must have 10 to 15 digits.");
    await expect(newPassword(page)).toHaveAccessibleDescription("Password must have 8 to 128 characters.");
    await expect(newPassword(page)).toHaveValue("short");
    await expect(page.getByLabel("Full Name")).toHaveValue("Asha K.");
  });
  await test.step("a failed save shows an error and can be repeated", async () => {
    await page.route(PROFILE, (route) => route.abort());
    await fillForm(page, { phone: "", password: "" });
    await pressMain(page, "Save Changes");
    await expect(alert).toHaveText("Your changes could not be saved. Please try again.");
    await page.unroute(PROFILE);
    await answerCall(page, PROFILE, 503, { code: "unavailable", message: "The shop is busy for a moment." });
    await pressMain(page, "Save Changes");
    await expect(alert).toHaveText("The shop is busy for a moment.");
    await page.unroute(PROFILE);
    await pressMain(page, "Save Changes");
    await expectToast(page, "Profile updated");
    await expect(alert).toHaveCount(0);
  });
  await test.step("a login of a while ago asks for the current password and keeps the input", async () => {
    await fillForm(page, { password: "another good password" });
    await pressMain(page, "Save Changes");
    const current = page.getByRole("textbox", { name: "Current password" });
    await expect(current).toBeFocused();
    await expect(current).toHaveAccessibleDescription(/^To choose a new password, enter the current one too\./);
    await current.fill("a wrong good password");
    await pressMain(page, "Save Changes");
    await expect(current).toHaveAccessibleDescription("This is not your password.");
    await expect(newPassword(page)).toHaveValue("another good password");
    await expect(page.getByLabel("Full Name")).toHaveValue("Asha K.");
    await current.fill(customer.password);
    await pressMain(page, "Save Changes");
    await expect(current).toHaveCount(0);
    await expect(newPassword(page)).toHaveValue("");
  });
  await test.step("the download has the profile and the orders", async () => {
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download my data" }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toBe("nakshatra-my-data.json");
    const data = JSON.parse(await readFile(await file.path(), "utf8")) as PersonalData;
    expect(data).toMatchObject({ profile: { name: "Asha K.", email, role: "customer" }, orders: [] });
  });
  const openDialog = page.getByRole("button", { name: "Delete my account" });
  const dialog = page.getByRole("dialog", { name: "Delete my account" });
  const passwordField = dialog.getByRole("textbox", { name: "Your password" });
  const confirm = dialog.getByRole("button", { name: "Delete for good" });
  await test.step("the dialog can be left, is accessible and fits", async () => {
    await openDialog.click();
    await dialog.getByRole("button", { name: "Keep my account" }).click();
    await expect(dialog).toBeHidden();
    await expect(openDialog).toBeFocused();
    await openDialog.click();
    await expect(dialog).toContainText("This cannot be undone.");
    await expectAccessible(page, "dialog[open]");
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(confirm).toBeInViewport({ ratio: 1 });
    await page.setViewportSize(DESKTOP);
  });
  await test.step("a missing or wrong password deletes nothing", async () => {
    await confirm.click();
    await expect(passwordField).toHaveAccessibleDescription("Your password is required.");
    await passwordField.fill("not the password");
    await confirm.click();
    await expect(dialog).toContainText("This is not your password.");
    await expect(passwordField).toBeFocused();
    expect(await storedToken(page)).not.toBeNull();
  });
  await passwordField.fill("another good password");
  await confirm.click();
  await expectToast(page, "Your account was deleted.");
  await expect(page).toHaveURL("/");
  expect(await storedToken(page)).toBeNull();
  await expectInBar(page, "visitor");
  const login = await request.post("/api/users/login", { data: { email, password: "another good password" } });
  expect(login.status()).toBe(401);
  await page.goBack();
  await expect(page).toHaveURL("/login?next=/profile");
  expect(errors.filter((text) => !text.includes("net::ERR_FAILED"))).toEqual([]);
  await page.context().close();
});
