import type { Page } from "@playwright/test";
import type { Order } from "../src/contracts/orders/order.ts";
import type { Screen } from "./shots-shop.ts";

const failToLoad = (call: string) => async (page: Page) => {
  await page.route(call, (route) => route.abort());
  await page.reload({ waitUntil: "networkidle" });
  await page.getByRole("alert").waitFor();
};

/** An order that was paid twice and has no stock. */
async function showWarnings(page: Page) {
  await page.route("**/api/orders/*", async (route) => {
    const order = (await (await route.fetch()).json()) as Order;
    const note = "The order had been paid already by another payment.";
    const paymentNotes = [{ at: order.createdAt, paymentId: "pay_Qx81jskq01", note }];
    await route.fulfill({ json: { ...order, stockShort: true, paymentNotes } });
  });
  await page.reload({ waitUntil: "networkidle" });
  await page.getByText("Stock is short").waitFor();
}

const lists = ["orders", "appointments", "enquiries", "reviews", "activity"] as const;
const paidOrder: Screen["path"] = ({ orders }) => `/admin/orders/${orders!.paid}`;

/** The admin's dashboard, orders, appointments, customers, sales, enquiries, people, activity and first day. */
export const adminOperationsScreens: Screen[] = [
  { name: "admin-dashboard", path: "/admin", isOwner: true },
  { name: "admin-dashboard-empty", path: "/admin", shop: "empty", isOwner: true },
  { name: "admin-dashboard-failing", path: "/admin", isOwner: true, open: failToLoad("**/api/dashboard") },
  ...lists.flatMap((list): Screen[] => [
    { name: `admin-${list}`, path: `/admin/${list}`, isOwner: true },
    { name: `admin-${list}-empty`, path: `/admin/${list}`, shop: "empty", isOwner: true },
    { name: `admin-${list}-failing`, path: `/admin/${list}`, isOwner: true, open: failToLoad(`**/api/${list}?**`) },
  ]),
  { name: "admin-customers", path: "/admin/customers", isOwner: true },
  { name: "admin-customers-empty", path: "/admin/customers", shop: "empty", isOwner: true },
  { name: "admin-customers-failing", path: "/admin/customers", isOwner: true, open: failToLoad("**/api/customers?**") },
  { name: "admin-customer-unknown", path: "/admin/customers/nobody", isOwner: true },
  { name: "admin-integrations", path: "/admin/integrations", isOwner: true },
  { name: "admin-accounts", path: "/admin/accounts", isOwner: true },
  { name: "admin-sales", path: "/admin/sales", isOwner: true },
  { name: "admin-sales-empty", path: "/admin/sales", shop: "empty", isOwner: true },
  { name: "admin-sales-failing", path: "/admin/sales", isOwner: true, open: failToLoad("**/api/sales?**") },
  { name: "admin-first-day", path: "/admin/first-day", isOwner: true, whole: true },
  { name: "admin-first-day-empty", path: "/admin/first-day", shop: "empty", isOwner: true, whole: true },
  { name: "admin-people", path: "/admin/people", isOwner: true },
  { name: "admin-people-failing", path: "/admin/people", isOwner: true, open: failToLoad("**/api/people") },
  { name: "admin-orders-rows", path: "/admin/orders?look=rows", isOwner: true },
  { name: "admin-order", path: paidOrder, isOwner: true },
  { name: "admin-order-troubled", path: paidOrder, isOwner: true, open: showWarnings, whole: true },
  { name: "admin-order-unknown", path: "/admin/orders/nothing", isOwner: true },
  { name: "admin-order-print", path: paidOrder, isOwner: true, open: (page) => page.emulateMedia({ media: "print" }) },
];
