import { orderStatuses } from "../../src/contracts/order-states.ts";
import { answerCall, carryToken, fillForm, makeCustomer, openPage, orderOf, pressMain } from "./support/account.ts";
import { expectNoBarrierAtAnyWidth } from "./support/barriers.ts";
import { expect, test } from "./support/test.ts";
import { visit, visitWith } from "./support/visit.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("the account screens bar no one", async ({ page }) => {
  for (const path of ["/login", "/register", "/forgot", "/reset-password/key", "/admin/login?next=/admin"]) {
    await visit(page, path);
    await expectNoBarrierAtAnyWidth(page);
  }
});

test("nor do they with something to correct", async ({ browser, baseURL }) => {
  const page = await openPage(browser, baseURL);
  page.on("dialog", (dialog) => dialog.accept());
  await visit(page, "/register");
  await fillForm(page, { name: "Asha", email: "asha@localhost", phone: "1", password: "short" });
  await pressMain(page, "Create account");
  await expect(page.getByText("Phone must have 10 to 15 digits.")).toBeVisible();
  await expectNoBarrierAtAnyWidth(page);
  await visit(page, "/login");
  await fillForm(page, { email: "nobody@example.com", password: "not the password" });
  await pressMain(page, "Login");
  await expect(page.getByRole("alert")).toHaveText("Invalid email or password");
  await expectNoBarrierAtAnyWidth(page);
  await page.context().close();
});

test("nor does the profile, with orders and without", async ({ page, request }) => {
  await carryToken(page, (await makeCustomer(request)).token);
  for (const orders of [[], orderStatuses.map((status) => orderOf({ _id: `order-${status}`, status }))]) {
    await answerCall(page, "**/api/orders/my", 200, orders);
    await visit(page, "/profile");
    await expect(page.getByLabel("Full Name")).toBeVisible();
    await expectNoBarrierAtAnyWidth(page);
  }
});

test("no account screen scrolls sideways on a screen of 320 px, however long a name is", async ({ page, request }) => {
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
