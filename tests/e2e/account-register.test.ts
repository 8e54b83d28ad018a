import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
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

test("a refused registration says why and keeps the input; repeated it logs the customer in; the screen is accessible and supports password managers and phones", async ({
  browser,
  baseURL,
  request,
}) => {
  const page = await openPage(browser, baseURL);
  const said = alertsOf(page);
  const asked: string[] = [];
  page.on("request", (sent) => asked.push(sent.url()));
  const field = (name: string) => page.getByRole("main").locator(`[name=${name}]`);
  await visit(page, "/register");
  await expect(page.getByRole("heading", { level: 1, name: "Create Your Account" })).toBeVisible();
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
  await test.step("all wrong fields are marked at once without an alert, and each is checked again while it is corrected", async () => {
    await fillForm(page, { name: " ", email: "asha at example", phone: "12345", password: "short" });
    await pressMain(page, "Create account");
    await expect(field("name")).toBeFocused();
    for (const [name, message] of [
      ["name", "Name is required."],
      ["email", "Enter a valid e-mail address."],
      ["phone", "Phone must have 10 to 15 digits."],
      ["password", "Password must have 8 to 128 characters."],
    ] as const) {
      await expect(field(name)).toHaveAttribute("aria-invalid", "true");
      await expect(field(name)).toHaveAccessibleDescription(message);
    }
    await expectAccessible(page);
    await field("phone").fill("");
    await expect(field("phone")).toHaveAccessibleDescription("Phone is required.");
    await field("phone").fill(newAccount().phone);
    await expect(field("phone")).not.toHaveAttribute("aria-invalid");
    await expect(field("email")).toHaveAttribute("aria-invalid", "true");
    expect(asked.filter((url) => url.includes("/api/users"))).toEqual([]);
  });
  await test.step("a field that the server refuses is marked too", async () => {
    await fillForm(page, { ...newAccount(), email: "asha@localhost" });
    await pressMain(page, "Create account");
    await expect.poll(() => said).toEqual(["alert: Please check the marked fields."]);
    await expect(field("email")).toBeFocused();
    await expect(field("email")).toHaveAccessibleDescription("Enter a valid e-mail address.");
    await expect(field("name")).not.toHaveAttribute("aria-invalid");
    expect(await typedIn(page)).toMatchObject({ email: "asha@localhost" });
  });
  await test.step("alerts Registration failed when the server sends no message", async () => {
    said.length = 0;
    // Other failed replies: account-login.test.ts.
    await page.route(CALL, (route) => route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad</h1>" }));
    await fillForm(page, newAccount());
    await pressMain(page, "Create account");
    await expect.poll(() => said).toEqual(["alert: Registration failed"]);
    await page.unroute(CALL);
  });
  await test.step("a used e-mail address shows an alert and keeps the input", async () => {
    said.length = 0;
    const { token: _, ...account } = await makeCustomer(request);
    await fillForm(page, account);
    await pressMain(page, "Create account");
    await expect.poll(() => said).toEqual(["alert: This e-mail already has an account. Please log in instead."]);
    expect(await typedIn(page)).toEqual(account);
    await expectInBar(page, "visitor");
  });
  await test.step("a registration logs the customer in", async () => {
    const account = newAccount();
    await fillForm(page, account);
    const sent = page.waitForRequest(CALL);
    await pressMain(page, "Create account");
    expect((await sent).postDataJSON()).toEqual(account);
    await expect(page).toHaveURL("/");
    await expectInBar(page, "customer");
  });
  await page.context().close();
});
