import type { OrderItem } from "../../src/contracts/orders/order.ts";
import { answerCall, makeCustomer, orderOf } from "./support/account.ts";
import { packageLine, storedCart } from "./support/cart.ts";
import { expectToast, placeOrder } from "./support/checkout.ts";
import { expect, test } from "./support/test.ts";
import { visit, visitWith } from "./support/visit.ts";

const course: OrderItem = {
  itemId: "c",
  itemType: "course",
  title: "Tarot",
  price: 4000,
  qty: 1,
  image: "",
  groupLink: "https://chat.example.com/tarot",
};

test("only pending orders offer Complete payment and Cancel order, a cancelled one is marked, and times are in Indian time", async ({
  context,
  request,
}) => {
  // The refused payment appears in the console.
  const page = await context.newPage();
  const customer = await makeCustomer(request);
  const waiting = await placeOrder(request, customer, [packageLine]);
  const unwanted = await placeOrder(request, customer, [{ ...packageLine, qty: 2 }]);
  const [short, shortUnwanted] = [waiting, unwanted].map(({ _id }) => _id.slice(-6));
  await visitWith(page, "/profile", { token: customer.token, cart: [] });
  const question = page.getByRole("dialog", { name: `Cancel Order ${shortUnwanted}?` });
  const cancel = page.getByRole("button", { name: `Cancel order ${shortUnwanted}` });
  await cancel.click();
  await question.getByRole("button", { name: "Keep order" }).click();
  await expect(question).toBeHidden();
  await cancel.click();
  await question.getByRole("button", { name: "Cancel order" }).click();
  await expectToast(page, `Order ${shortUnwanted} was cancelled.`);
  await expect(page.getByRole("main").getByText("cancelled", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Complete payment" })).toHaveAccessibleName(
    `Complete payment of ₹1,800, order ${short}`,
  );
  await visit(page, `/orders/${unwanted._id}`);
  await expect(page.getByRole("region", { name: "Payment" })).toHaveText(/This order was cancelled/);
  await expect(page.getByRole("button", { name: /^Complete payment|^Cancel order/ })).toHaveCount(0);

  await visit(page, `/orders/${waiting._id}`);
  await expect(page.getByRole("button", { name: `Cancel order ${short}` })).toBeVisible();
  const message = "This order has waited too long for its payment. Please cancel it and order again.";
  await answerCall(page, "**/api/payments/razorpay", 409, { message, code: "hold_ended" });
  await page.getByRole("button", { name: "Complete payment" }).click();
  await expect(page.getByRole("main").getByRole("alert").filter({ hasText: message })).toBeVisible();
  await page.getByRole("button", { name: "Put these things in my cart" }).click();
  await expect(page).toHaveURL("/cart");
  expect(await storedCart(page)).toEqual([packageLine]);
  await test.step("an order without a hold says that its pieces are not reserved", async () => {
    const stone: OrderItem = { ...course, itemType: "product", title: "Amethyst" };
    const sentence = page.getByText(
      "The pieces are not reserved. If they are still in stock when you pay, they are yours.",
    );
    for (const held of [true, false]) {
      const id = held ? "held" : "unheld";
      await answerCall(page, `**/api/orders/${id}`, 200, orderOf({ items: [stone], held }));
      await visit(page, `/orders/${id}`);
      await expect(page.getByText("This order waits for your payment.")).toBeVisible();
      await expect(sentence).toHaveCount(held ? 0 : 1);
    }
  });
  await test.step("times are shown in Indian time, and a course's group link once paid", async () => {
    const history = (["pending", "paid", "pending", "cancelled", "paid", "delivered"] as const).map((status, step) => ({
      status,
      at: `2026-11-14T05:0${step}:00.000Z`,
      by: "owner" as const,
    }));
    await answerCall(page, "**/api/orders/abc123", 200, orderOf({ status: "delivered", items: [course], history }));
    await visit(page, "/orders/abc123");
    await expect(page.getByRole("region", { name: "History" }).getByRole("listitem")).toHaveText([
      "Ordered on 14 Nov 2026, 10:30 am",
      "Paid on 14 Nov 2026, 10:31 am",
      "Waiting for payment again on 14 Nov 2026, 10:32 am",
      "Cancelled on 14 Nov 2026, 10:33 am",
      "Paid on 14 Nov 2026, 10:34 am",
      "Delivered on 14 Nov 2026, 10:35 am",
    ]);
    await expect(page.getByRole("link", { name: "Join the group: Tarot" })).toHaveAttribute("href", course.groupLink!);
  });
});
