import { expectAccessibleAndFits } from "./support/accessibility.ts";
import {
  answerCall,
  expectInBar,
  fakeToken,
  fillForm,
  mailedLink,
  newAccount,
  openPage,
  pressMain,
  storedToken,
} from "./support/account.ts";
import { sidewaysScroll } from "./support/checks.ts";
import { expect, test } from "./support/test.ts";
import { visit } from "./support/visit.ts";

const ASKED = "If the email exists, a reset link has been sent.";
const UNREACHED = "The shop could not be reached. Please check your connection and try again.";
const RESET = "**/api/users/reset/*";

test("the forgot screen shows the same message for an unknown e-mail and on errors; the mailed link sets a new password once, and the old one stops working", async ({
  browser,
  shop,
}) => {
  const page = await openPage(browser, shop.url);
  const account = newAccount();
  await page.request.post("/api/users/register", { data: account });
  const said = page.getByRole("main").getByRole("status");
  await visit(page, "/forgot");
  await expectAccessibleAndFits(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await fillForm(page, { email: "nobody@example.com" });
  await pressMain(page, "Send reset link");
  await expect(said).toHaveText(ASKED);

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
  await page.unrouteAll();
  await fillForm(page, { email: account.email });
  await pressMain(page, "Send reset link");
  await expect(page.getByRole("alert")).toHaveCount(0);

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

  await test.step("a failed reset shows the reason, keeps the input and offers a new link", async () => {
    await page.evaluate(() => localStorage.clear());
    await visit(page, link);
    await fillForm(page, { password: "yet another password" });
    await pressMain(page, "Reset");
    await expect(page.getByRole("alert")).toHaveText(/expired or was already used/);
    await expect(page.getByRole("link", { name: "Ask for a new link" })).toHaveAttribute("href", "/forgot");
    const password = page.getByRole("textbox", { name: "New password" });
    await expect(password).toHaveValue("yet another password");

    await password.fill("short");
    await pressMain(page, "Reset");
    await expect(password).toHaveAccessibleDescription("Password must have 8 to 128 characters.");
    await expect(page.getByRole("link", { name: "Ask for a new link" })).toHaveCount(0);

    await page.route(RESET, (route) => route.abort());
    await pressMain(page, "Reset");
    await expect(page.getByRole("alert")).toHaveText(UNREACHED);
  });
  await page.context().close();
});

test("the reset screen is accessible, keeps its token, and redirects to the login after a second", async ({ page }) => {
  await test.step("the reset token is not sent to other addresses", async () => {
    const referrers: string[] = [];
    page.on("request", (sent) => referrers.push(sent.headers().referer ?? ""));
    await visit(page, "/reset-password/a-secret-key");
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
    await expect(page.locator("link[rel=canonical]")).not.toHaveAttribute("href", /secret/);
    await expect(page.getByRole("textbox", { name: "New password" })).toHaveAttribute("autocomplete", "new-password");
    await expectAccessibleAndFits(page);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await sidewaysScroll(page)).toBe(0);
    await page.getByRole("contentinfo").getByRole("link", { name: "About" }).click();
    await expect(page).toHaveURL("/about");
    expect(referrers.filter((referrer) => referrer.includes("a-secret-key"))).toEqual([]);
  });
  await page.evaluate((token) => localStorage.setItem("token", token), fakeToken({}));
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
