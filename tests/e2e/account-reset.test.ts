import {
  answerCall,
  expectInBar,
  fakeToken,
  fillForm,
  makeCustomer,
  newAccount,
  openPage,
  pressMain,
  storedToken,
  storeToken,
} from "./support/account.ts";
import { mailedLink } from "./support/mailed-links.ts";
import { expect, test } from "./support/test.ts";
import { visit } from "./support/visit.ts";

const ASKED = "If the email exists, a reset link has been sent.";
const UNREACHED = "The shop could not be reached. Please check your connection and try again.";
const RESET = "**/api/users/reset/*";

test("shows the same message whether or not the account exists", async ({ page, request }) => {
  const { email } = await makeCustomer(request);
  for (const asked of [email, "nobody@example.com"]) {
    await visit(page, "/forgot");
    await fillForm(page, { email: asked });
    await pressMain(page, "Send reset link");
    await expect(page.getByRole("main").getByRole("status")).toHaveText(ASKED);
  }
});

test("shows the same message on server errors; only a lost connection differs", async ({ browser, baseURL }) => {
  const page = await openPage(browser, baseURL);
  const said = page.getByRole("main").getByRole("status");
  await visit(page, "/forgot");
  await pressMain(page, "Send reset link");
  await expect(said).toHaveText(ASKED);
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription("Email is required.");

  await answerCall(page, "**/api/users/forgot", 429, { code: "too_many", message: "Too many tries." });
  await fillForm(page, { email: "asha@example.com" });
  await pressMain(page, "Send reset link");
  await expect(said).toHaveText(ASKED);
  await expect(page.getByRole("alert")).toHaveCount(0);

  await page.route("**/api/users/forgot", (route) => route.abort());
  await pressMain(page, "Send reset link");
  await expect(page.getByRole("alert")).toHaveText(UNREACHED);
  await expect(said).toHaveText(ASKED);
  await page.context().close();
});

test("the mailed link sets a new password, and the old one stops working", async ({ browser, shop }) => {
  const page = await openPage(browser, shop.url);
  const account = newAccount();
  await page.request.post("/api/users/register", { data: account });
  await visit(page, "/forgot");
  await fillForm(page, { email: account.email });
  await pressMain(page, "Send reset link");
  await expect(page.getByText(ASKED)).toBeVisible();

  const link = await mailedLink(shop, account.email, /\/reset-password\/[\w-]+/);
  await visit(page, link);
  await fillForm(page, { password: "another good password" });
  await pressMain(page, "Reset");
  await expect(page).toHaveURL("/login");
  await fillForm(page, { email: account.email, password: account.password });
  await pressMain(page, "Login");
  await expect(page.getByRole("alert")).toHaveText("Invalid email or password");
  await fillForm(page, { password: "another good password" });
  await pressMain(page, "Login");
  await expectInBar(page, "customer");

  await page.evaluate(() => localStorage.clear());
  await visit(page, link);
  await fillForm(page, { password: "yet another password" });
  await pressMain(page, "Reset");
  await expect(page.getByRole("alert")).toHaveText(/expired or was already used/);
  await page.context().close();
});

test("a reset removes the stored token and redirects to the login after a second", async ({ page }) => {
  await storeToken(page, fakeToken({}));
  await page.clock.install();
  await answerCall(page, RESET, 200, { message: "Password updated!", token: fakeToken({}) });
  await visit(page, "/reset-password/some-key");
  await fillForm(page, { password: "another good password" });
  await page.clock.pauseAt(Date.now() + 60 * 60 * 1000);
  const asked = page.waitForRequest(RESET);
  await pressMain(page, "Reset");
  expect((await asked).postDataJSON()).toEqual({ password: "another good password" });
  await expect(page.getByText("Password updated!")).toBeVisible();
  expect(await storedToken(page)).toBe(null);
  await page.clock.runFor(950);
  await expect(page).toHaveURL("/reset-password/some-key");
  await page.clock.runFor(100);
  await expect(page).toHaveURL("/login");
});

test("a failed reset shows the reason, keeps the input and offers a new link", async ({ browser, baseURL }) => {
  const page = await openPage(browser, baseURL);
  await visit(page, "/reset-password/nonsense");
  await fillForm(page, { password: "another good password" });
  await pressMain(page, "Reset");
  await expect(page.getByRole("alert")).toHaveText(/expired or was already used/);
  await expect(page.getByRole("link", { name: "Ask for a new link" })).toHaveAttribute("href", "/forgot");
  const password = page.getByRole("textbox", { name: "New password" });
  await expect(password).toHaveValue("another good password");

  await password.fill("short");
  await pressMain(page, "Reset");
  await expect(password).toHaveAccessibleDescription("Password must have 8 to 128 characters.");
  await expect(page.getByRole("link", { name: "Ask for a new link" })).toHaveCount(0);

  await page.route(RESET, (route) => route.abort());
  await pressMain(page, "Reset");
  await expect(page.getByRole("alert")).toHaveText(UNREACHED);
  await page.context().close();
});

test("the reset token is not sent to other addresses", async ({ page }) => {
  const referrers: string[] = [];
  page.on("request", (sent) => referrers.push(sent.headers().referer ?? ""));
  await visit(page, "/reset-password/a-secret-key");
  await page.getByRole("contentinfo").getByRole("link", { name: "About" }).click();
  await expect(page).toHaveURL("/about");
  expect(referrers.filter((referrer) => referrer.includes("a-secret-key"))).toEqual([]);
  await page.goto("/reset-password/a-secret-key");
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
  await expect(page.locator("link[rel=canonical]")).not.toHaveAttribute("href", /secret/);
  await expect(page.getByRole("textbox", { name: "New password" })).toHaveAttribute("autocomplete", "new-password");
});
