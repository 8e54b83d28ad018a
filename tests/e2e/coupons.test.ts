import type { APIRequestContext, Page } from "@playwright/test";
import type { SettingState, Settings } from "../../src/contracts/settings.ts";
import { expectAccessible, expectAccessibleAtAllWidths } from "./support/accessibility.ts";
import { confirmDialog, fillRecord, message, rowOf, saveButton, test } from "./support/admin.ts";
import { lineOf } from "./support/cart.ts";
import {
  expectPaid,
  expectToast,
  form,
  goToCheckout,
  ordersOf,
  payButton,
  payInPopup,
  summary,
} from "./support/checkout.ts";
import { uniqueWord } from "./support/own-products.ts";
import { expect } from "./support/test.ts";

const newCode = () => uniqueWord().toUpperCase();

async function makeCoupon(request: APIRequestContext, token: string, fields: Record<string, string>) {
  const headers = { authorization: `Bearer ${token}` };
  const reply = await request.post("/api/coupons", { headers, multipart: fields });
  expect(reply.status(), await reply.text()).toBe(201);
}

/** Publishes a delivery charge and returns the way back. */
async function chargeDelivery(
  request: APIRequestContext,
  token: string,
  change: Partial<Settings["delivery"]["charge"]>,
) {
  const headers = { authorization: `Bearer ${token}` };
  const states = (await (await request.get("/api/settings", { headers })).json()) as SettingState[];
  const { version, values } = states.find(({ group }) => group === "delivery")!;
  const { charge } = values as Settings["delivery"];
  const publish = async (data: object) => {
    const reply = await request.put("/api/settings/delivery", { headers, data });
    expect(reply.status(), await reply.text()).toBe(200);
  };
  await publish({ version, values: { ...values, charge: { ...charge, ...change } } });
  return () => publish({ version: version + 1, values });
}

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
  await expectAccessibleAtAllWidths(page);
  await rowOf(page, code)
    .getByRole("button", { name: `Delete ${code}` })
    .click();
  await confirmDialog(page).getByRole("button", { name: "Delete" }).click();
  await expect(message(page, "🗑️ Coupon deleted successfully")).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  const codeField = (page: Page) => page.getByRole("form", { name: "Coupon code" }).getByLabel("Code");
  async function apply(page: Page, code: string) {
    await codeField(page).fill(code);
    await page.getByRole("button", { name: "Apply" }).click();
  }

  test("a code and a delivery charge change the total, from the cart to the order", async ({
    page,
    request,
    ownerToken,
    makeProduct,
  }) => {
    const [code, all] = [newCode(), newCode()];
    await makeCoupon(request, ownerToken, { code, kind: "percent", value: "10", minTotal: "500" });
    await makeCoupon(request, ownerToken, { code: all, kind: "amount", value: "900" });
    const pinPrices = [{ prefix: "744", price: 300 }];
    const undo = await chargeDelivery(request, ownerToken, { isCharged: true, flat: 60, freeAbove: 1500, pinPrices });
    try {
      const line = lineOf(await makeProduct({ price: 600, stock: 5 }));
      const customer = await goToCheckout(page, request, [line]);
      await expect(payButton(page)).toHaveText("Pay ₹660");
      await test.step("the reason of a refusal is at the field", async () => {
        await expect(codeField(page)).toBeHidden();
        await page.getByText("Have a code?").click();
        await apply(page, "no-such-code");
        await expect(codeField(page)).toHaveAccessibleDescription("This code is not valid.");
        await expectAccessible(page);
      });
      await test.step("an applied code and a PIN code change the total", async () => {
        await apply(page, code.toLowerCase());
        await expect(payButton(page)).toHaveText("Pay ₹600");
        await form(page).getByLabel("PIN code (optional)").fill("744 101");
        await expect(payButton(page)).toHaveText("Pay ₹840");
        await page.getByRole("button", { name: "Show 1 item" }).click();
        await expect(summary(page)).toContainText(`Discount (${code})−₹60`);
        await expect(summary(page)).toContainText("Delivery₹300");
        await expectAccessible(page);
      });
      await test.step("the cart shows the same and follows the quantity", async () => {
        await page.getByRole("link", { name: "Change the cart" }).click();
        await expect(summary(page)).toContainText("Total₹840");
        await expect(page.getByLabel("PIN code (optional)")).toHaveValue("744101");
        for (let pieces = 1; pieces < 3; pieces++)
          await page.getByRole("button", { name: `One more ${line.title}` }).click();
        await expect(summary(page)).toContainText(
          /Subtotal₹1,800Discount \(\w+\)−₹180DeliveryFreeTax & Fees₹0Total₹1,620/,
        );
        await expectAccessible(page);
        for (let pieces = 1; pieces < 3; pieces++)
          await page.getByRole("button", { name: `One less ${line.title}` }).click();
      });
      await test.step("the order keeps what was agreed", async () => {
        await page.getByRole("main").getByRole("link", { name: "Proceed to Checkout" }).click();
        await expect(payButton(page)).toHaveText("Pay ₹840");
        await form(page).getByLabel("Address (optional)").fill("7 Chandra Marg");
        await payButton(page).click();
        await payInPopup(page);
        await expectPaid(page);
        const items = page.getByRole("region", { name: "Items" });
        await expect(items).toContainText(`Subtotal₹600Discount (${code})−₹60Delivery₹300Total ₹840`);
        const [order] = await ordersOf(request, customer);
        expect(order).toMatchObject({ status: "paid", totalAmount: 840, discount: 60, delivery: 300, coupon: code });
      });
    } finally {
      await undo();
    }
    await test.step("a code that covers everything needs no payment", async () => {
      const line = lineOf(await makeProduct({ price: 900 }));
      await page.evaluate(() => localStorage.removeItem("token"));
      const customer = await goToCheckout(page, request, [line]);
      await page.getByText("Have a code?").click();
      await apply(page, all);
      await page.getByRole("button", { name: `Remove code ${all}` }).click();
      await expect(payButton(page)).toHaveText("Pay ₹900");
      await page.getByText("Have a code?").click();
      await apply(page, all);
      await form(page).getByLabel("Address (optional)").fill("7 Chandra Marg");
      await form(page).getByRole("button", { name: "Place order" }).click();
      await expectToast(page, "✅ Order placed!");
      await expect(page.getByRole("heading", { level: 1, name: "Order Confirmed" })).toBeVisible();
      expect(await ordersOf(request, customer)).toMatchObject([{ status: "paid", totalAmount: 0, discount: 900 }]);
    });
  });
});
