import type { Page } from "@playwright/test";
import { expectAccessible, expectAccessibleAndFits } from "./support/accessibility.ts";
import { adminLink, mainOf, message, test } from "./support/admin.ts";
import { cardOf, makeOrder, makePaidOrder, readOrder, shortId, statusOf } from "./support/admin-orders.ts";
import { lineOf } from "./support/cart.ts";
import { payElsewhere, setStatus } from "./support/checkout.ts";
import { expect } from "./support/test.ts";
import { visitWith } from "./support/visit.ts";

const card = (page: Page) => page.getByRole("region", { name: "Refunds", exact: true });
const rows = (page: Page) => card(page).getByRole("listitem");
const form = (page: Page) => page.getByRole("dialog", { name: "Refund", exact: true });

test("the owner refunds an order, and the buyer sees it", async ({
  openAdmin,
  page,
  ownerToken,
  request,
  makeProduct,
}) => {
  const product = await makeProduct({ price: 600.5 });
  const { order, customer } = await makeOrder(request, { product: lineOf(product) });
  await payElsewhere(request, customer, order);
  await expect.poll(async () => (await readOrder(request, ownerToken, order)).status).toBe("paid");
  const { paymentId } = await readOrder(request, ownerToken, order);
  const control = async (what: "refunds" | "disputes", data: object) => {
    const reply = await request.post(`/sandbox/razorpay/v1/sandbox/${what}`, {
      data: { payment_id: paymentId, ...data },
    });
    expect(reply.status(), await reply.text()).toBe(200);
  };

  await test.step("a dispute blocks refunds and is on the to-do list until it is closed", async () => {
    await control("disputes", { status: "open" });
    await expect.poll(async () => (await readOrder(request, ownerToken, order)).disputes?.length).toBe(1);
    await openAdmin(`/admin/orders/${order._id}`);
    await expect(page.getByRole("list", { name: "Needs a look" })).toContainText(
      /A dispute of ₹2,400\.50 .*Respond by /,
    );
    await expect(card(page)).toContainText("once the dispute is closed");
    await adminLink(page, "Dashboard").click();
    await expect(page.getByRole("link", { name: /^\d+ disputed payments?, respond by / })).toBeVisible();
    await expect(page.getByRole("region", { name: /^Disputed payments/ })).toContainText(`Order ${shortId(order)}`);
    await control("disputes", { status: "won" });
    await expect.poll(async () => (await readOrder(request, ownerToken, order)).disputes?.[0]?.status).toBe("won");
  });
  await test.step("a refused refund shows the reason and can be tried again", async () => {
    await control("refunds", { next: "insufficient_balance" });
    await openAdmin(`/admin/orders/${order._id}`);
    await expect(card(page)).toContainText("₹2,400.50 can be refunded.");
    await card(page).getByRole("button", { name: "Refund" }).click();
    await expect(form(page)).toBeVisible();
    await form(page).getByRole("button", { name: "Refund" }).click();
    await expect(form(page).getByText("Reason is required.")).toBeVisible();
    await form(page).getByLabel("Reason").fill("Broken in the post");
    await form(page).getByRole("button", { name: "Refund" }).click();
    await expect(form(page).getByRole("alert")).toHaveText("Choose at least one line.");
    await form(page).getByLabel(product.title).check();
    await form(page).getByLabel("Put the pieces back on the shelf").check();
    await expectAccessible(page);
    await form(page).getByRole("button", { name: "Refund" }).click();
    await expect(message(page, "The refund of ₹600.50 failed")).toBeVisible();
    await expect(page.getByRole("list", { name: "Needs a look" })).toContainText("A refund of ₹600.50 failed.");
    await expect(rows(page)).toHaveText([/^₹600\.50Failed.*does not have enough balance/]);
    await card(page).getByRole("button", { name: "Try again" }).click();
    await expect(rows(page)).toHaveText([/It was tried again\.$/, /^₹600\.50Refunded/]);
    await expect(card(page)).toContainText("₹1,800 can be refunded.");
  });
  await test.step("after the rest is refunded the order can be cancelled", async () => {
    await card(page).getByRole("button", { name: "Refund" }).click();
    await form(page).getByLabel("An amount").check();
    await expect(form(page).getByLabel("Amount in rupees")).toHaveValue("1800");
    await form(page).getByLabel("Reason").fill("No longer wanted");
    await form(page).getByRole("button", { name: "Refund" }).click();
    await expect(message(page, "₹1,800 refunded")).toBeVisible();
    await expect(card(page)).toContainText("Nothing is left to refund.");
    await expectAccessibleAndFits(page);
    await card(page).getByRole("button", { name: "Cancel the order" }).click();
    await expect(message(page, "Order status updated")).toBeVisible();
    expect((await readOrder(request, ownerToken, order)).status).toBe("cancelled");
  });
  await test.step("the buyer sees the refunds on the order", async () => {
    await visitWith(page, `/orders/${order._id}`, { token: customer.token });
    await expect(page.getByRole("region", { name: "Your refunds" }).getByRole("listitem")).toHaveText([
      /^₹600\.50 was sent .*Broken in the post/,
      /^₹1,800 was sent .*No longer wanted/,
    ]);
  });
});

test("the owner is asked before a paid order is cancelled or deleted, and finds the deleted one again", async ({
  openFailing,
  ownerToken,
  request,
}) => {
  const order = await makePaidOrder(request, ownerToken);
  const page = await openFailing(`/admin/orders?q=${shortId(order)}`);
  const question = page.getByRole("dialog", { name: `Cancel the order (${shortId(order)})` });

  await test.step("the question says the money, and Keep changes nothing", async () => {
    await statusOf(page, order).focus();
    await statusOf(page, order).selectOption("cancelled");
    await expect(question).toContainText("₹1,800 was paid.");
    await expect(question.getByLabel("Amount in rupees")).toHaveValue("1800");
    await expectAccessible(page);
    await question.getByRole("button", { name: "Keep" }).click();
    await expect(question).toBeHidden();
    await expect(statusOf(page, order)).toHaveValue("paid");
    await expect(statusOf(page, order)).toBeFocused();
    expect(await readOrder(request, ownerToken, order)).toMatchObject({ status: "paid", refundable: 1800 });
  });
  await test.step("another owner's change is not overwritten, and is shown", async () => {
    await statusOf(page, order).selectOption("cancelled");
    await setStatus(request, ownerToken, order, "delivered");
    await question.getByRole("button", { name: "Cancel and refund" }).click();
    await expect(question).toBeHidden();
    await expect(message(page, "Failed to update status")).toBeVisible();
    await expect(statusOf(page, order)).toHaveValue("delivered");
    await expect(statusOf(page, order)).toHaveAccessibleDescription(
      "Somebody changed this order meanwhile: it is delivered now. Nothing was saved.",
    );
    expect(await readOrder(request, ownerToken, order)).toMatchObject({ status: "delivered", refundable: 1800 });
  });
  await test.step("cancelling refunds the amount at once", async () => {
    await statusOf(page, order).selectOption("cancelled");
    await question.getByLabel("Amount in rupees").fill("2000");
    await question.getByRole("button", { name: "Cancel and refund" }).click();
    await expect(question.getByText("Amount in rupees must be an amount of 1 to 1800")).toBeVisible();
    await question.getByLabel("Amount in rupees").fill("1500.50");
    await question.getByRole("button", { name: "Cancel and refund" }).click();
    await expect(message(page, "₹1,500.50 refunded")).toBeVisible();
    await expect(statusOf(page, order)).toHaveValue("cancelled");
    expect(await readOrder(request, ownerToken, order)).toMatchObject({ status: "cancelled", refundable: 299.5 });
  });
  await test.step("deleting says that it is archived, and the filter finds it, read-only", async () => {
    const questions: string[] = [];
    page.once("dialog", (dialog) => {
      questions.push(dialog.message());
      void dialog.accept();
    });
    await cardOf(page, order).getByRole("button", { name: "Delete" }).click();
    await expect(message(page, "Order deleted")).toBeVisible();
    expect(questions[0]).toMatch(
      /^Are you sure you want to delete this order\?\n\nIt is archived: .*₹299\.50 of ₹1,800/s,
    );
    await expect(mainOf(page).getByText("No orders found")).toBeVisible();
    await page.getByRole("link", { name: "Archived" }).click();
    await expect(page).toHaveURL(`/admin/orders?archived=true&q=${shortId(order)}`);
    await expect(cardOf(page, order)).toContainText("archived");
    await expect(statusOf(page, order)).toHaveCount(0);
    await expect(cardOf(page, order).getByRole("button", { name: "Delete" })).toHaveCount(0);
    await cardOf(page, order).getByRole("link", { name: "View" }).click();
    await expect(page.getByRole("region", { name: "Status" })).toContainText(/^Statuscancelled ?Archived /);
    await expect(statusOf(page, order)).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^(Save note|Change details)/ })).toHaveCount(0);
    // What is left of its money can still go back.
    await expect(card(page)).toContainText("₹299.50 can be refunded.");
  });
});
