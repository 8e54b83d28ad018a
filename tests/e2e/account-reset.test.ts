import { expectAccessible, expectAccessibleAndFits } from "./support/accessibility.ts";
import {
  answerCall,
  fakeToken,
  fillForm,
  mailedLink,
  newAccount,
  openPage,
  pressMain,
  storedToken,
} from "./support/account.ts";
import { expect, test } from "./support/test.ts";
import { visit } from "./support/visit.ts";

const ASKED = "If the email exists, a reset link has been sent.";
const UNREACHED = "The shop could not be reached. Please check your connection and try again.";
const FORGOT = "**/api/users/forgot";
const RESET = "**/api/users/reset/*";

test("the forgot screen shows the same message for an unknown e-mail and on errors; the mailed link sets a new password once, keeps its token, and the old password stops working", async ({
  browser,
  shop,
}) => {
  const page = await openPage(browser, shop.url);
  const account = newAccount();
  await page.request.post("/api/users/register", { data: account });
  const logIn = async (password: string) =>
    (await page.request.post("/api/users/login", { data: { email: account.email, password } })).status();
  const said = page.getByRole("main").getByRole("status");
  const alert = page.getByRole("main").getByRole("alert");
  await test.step("the forgot screen always shows the same message", async () => {
    await visit(page, "/forgot");
    await pressMain(page, "Send reset link");
    await expect(said).toHaveText(ASKED);
    await expect(page.getByLabel("Email")).toHaveAccessibleDescription("Email is required.");
    const answered = page.waitForResponse(FORGOT);
    await fillForm(page, { email: "nobody@example.com" });
    await pressMain(page, "Send reset link");
    expect((await answered).status()).toBe(200);
    await expect(said).toHaveText(ASKED);
    await expect(alert).toHaveCount(0);

    const later = "Codes and links were asked for too often. Please try again in 5 hours.";
    await answerCall(page, FORGOT, 429, { code: "too_many", message: later });
    const refused = page.waitForResponse(FORGOT);
    await pressMain(page, "Send reset link");
    await refused;
    await expect(said).toHaveText(ASKED);
    await expect(page.getByText(later)).toBeVisible();
    await expect(alert).toHaveCount(0);

    await page.route(FORGOT, (route) => route.abort());
    await pressMain(page, "Send reset link");
    await expect(alert).toHaveText(UNREACHED);
    await expect(said).toHaveText(ASKED);
    await expect(page.getByText(later)).toHaveCount(0);
    await expectAccessible(page);
    await page.unrouteAll();
    await fillForm(page, { email: account.email });
    await pressMain(page, "Send reset link");
    await expect(alert).toHaveCount(0);
  });
  const link = await mailedLink(shop, account.email, /\/reset-password\/[\w-]+/);
  const key = link.split("/").at(-1)!;
  const password = page.getByRole("textbox", { name: "New password" });
  await test.step("the reset ends the login of this browser and redirects to the login after a second", async () => {
    await page.evaluate((token) => localStorage.setItem("token", token), fakeToken({}));
    await page.clock.install();
    await visit(page, link);
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
    await expect(page.locator("link[rel=canonical]")).not.toHaveAttribute("href", new RegExp(key));
    await expect(password).toHaveAttribute("autocomplete", "new-password");
    await password.fill("another good password");
    await page.clock.pauseAt(Date.now() + 60 * 60 * 1000);
    const asked = page.waitForRequest(RESET);
    await pressMain(page, "Reset");
    expect((await asked).postDataJSON()).toEqual({ password: "another good password" });
    await expect(page.getByText("Password updated!")).toBeVisible();
    expect(await storedToken(page)).toBe(null);
    await page.clock.runFor(950);
    await expect(page).toHaveURL(link);
    await page.clock.runFor(100);
    await expect(page).toHaveURL("/login");
    expect([await logIn(account.password), await logIn("another good password")]).toEqual([401, 200]);
    await page.clock.resume();
  });
  const referrers: string[] = [];
  page.on("request", (sent) => referrers.push(sent.headers().referer ?? ""));
  await test.step("a failed reset shows the reason, keeps the input and offers a new link", async () => {
    await visit(page, link);
    await password.fill("yet another password");
    await pressMain(page, "Reset");
    await expect(alert).toHaveText(/expired or was already used/);
    await expect(page.getByRole("link", { name: "Ask for a new link" })).toHaveAttribute("href", "/forgot");
    await expect(password).toHaveValue("yet another password");
    await expectAccessibleAndFits(page);

    await password.fill("short");
    await pressMain(page, "Reset");
    await expect(password).toHaveAccessibleDescription("Password must have 8 to 128 characters.");
    await expect(page.getByRole("link", { name: "Ask for a new link" })).toHaveCount(0);

    await page.route(RESET, (route) => route.abort());
    await pressMain(page, "Reset");
    await expect(alert).toHaveText(UNREACHED);
  });
  await test.step("the reset token is not sent to other addresses", async () => {
    await page.getByRole("contentinfo").getByRole("link", { name: "About" }).click();
    await expect(page).toHaveURL("/about");
    expect(referrers.filter((referrer) => referrer.includes(key))).toEqual([]);
  });
  await page.context().close();
});
