import type { Page } from "@playwright/test";
import { expectAccessible, expectAccessibleAndFits, WHOLE_PAGE } from "./support/accessibility.ts";
import { popupEvents, statusOf, visitCheckout } from "./support/popup.ts";
import { expect, test } from "./support/test.ts";
import { holdCalls } from "./support/visit.ts";

const DECLINED = "Your payment was declined by the bank. No money was taken.";
const PAYMENTS = "**/sandbox/razorpay/v1/sandbox/payments";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Nakshatra" });
const button = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true });
const payButton = (page: Page) => button(page, "Pay ₹1,23,456");
const openPopup = (page: Page) => page.getByRole("button", { name: "Buy", exact: true }).click();
const namesOf = async (page: Page) => (await popupEvents(page)).map(([what]) => what);
const focusedName = (page: Page) =>
  page.evaluate(() => {
    const inside = [...document.body.children].find(({ shadowRoot }) => shadowRoot)?.shadowRoot?.activeElement;
    const focused = inside ?? document.activeElement;
    return focused?.ariaLabel ?? focused?.textContent;
  });

test("the sandbox popup shows the amount, pays, closes, and handles keys and focus", async ({ page }) => {
  await test.step("the popup says that it is a test, names order and amount, and is accessible at every width", async () => {
    const { order } = await visitCheckout(page);
    await openPopup(page);
    await expect(dialog(page)).toBeVisible();
    for (const text of ["Test payment: no money moves", "₹1,23,456", "3 items", order])
      await expect(dialog(page).getByText(text, { exact: true })).toBeVisible();
    await expect(dialog(page)).toHaveAccessibleDescription("Test payment: no money moves");
    await dialog(page).evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
    await expectAccessibleAndFits(page, WHOLE_PAGE);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      for (const name of ["Pay ₹1,23,456", "Fail", "Close"]) {
        const box = await button(page, name).boundingBox();
        expect(Math.min(box!.width, box!.height)).toBeGreaterThanOrEqual(44);
      }
    }
  });
  await page.setViewportSize({ width: 1280, height: 740 });
  await test.step("paying in the popup", async () => {
    await test.step("paying closes the popup and hands over the three signed fields", async () => {
      const { order } = await visitCheckout(page);
      await openPopup(page);
      await payButton(page).click();
      await expect(dialog(page)).toHaveCount(0);
      expect(await popupEvents(page)).toEqual([
        [
          "paid",
          {
            razorpay_payment_id: expect.stringMatching(/^pay_\w{14}$/),
            razorpay_order_id: order,
            razorpay_signature: expect.stringMatching(/^[0-9a-f]{64}$/),
          },
        ],
      ]);
      expect(await statusOf(page, order)).toBe("paid");
      expect(await focusedName(page)).toBe("Buy");
    });
    await test.step("paise are shown where there are some", async () => {
      await visitCheckout(page, 100_050);
      await openPopup(page);
      await expect(button(page, "Pay ₹1,000.50")).toBeVisible();
    });
  });
  await test.step("while a payment is under way nothing else can be chosen, and it is sent once", async () => {
    await visitCheckout(page);
    await openPopup(page);
    const calls = await holdCalls(page, PAYMENTS);
    await payButton(page).dblclick();
    await expect(payButton(page)).toHaveAttribute("aria-disabled", "true");
    await button(page, "Fail").click({ force: true });
    await button(page, "Close").click({ force: true });
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeVisible();
    calls.letThrough();
    await expect(dialog(page)).toHaveCount(0);
    await expect.poll(() => namesOf(page)).toEqual(["paid"]);
    expect(calls.count()).toBe(1);
  });
  await page.unroute(PAYMENTS);
  await test.step("Close and Escape close it unpaid, the focus returns, and it opens again", async () => {
    const { order } = await visitCheckout(page);
    for (const [place, close] of [
      () => button(page, "Close").click(),
      () => page.keyboard.press("Escape"),
      () => button(page, "Close").click(),
    ].entries()) {
      await openPopup(page);
      await close();
      await expect(dialog(page)).toHaveCount(0);
      // The close event fires shortly after the dialog is gone.
      await expect.poll(() => namesOf(page)).toEqual(Array(place + 1).fill("dismissed"));
      expect(await focusedName(page)).toBe("Buy");
    }
    expect(await statusOf(page, order)).toBe("created");
  });
  await test.step("the popup respects the shop's own keys and dialogs", async () => {
    await test.step("Escape is ignored with `escape: false`, and a close by the shop fires no event", async () => {
      await visitCheckout(page, undefined, { modal: { escape: false } });
      await openPopup(page);
      await page.keyboard.press("Escape");
      await expect(dialog(page)).toBeVisible();
      await page.evaluate(() => window.popup.close());
      await expect(dialog(page)).toHaveCount(0);
      expect(await popupEvents(page)).toEqual([]);
    });
    await test.step("it opens above a dialog of the page, and Escape closes only the popup", async () => {
      await visitCheckout(page);
      const cart = page.getByRole("dialog", { name: "Cart" });
      await page.evaluate(() => document.querySelector("dialog")!.showModal());
      await page.getByRole("button", { name: "Buy from the cart" }).click();
      await expect(dialog(page)).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(dialog(page)).toHaveCount(0);
      await expect(cart).toBeVisible();
      await page.getByRole("button", { name: "Buy from the cart" }).click();
      await payButton(page).click();
      await expect(dialog(page)).toHaveCount(0);
      await expect.poll(() => namesOf(page)).toEqual(["dismissed", "paid"]);
    });
  });
  await test.step("with the keyboard only, the focus stays inside and Enter pays", async () => {
    await visitCheckout(page);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(dialog(page)).toBeVisible();
    const order = ["Pay ₹1,23,456", "Fail", "Close"];
    for (const name of [...order, ...order]) {
      expect(await focusedName(page)).toBe(name);
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Shift+Tab");
    expect(await focusedName(page)).toBe("Close");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(dialog(page)).toHaveCount(0);
    await expect.poll(() => namesOf(page)).toEqual(["paid"]);
  });
});

test("the sandbox popup shows failed, unsent and repeated payments, and a failed one can be tried again", async ({
  context,
}) => {
  const page = await context.newPage();
  await test.step("a failed payment shows the reason, the popup stays open, and the next try succeeds", async () => {
    const { order, said } = await visitCheckout(page);
    await openPopup(page);
    await button(page, "Fail").click();
    await expect(dialog(page).getByRole("alert")).toHaveText(DECLINED);
    await expectAccessible(page, WHOLE_PAGE);
    expect(await popupEvents(page)).toEqual([
      [
        "failed",
        {
          error: expect.objectContaining({
            code: "BAD_REQUEST_ERROR",
            description: DECLINED,
            metadata: { payment_id: expect.stringMatching(/^pay_/), order_id: order },
          }),
        },
      ],
    ]);
    expect(await statusOf(page, order)).toBe("attempted");
    await payButton(page).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect.poll(() => namesOf(page)).toEqual(["failed", "paid"]);
    expect(said).toEqual([]);
  });
  await test.step("a payment that cannot be sent shows an error and can be tried again", async () => {
    const { order } = await visitCheckout(page);
    await openPopup(page);
    for (const fail of [
      () => page.route(PAYMENTS, (route) => route.abort(), { times: 1 }),
      () => page.route(PAYMENTS, (route) => route.fulfill({ status: 502, body: "<h1>Bad</h1>" }), { times: 1 }),
    ]) {
      await fail();
      await payButton(page).click();
      await expect(dialog(page).getByRole("alert")).toHaveText(/could not be sent.*try again/);
    }
    expect(await popupEvents(page)).toEqual([]);
    await payButton(page).click();
    await expect(dialog(page)).toHaveCount(0);
    expect(await statusOf(page, order)).toBe("paid");
  });
  await test.step("an order that was paid elsewhere is not paid twice", async () => {
    const { order } = await visitCheckout(page);
    await openPopup(page);
    await page.request.post("/sandbox/razorpay/v1/sandbox/payments", { data: { order_id: order, outcome: "success" } });
    await payButton(page).click();
    await expect(dialog(page).getByRole("alert")).toHaveText("This order is already paid. No money was taken.");
  });
});
