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
import { expect, OWNER, test } from "./support/test.ts";
import { visit, visitWith } from "./support/visit.ts";

const noOrders = { json: [] };

test("guarded pages redirect visitors to the login, and the admin redirects customers home", async ({ page }) => {
  await test.step("checkout, order and profile redirect visitors to the login", async () => {
    for (const path of ["/checkout", "/success?orderId=7", "/orders/abc123", "/profile"]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
      expect(new URL(page.url()).pathname).toBe("/login");
      expect(new URL(page.url()).searchParams.get("next")).toBe(path);
    }
    await test.step("a link to a guarded page opens the login, and back returns to the page before", async () => {
      const line = {
        itemId: "Deep Dive-audio",
        itemType: "consultancy",
        title: "Deep Dive",
        price: 1800,
        image: "",
        qty: 1,
      };
      await page.evaluate((cart) => localStorage.setItem("cart", cart), JSON.stringify([line]));
      await visit(page, "/about");
      await page.getByRole("button", { name: /Open cart/ }).click();
      await page.getByRole("link", { name: "Proceed to Checkout" }).click();
      await expect(page).toHaveURL("/login?next=/checkout");
      await page.goBack();
      await expect(page).toHaveURL("/about");
    });
  });
  await test.step("the admin redirects visitors to its login and customers home", async () => {
    const preview = "/admin/preview/products/00000000-0000-7000-8000-000000000000";
    for (const path of ["/admin/courses?page=2", preview]) {
      await page.goto(path);
      await expect(page).toHaveURL(`/admin/login?next=${path.replace("?page=2", "%3Fpage%3D2")}`);
      await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
    }
    await page.evaluate((token) => localStorage.setItem("token", token), fakeToken({ role: "customer" }));
    for (const path of ["/admin/courses?page=2", preview]) {
      await page.goto(path);
      await expect(page).toHaveURL("/");
    }
  });
});

test("login and registration continue to the requested page; Logout there leads home; other tabs follow", async ({
  page,
  context,
  request,
}) => {
  await context.route("**/api/orders/my", (route) => route.fulfill(noOrders));
  const customer = await makeCustomer(request);
  await visit(page, "/profile");
  await expect(page).toHaveURL("/login?next=/profile");
  await fillForm(page, { email: customer.email, password: customer.password });
  await pressMain(page, "Login");
  await expect(page).toHaveURL("/profile");
  await expect(page.getByLabel("Full Name")).toHaveValue(customer.name);

  await bar(page).getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/");
  await expectInBar(page, "visitor");

  await visit(page, "/profile");
  await page.getByRole("link", { name: "Create account" }).click();
  await expect(page).toHaveURL("/register?next=/profile");
  // Names in any script, with markup and emoji, are accepted.
  const account = { ...newAccount(), name: "आशा <b>Kulkarni</b> 🌙" };
  await fillForm(page, account);
  await pressMain(page, "Create account");
  await expect(page).toHaveURL("/profile");
  await expect(page.getByLabel("Full Name")).toHaveValue(account.name);

  await test.step("a logout or another login in one tab updates guarded pages in other tabs", async () => {
    const [other, second] = [await context.newPage(), await makeCustomer(request)];
    await storeToken(other, second.token);
    await expect(page.getByText(second.email)).toBeVisible();
    await expect(page.getByText(account.email)).toHaveCount(0);

    await visit(other, "/");
    await bar(other).getByRole("button", { name: "Logout" }).click();
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
    const preview = "/admin/preview/products/00000000-0000-7000-8000-000000000000";
    const token = await logInOwner(request);
    await endLogin(request, token);
    // One layout guards all pages but the preview. The dashboard's own calls need the login, those of the products do not.
    for (const path of ["/admin", "/admin/products", preview]) {
      await visitWith(page, path, { token });
      await expectLogin(`/admin/login?next=${path}`);
    }
  });
  await test.step("when the admin is open already, and a link or a list is used", async () => {
    const token = await logInOwner(request);
    await visitWith(page, "/admin/orders", { token });
    await expect(page.getByRole("heading", { level: 1, name: "Orders" })).toBeVisible();
    await endLogin(request, token);
    await page.getByRole("searchbox").fill("nobody");
    await expect(page).toHaveURL(/\/admin\/login\?next=\/admin\/orders/);
    await fillForm(page, OWNER);
    await pressMain(page, "Login");
    await expect(page).toHaveURL(/^[^?]*\/admin\/orders/);
    await expect(page.getByRole("heading", { level: 1, name: "Orders" })).toBeVisible();
  });
  await test.step("on the pages of a customer", async () => {
    const { token } = await makeCustomer(request);
    await endLogin(request, token);
    for (const path of ["/success?orderId=7", "/orders/7", "/profile", "/profile/security", "/checkout"]) {
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

  test("account pages say that they need scripts and hide what cannot work", async ({ page }) => {
    for (const path of [
      "/login",
      "/register",
      "/forgot",
      "/reset-password/key",
      "/admin/login",
      "/profile",
      "/checkout",
      "/admin",
    ]) {
      await page.goto(path);
      await expect(page.locator("noscript p", { hasText: "This page needs JavaScript." }), path).toBeVisible();
      await expect(page.getByRole("main").getByRole("button"), path).toHaveCount(0);
      await expect(bar(page).getByRole("link", { name: "Login" })).toBeVisible();
      await expect(bar(page).getByRole("button", { name: "Logout" })).toBeHidden();
    }
  });
});
