import { lineOf, packageLine, storedCart } from "./support/cart.ts";
import {
  expectPaid,
  form,
  goToCheckout,
  inPopup,
  ordersOf,
  payButton,
  payElsewhere,
  payInPopup,
  placeOrder,
  popup,
} from "./support/checkout.ts";
import { test } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
import { visit, visitWith } from "./support/visit.ts";

/** The check whether an existing order is paid answers an error, which the console logs. */
test("a purchase that is started twice is one order and is paid once", async ({
  context,
  request,
  makeProduct,
  ownerToken,
}) => {
  const page = await context.newPage();
  const customer = await goToCheckout(page, request, [packageLine]);
  const complete = page.getByRole("button", { name: "Complete payment" });
  const openProfile = async () => {
    await page.getByRole("banner").getByRole("link", { name: "Hi, customer" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "My Profile" })).toBeVisible();
  };
  await test.step("two tabs with different details share one order, with the details of the later one; when one pays, the other closes its popup", async () => {
    const second = await context.newPage();
    await visit(second, "/checkout");
    await form(second).getByLabel("Full Name").fill("Somebody Else");
    for (const tab of [page, second]) {
      await payButton(tab).click();
      await expect(popup(tab)).toBeVisible();
    }
    await payInPopup(second);
    await expectPaid(second);
    await expect(popup(page)).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "Your cart is empty!" })).toBeVisible();
    await expect(payButton(page)).toHaveCount(0);
    const orders = await ordersOf(request, customer);
    expect(orders.map(({ status, shipping }) => [status, shipping.name])).toEqual([["paid", "Somebody Else"]]);
    await second.close();
  });
  await test.step("after a reload the pending order can be paid at the checkout and in the profile", async () => {
    // The last piece in stock is held by the pending order, so the cart cannot be ordered again.
    const product = await makeProduct({ price: 700, stock: 1 });
    await visitWith(page, "/checkout", { cart: [lineOf(product)] });
    await form(page).getByLabel("Address (optional)").fill("12 Tara Marg");
    await payButton(page).click();
    await expect(popup(page)).toBeVisible();
    await page.reload();
    const order = (await ordersOf(request, customer)).find(({ status }) => status === "pending")!;
    const waiting = page.getByRole("complementary", { name: "Order waiting for payment" });
    await expect(waiting).toContainText(`Order ${order._id.slice(-6)} of ₹700 is waiting for your payment.`);
    await expect(waiting.getByRole("button", { name: "Cancel order" })).toBeVisible();
    await openProfile();
    await complete.click();
    await inPopup(page, "Pay ₹700").click();
    expect(await expectPaid(page)).toBe(order._id);
    expect(await storedCart(page)).toEqual([]);
  });
  await test.step("an order paid on another device is not paid again", async () => {
    const order = await placeOrder(request, customer, [packageLine]);
    await openProfile();
    await expect(complete).toBeVisible();
    await payElsewhere(request, customer, order);
    await complete.click();
    expect(await expectPaid(page)).toBe(order._id);
  });
  await test.step("warns before the same cart is paid a second time", async () => {
    await visitWith(page, "/checkout", { cart: [packageLine] });
    await expect(page.getByRole("complementary", { name: "Order just paid" })).toContainText(
      "If you pay again, you buy them a second time.",
    );
    expect((await ordersOf(request, customer)).map(({ status }) => status)).toEqual(Array(3).fill("paid"));
  });
  await test.step("an owner who buys does not mark the order as paid without a payment", async () => {
    await visitWith(page, "/checkout", { token: ownerToken, cart: [packageLine] });
    await form(page).getByLabel("Phone").fill("9876543210");
    await payButton(page).click();
    await inPopup(page, "Close").click();
    const [order] = await ordersOf(request, { token: ownerToken });
    expect(order!.status).toBe("pending");
  });
});
