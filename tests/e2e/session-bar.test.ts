import { expectAccessible } from "./support/accessibility.ts";
import {
  bar,
  expectInBar,
  fakeToken,
  logInOwner,
  makeCustomer,
  openPage,
  storedToken,
  storeToken,
} from "./support/account.ts";
import { watchShifts } from "./support/checks.ts";
import { expect, test } from "./support/test.ts";
import { collectConsoleErrors, holdCalls, PHONE, visit, visitWith } from "./support/visit.ts";

test("visitors see Login, customers a greeting and Logout, the owner also Admin; an expired token counts as logged out and is removed", async ({
  page,
  context,
  request,
}) => {
  // Every kind of damage: tests/unit/login-token.test.ts.
  await visitWith(page, "/about", { token: fakeToken({ exp: Math.floor(Date.now() / 1000) - 1 }) });
  await expectInBar(page, "visitor");
  await expect.poll(() => storedToken(page)).toBe(null);
  await visitWith(page, "/about", { token: fakeToken({ role: "owner" }) });
  await expectInBar(page, "owner");
  await expect(bar(page).getByRole("link", { name: "Hi, owner" })).toHaveAttribute("href", "/profile");
  await expect(bar(page).getByRole("link", { name: "Admin" })).toHaveAttribute("href", "/admin");
  await test.step("Logout ends the session in every tab and goes home", async () => {
    const { token } = await makeCustomer(request);
    await visitWith(page, "/about", { token });
    const second = await context.newPage();
    const said = collectConsoleErrors(second);
    await visit(second, "/contact");
    await expectInBar(second, "customer");

    await bar(page).getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL("/");
    await expectInBar(page, "visitor");
    await expectInBar(second, "visitor");
    await expect(second).toHaveURL("/contact");
    expect(await storedToken(page)).toBe(null);

    await second.evaluate((text) => localStorage.setItem("token", text), token);
    await expectInBar(page, "customer");
    expect(said).toEqual([]);
  });
});

test("the greeting is shown before hydration without layout shift", async ({ page }) => {
  await storeToken(page, fakeToken({ role: "owner" }));
  const shift = await watchShifts(page);
  // The bar is fullest at this width.
  await page.setViewportSize({ width: 1024, height: 740 });
  const calls = await holdCalls(page, "**/assets/*.js");
  await page.goto("/about", { waitUntil: "commit" });
  // The styles are loaded.
  await expect(bar(page)).toHaveCSS("position", "sticky");
  await expectInBar(page, "owner");
  const { height } = (await bar(page).boundingBox())!;
  calls.letThrough();
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready);
  await expectInBar(page, "owner");
  expect((await bar(page).boundingBox())?.height).toBe(height);
  expect(await shift()).toBeLessThanOrEqual(0.02);
});

test("with blocked storage a login lasts until the page is closed", async ({ browser, baseURL, request }) => {
  const { email, password } = await makeCustomer(request);
  const page = await openPage(browser, baseURL);
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException("The storage is forbidden", "SecurityError");
    };
    Object.assign(Storage.prototype, { getItem: refuse, setItem: refuse, removeItem: refuse });
  });
  await visit(page, "/login");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Login" }).click();
  await expect(page).toHaveURL("/");
  await expectInBar(page, "customer");
  await bar(page).getByRole("link", { name: "About" }).click();
  await expect(page).toHaveURL("/about");
  await expectInBar(page, "customer");
  await page.context().close();
});

test.describe("the menu of a phone", () => {
  test.use(PHONE);

  test("greets, links to the profile and the admin, and logs out", async ({ page, request }) => {
    await visitWith(page, "/about", { token: await logInOwner(request) });
    const menu = page.getByRole("dialog", { name: "Nakshatra" });
    await page.getByRole("button", { name: "Menu" }).tap();
    await expect(menu.getByRole("link", { name: "Hi, owner" })).toHaveAttribute("href", "/profile");
    await expect(menu.getByRole("link", { name: "Admin" })).toHaveAttribute("href", "/admin");
    await expect(menu.getByRole("link", { name: "Login" })).toBeHidden();
    await expectAccessible(page);

    await menu.getByRole("button", { name: "Logout" }).tap();
    await expect(menu).toBeHidden();
    await expect(page).toHaveURL("/");
    await page.getByRole("button", { name: "Menu" }).tap();
    await expect(menu.getByRole("link", { name: "Login" })).toBeVisible();
    await expect(menu.getByRole("button", { name: "Logout" })).toBeHidden();
  });
});
