import { orderStatuses } from "../../src/contracts/order-states.ts";
import { expectAccessibleAtAllWidths } from "./support/accessibility.ts";
import { answerCall, fillForm, makeCustomer, openPage, orderOf, pressMain, storeToken } from "./support/account.ts";
import { expect, test } from "./support/test.ts";
import { visit, visitWith } from "./support/visit.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("the account screens have no accessibility violations", async ({ page }) => {
  for (const path of ["/login", "/register", "/forgot", "/reset-password/key", "/admin/login?next=/admin"]) {
    await visit(page, path);
    await expectAccessibleAtAllWidths(page);
  }
});

test("the account screens with field errors have no accessibility violations", async ({ browser, baseURL }) => {
  const page = await openPage(browser, baseURL);
  page.on("dialog", (dialog) => dialog.accept());
  await visit(page, "/register");
  await fillForm(page, { name: "Asha", email: "asha@localhost", phone: "1", password: "short" });
  await pressMain(page, "Create account");
  await expect(page.getByText("Phone must have 10 to 15 digits.")).toBeVisible();
  await expectAccessibleAtAllWidths(page);
  await visit(page, "/login");
  await fillForm(page, { email: "nobody@example.com", password: "not the password" });
  await pressMain(page, "Login");
  await expect(page.getByRole("alert")).toHaveText("Invalid email or password");
  await expectAccessibleAtAllWidths(page);
  await page.context().close();
});

test("the profile has no accessibility violations, with and without orders", async ({ page, request }) => {
  await storeToken(page, (await makeCustomer(request)).token);
  for (const orders of [[], orderStatuses.map((status) => orderOf({ _id: `order-${status}`, status }))]) {
    await answerCall(page, "**/api/orders/my", 200, orders);
    await visit(page, "/profile");
    await expect(page.getByLabel("Full Name")).toBeVisible();
    await expectAccessibleAtAllWidths(page);
  }
});

test("no account screen scrolls sideways at 320 px, even with a long name", async ({ page, request }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const items = [{ itemId: "a", itemType: "product" as const, title: "x".repeat(120), price: 1, qty: 1, image: "" }];
  await answerCall(page, "**/api/orders/my", 200, [orderOf({ items, totalAmount: 12345678.5 })]);
  for (const path of ["/login", "/register", "/forgot", "/reset-password/key"]) {
    await visit(page, path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  }
  await visitWith(page, "/profile", { token: (await makeCustomer(request)).token });
  await expect(page.getByLabel("Full Name")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
});
