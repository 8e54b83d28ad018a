import type { Page } from "@playwright/test";
import { type OrderStatus, orderStatuses } from "../src/contracts/orders/order-rules.ts";
import type { Screen } from "./shots-shop.ts";

type Values = Record<string, string>;

async function fillFields(page: Page, values: Values) {
  for (const [name, value] of Object.entries(values)) await page.locator(`main [name=${name}]`).fill(value);
}

/** Submits a form and waits for a text. Browser dialogs are accepted. */
const submit = (values: Values, text: string | RegExp) => async (page: Page) => {
  page.on("dialog", (dialog) => dialog.accept());
  await fillFields(page, values);
  await page.locator("main [type=submit]").click();
  await page.getByRole("main").getByText(text).waitFor();
};

/** Submits a form that gets no response, to show the pending state. */
const submitWithoutResponse = (values: Values, text: string) => async (page: Page) => {
  await page.route("**/api/users/**", () => {});
  await submit(values, text)(page);
};

const sampleOrder = (status: OrderStatus, index: number) => ({
  _id: `order-00000${index}`,
  status,
  totalAmount: [123456, 900, 99.5, 2400, 18000][index],
  createdAt: `2026-11-${10 + index}T10:00:00Z`,
  items: [
    { itemId: "a", itemType: "product", title: "Rose Quartz Ring, Adjustable", qty: index + 1 },
    { itemId: "b", itemType: "course", title: "Tarot for a Quiet Mind", qty: 1 },
  ],
});

const withOrders = async (page: Page) => {
  await page.route("**/api/orders/my", (route) => route.fulfill({ json: orderStatuses.map(sampleOrder) }));
  await page.reload({ waitUntil: "networkidle" });
};

const withPendingCalls = async (page: Page) => {
  await page.route("**/api/{users/profile,orders/my}", () => {});
  await page.reload({ waitUntil: "load" });
};

const withFailedCalls = async (page: Page) => {
  await page.route("**/api/{users/profile,orders/my}", (route) => route.abort());
  await page.reload({ waitUntil: "networkidle" });
};

const wrongAccount = { name: "Meera", email: "meera@localhost", phone: "12345", password: "short" };
const wrongLogin = { email: "meera@example.com", password: "not the password" };
const reset = "/reset-password/nonsense";

export const accountScreens: Screen[] = [
  { name: "login", path: "/login" },
  { name: "login-wrong", path: "/login?next=/checkout", open: submit(wrongLogin, "Invalid email or password") },
  { name: "login-busy", path: "/login", open: submitWithoutResponse(wrongLogin, "Logging in…") },
  { name: "login-no-scripts", path: "/login", scripts: false },
  { name: "register", path: "/register" },
  { name: "register-wrong", path: "/register", open: submit(wrongAccount, "Phone must have"), whole: true },
  { name: "forgot", path: "/forgot", open: submit({ email: "meera@example.com" }, "If the email exists") },
  { name: "reset-password", path: reset },
  { name: "reset-password-failed", path: reset, open: submit({ password: "a good password" }, /Ask for a new link/) },
  { name: "profile", path: "/profile", isCustomer: true },
  { name: "profile-orders", path: "/profile", isCustomer: true, open: withOrders, whole: true },
  { name: "profile-waiting", path: "/profile", isCustomer: true, open: withPendingCalls },
  { name: "profile-failing", path: "/profile", isCustomer: true, open: withFailedCalls },
  {
    name: "profile-delete",
    path: "/profile",
    isCustomer: true,
    open: (page) => page.getByRole("button", { name: "Delete my account" }).click(),
  },
  { name: "security", path: "/profile/security", isCustomer: true },
  { name: "security-owner", path: "/profile/security", isOwner: true },
  { name: "invitation-unknown", path: "/invitation/nonsense" },
  { name: "profile-no-scripts", path: "/profile", scripts: false },
  {
    name: "menu-customer",
    path: "/about",
    only: [360, 768],
    isCustomer: true,
    open: (page) => page.getByRole("button", { name: "Menu" }).click(),
  },
];
