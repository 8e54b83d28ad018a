import { randomUUID } from "node:crypto";
import { test as base } from "vitest";
import { defaultSettings } from "../../site.config.ts";
import { mailsTo } from "./mails.ts";
import { beginPayment, orderOne } from "./orders.ts";
import { type Razorpay, type RazorpayPayment, type RazorpayRefund, signWebhook, startRazorpay } from "./razorpay.ts";
import { openTestShop, type TestShop } from "./test-shop.ts";

const { business: site } = defaultSettings;

/** Tests of one file share a shop and a fake Razorpay. `timeoutMs` limits calls to it. */
export const test = base.extend<{ $file: { shop: TestShop; razorpay: Razorpay; timeoutMs: number } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads which fixtures are wanted from the pattern.
  timeoutMs: [async ({}, use) => use(8_000), { scope: "file" }],
  razorpay: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads which fixtures are wanted from the pattern.
    async ({}, use) => {
      const razorpay = await startRazorpay();
      await use(razorpay);
      await razorpay.stop();
    },
    { scope: "file" },
  ],
  shop: [
    async ({ razorpay, timeoutMs }, use) => {
      const shop = await openTestShop(razorpay.settings, { timeoutMs, pauseMs: 5 });
      await use(shop);
      await shop.close();
    },
    { scope: "file" },
  ],
});

/** An order whose payment has begun and is not paid yet. */
export async function orderToPay(shop: TestShop, stock = 5, qty = 1) {
  const placed = await orderOne(shop, stock, qty);
  return { ...placed, payment: await beginPayment(shop, placed.buyer, placed.order._id) };
}

interface Delivery {
  event?: string;
  eventId?: string;
  signature?: string;
}

export function webhookOf(payment: object, event = "payment.captured") {
  return JSON.stringify({ entity: "event", event, contains: ["payment"], payload: { payment: { entity: payment } } });
}

/** With its payment, as Razorpay sends it. */
export function refundWebhookOf(event: string, refund: RazorpayRefund, payment: object) {
  const payload = { refund: { entity: refund }, payment: { entity: { captured: true, ...payment } } };
  const body = { entity: "event", event: `refund.${event}`, contains: ["refund", "payment"], payload };
  return JSON.stringify({ ...body, created_at: refund.created_at });
}

export const sendWebhook = (shop: Pick<TestShop, "app">, body: string, { eventId, signature }: Delivery = {}) =>
  shop.app.inject({
    method: "POST",
    url: "/api/payments/razorpay/webhook",
    headers: {
      "content-type": "application/json",
      "x-razorpay-signature": signature ?? signWebhook(body),
      "x-razorpay-event-id": eventId ?? randomUUID(),
    },
    payload: body,
  });

/** Sends a correctly signed webhook about a payment. */
export const tellOf = (shop: Pick<TestShop, "app">, payment: RazorpayPayment, { event, ...delivery }: Delivery = {}) =>
  sendWebhook(shop, webhookOf(payment, event), delivery);

/** The mails about one order: to its buyer, to the owner about the order, and to the owner about its money. */
export async function mailsAbout(shop: TestShop, order: { _id: string; shipping: { email: string } }) {
  const short = order._id.slice(-6);
  const about = async (email: string) =>
    (await mailsTo(shop, email)).filter(({ headers }) => headers.subject?.includes(short));
  const toOwner = await about(site.email);
  const toCheck = toOwner.filter(({ headers }) => headers.subject?.startsWith("A payment needs a look"));
  return {
    confirmations: (await about(order.shipping.email)).filter(({ headers }) => headers.subject?.endsWith("confirmed")),
    notices: toOwner.filter((mail) => !toCheck.includes(mail)),
    toCheck,
  };
}
