import { createHmac, timingSafeEqual } from "node:crypto";
import { type Gateway, GatewayError, type GatewayOrder } from "../gateway.ts";
import { createRazorpayHttp, type RazorpayAddress } from "./http.ts";
import { collectionOf, razorpayOrder, razorpayPayment } from "./replies.ts";

const CURRENCY = "INR";

interface RazorpaySettings extends RazorpayAddress {
  webhookSecret: string;
}

/** Only what looks like an id may become part of an address. */
const isId = (prefix: "order" | "pay", id: string) => new RegExp(`^${prefix}_[A-Za-z0-9]{1,40}$`).test(id);

function isSigned(secret: string, content: string | Buffer, signature: string | undefined) {
  const given = /^[0-9a-f]{64}$/i.test(signature ?? "") ? Buffer.from(signature!, "hex") : undefined;
  return given !== undefined && timingSafeEqual(given, createHmac("sha256", secret).update(content).digest());
}

async function unlessUnknown<T>(asking: Promise<T>) {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof GatewayError && error.kind === "not_found") return undefined;
    throw error;
  }
}

/** An answer about something else than what was asked for is worse than none. */
function insist<T>(answer: T, isWhatWasAsked: boolean) {
  if (!isWhatWasAsked) throw new GatewayError("unreadable", "The payment provider answered about something else.");
  return answer;
}

export function createRazorpayClient(settings: RazorpaySettings): Gateway {
  const { keyId, keySecret, webhookSecret } = settings;
  const call = createRazorpayHttp(settings);

  async function readPayment(id: string) {
    const payment = await call({ path: `/payments/${id}`, reply: razorpayPayment });
    return insist(payment, payment.id === id);
  }

  async function readOrder(id: string) {
    const order = await call({ path: `/orders/${id}`, reply: razorpayOrder });
    return insist(order, order.id === id);
  }

  return {
    keyId,

    async createOrder({ amountPaise, receipt, notes }) {
      const order = await call({
        path: "/orders",
        body: { amount: amountPaise, currency: CURRENCY, receipt, notes, payment: { capture: "automatic" } },
        reply: razorpayOrder,
      });
      return insist(order, order.amountPaise === amountPaise && order.currency === CURRENCY);
    },

    findOrder: async (id) => (isId("order", id) ? unlessUnknown(readOrder(id)) : undefined),

    async findOrderByReceipt(receipt): Promise<GatewayOrder | undefined> {
      const path = `/orders?${new URLSearchParams({ receipt, count: "100" })}`;
      const { items } = await call({ path, reply: collectionOf(razorpayOrder) });
      // The provider also answers orders whose receipt only contains the words.
      const ours = items.filter((order) => order.receipt === receipt);
      return ours.find((order) => order.status === "paid") ?? ours[0];
    },

    async paymentsOf(orderId) {
      if (!isId("order", orderId)) throw new GatewayError("not_found", "This is no order of the payment provider.");
      const { items } = await call({ path: `/orders/${orderId}/payments`, reply: collectionOf(razorpayPayment) });
      return items;
    },

    findPayment: async (id) => (isId("pay", id) ? unlessUnknown(readPayment(id)) : undefined),

    async capture(paymentId, amountPaise) {
      if (!isId("pay", paymentId)) throw new GatewayError("not_found", "This is no payment of the payment provider.");
      try {
        const body = { amount: amountPaise, currency: CURRENCY };
        const payment = await call({ path: `/payments/${paymentId}/capture`, body, reply: razorpayPayment });
        return insist(payment, payment.id === paymentId);
      } catch (error) {
        if (!(error instanceof GatewayError) || error.kind !== "refused") throw error;
        // Most often because another process, or a try whose answer was lost, has captured it.
        const payment = await readPayment(paymentId);
        if (payment.status === "captured") return payment;
        throw error;
      }
    },

    isPaymentSigned: (providerOrderId, paymentId, signature) =>
      isSigned(keySecret, `${providerOrderId}|${paymentId}`, signature),
    isWebhookSigned: (rawBody, signature) => isSigned(webhookSecret, rawBody, signature),
  };
}
