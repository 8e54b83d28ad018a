import { expectAccessibleAndFits } from "./support/accessibility.ts";
import { confirmDialog, fillRecord, message, rowOf, saveButton, test } from "./support/admin.ts";
import { lineOf } from "./support/cart.ts";
import { expectToast, form, goToCheckout, ordersOf, payButton } from "./support/checkout.ts";
import { applyCode, makeCoupon, newCode } from "./support/coupons.ts";
import { expect } from "./support/test.ts";

test("the owner makes a coupon for some categories, switches it off and deletes it", async ({ openAdmin }) => {
  const code = newCode();
  const page = await openAdmin("/admin/coupons");
  await fillRecord(page, {
    code: code.toLowerCase(),
    value: "15",
    minTotal: "500",
    totalUses: "20",
    scope: "category",
  });
  await page.getByRole("checkbox", { name: "Tumbles" }).check();
  await page.getByRole("checkbox", { name: "All courses" }).check();
  await saveButton(page).click();
  await expect(message(page, "✅ Coupon created successfully")).toBeVisible();
  await expect(rowOf(page, code)).toContainText(/15 % off from ₹500.*Always.*0 of 20/s);
  await rowOf(page, code)
    .getByRole("link", { name: `Edit ${code}` })
    .click();
  await expect(page.getByRole("region", { name: "Report" })).toContainText("0 orders, paid");
  await expect(page.getByRole("checkbox", { name: "Tumbles" })).toBeChecked();
  await page.getByRole("checkbox", { name: "Active" }).uncheck();
  await saveButton(page).click();
  await expect(rowOf(page, code)).toContainText("Off");
  await expectAccessibleAndFits(page);
  await rowOf(page, code)
    .getByRole("button", { name: `Delete ${code}` })
    .click();
  await confirmDialog(page).getByRole("button", { name: "Delete" }).click();
  await expect(message(page, "🗑️ Coupon deleted successfully")).toBeVisible();
});

test("a code that covers everything needs no payment", async ({ page, request, ownerToken, makeProduct }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const code = await makeCoupon(request, ownerToken, { kind: "amount", value: "900" });
  const customer = await goToCheckout(page, request, [lineOf(await makeProduct({ price: 900 }))]);
  await page.getByText("Have a code?").click();
  await applyCode(page, code);
  await page.getByRole("button", { name: `Remove code ${code}` }).click();
  await expect(payButton(page)).toHaveText("Pay ₹900");
  await page.getByText("Have a code?").click();
  await applyCode(page, code);
  await form(page).getByLabel("Address (optional)").fill("7 Chandra Marg");
  await form(page).getByRole("button", { name: "Place order" }).click();
  await expectToast(page, "✅ Order placed!");
  await expect(page.getByRole("heading", { level: 1, name: "Order Confirmed" })).toBeVisible();
  expect(await ordersOf(request, customer)).toMatchObject([{ status: "paid", totalAmount: 0, discount: 900 }]);
});
