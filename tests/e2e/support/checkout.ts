import type { APIRequestContext, Browser, Page } from "@playwright/test";
import type { Order } from "../../../src/contracts/orders/order.ts";
import { makeCustomer } from "./account.ts";
import type { StoredLine } from "./cart.ts";
import { expect } from "./test.ts";
import { collectConsoleErrors, visitWith } from "./visit.ts";

export type Customer = Awaited<ReturnType<typeof makeCustomer>>;

export const FAILED = "Something went wrong. Please try again.";
export const CLOSED = "Payment popup closed. Order not completed.";
export const PAID = "✅ Payment successful!";
export const DECLINED = "❌ Payment failed: Your payment was declined by the bank. No money was taken.";

/** Opens the checkout as a new customer with a cart. */
export async function goToCheckout(page: Page, request: APIRequestContext, cart: StoredLine[]) {
  const customer = await makeCustomer(request);
  await visitWith(page, "/checkout", { token: customer.token, cart });
  if (cart.length > 0) await expect(payButton(page)).toBeVisible();
  return customer;
}

/** The same on a separate page: failed requests appear in the console, which would fail the page of the test. */
export async function checkoutWhereCallsFail(
  browser: Browser,
  request: APIRequestContext,
  url: string,
  cart: StoredLine[],
) {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  const said = collectConsoleErrors(page);
  return { page, said, customer: await goToCheckout(page, request, cart) };
}

export const form = (page: Page) => page.getByRole("form", { name: "Checkout" });
export const payButton = (page: Page) => form(page).getByRole("button", { name: /^(Pay ₹|Processing)/ });
export const summary = (page: Page) => page.getByRole("region", { name: "Order Summary" });

export const popup = (page: Page) => page.getByRole("dialog", { name: "Nakshatra" });
export const inPopup = (page: Page, name: string | RegExp) => popup(page).getByRole("button", { name });
export const payInPopup = (page: Page) => inPopup(page, /^Pay ₹/).click();

export const expectToast = (page: Page, text: string) =>
  expect(page.getByRole("status").getByText(text, { exact: true })).toBeVisible();

export async function expectPaid(page: Page) {
  await expect(page.getByRole("heading", { level: 1, name: "Payment Successful" })).toBeVisible();
  return new URL(page.url()).searchParams.get("orderId")!;
}

const bearer = ({ token }: Pick<Customer, "token">) => ({ authorization: `Bearer ${token}` });

export async function ordersOf(request: APIRequestContext, customer: Pick<Customer, "token">) {
  return (await (await request.get("/api/orders/my", { headers: bearer(customer) })).json()) as Order[];
}

export const SHIPPING = {
  name: "Meera Test",
  email: "meera@example.com",
  phone: "9000000001",
  address: "12 Tara Marg",
};

/** Places an unpaid order through the API. */
export async function placeOrder(request: APIRequestContext, customer: Customer, cart: StoredLine[]) {
  const items = cart.map(({ itemId, itemType, qty }) => ({ itemId, itemType, qty }));
  const totalAmount = cart.reduce((sum, { price, qty }) => sum + price * qty, 0);
  const data = { items, totalAmount, shipping: SHIPPING };
  const reply = await request.post("/api/orders", { headers: bearer(customer), data });
  expect(reply.status(), await reply.text()).toBe(201);
  return (await reply.json()) as Order;
}

export async function setStatus(request: APIRequestContext, token: string, order: Order, status: Order["status"]) {
  const reply = await request.put(`/api/orders/${order._id}/status`, { headers: bearer({ token }), data: { status } });
  expect(reply.status(), await reply.text()).toBe(200);
}

/** Pays through the API, as from another device. */
export async function payElsewhere(request: APIRequestContext, customer: Customer, order: Order) {
  const payment = await request.post("/api/payments/razorpay", {
    headers: bearer(customer),
    data: { orderId: order._id },
  });
  const { orderId } = (await payment.json()) as { orderId: string };
  const paid = await request.post("/sandbox/razorpay/v1/sandbox/payments", {
    data: { order_id: orderId, outcome: "success" },
  });
  expect(paid.status(), await paid.text()).toBe(200);
}
