import type { Page } from "@playwright/test";
import { type OrderStatus, orderStatuses } from "../src/contracts/order-states.ts";
import type { Screen } from "./shots-screens.ts";

type Typed = Record<string, string>;

async function typeIn(page: Page, values: Typed) {
  for (const [name, value] of Object.entries(values)) await page.locator(`main [name=${name}]`).fill(value);
}

/** Fills in a form, sends it and waits for what it says; an alert of the browser is read and closed. */
const send = (values: Typed, says: string | RegExp) => async (page: Page) => {
  page.on("dialog", (dialog) => dialog.accept());
  await typeIn(page, values);
  await page.locator("main [type=submit]").click();
  await page.getByRole("main").getByText(says).waitFor();
};

/** The same with an answer that never comes. */
const sendInVain = (values: Typed, says: string) => async (page: Page) => {
  await page.route("**/api/users/**", () => {});
  await send(values, says)(page);
};

const order = (status: OrderStatus, place: number) => ({
  _id: `order-00000${place}`,
  status,
  totalAmount: [123456, 900, 99.5, 2400, 18000][place],
  createdAt: `2026-11-${10 + place}T10:00:00Z`,
  items: [
    { itemId: "a", itemType: "product", title: "Rose Quartz Ring, Adjustable", qty: place + 1 },
    { itemId: "b", itemType: "course", title: "Tarot for a Quiet Mind", qty: 1 },
  ],
});

const withOrders = async (page: Page) => {
  await page.route("**/api/orders/my", (route) => route.fulfill({ json: orderStatuses.map(order) }));
  await page.reload({ waitUntil: "networkidle" });
};

const unanswered = async (page: Page) => {
  await page.route("**/api/{users/profile,orders/my}", () => {});
  await page.reload({ waitUntil: "load" });
};

const refused = async (page: Page) => {
  await page.route("**/api/{users/profile,orders/my}", (route) => route.abort());
  await page.reload({ waitUntil: "networkidle" });
};

const wrongAccount = { name: "Meera", email: "meera@localhost", phone: "12345", password: "short" };
const wrongLogin = { email: "meera@example.com", password: "not the password" };
const reset = "/reset-password/nonsense";

export const accountScreens: Screen[] = [
  { name: "login", path: "/login" },
  { name: "login-wrong", path: "/login?next=/checkout", open: send(wrongLogin, "Invalid email or password") },
  { name: "login-busy", path: "/login", open: sendInVain(wrongLogin, "Logging in…") },
  { name: "login-no-scripts", path: "/login", scripts: false },
  { name: "register", path: "/register" },
  { name: "register-wrong", path: "/register", open: send(wrongAccount, "Phone must have"), whole: true },
  { name: "forgot", path: "/forgot", open: send({ email: "meera@example.com" }, "If the email exists") },
  { name: "reset-password", path: reset },
  { name: "reset-password-failed", path: reset, open: send({ password: "a good password" }, /Ask for a new link/) },
  { name: "profile", path: "/profile", isCustomer: true },
  { name: "profile-orders", path: "/profile", isCustomer: true, open: withOrders, whole: true },
  { name: "profile-waiting", path: "/profile", isCustomer: true, open: unanswered },
  { name: "profile-failing", path: "/profile", isCustomer: true, open: refused },
  {
    name: "profile-delete",
    path: "/profile",
    isCustomer: true,
    open: (page) => page.getByRole("button", { name: "Delete my account" }).click(),
  },
  { name: "profile-no-scripts", path: "/profile", scripts: false },
  {
    name: "menu-customer",
    path: "/about",
    only: [360, 768],
    isCustomer: true,
    open: (page) => page.getByRole("button", { name: "Menu" }).click(),
  },
];
