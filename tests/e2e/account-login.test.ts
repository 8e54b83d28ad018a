import { expectAccessible } from "./support/accessibility.ts";
import {
  expectInBar,
  fakeToken,
  fillForm,
  makeCustomer,
  openPage,
  pressMain,
  repliesWithoutText,
  storedToken,
  storeToken,
} from "./support/account.ts";
import { expect, test } from "./support/test.ts";
import { holdCalls, tabTo, visit } from "./support/visit.ts";

const CALL = "**/api/users/login";

test("a login works with the keyboard, shows a toast, stores the token and goes home or to the requested page of the shop", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const { email, password } = await makeCustomer(request);
  const calls = await holdCalls(page, CALL);
  await visit(page, "/login");
  await expect(page.getByRole("heading", { level: 1, name: "Welcome Back" })).toBeVisible();
  await tabTo(page, page.getByLabel("Email"));
  await page.keyboard.type(email.toUpperCase());
  await page.keyboard.press("Tab");
  await page.keyboard.insertText(password);
  await page.keyboard.press("Enter");
  await test.step("the button shows progress, and a second submit sends nothing", async () => {
    await expect(page.getByRole("main").getByRole("button", { name: "Logging in…" })).toBeDisabled();
    await page.getByRole("textbox", { name: "Password" }).press("Enter");
    calls.letThrough();
  });
  await expect(page.getByRole("status").getByText("Login successful 🎉")).toBeVisible();
  await expect(page).toHaveURL("/");
  expect(calls.count()).toBe(1);
  await page.unroute(CALL);
  await expectInBar(page, "customer");
  expect((await storedToken(page))?.split(".")).toHaveLength(3);
  await page.goBack();
  await expect(page).not.toHaveURL(/login/);

  await test.step("a logged-in user is redirected from the login; never redirects to another host", async () => {
    // The other spellings of another host are in tests/unit/own-path.test.ts.
    await page.goto("/login?next=//evil.example");
    await expect(page).toHaveURL(`${baseURL}/`);
    await expectInBar(page, "customer");
  });
  await test.step("a login in another tab redirects too: a customer from the owner's login to the home page", async () => {
    await page.evaluate(() => localStorage.removeItem("token"));
    await visit(page, "/admin/login?next=/admin/orders");
    const other = await context.newPage();
    await storeToken(other, fakeToken({}));
    await expect(page).toHaveURL("/");
    await expectInBar(page, "customer");
    await other.close();
  });
});

test("the login screen sends nothing without e-mail and password, says why a login failed, is accessible, and fits phones and password managers", async ({
  browser,
  baseURL,
}) => {
  const page = await openPage(browser, baseURL);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const main = page.getByRole("main");
  const email = page.getByLabel("Email");
  const password = page.getByRole("textbox", { name: "Password" });
  const loginButton = main.getByRole("button", { name: "Login" });
  await page.setViewportSize({ width: 360, height: 740 });
  await visit(page, "/login?next=/success?orderId=7");
  await test.step("on a phone the fields use the right keyboard, and all targets are large enough to tap", async () => {
    await expect(email).toHaveAttribute("inputmode", "email");
    for (const target of await main.locator("input, button, a").all())
      expect((await target.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  });
  await test.step("both fields are required", async () => {
    await pressMain(page, "Login");
    await expect(email).toBeFocused();
    await expect(email).toHaveAccessibleDescription("Email is required.");
    await expect(password).toHaveAccessibleDescription("Password is required.");
    expect(asked.filter((url) => url.includes("/api/users"))).toEqual([]);
  });
  await test.step("a password can be pasted, shown and hidden, and the fields support password managers", async () => {
    await expect(email).toHaveAttribute("autocomplete", "username");
    await expect(password).toHaveAttribute("autocomplete", "current-password");
    await expect(password).toHaveAttribute("type", "password");
    const wasTaken = await password.evaluate((input) =>
      input.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true })),
    );
    expect(wasTaken).toBe(true);

    await password.fill("a secret");
    const toggle = page.getByRole("button", { name: "Show password" });
    await expect(toggle).toHaveAttribute("aria-pressed", "false");
    await toggle.click();
    await expect(toggle).toHaveAttribute("aria-pressed", "true");
    await expect(password).toHaveAttribute("type", "text");
    await expect(password).toHaveValue("a secret");
    await toggle.click();
    await expect(password).toHaveAttribute("type", "password");
  });
  await test.step("a wrong password shows the server's message and keeps the input", async () => {
    await fillForm(page, { email: "nobody@example.com", password: "not the password" });
    await pressMain(page, "Login");
    await expect(page.getByRole("alert").getByText("Invalid email or password")).toBeVisible();
    await expect(page).toHaveURL("/login?next=/success?orderId=7");
    await expect(email).toHaveValue("nobody@example.com");
    await expect(password).toHaveValue("not the password");
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 720 });
  });
  await test.step("shows Login failed when the server sends no message", async () => {
    await page.route(CALL, (route) => route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad</h1>" }));
    await pressMain(page, "Login");
    await expect(page.getByRole("alert")).toHaveText("Login failed");
    await page.unroute(CALL);
    await page.route(CALL, (route) => route.abort());
    const failed = page.waitForEvent("requestfailed");
    await pressMain(page, "Login");
    await failed;
    await expect(page.getByRole("alert")).toHaveText("Login failed");
    await expect(loginButton).toBeFocused();
    await page.unroute(CALL);
  });
  await test.step("shows Login failed when the message is not text", async () => {
    for (const body of repliesWithoutText) {
      await page.route(CALL, (route) => route.fulfill({ status: 400, json: body }));
      const answered = page.waitForResponse(CALL);
      await pressMain(page, "Login");
      await answered;
      await expect(loginButton).toBeEnabled();
      await expect(page.getByRole("alert")).toHaveText("Login failed");
      await page.unroute(CALL);
    }
  });
  await test.step("a field error is shown beside the field and focuses it", async () => {
    await fillForm(page, { email: "asha@localhost" });
    await pressMain(page, "Login");
    await expect(email).toBeFocused();
    await expect(email).toHaveAccessibleDescription("Enter a valid e-mail address.");
  });
  await test.step("the links to reset and registration keep the requested page", async () => {
    await expect(main.getByRole("link", { name: "Forgot password?" })).toHaveAttribute("href", "/forgot");
    await main.getByRole("link", { name: "Create account" }).click();
    await expect(page.getByRole("heading", { name: "Create Your Account" })).toBeVisible();
    await main.getByRole("link", { name: "Login" }).click();
    await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
    expect(new URL(page.url()).searchParams.get("next")).toBe("/success?orderId=7");
  });
  // All forms of the account pages: tests/integration/pages-without-scripts.test.ts.
  await test.step("a submit before hydration puts nothing into the address", async () => {
    await page.route("**/assets/*.js", () => {});
    await page.goto("/login", { waitUntil: "commit" });
    const submit = main.locator("[type=submit]");
    // It comes after the fields, so they are parsed too.
    await expect(submit).toBeVisible();
    for (const field of await main.getByRole("textbox").all()) await field.fill("typed@example.com");
    await submit.click();
    await expect(page).toHaveURL("/login");
    await expect(email).toHaveValue("typed@example.com");
  });
  await page.context().close();
});
