import type { Page } from "@playwright/test";
import { readConfig } from "../../../src/server/config.ts";
import { JWT_SECRET } from "./test.ts";
import { consoleOf } from "./visit.ts";

const { keyId, keySecret } = readConfig({ JWT_SECRET }).gateway;

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

/** What happened on the page, in order: the name of a callback and what it was given. */
export type Happened = [what: string, given: Record<string, unknown>];

interface PopupPage {
  happened: Happened[];
  Razorpay: new (
    options: object,
  ) => { on(event: string, listener: (given: object) => void): unknown; open(): void; close(): void };
  popup: { close(): void };
}
declare global {
  interface Window extends PopupPage {}
}

/** A bare page under the shop's own content security policy, with a button that opens the popup for a new order. */
export async function visitCheckout(page: Page, amount = 12_345_600, more: object = {}) {
  const said = consoleOf(page);
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
    window.happened = [];
    const note = (what: string) => (given: object) => void window.happened.push([what, { ...given }]);
    const popup = new window.Razorpay({
      ...options,
      handler: note("paid"),
      modal: { ...("modal" in options && (options.modal as object)), ondismiss: note("dismissed") },
    });
    popup.on("payment.failed", note("failed"));
    window.popup = popup;
    for (const button of document.querySelectorAll("button")) button.addEventListener("click", () => popup.open());
  }, options);
  return { order, said };
}

export const happenedOn = (page: Page) => page.evaluate(() => window.happened);
