import type { Page } from "@playwright/test";
import { expectInBar, fillForm, makeCustomer, newAccount, openPage, pressMain } from "./support/account.ts";
import { expect, test } from "./support/test.ts";
import { visit } from "./support/visit.ts";

const CALL = "**/api/users/register";

/** Collects the text of alerts from now on. */
function alertsOf(page: Page) {
  const said: string[] = [];
  page.on("dialog", (dialog) => {
    said.push(`${dialog.type()}: ${dialog.message()}`);
    dialog.accept();
  });
  return said;
}

const typedIn = (page: Page) =>
  page
    .getByRole("form", { name: "Create account" })
    .evaluate((form) => Object.fromEntries(new FormData(form as HTMLFormElement)));

test("registration logs the customer in", async ({ page }) => {
  const account = newAccount();
  await visit(page, "/register");
  await expect(page.getByRole("heading", { level: 1, name: "Create Your Account" })).toBeVisible();
  await fillForm(page, account);
  const asked = page.waitForRequest(CALL);
  await pressMain(page, "Create account");
  expect((await asked).postDataJSON()).toEqual(account);
  await expect(page).toHaveURL("/");
  await expectInBar(page, "customer");
});

test("a used e-mail address shows an alert and keeps the input", async ({ browser, baseURL, request }) => {
  const { token: _, ...account } = await makeCustomer(request);
  const page = await openPage(browser, baseURL);
  const said = alertsOf(page);
  await visit(page, "/register");
  await fillForm(page, account);
  await pressMain(page, "Create account");
  await expect.poll(() => said).toEqual(["alert: This e-mail already has an account. Please log in instead."]);
  expect(await typedIn(page)).toEqual(account);
  await expectInBar(page, "visitor");
  await page.context().close();
});

test("field errors are shown beside the fields after the alert, and the first is focused", async ({
  browser,
  baseURL,
}) => {
  const page = await openPage(browser, baseURL);
  const said = alertsOf(page);
  const typed = { name: "Asha", email: "asha@localhost", phone: "12345", password: "short" };
  await visit(page, "/register");
  await fillForm(page, typed);
  await pressMain(page, "Create account");
  await expect.poll(() => said).toEqual(["alert: Please check the marked fields."]);
  await expect(page.getByLabel("Email")).toBeFocused();
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription("Enter a valid e-mail address.");
  await expect(page.getByLabel("Phone")).toHaveAccessibleDescription("Phone must have 10 to 15 digits.");
  const password = page.getByRole("textbox", { name: "Password" });
  await expect(password).toHaveAccessibleDescription("Password must have 8 to 128 characters.");
  await expect(page.getByLabel("Name")).not.toHaveAttribute("aria-invalid");
  expect(await typedIn(page)).toEqual(typed);
  await page.context().close();
});

test("alerts Registration failed when the server sends no message", async ({ browser, baseURL }) => {
  const page = await openPage(browser, baseURL);
  const said = alertsOf(page);
  await page.route(CALL, (route) => route.abort());
  await visit(page, "/register");
  await fillForm(page, newAccount());
  await pressMain(page, "Create account");
  await expect.poll(() => said).toEqual(["alert: Registration failed"]);
  await page.unroute(CALL);
  await page.route(CALL, (route) => route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad</h1>" }));
  await pressMain(page, "Create account");
  await expect.poll(() => said).toEqual(["alert: Registration failed", "alert: Registration failed"]);
  await page.context().close();
});

test("sends nothing without name, e-mail, phone and password", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await visit(page, "/register");
  for (const missing of ["name", "email", "phone", "password"]) {
    await fillForm(page, { ...newAccount(), [missing]: "" });
    await pressMain(page, "Create account");
    await expect(page.getByRole("main").locator(`[name=${missing}]`)).toBeFocused();
  }
  expect(asked.filter((url) => url.includes("/api/users"))).toEqual([]);
});

test("the fields support password managers and phone keyboards", async ({ page }) => {
  await visit(page, "/register");
  const known = await page
    .getByRole("main")
    .locator("input")
    .evaluateAll((inputs: HTMLInputElement[]) =>
      inputs.map((input) => [input.name, input.autocomplete, input.type, input.inputMode] as const),
    );
  expect(known).toEqual([
    ["name", "name", "text", ""],
    ["email", "email", "email", "email"],
    ["phone", "tel", "tel", "tel"],
    ["password", "new-password", "password", ""],
  ]);
});

test("a name in any script is stored as typed", async ({ page }) => {
  await page.route("**/api/orders/my", (route) => route.fulfill({ json: [] }));
  const name = "आशा <b>Kulkarni</b> 🌙";
  await visit(page, "/register?next=/profile");
  await fillForm(page, { ...newAccount(), name });
  await pressMain(page, "Create account");
  await expect(page.getByLabel("Full Name")).toHaveValue(name);
});
