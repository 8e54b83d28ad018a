import { readFile } from "node:fs/promises";
import type { Order } from "../../src/contracts/orders/order.ts";
import { orderStatuses } from "../../src/contracts/orders/order-rules.ts";
import { expectAccessible, expectAccessibleAndFits } from "./support/accessibility.ts";
import { makeCustomer } from "./support/account.ts";
import { adminLink, expectLoadErrorWithRetry, mainOf, message, test } from "./support/admin.ts";
import { cardOf, makeOrder, readOrder, shortId, statusOf } from "./support/admin-orders.ts";
import { setStatus } from "./support/checkout.ts";
import { expectStatusColours } from "./support/checks.ts";
import { uniqueWord } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
import { holdCalls, tabTo } from "./support/visit.ts";

test("the order list shows cards by page, filters, searches, is accessible and exports CSV", async ({
  openAdmin,
  ownerToken,
  request,
}) => {
  const name = uniqueWord();
  const buyer = await makeCustomer(request);
  const orders: Order[] = [];
  // From the oldest to the newest. An open order of the same buyer would be reused, so the pending one comes last.
  for (const status of ["shipped", "shipped", ...orderStatuses.toReversed()] as const) {
    const { order } = await makeOrder(request, { name, buyer });
    await setStatus(request, ownerToken, order, status);
    orders.unshift(order);
  }
  const withStatus = (status: Order["status"]) => orders[orderStatuses.indexOf(status)]!;
  const page = await openAdmin(`/admin/orders?q=${name}`);
  const articles = mainOf(page).getByRole("article");

  await test.step("shows orders as cards, newest first, 6 per page", async () => {
    const titles = articles.getByRole("heading");
    await expect(titles).toHaveText(orders.slice(0, 6).map((order) => `Order ${shortId(order)}`));
    await expect(mainOf(page).getByText("7 orders", { exact: true })).toBeVisible();
    const card = cardOf(page, orders[0]!);
    for (const text of [name, "9000000001", "meera@example.com", "₹1,800", "Deep Dive (Audio) x 1"])
      await expect(card.getByText(text)).toBeVisible();
    await page.getByRole("link", { name: "Next" }).click();
    await expect(titles).toHaveText([`Order ${shortId(orders[6]!)}`]);
    expect(new URL(page.url()).search).toBe(`?page=2&q=${name}`);
    await page.goBack();
    await expect(articles).toHaveCount(6);
  });
  await test.step("colours the status: green paid, yellow pending, red cancelled, grey otherwise", async () => {
    await expectStatusColours((status) => articles.locator("header").getByText(status, { exact: true }).first());
  });
  await test.step("is accessible, fits at all widths and has controls of at least 44 px", async () => {
    await expectAccessibleAndFits(page);
    const card = cardOf(page, orders[0]!);
    for (const control of [
      statusOf(page, orders[0]!),
      card.getByRole("link", { name: "View" }),
      card.getByRole("button", { name: "Delete" }),
    ])
      expect((await control.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    await page.setViewportSize({ width: 1280, height: 720 });
  });
  await test.step("filters by status and searches by the end of the id, name, e-mail or phone", async () => {
    const other = { name: uniqueWord(), phone: `9${Math.floor(Math.random() * 1e9)}`.padEnd(10, "0") };
    const { order } = await makeOrder(request, { ...other, email: `${other.name}@example.com` });
    await setStatus(request, ownerToken, order, "shipped");
    // By name and e-mail too: tests/integration/orders-search.test.ts.
    for (const words of [shortId(order), other.phone]) {
      await page.getByRole("searchbox", { name: "Search orders" }).fill(words);
      await expect(page).toHaveURL(`/admin/orders?q=${encodeURIComponent(words)}`);
      await expect(articles).toHaveCount(1);
      await expect(cardOf(page, order)).toBeVisible();
    }
    const statusLink = (status: string) =>
      page.getByRole("navigation", { name: "Status" }).getByRole("link", { name: status });
    await statusLink("pending").click();
    await expect(mainOf(page).getByText("No orders found")).toBeVisible();
    expect(new URL(page.url()).search).toBe(`?status=pending&q=${other.phone}`);
    await statusLink("shipped").click();
    await expect(cardOf(page, order)).toBeVisible();
    await page.getByRole("searchbox").fill(other.name);
    await expect(page).toHaveURL(`/admin/orders?status=shipped&q=${other.name}`);
    await page.getByRole("searchbox").fill("");
    await expect(page).toHaveURL("/admin/orders?status=shipped");
    await statusLink("pending").click();
    await expect(cardOf(page, withStatus("pending"))).toBeVisible();
    await statusLink("cancelled").click();
    await expect(cardOf(page, withStatus("cancelled"))).toBeVisible();
  });
  await test.step("exports the orders that match the filter and search as CSV", async () => {
    const [order, cancelled] = [withStatus("pending"), withStatus("cancelled")];
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
    const text = await readFile(await file.path(), "utf8");
    expect(text).toContain(cancelled._id);
    expect(text).not.toContain(order._id);

    await page.getByRole("searchbox").fill(order._id.slice(-8));
    await page.getByRole("searchbox").press("Enter");
    await expect(page.getByText("0 orders")).toBeVisible();
    const empty = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    expect(await readFile(await (await empty).path(), "utf8")).not.toContain(cancelled._id);
  });
});

test("the owner changes, deletes and opens orders in the list, also as rows and several at once; failed calls show an error", async ({
  openFailing,
  ownerToken,
  request,
  makeProduct,
}) => {
  const page = await openFailing("/admin/orders");
  const search = (words: string) => page.getByRole("searchbox", { name: "Search orders" }).fill(words);
  await test.step("an order is changed, deleted and opened in the list", async () => {
    const name = uniqueWord();
    const { order: other } = await makeOrder(request, { name });
    const { order } = await makeOrder(request, { name });
    await search(name);
    await expect(mainOf(page).getByRole("article")).toHaveCount(2);

    await test.step("keys do not change the status while the select is closed", async () => {
      const saved: string[] = [];
      page.on("request", (sent) => sent.method() === "PUT" && saved.push(sent.postData() ?? ""));
      await tabTo(page, statusOf(page, order));
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Escape");
      await page.keyboard.press("s");
      await page.keyboard.press("Escape");
      await expect(statusOf(page, order)).toHaveValue("pending");
      expect(saved).toEqual([]);
    });
    await test.step("a chosen status shows at once and is saved", async () => {
      const calls = await holdCalls(page, "**/api/orders/*/status");
      await statusOf(page, order).selectOption("shipped");
      await expect(cardOf(page, order).locator("header").getByText("shipped", { exact: true })).toBeVisible();
      await expect(message(page, "Order status updated")).toBeHidden();
      calls.letThrough();
      await expect(message(page, "Order status updated")).toBeVisible();
      expect((await readOrder(request, ownerToken, order)).status).toBe("shipped");
      await page.unroute("**/api/orders/*/status");
    });
    await test.step("two quick choices are saved in order", async () => {
      await statusOf(page, other).selectOption("cancelled");
      await statusOf(page, other).selectOption("shipped");
      await expect
        .poll(async () => (await readOrder(request, ownerToken, other)).history.map(({ status }) => status))
        .toEqual(["pending", "cancelled", "shipped"]);
      await expect(statusOf(page, other)).toHaveValue("shipped");
    });
    await test.step("deletes an order after confirmation", async () => {
      const deleteButton = cardOf(page, order).getByRole("button", { name: "Delete" });
      const questions: string[] = [];
      page.once("dialog", (dialog) => {
        questions.push(`${dialog.type()}: ${dialog.message()}`);
        void dialog.dismiss();
      });
      await deleteButton.click();
      // It was shipped, so it may have an invoice.
      const question = /^confirm: Are you sure you want to delete this order\?\n\nIt is archived: .*₹1,800 is due\./s;
      await expect.poll(() => questions).toEqual([expect.stringMatching(question)]);
      await expect(cardOf(page, order)).toBeVisible();
      page.once("dialog", (dialog) => dialog.accept());
      await deleteButton.click();
      await expect(message(page, "Order deleted")).toBeVisible();
      await expect(cardOf(page, order)).toHaveCount(0);
      await expect(cardOf(page, other)).toBeVisible();
      // The focus moved to the start of the list.
      await page.keyboard.press("Tab");
      await expect(statusOf(page, other)).toBeFocused();
    });
    await test.step("View opens the order", async () => {
      const view = cardOf(page, other).getByRole("link", { name: "View" });
      await expect(view).toHaveAttribute("href", `/admin/orders/${other._id}`);
    });
  });
  await test.step("orders are shown as rows, filtered by day, and changed several at once", async () => {
    const name = uniqueWord();
    const { _id: itemId, offerPrice: price } = await makeProduct({ stock: 9 });
    const { order: talk } = await makeOrder(request, { name });
    const { order: parcel } = await makeOrder(request, { name, product: { itemId, itemType: "product", price } });
    for (const order of [talk, parcel]) await setStatus(request, ownerToken, order, "paid");
    await search(name);
    const rows = mainOf(page).getByRole("table", { name: "Orders" }).getByRole("row");
    const ordersOf = async (...orders: Order[]) => {
      await expect(rows).toHaveCount(orders.length + 1);
      for (const order of orders) await expect(rows.filter({ hasText: shortId(order) })).toBeVisible();
    };
    await test.step("the next step is one click", async () => {
      await expect(cardOf(page, parcel).getByRole("link", { name: "Send the pieces" })).toHaveAttribute(
        "href",
        `/admin/orders/${parcel._id}#parcels`,
      );
      await cardOf(page, talk).getByRole("button", { name: "Mark as delivered" }).click();
      await expect(message(page, "Order status updated")).toBeVisible();
      await expect(cardOf(page, talk).getByRole("button", { name: "Mark as delivered" })).toHaveCount(0);
      await setStatus(request, ownerToken, talk, "paid");
    });
    await test.step("rows, days and tasks are in the address", async () => {
      await page.getByRole("navigation", { name: "Look" }).getByRole("link", { name: "Rows" }).click();
      await expect(page).toHaveURL(`/admin/orders?look=rows&q=${name}`);
      await ordersOf(parcel, talk);
      await expectAccessible(page);
      await page.getByRole("navigation", { name: "To do" }).getByRole("link", { name: "To pack" }).click();
      await ordersOf(parcel);
      await page.getByRole("navigation", { name: "Status" }).getByRole("link", { name: "All" }).click();
      await ordersOf(parcel, talk);
      await page.getByLabel("To", { exact: true }).fill("2020-01-31");
      await expect(mainOf(page).getByText("No orders found")).toBeVisible();
      await expect(page).toHaveURL(`/admin/orders?to=2020-01-31&look=rows&q=${name}`);
      await page.getByLabel("To", { exact: true }).fill("");
      await ordersOf(parcel, talk);
      await page.getByLabel("From", { exact: true }).fill("2020-01-31");
      await expect(page).toHaveURL(`/admin/orders?from=2020-01-31&look=rows&q=${name}`);
      await ordersOf(parcel, talk);
    });
    await test.step("sets one status on the chosen orders and says what could not be changed", async () => {
      await page.getByLabel("Choose all").check();
      await expect(mainOf(page).getByText("2 chosen")).toBeVisible();
      await request.delete(`/api/orders/${talk._id}`, { headers: { authorization: `Bearer ${ownerToken}` } });
      await page.getByLabel("Set to").selectOption("delivered");
      await page.getByRole("button", { name: "Set status" }).click();
      const question = page.getByRole("dialog", { name: "Change 2 orders" });
      await expect(question.getByRole("paragraph")).toHaveText([
        "Set 2 orders to delivered?",
        "Buyers get a mail about it, each once.",
      ]);
      await question.getByRole("button", { name: "Keep" }).click();
      await expect(question).toBeHidden();
      await page.getByRole("button", { name: "Set status" }).click();
      await question.getByRole("button", { name: "Set status" }).click();
      await expect(message(page, "Order status updated: 1 order delivered")).toBeVisible();
      await expect(page.getByRole("alert").filter({ hasText: "could not" })).toContainText(
        `1 order could not be changed:Order ${shortId(talk)}: Order not found.`,
      );
      await ordersOf(parcel);
      await expect(statusOf(page, parcel)).toHaveValue("delivered");
    });
  });
  const { order } = await makeOrder(request);
  await adminLink(page, "Orders").click();
  await expect(page).toHaveURL("/admin/orders");
  await expect(mainOf(page).getByRole("article").first()).toBeVisible();
  await search(shortId(order));
  await test.step("a failed status change is rolled back and shows the reason", async () => {
    const reason = "The order cannot be re-opened: its pieces have been sold since.";
    await page.route("**/api/orders/*/status", (route) =>
      route.fulfill({ status: 409, json: { message: reason, code: "out_of_stock" } }),
    );
    await statusOf(page, order).selectOption("paid");
    await expect(message(page, "Failed to update status")).toBeVisible();
    await expect(statusOf(page, order)).toHaveValue("pending");
    await expect(statusOf(page, order)).toHaveAccessibleDescription(reason);
    await page.unroute("**/api/orders/*/status");
    await page.route("**/api/orders/*/status", (route) => route.abort());
    await statusOf(page, order).selectOption("shipped");
    await expect(statusOf(page, order)).toHaveAccessibleDescription("It could not be saved. Please try again.");
    await expect(statusOf(page, order)).toHaveValue("pending");
    expect((await readOrder(request, ownerToken, order)).status).toBe("pending");
  });
  await test.step("a failed delete keeps the order", async () => {
    await page.route(`**/api/orders/${order._id}`, (route) => route.abort());
    page.once("dialog", (dialog) => dialog.accept());
    await cardOf(page, order).getByRole("button", { name: "Delete" }).click();
    await expect(message(page, "Failed to delete order")).toBeVisible();
    await expect(cardOf(page, order)).toBeVisible();
  });
  await test.step("a failed export shows an error message", async () => {
    await page.route("**/api/orders.csv*", (route) => route.abort());
    await page.getByRole("button", { name: "Export CSV" }).click();
    await expect(message(page, "The orders could not be exported. Please try again.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Export CSV" })).toBeEnabled();
  });
  await test.step("a failed load shows an error with a retry button", async () => {
    await adminLink(page, "Activity").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Activity");
    await expectLoadErrorWithRetry(page, { link: "Orders", call: "**/api/orders?*" }, cardOf(page, order));
  });
});
