import type { MonthAccounts, Register } from "../../src/contracts/documents/accounts.ts";
import { expectAccessibleAndFits } from "./support/accessibility.ts";
import { answerCall } from "./support/account.ts";
import { mainOf, test } from "./support/admin.ts";
import { makePaidOrder } from "./support/admin-orders.ts";
import { expect } from "./support/test.ts";

const ORDER = "019a92c0-0000-7000-8000-00000000abcd";
const amounts = { value: 206, taxable: 200, cgst: 3, sgst: 3, igst: 0 };
const settlements: Register = {
  ...{ name: "Settlements", header: ["Date", "Bank reference", "To the bank"], total: 1 },
  rows: [["2026-11-06", "UTR123", 201.5]],
};
const month: MonthAccounts = {
  isRegistered: true,
  totals: [{ kind: "tax_invoice", count: 2, from: "A/26-27/000001", to: "A/26-27/000002", ...amounts }],
  checks: [{ name: "HSN: value", files: 200, papers: 206 }],
  registers: [
    {
      ...{ name: "Sales register", header: ["Date", "Number", "Order", "Buyer", "Value"], total: 120 },
      rows: [["2026-11-05", "A/26-27/000001", ORDER, "Asha Rao", 103]],
    },
    {
      name: "Refunds",
      header: ["Date", "Order", "Amount", "State"],
      total: 1,
      rows: [["2026-11-07", ORDER, 9, "failed"]],
    },
  ],
  owed: [{ orderId: ORDER, problem: "The tax class Tower is not confirmed." }],
};

test("the accounts of a month list what is owed, totals, checks and registers, and download as a zip file", async ({
  openFailing,
  request,
  ownerToken,
}) => {
  await makePaidOrder(request, ownerToken);
  const page = await openFailing("/admin/accounts");
  const showMonth = async (name: string) => {
    await page.getByLabel("Month", { exact: true }).fill(name);
    await page.getByRole("button", { name: "Show" }).click();
    await expect(page).toHaveURL(`/admin/accounts?month=${name}`);
  };
  await test.step("a shop that is not registered has receipts and no words of GSTR-1", async () => {
    await expect(mainOf(page).getByRole("button", { name: "Registers (zip)", exact: true })).toBeVisible();
    await expect(mainOf(page).getByText("GSTR-1")).toHaveCount(0);
    const saving = page.waitForEvent("download");
    await mainOf(page).getByRole("button", { name: "Registers (zip)" }).click();
    expect((await saving).suggestedFilename()).toMatch(/^accounts-\d{4}-\d\d\.zip$/);
  });
  await test.step("the month of a registered shop", async () => {
    await answerCall(page, "**/api/accounts/2026-11?*", 200, month);
    await answerCall(page, "**/api/accounts/2026-11/settlements", 200, settlements);
    await answerCall(page, "**/api/accounts/owed", 200, []);
    await showMonth("2026-11");
    await expect(mainOf(page).getByText("The tax class Tower is not confirmed.")).toBeVisible();
    await expect(mainOf(page).getByText("HSN: value: ₹200 in the files, ₹206 on papers.")).toBeVisible();
    await expect(page.getByRole("table", { name: "Settlements" }).getByText("UTR123")).toBeVisible();
    await expect(page.getByRole("table", { name: "Sales register" }).getByRole("link")).toHaveAttribute(
      "href",
      `/admin/orders/${ORDER}`,
    );
    await expectAccessibleAndFits(page);
    await mainOf(page).getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("Tried again")).toBeVisible();
    await page.getByRole("link", { name: "Page 2" }).click();
    await expect(page).toHaveURL("/admin/accounts?month=2026-11&page=2");
  });
  await test.step("another month without papers; without the provider the rest is shown", async () => {
    await answerCall(page, "**/api/accounts/2025-01/settlements", 503, { message: "Down", code: "unavailable" });
    await showMonth("2025-01");
    await expect(mainOf(page).getByText("No papers in Jan 2025.")).toBeVisible();
    await expect(mainOf(page).getByText("does not tell its settlements")).toBeVisible();
  });
});
