import {
  bar,
  endLogin,
  expectInBar,
  fakeToken,
  fillForm,
  logInOwner,
  makeCustomer,
  newAccount,
  openPage,
  pressMain,
  storeToken,
} from "./support/account.ts";
import { packageLine } from "./support/cart.ts";
import { expect, OWNER, test } from "./support/test.ts";
import { visit, visitWith } from "./support/visit.ts";

const PREVIEW = "/admin/preview/products/00000000-0000-7000-8000-000000000000";

test("guarded pages redirect visitors to the login, and the admin redirects customers home; a registration continues to the requested page; other tabs follow", async ({
  page,
  context,
  request,
}) => {
  await test.step("pages of an order redirect visitors to the login", async () => {
    await visitWith(page, "/orders/abc123", { cart: [packageLine] });
    await expect(page).toHaveURL("/login?next=/orders/abc123");
    await page.goto("/success?orderId=7");
    await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
    expect(new URL(page.url()).searchParams.get("next")).toBe("/success?orderId=7");
  });
  await test.step("a link to a guarded page opens the login, and back returns to the page before", async () => {
    await page.getByRole("contentinfo").getByRole("link", { name: "About" }).click();
    await expect(page).toHaveURL("/about");
    await page.getByRole("button", { name: /Open cart/ }).click();
    await page.getByRole("link", { name: "Proceed to Checkout" }).click();
    await expect(page).toHaveURL("/login?next=/checkout");
    await page.goBack();
    await expect(page).toHaveURL("/about");
  });
  await test.step("the admin redirects visitors to its login and customers home", async () => {
    await page.goto("/admin/courses?page=2");
    await expect(page).toHaveURL("/admin/login?next=/admin/courses%3Fpage%3D2");
    await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
    await visitWith(page, "/admin/courses?page=2", { token: fakeToken({ role: "customer" }) });
    await expect(page).toHaveURL("/");
    await page.evaluate(() => localStorage.clear());
  });
  // Names in any script, with markup and emoji, are accepted.
  const account = { ...newAccount(), name: "आशा <b>Kulkarni</b> 🌙" };
  await test.step("a registration continues to the requested page", async () => {
    await visit(page, "/profile");
    await expect(page).toHaveURL("/login?next=/profile");
    await page.getByRole("link", { name: "Create account" }).click();
    await expect(page).toHaveURL("/register?next=/profile");
    await fillForm(page, account);
    await pressMain(page, "Create account");
    await expect(page).toHaveURL("/profile");
    await expect(page.getByLabel("Full Name")).toHaveValue(account.name);
  });
  await test.step("a logout, which leads home, or another login in one tab updates guarded pages in other tabs", async () => {
    const [other, second] = [await context.newPage(), await makeCustomer(request)];
    await storeToken(other, second.token);
    await expect(page.getByText(second.email)).toBeVisible();
    await expect(page.getByText(account.email)).toHaveCount(0);

    await visit(other, "/profile");
    await bar(other).getByRole("button", { name: "Logout" }).click();
    await expect(other).toHaveURL("/");
    await expectInBar(other, "visitor");
    await expect(page).toHaveURL("/login?next=/profile");
    await expectInBar(page, "visitor");
  });
});

const ENDED = "Your session has ended. Please log in again.";

test("a login that ended elsewhere opens the login screen with the reason, and then the page again", async ({
  browser,
  baseURL,
  request,
}) => {
  const page = await openPage(browser, baseURL);
  const expectLogin = async (url: string) => {
    await expect(page).toHaveURL(url);
    await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
    await expect(page.getByRole("status").getByText(ENDED)).toBeVisible();
    await expectInBar(page, "visitor");
  };
  await test.step("when a page of the admin is opened", async () => {
    const token = await logInOwner(request);
    await endLogin(request, token);
    // One layout guards all pages but the preview. The products' own calls do not need the login.
    for (const path of ["/admin/products", PREVIEW]) {
      await visitWith(page, path, { token });
      await expectLogin(`/admin/login?next=${path}`);
    }
  });
  await test.step("when the admin is open already, and a list is used", async () => {
    const token = await logInOwner(request);
    await visitWith(page, "/admin/enquiries", { token });
    await expect(page.getByRole("heading", { level: 1, name: "Enquiries" })).toBeVisible();
    await endLogin(request, token);
    await page.getByRole("link", { name: "Unread", exact: true }).click();
    await expect(page).toHaveURL("/admin/login?next=/admin/enquiries%3Funread%3Dtrue");
    await fillForm(page, OWNER);
    await pressMain(page, "Login");
    await expect(page).toHaveURL("/admin/enquiries?unread=true");
    await expect(page.getByRole("heading", { level: 1, name: "Enquiries" })).toBeVisible();
  });
  await test.step("on the pages of a customer", async () => {
    const { token } = await makeCustomer(request);
    await endLogin(request, token);
    for (const path of ["/success?orderId=7", "/orders/7", "/profile/security", "/checkout"]) {
      await visitWith(page, path, { token });
      await expectLogin(`/login?next=${path.replace("?orderId=7", "%3ForderId%3D7")}`);
    }
    const customer = await makeCustomer(request);
    await visitWith(page, "/profile", { token: customer.token });
    await endLogin(request, customer.token);
    await pressMain(page, "Save Changes");
    await expectLogin("/login?next=/profile");
    await fillForm(page, { email: customer.email, password: customer.password });
    await pressMain(page, "Login");
    await expect(page.getByLabel("Full Name")).toHaveValue(customer.name);
  });
  await test.step("after a week, when the login has expired", async () => {
    const exp = Math.floor(Date.now() / 1000) - 1;
    await visitWith(page, "/profile", { token: fakeToken({ exp }) });
    await expectLogin("/login?next=/profile");
  });
  await page.context().close();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  // The sentences of these and the other pages: tests/integration/pages-without-scripts.test.ts.
  test("account pages, cart and contact page hide what cannot work and say that they need scripts", async ({
    page,
  }) => {
    const main = page.getByRole("main");
    for (const path of ["/login", "/admin", "/cart", "/contact"]) {
      await page.goto(path);
      await expect(main.locator("noscript p", { hasText: "needs JavaScript." }).first(), path).toBeVisible();
      await expect(main.getByRole("button"), path).toHaveCount(0);
      await expect(main.getByRole("form"), path).toHaveCount(0);
      await expect(bar(page).getByRole("link", { name: "Login" })).toBeVisible();
      await expect(bar(page).getByRole("button", { name: "Logout" })).toBeHidden();
      if (path === "/cart") await expect(main.getByText("Your cart is empty")).toBeHidden();
    }
    await expect(page.getByRole("link", { name: "Open in OpenStreetMap" })).toBeVisible();
  });
});
