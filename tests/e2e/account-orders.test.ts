import type { Page } from "@playwright/test";
import type { Order, OrderItem } from "../../src/contracts/orders/order.ts";
import { orderStatuses } from "../../src/contracts/orders/order-rules.ts";
import { answerCall, makeCustomer, orderOf } from "./support/account.ts";
import { expectStatusColours } from "./support/checks.ts";
import { expect, test } from "./support/test.ts";
import { visit, visitWith } from "./support/visit.ts";

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

test("My Orders shows an empty state, an order with its items, a colour for each status, and a failed load with a retry", async ({
  context,
  request,
}) => {
  // The failed call appears in the console.
  const page = await context.newPage();
  const list = orders(page);
  const answerWith = async (found: Order[]) => {
    await page.unroute(CALL);
    await answerCall(page, CALL, 200, found);
  };
  await test.step("orders that fail to load show an error with a retry; an empty list links to the shop", async () => {
    await page.route(CALL, (route) => route.abort());
    await visitWith(page, "/profile", { token: (await makeCustomer(request)).token });
    await expect(page.getByRole("alert")).toHaveText("Your orders could not be loaded.");
    await expect(page.getByLabel("Full Name")).toBeVisible();
    await answerWith([]);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(list.getByText("No orders yet.")).toBeVisible();
    await expect(list.getByRole("link", { name: "Shop Products" })).toHaveAttribute("href", "/products");
  });
  await test.step("an order shows the end of its id, its status, its total and what was bought", async () => {
    const items = [
      item({}),
      item({ itemId: "b", itemType: "course", title: "Tarot for Beginners", qty: 1 }),
      item({ itemId: "c", itemType: "consultancy", title: "Deep Dive (Audio)", qty: 3 }),
    ];
    await answerWith([orderOf({ _id: "0199-abc123", status: "paid", totalAmount: 123456, items })]);
    await visit(page, "/profile");
    await expect(list.getByRole("heading", { level: 3 })).toHaveText("Order abc123");
    await expect(list.getByText("paid", { exact: true })).toBeVisible();
    await expect(list.getByText("₹1,23,456")).toBeVisible();
    await expect(list.getByText("14 Nov 2026")).toBeVisible();
    await expect(list.getByRole("listitem").getByRole("listitem")).toHaveText([
      "Rose Quartz Ring x 2 (product)",
      "Tarot for Beginners x 1 (course)",
      "Deep Dive (Audio) x 3 (consultancy)",
    ]);
    await page.setViewportSize({ width: 390, height: 740 });
    await page.getByRole("link", { name: /^My Orders \(\d+\)$/ }).click();
    await expect(list.getByRole("heading", { level: 2 })).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1280, height: 720 });
  });
  await test.step("each status has its colour: green paid, yellow pending, red cancelled, grey otherwise", async () => {
    await answerWith(orderStatuses.map((status) => orderOf({ _id: `order-${status}`, status })));
    await visit(page, "/profile");
    await expectStatusColours((status) => list.getByText(status, { exact: true }));
  });
});
