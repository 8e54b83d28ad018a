import type { Page } from "@playwright/test";
import type { OrderItem } from "../../src/contracts/order.ts";
import { orderStatuses } from "../../src/contracts/order-states.ts";
import { answerCall, makeCustomer, openPage, orderOf } from "./support/account.ts";
import { expectStatusColours } from "./support/status-colours.ts";
import { expect, test } from "./support/test.ts";
import { visitWith } from "./support/visit.ts";

const CALL = "**/api/orders/my";

const orders = (page: Page) => page.getByRole("region", { name: "My Orders" });

const item = (changes: Partial<OrderItem>): OrderItem => ({
  itemId: "a",
  itemType: "product",
  title: "Rose Quartz Ring",
  price: 900,
  qty: 2,
  image: "",
  ...changes,
});

test("an empty order list links to the shop", async ({ page, request }) => {
  await answerCall(page, CALL, 200, []);
  await visitWith(page, "/profile", { token: (await makeCustomer(request)).token });
  await expect(orders(page).getByText("No orders yet.")).toBeVisible();
  await expect(orders(page).getByRole("link", { name: "Shop Products" })).toHaveAttribute("href", "/products");
});

test("an order shows the end of its id, its status, its total and what was bought", async ({ page, request }) => {
  const bought = [
    item({}),
    item({ itemId: "b", itemType: "course", title: "Tarot for Beginners", qty: 1 }),
    item({ itemId: "c", itemType: "consultancy", title: "Deep Dive (Audio)", qty: 3 }),
  ];
  await answerCall(page, CALL, 200, [
    orderOf({ _id: "0199-abc123", status: "paid", totalAmount: 123456, items: bought }),
  ]);
  await visitWith(page, "/profile", { token: (await makeCustomer(request)).token });
  const list = orders(page);
  await expect(list.getByRole("heading", { level: 3 })).toHaveText("Order abc123");
  await expect(list.getByText("paid", { exact: true })).toBeVisible();
  await expect(list.getByText("₹1,23,456")).toBeVisible();
  await expect(list.getByText("14 Nov 2026")).toBeVisible();
  await expect(list.getByRole("listitem").getByRole("listitem")).toHaveText([
    "Rose Quartz Ring x 2 (product)",
    "Tarot for Beginners x 1 (course)",
    "Deep Dive (Audio) x 3 (consultancy)",
  ]);
});

test("each status has its colour: green paid, yellow pending, red cancelled, grey otherwise", async ({
  page,
  request,
}) => {
  await answerCall(
    page,
    CALL,
    200,
    orderStatuses.map((status) => orderOf({ _id: `order-${status}`, status })),
  );
  await visitWith(page, "/profile", { token: (await makeCustomer(request)).token });
  await expectStatusColours((status) => orders(page).getByText(status, { exact: true }));
});

test("orders that fail to load show an error with a retry", async ({ browser, baseURL, request }) => {
  const page = await openPage(browser, baseURL);
  await page.route(CALL, (route) => route.abort());
  await visitWith(page, "/profile", { token: (await makeCustomer(request)).token });
  await expect(page.getByRole("alert")).toHaveText("Your orders could not be loaded.");
  await expect(page.getByLabel("Full Name")).toBeVisible();
  await page.unroute(CALL);
  await answerCall(page, CALL, 200, [orderOf({ _id: "order-abc123" })]);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(orders(page).getByText("Order abc123")).toBeVisible();
  await page.context().close();
});
