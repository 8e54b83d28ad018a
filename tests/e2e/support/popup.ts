import type { Page } from "@playwright/test";
import { readConfig } from "../../../src/server/config.ts";
import { JWT_SECRET } from "./test.ts";
import { collectConsoleErrors } from "./visit.ts";

const { keyId, keySecret } = readConfig({ JWT_SECRET }).provider;

const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;
const CALLS = "/sandbox/razorpay/v1";

async function makeOrder(page: Page, amount: number) {
  const reply = await page.request.post(`${CALLS}/orders`, {
    headers: { authorization },
    data: { amount, currency: "INR" },
  });
  return (await reply.json()).id as string;
}

export async function statusOf(page: Page, order: string) {
  const reply = await page.request.get(`${CALLS}/orders/${order}`, { headers: { authorization } });
  return (await reply.json()).status as string;
}

const HTML = `<!doctype html><html lang="en"><title>Checkout</title><body>
<main><h1>Checkout</h1><button>Buy</button></main>
<dialog aria-label="Cart"><p>Cart</p><button>Buy from the cart</button></dialog>
<script src="/sandbox/razorpay/checkout.js"></script></body></html>`;

/** A callback of the popup and its argument. */
type PopupEvent = [name: string, data: Record<string, unknown>];

interface PopupPage {
  popupEvents: PopupEvent[];
  Razorpay: new (
    options: object,
  ) => { on(event: string, listener: (data: object) => void): unknown; open(): void; close(): void };
  popup: { close(): void };
}
declare global {
  interface Window extends PopupPage {}
}

/** A bare page with the shop's content security policy and a button that opens the popup for a new order. */
export async function visitCheckout(page: Page, amount = 12_345_600, more: object = {}) {
  const said = collectConsoleErrors(page);
  const policy = (await page.request.get("/contact")).headers()["content-security-policy"]!;
  const headers = { "content-type": "text/html; charset=utf-8", "content-security-policy": policy };
  await page.route("**/bare-checkout", (route) => route.fulfill({ body: HTML, headers }));
  await page.goto("/bare-checkout");
  const order = await makeOrder(page, amount);
  const options = {
    key: keyId,
    amount,
    currency: "INR",
    name: "Nakshatra",
    description: "3 items",
    image: "/favicon.png",
    order_id: order,
    prefill: { name: "Asha Rao", email: "asha@example.com" },
    theme: { color: "#171440" },
    ...more,
  };
  await page.evaluate((options) => {
    window.popupEvents = [];
    const record = (name: string) => (data: object) => void window.popupEvents.push([name, { ...data }]);
    const popup = new window.Razorpay({
      ...options,
      handler: record("paid"),
      modal: { ...("modal" in options && (options.modal as object)), ondismiss: record("dismissed") },
    });
    popup.on("payment.failed", record("failed"));
    window.popup = popup;
    for (const button of document.querySelectorAll("button")) button.addEventListener("click", () => popup.open());
  }, options);
  return { order, said };
}

export const popupEvents = (page: Page) => page.evaluate(() => window.popupEvents);
