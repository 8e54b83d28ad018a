import type { Page } from "@playwright/test";
import type { FirstDay } from "../../src/contracts/first-day.ts";
import { expectAccessible, expectAccessibleAtAllWidths } from "./support/accessibility.ts";
import { logInAs, openPage } from "./support/account.ts";
import { adminLink, confirmDialog, mainOf } from "./support/admin.ts";
import { test } from "./support/own-shop.ts";
import { expect, OWNER } from "./support/test.ts";
import { collectConsoleErrors } from "./support/visit.ts";

const panel = (page: Page, name: string | RegExp) => page.getByRole("region", { name });

test("the first day: checklist, test mail, payment status and the end of the demo data", async ({
  browser,
  openShop,
}) => {
  const shop = await openShop({});
  const page = await openPage(browser, shop.url);
  const consoleErrors = collectConsoleErrors(page);
  await logInAs(page, OWNER, "/admin/login");
  await test.step("the dashboard lists what is to do and leads there", async () => {
    const list = panel(page, "First day (0 of 5 done)");
    await expect(list.getByRole("heading", { level: 3 })).toHaveText([
      "Your first product: to do",
      "Payments: to do",
      "Mail: to do",
      "Your own address: to do",
      "No more demo data: to do",
    ]);
    await list.getByRole("link", { name: "Demo data" }).click();
    await expect(page).toHaveURL("/admin/first-day#demo");
    await expect(panel(page, "Payments").getByRole("definition")).toContainText(["Sandbox", "Not set", "None", "None"]);
    await expectAccessibleAtAllWidths(page);
  });
  await test.step("the test mail says where it went", async () => {
    await page.getByRole("button", { name: "Send me a test mail" }).click();
    await expect(panel(page, "Mail").getByRole("status")).toContainText(
      `the mail to ${OWNER.email} was written to a file`,
    );
  });
  await test.step("demo data is counted, then removed after a question", async () => {
    await expect(panel(page, "Demo data")).toContainText(
      /^Demo data\d+ products, \d+ courses, \d+ experts and \d+ articles came/,
    );
    await page.getByRole("button", { name: "Remove demo data" }).click();
    const dialog = confirmDialog(page, "Remove demo data");
    await expectAccessible(page, "dialog[open]");
    await dialog.getByRole("button", { name: "Remove", exact: true }).click();
    await expect(page.getByRole("status").getByText(/^🗑️ Removed \d+ products, /)).toBeVisible();
    await expect(panel(page, "Demo data")).toContainText("There is no demo data in this shop.");
    await expect(mainOf(page).getByText("1 of 5 done")).toBeVisible();
    expect(await (await fetch(`${shop.url}/api/products`)).json()).toEqual([]);
  });
  await test.step("the dashboard forgets the first day when all is done", async () => {
    await page.route("**/api/first-day", async (route) => {
      const firstDay = (await (await route.fetch()).json()) as FirstDay;
      await route.fulfill({ json: { ...firstDay, items: firstDay.items.map((item) => ({ ...item, done: true })) } });
    });
    await adminLink(page, "Dashboard").click();
    await expect(panel(page, "Paid sales")).toBeVisible();
    await expect(panel(page, /^First day/)).toHaveCount(0);
  });
  await page.context().close();
  expect(consoleErrors).toEqual([]);
});
