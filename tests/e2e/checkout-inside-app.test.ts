import { packageLine, storedCart } from "./support/cart.ts";
import {
  expectPaid,
  expectToast,
  goToCheckout,
  inPopup,
  ordersOf,
  PAID,
  payButton,
  payInPopup,
} from "./support/checkout.ts";
import { expect, test } from "./support/test.ts";

const INSTAGRAM =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP4A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36 Instagram 400.0.0.0.0 Android";

/** In-app browsers cannot show the provider's frame: it takes the whole page and posts a form to return. */
test.use({ userAgent: INSTAGRAM, viewport: { width: 360, height: 740 } });

test("in an in-app browser the payment takes the whole page and returns to the paid order, or to the unpaid order after a failure", async ({
  context,
  request,
}) => {
  // Expected refusals appear in the console, which would fail the page of the test.
  const page = await context.newPage();
  const customer = await goToCheckout(page, request, [packageLine]);
  await test.step("a failed payment returns to the order, which can be paid from there", async () => {
    await payButton(page).click();
    await inPopup(page, "Fail").click();
    await expect(page.getByRole("heading", { name: "We have not heard of your payment yet" })).toBeVisible();
    expect(await storedCart(page)).toHaveLength(1);
  });
  await test.step("a successful payment returns to the paid order, with an empty cart", async () => {
    await page.getByRole("button", { name: /^Complete payment/ }).click();
    await payInPopup(page);
    await expectToast(page, PAID);
    const orderId = await expectPaid(page);
    await expect(page).toHaveURL(`/success?orderId=${orderId}`);
    expect(await storedCart(page)).toEqual([]);
    expect((await ordersOf(request, customer)).map(({ status }) => status)).toEqual(["paid"]);
  });
});
