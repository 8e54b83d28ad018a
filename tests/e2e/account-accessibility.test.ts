import type { Page } from "@playwright/test";
import { orderStatuses } from "../../src/contracts/order-states.ts";
import { expectAccessibleAndFits, expectAccessibleAtAllWidths } from "./support/accessibility.ts";
import { answerCall, fillForm, makeCustomer, openPage, orderOf, pressMain, storeToken } from "./support/account.ts";
import { expect, test } from "./support/test.ts";
import { visit } from "./support/visit.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

async function expectFitsAt320(page: Page) {
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), page.url()).toBe(0);
}

test("the account screens have no accessibility violations and fit at 320 px", async ({ page }) => {
  for (const path of ["/login", "/register", "/forgot", "/reset-password/key"]) {
    await visit(page, path);
    await expectAccessibleAtAllWidths(page);
    await expectFitsAt320(page);
  }
  await visit(page, "/admin/login?next=/admin");
  await expectAccessibleAndFits(page);
});

test("the account screens with field errors have no accessibility violations", async ({ browser, baseURL }) => {
  const page = await openPage(browser, baseURL);
  page.on("dialog", (dialog) => dialog.accept());
  await visit(page, "/register");
  await fillForm(page, { name: "Asha", email: "asha@localhost", phone: "1", password: "short" });
  await pressMain(page, "Create account");
  await expect(page.getByText("Phone must have 10 to 15 digits.")).toBeVisible();
  await expectAccessibleAndFits(page);
  await visit(page, "/login");
  await fillForm(page, { email: "nobody@example.com", password: "not the password" });
  await pressMain(page, "Login");
  await expect(page.getByRole("alert")).toHaveText("Invalid email or password");
  await expectAccessibleAndFits(page);
  await page.context().close();
});

test("the profile has no accessibility violations and fits at 320 px, with and without orders", async ({
  page,
  request,
}) => {
  await storeToken(page, (await makeCustomer(request)).token);
  const items = [{ itemId: "a", itemType: "product" as const, title: "x".repeat(120), price: 1, qty: 1, image: "" }];
  const ofEachStatus = orderStatuses.map((status) => orderOf({ _id: `order-${status}`, status }));
  for (const orders of [[], [...ofEachStatus, orderOf({ items, totalAmount: 12345678.5 })]]) {
    await answerCall(page, "**/api/orders/my", 200, orders);
    await visit(page, "/profile");
    await expect(page.getByLabel("Full Name")).toBeVisible();
    await (orders.length > 0 ? expectAccessibleAtAllWidths(page) : expectAccessibleAndFits(page));
    await expectFitsAt320(page);
  }
});
