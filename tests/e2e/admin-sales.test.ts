import { readFile } from "node:fs/promises";
import type { SalesReport } from "../../src/contracts/reports/sales.ts";
import { expectAccessibleAndFits } from "./support/accessibility.ts";
import { answerCall } from "./support/account.ts";
import { expectLoadErrorWithRetry, mainOf, rowOf, test } from "./support/admin.ts";
import { makePaidOrder } from "./support/admin-orders.ts";
import { expect } from "./support/test.ts";

const CALL = "**/api/sales?*";

const report: SalesReport = {
  total: { orders: 2, rupees: 123456.5 },
  rows: [
    { id: "a", name: "Rose Ring", qty: 3, rupees: 100000 },
    { id: "b", name: "Tall Tower", qty: 1, rupees: 20000 },
  ],
  more: { rows: 2, qty: 2, rupees: 3000 },
  discounts: 0,
  delivery: 0,
  other: { qty: 1, rupees: 456.5 },
  refunds: { count: 2, rupees: 1000.25 },
};

test("the sales report adds up to its total, counts an order paid today, exports CSV, and retries a failed load", async ({
  openFailing,
  request,
  ownerToken,
}) => {
  const page = await openFailing("/admin/orders");
  await test.step("a failed load shows an error with a retry button", async () => {
    const total = mainOf(page).getByText(/ in \d+ paid orders?$/);
    await expectLoadErrorWithRetry(page, { link: "Sales", call: CALL }, total);
  });
  await test.step("the rows, the rows left out and everything else add up to the total", async () => {
    await answerCall(page, CALL, 200, report);
    await page.goto("/admin/sales?by=product&from=2026-10-01&to=2026-10-31");
    await expect(mainOf(page).getByText("₹1,23,456.50 in 2 paid orders")).toBeVisible();
    await expect(mainOf(page).getByRole("cell")).toHaveText([
      ...["Rose Ring", "3", "₹1,00,000"],
      ...["Tall Tower", "1", "₹20,000"],
      ...["2 more", "2", "₹3,000"],
      ...["Everything else", "1", "₹456.50"],
      ...["All paid orders", "7", "₹1,23,456.50"],
      ...["2 refunds", "", "−₹1,000.25"],
      ...["After refunds", "", "₹1,22,456.25"],
    ]);
    const chart = page.getByRole("img", { name: /^Products, 1 Oct 2026 to 31 Oct 2026\. Most sales: Rose Ring/ });
    await expect(chart).toBeVisible();
    await expectAccessibleAndFits(page);
    await page.unroute(CALL);
  });
  await test.step("an order that was paid today is in this month; other days have no sales", async () => {
    const order = await makePaidOrder(request, ownerToken);
    const name = order.items[0]!.title.replace(/ \(.*/, "");
    await page.getByRole("link", { name: "This month" }).click();
    await expect(page.getByRole("link", { name: "This month" })).toHaveAttribute("aria-current");
    await page.getByRole("link", { name: "Packages" }).click();
    await expect(rowOf(page, name)).toBeVisible();
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    expect(await readFile(await (await saving).path(), "utf8")).toContain(name);
    await page.getByLabel("From", { exact: true }).fill("2025-01-01");
    await page.getByLabel("To", { exact: true }).fill("2025-01-31");
    await page.getByRole("button", { name: "Show" }).click();
    await expect(page).toHaveURL("/admin/sales?by=package&from=2025-01-01&to=2025-01-31");
    await expect(page.getByRole("heading", { name: "No sales in these days" })).toBeVisible();
  });
});
