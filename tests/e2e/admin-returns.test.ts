import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectAccessibleAndFits } from "./support/accessibility.ts";
import { message, test } from "./support/admin.ts";
import { makeOrder, readOrder, shortId } from "./support/admin-orders.ts";
import { lineOf } from "./support/cart.ts";
import { setStatus } from "./support/checkout.ts";
import { expect } from "./support/test.ts";
import { visit } from "./support/visit.ts";

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("the owner says that a mark was wrong, what was returned by hand, and that a parcel came back", async ({
  openFailing,
  ownerToken,
  request,
  makeProduct,
}) => {
  const product = await makeProduct({ price: 600 });
  const { order } = await makeOrder(request, {
    product: lineOf(product),
    address: "12 Tara Marg\nNagpur",
    pin: "440010",
  });
  const headers = { authorization: `Bearer ${ownerToken}` };
  await setStatus(request, ownerToken, order, "paid");
  const page = await openFailing(`/admin/orders/${order._id}`);
  const received = card(page, "Money received");
  const status = async () => (await readOrder(request, ownerToken, order)).status;

  await test.step("takes the mark back, after a question with the amount", async () => {
    await received.getByRole("button", { name: "It was not paid" }).click();
    const dialog = page.getByRole("dialog", { name: `It was not paid (${shortId(order)})` });
    await expect(dialog).toContainText("₹2,400 is due again. Its receipt is cancelled.");
    await dialog.getByRole("button", { name: "Keep" }).click();
    expect(await status()).toBe("paid");
    await received.getByRole("button", { name: "It was not paid" }).click();
    await dialog.getByRole("button", { name: "It was not paid" }).click();
    await expect(received).toContainText("₹2,400 is due.");
    expect(await status()).toBe("pending");
  });

  await test.step("records a piece's money as returned, with how and the reference", async () => {
    const paid = await request.post(`/api/orders/${order._id}/payments`, {
      headers: { ...headers, "idempotency-key": randomUUID() },
      data: { method: "cash", amount: 2400 },
    });
    expect(paid.ok(), await paid.text()).toBe(true);
    await visit(page, `/admin/orders/${order._id}`);
    await expect(received).toContainText("at most ₹2,400");
    await received.getByRole("button", { name: "Money returned" }).click();
    const dialog = page.getByRole("dialog", { name: "Money returned" });
    await dialog.getByRole("button", { name: "Record" }).click();
    await expect(dialog.getByText("Reference is required.")).toBeVisible();
    await expect(dialog.getByText("Reason is required.")).toBeVisible();
    await dialog.getByLabel(product.title).check();
    await dialog.getByLabel("Reference").fill("UTR 4711");
    await dialog.getByLabel("Reason").fill("Broken in the post");
    await expectAccessibleAndFits(page);
    await page.route("**/refunds", (route) => route.abort());
    await dialog.getByRole("button", { name: "Record ₹600" }).click();
    await expect(dialog.getByText("the same refund is never recorded twice")).toBeVisible();
    await page.unroute("**/refunds");
    await dialog.getByRole("button", { name: "Record ₹600" }).click();
    await expect(message(page, "₹600 recorded as returned")).toBeVisible();
    await expect(received).toContainText("at most ₹1,800");
    await expect(card(page, "Refunds").getByRole("listitem")).toHaveText(/^₹600Returned by UPI.*Reference UTR 4711$/);
  });

  await test.step("a parcel that came back is to be sent again, and is no longer taken back or delivered", async () => {
    const second = await makeOrder(request, {
      product: lineOf(product),
      address: "12 Tara Marg\nNagpur",
      pin: "440010",
    });
    await setStatus(request, ownerToken, second.order, "paid");
    const url = `/api/orders/${second.order._id}/shipments`;
    const sent = await request.post(url, { headers, data: { courier: "Delhivery", trackingNumber: "AWB 1" } });
    expect(sent.status(), await sent.text()).toBe(201);
    await visit(page, `/admin/orders/${second.order._id}`);
    const parcels = card(page, "Parcels");
    await parcels.getByRole("button", { name: "Mark as come back" }).click();
    const dialog = page.getByRole("dialog", { name: "The parcel came back" });
    await expect(dialog).toContainText("Its pieces are to be sent again.");
    await expect(dialog).toContainText("The order becomes paid again.");
    await page.route("**/returned", (route) => route.abort());
    await dialog.getByRole("button", { name: "Mark as come back" }).click();
    await expect(dialog.getByText("It could not be saved. Please try again.")).toBeVisible();
    await page.unroute("**/returned");
    await expectAccessibleAndFits(page);
    await dialog.getByRole("button", { name: "Mark as come back" }).click();
    await expect(message(page, "Parcel came back")).toBeVisible();
    const parcel = parcels.getByRole("list", { name: "Parcels" }).getByRole("listitem");
    await expect(parcel).toContainText(/Came back.*came back \d/);
    for (const name of ["Take back", "Mark as come back", "Mark as delivered"])
      await expect(parcels.getByRole("button", { name, exact: true })).toHaveCount(0);
    await expect(parcels).toContainText("1 piece to send.");
  });
});
