import { expectInBar, fakeToken, fillForm, makeCustomer, openPage, pressMain, storedToken } from "./support/account.ts";
import { expect, test } from "./support/test.ts";
import { visit, visitWith } from "./support/visit.ts";

const ENDED = "Your session has ended. Please log in again.";

test("every call carries the token when logged in; a rejected token logs out with a toast, a 401 for anything else does not", async ({
  browser,
  baseURL,
  request,
}) => {
  const { token, email } = await makeCustomer(request);
  const page = await openPage(browser, baseURL);
  await test.step("calls carry the token when logged in, and none otherwise", async () => {
    for (const known of [undefined, token]) {
      await visitWith(page, "/contact", known ? { token: known } : {});
      await fillForm(page, { name: "Asha", email: "asha@example.com", message: "Namaste" });
      const sent = page.waitForRequest("**/api/enquiries");
      await pressMain(page, "Send Message");
      expect((await sent).headers().authorization).toBe(known && `Bearer ${known}`);
    }
  });
  await visitWith(page, "/profile", { token: fakeToken({ role: "customer" }) });
  await expect(page).toHaveURL("/login?next=/profile");
  await expect(page.getByRole("status").getByText(ENDED)).toBeVisible();
  await expectInBar(page, "visitor");
  expect(await storedToken(page)).toBe(null);

  await test.step("a 401 for an older token does not end a newer session", async () => {
    await visitWith(page, "/contact", { token: fakeToken({}) });
    await page.route("**/api/enquiries", async (route) => {
      // Meanwhile the user logs in again in another tab.
      await page.evaluate((text) => localStorage.setItem("token", text), token);
      await route.fulfill({ status: 401, json: { code: "not_signed_in", message: "Please log in to continue." } });
    });
    await fillForm(page, { name: "Asha", email: "asha@example.com", message: "Namaste" });
    await pressMain(page, "Send Message");
    await expect(page.getByRole("alert").getByText("Please log in to continue.")).toBeVisible();
    await expect(page.getByText(ENDED)).toHaveCount(0);
    expect(await storedToken(page)).toBe(token);
  });
  await test.step("a wrong password does not end the session of another tab", async () => {
    await page.evaluate(() => localStorage.clear());
    await visit(page, "/login");
    await fillForm(page, { email, password: "not the password" });
    await page.route("**/api/users/login", async (route) => {
      await page.evaluate((text) => localStorage.setItem("token", text), token);
      await route.fulfill({ status: 401, json: { code: "wrong_credentials", message: "Invalid email or password" } });
    });
    const answered = page.waitForEvent("requestfinished", (sent) => sent.url().endsWith("/api/users/login"));
    await pressMain(page, "Login");
    await answered;
    // The error is shown, or the page has already been redirected.
    const refusal = page.getByRole("alert").getByText("Invalid email or password");
    await expect(refusal.or(page.getByRole("link", { name: "Explore Courses" }))).toBeVisible();
    await expect(page.getByText(ENDED)).toHaveCount(0);
    expect(await storedToken(page)).toBe(token);
  });
  await page.context().close();
});
