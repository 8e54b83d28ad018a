import type { APIRequestContext, Page } from "@playwright/test";
import { orderStatuses } from "../../src/contracts/orders/order-rules.ts";
import { expectAccessibleAndFits } from "./support/accessibility.ts";
import {
  agedToken,
  answerCall,
  bar,
  fillForm,
  logInAs,
  makeCustomer,
  openPage,
  orderOf,
  pressMain,
  storedToken,
  storeToken,
} from "./support/account.ts";
import { sidewaysScroll, watchShifts } from "./support/checks.ts";
import { expect, test } from "./support/test.ts";
import { visit, visitWith } from "./support/visit.ts";

const PROFILE = "**/api/users/profile";
const ORDERS = "**/api/orders/my";

async function openProfile(page: Page, request: APIRequestContext) {
  const customer = await makeCustomer(request);
  await answerCall(page, ORDERS, 200, []);
  await visitWith(page, "/profile", { token: customer.token });
  await expect(page.getByLabel("Full Name")).toHaveValue(customer.name);
  return customer;
}

const expectToast = (page: Page, text: string) => expect(page.getByRole("status").getByText(text)).toBeVisible();

test("the profile saves name and phone without changing the password, is accessible, fits at 320 px and does not shift while it loads", async ({
  page,
  request,
}) => {
  const shift = await watchShifts(page);
  const { email, password, phone, token } = await openProfile(page, request);
  await expect(page.getByRole("heading", { level: 1, name: "My Profile" })).toBeVisible();
  await test.step("the skeleton has the size of the loaded page at every width", async () => {
    expect(await shift(), "1280 px").toBeLessThanOrEqual(0.02);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/profile", { waitUntil: "networkidle" });
    await expect(page.getByLabel("Full Name")).toBeVisible();
    expect(await shift(), "360 px").toBeLessThanOrEqual(0.02);
  });
  await expect(page.getByLabel("Phone")).toHaveValue(phone);
  await expect(page.getByRole("textbox", { name: "New Password" })).toHaveValue("");
  await test.step("the form names the account for password managers", async () => {
    const form = page.getByRole("form", { name: "My Profile" });
    await expect(form.locator("[autocomplete=username]")).toHaveValue(email);
    await expect(form.locator("[name=password]")).toHaveAttribute("autocomplete", "new-password");
    await expect(form.locator("[name=name]")).toHaveAttribute("autocomplete", "name");
    await expect(form.locator("[name=phone]")).toHaveAttribute("autocomplete", "tel");
  });
  await page.setViewportSize({ width: 1280, height: 720 });
  await fillForm(page, { name: "Asha K.", phone: "" });
  await pressMain(page, "Save Changes");
  await expectToast(page, "Profile updated");
  expect(await storedToken(page)).toBe(token);

  const login = await request.post("/api/users/login", { data: { email, password } });
  expect(login.status()).toBe(200);
  await test.step("with orders it is accessible and fits too; what was saved is there", async () => {
    const items = [{ itemId: "a", itemType: "product" as const, title: "x".repeat(120), price: 1, qty: 1, image: "" }];
    const ofEachStatus = orderStatuses.map((status) => orderOf({ _id: `order-${status}`, status }));
    await page.unroute(ORDERS);
    await answerCall(page, ORDERS, 200, [...ofEachStatus, orderOf({ items, totalAmount: 12345678.5 })]);
    await page.reload();
    await expect(page.getByLabel("Full Name")).toHaveValue("Asha K.");
    await expect(page.getByLabel("Phone")).toHaveValue("");
    await expectAccessibleAndFits(page);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await sidewaysScroll(page)).toBe(0);
    await page.setViewportSize({ width: 1280, height: 720 });
  });
  await test.step("Back goes to the previous page, or home without one", async () => {
    await pressMain(page, "Back");
    await expect(page).toHaveURL("/");

    await visit(page, "/about");
    await bar(page).getByRole("link", { name: "Hi, customer" }).click();
    await expect(page).toHaveURL("/profile");
    await pressMain(page, "Back");
    await expect(page).toHaveURL("/about");
  });
});

test("a new password is saved with a fresh token: this browser stays logged in, others do not", async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const { email, token } = await openProfile(page, request);
  const elsewhere = await openPage(browser, baseURL);
  await storeToken(elsewhere, token);

  await fillForm(page, { password: "another good password" });
  await pressMain(page, "Save Changes");
  await expectToast(page, "Profile updated");
  await expect(page.getByRole("textbox", { name: "New Password" })).toHaveValue("");
  await expect.poll(() => storedToken(page)).not.toBe(token);
  await page.reload();
  await expect(page.getByLabel("Full Name")).toBeVisible();

  await visit(elsewhere, "/profile");
  await expect(elsewhere).toHaveURL("/login?next=/profile");
  await expectToast(elsewhere, "Your session has ended. Please log in again.");
  await answerCall(elsewhere, ORDERS, 200, []);
  await logInAs(elsewhere, { email, password: "another good password" }, "/login?next=/profile");
  await expect(elsewhere.getByLabel("Full Name")).toBeVisible();
  await elsewhere.context().close();
});

test("the profile handles save and load errors", async ({ browser, baseURL, request }) => {
  const page = await openPage(browser, baseURL);
  await openProfile(page, request);
  await test.step("a field error is shown beside the field and keeps the input", async () => {
    await fillForm(page, { name: "Asha K.", phone: "12345", password: "short" });
    await pressMain(page, "Save Changes");
    await expect(page.getByLabel("Phone")).toBeFocused();
    await expect(page.getByLabel("Phone")).toHaveAccessibleDescription("Phone must have 10 to 15 digits.");
    const password = page.getByRole("textbox", { name: "New Password" });
    await expect(password).toHaveAccessibleDescription("Password must have 8 to 128 characters.");
    await expect(password).toHaveValue("short");
    await expect(page.getByLabel("Full Name")).toHaveValue("Asha K.");
  });
  await test.step("a failed save shows an error and can be repeated", async () => {
    await page.route(PROFILE, (route) => route.abort());
    await fillForm(page, { name: "Asha K.", phone: "", password: "" });
    await pressMain(page, "Save Changes");
    await expect(page.getByRole("alert")).toHaveText("Your changes could not be saved. Please try again.");
    await page.unroute(PROFILE);
    await answerCall(page, PROFILE, 503, { code: "unavailable", message: "The shop is busy for a moment." });
    await pressMain(page, "Save Changes");
    await expect(page.getByRole("alert")).toHaveText("The shop is busy for a moment.");
    await page.unroute(PROFILE);
    await pressMain(page, "Save Changes");
    await expectToast(page, "Profile updated");
    await expect(page.getByRole("alert")).toHaveCount(0);
  });
  await test.step("a login of a while ago asks for the current password and keeps the input", async () => {
    const { token, password } = await makeCustomer(request);
    await visitWith(page, "/profile", { token: agedToken(token) });
    await fillForm(page, { name: "Asha K.", password: "another good password" });
    await pressMain(page, "Save Changes");
    const current = page.getByRole("textbox", { name: "Current password" });
    await expect(current).toBeFocused();
    await expect(current).toHaveAccessibleDescription(/^To choose a new password, enter the current one too\./);
    await current.fill("a wrong good password");
    await pressMain(page, "Save Changes");
    await expect(current).toHaveAccessibleDescription("This is not your password.");
    await expect(page.getByRole("textbox", { name: "New Password" })).toHaveValue("another good password");
    await expect(page.getByLabel("Full Name")).toHaveValue("Asha K.");
    await current.fill(password);
    await pressMain(page, "Save Changes");
    await expectToast(page, "Profile updated");
    await expect(current).toHaveCount(0);
  });
  await test.step("details that fail to load show an error with a retry; orders are still shown", async () => {
    const { token, name } = await makeCustomer(request);
    await page.route(PROFILE, (route) => route.abort());
    await visitWith(page, "/profile", { token });
    await expect(page.getByRole("alert")).toHaveText("Your details could not be loaded.");
    await expect(page.getByText("No orders yet.")).toBeVisible();
    await page.unroute(PROFILE);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByLabel("Full Name")).toHaveValue(name);
    await expect(page.getByRole("alert")).toHaveCount(0);
  });
  await page.context().close();
});
