import {
  expectAccessible,
  expectAccessibleAndFits,
  expectAccessibleAtAllWidths,
  expectFitsAtAllWidths,
} from "./support/accessibility.ts";
import { answerCall, makeCustomer, openPage, orderOf, storeToken } from "./support/account.ts";
import { lineOf, packageLine } from "./support/cart.ts";
import { checkoutWhereCallsFail, form, goToCheckout, payButton, popup } from "./support/checkout.ts";
import { test } from "./support/own-products.ts";
import { expect } from "./support/test.ts";
import { visit, visitWith } from "./support/visit.ts";

const items = (["product", "course", "consultancy"] as const).map((itemType) => ({
  itemId: itemType,
  itemType,
  title: `A ${itemType} with a name that is longer than one line of a phone`,
  price: 123456,
  qty: 2,
  image: "",
  ...(itemType === "course" && { groupLink: "https://chat.example.com/tarot" }),
}));
const history = [{ status: "pending" as const, at: "2026-11-14T05:00:00.000Z", by: "buyer" as const }];

test("the checkout has no accessibility violations: empty, filled, and with the question or the popup open", async ({
  page,
  request,
  makeProduct,
}) => {
  await test.step("on a phone the lines can be expanded, and price and button are visible at once", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await goToCheckout(page, request, [packageLine]);
    await expect(payButton(page)).toBeInViewport();
    const line = page.getByRole("listitem").filter({ hasText: packageLine.title });
    await expect(line).toBeHidden();
    await page.getByRole("button", { name: "Show 1 item" }).click();
    await expect(line).toBeVisible();
    await page.getByRole("button", { name: "Hide items" }).click();
    await expect(line).toBeHidden();
  });
  await visitWith(page, "/checkout", { cart: [] });
  await expectAccessibleAndFits(page);
  await visitWith(page, "/checkout", { cart: [lineOf(await makeProduct()), packageLine] });
  await expect(payButton(page)).toBeVisible();
  await expectAccessibleAtAllWidths(page);
  await payButton(page).click();
  const question = page.getByRole("dialog", { name: "Where shall we send it?" });
  await expect(question).toBeVisible();
  await expectAccessibleAndFits(page);
  await question.getByRole("button", { name: "Continue without" }).click();
  await expect(popup(page)).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 740 });
  await expectAccessible(page);
  await expectFitsAtAllWidths(page);
});

test("the checkout with cart changes and field errors has no accessibility violations", async ({
  browser,
  request,
  shop,
  makeProduct,
}) => {
  const cart = [lineOf(await makeProduct(), { price: 1 }), lineOf(await makeProduct({ stock: 0 }))];
  const { page } = await checkoutWhereCallsFail(browser, request, shop.url, cart);
  await form(page).getByLabel("Phone").fill("12345");
  await form(page).getByLabel("Address (optional)").fill("12 Tara Marg");
  await payButton(page).click();
  await expect(page.getByText("Phone must have 10 to 15 digits.")).toBeVisible();
  await expectAccessibleAndFits(page);
  await page.context().close();
});

test("paid, pending, cancelled and unknown order pages have no accessibility violations", async ({
  browser,
  request,
  shop,
}) => {
  const page = await openPage(browser, shop.url);
  await storeToken(page, (await makeCustomer(request)).token);
  for (const status of ["paid", "pending", "cancelled"] as const) {
    const order = orderOf({ status, items, history, note: "A note\nof two lines" });
    await answerCall(page, "**/api/orders/abc123", 200, order);
    for (const path of ["/success?orderId=abc123", "/orders/abc123"]) {
      await visit(page, path);
      await expect(page.getByRole("region", { name: "Items" })).toBeVisible();
      await (status === "paid" ? expectAccessibleAtAllWidths(page) : expectAccessibleAndFits(page));
    }
    if (status !== "paid") continue;
    await page.getByRole("button", { name: "Add an address" }).click();
    await expect(page.getByRole("dialog", { name: "Add an address" })).toBeVisible();
    await expectAccessibleAndFits(page);
  }
  await visit(page, "/success?orderId=unknown");
  await expect(page.getByRole("heading", { name: "Order not found" })).toBeVisible();
  await expectAccessibleAndFits(page);
  await page.context().close();
});
