import { createHmac, randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import { type Answer, json, type SeenRequest, startFakeServer } from "./fake-server.ts";

export const KEYS = {
  id: "rzp_test_AAAAAAAAAAAAAA",
  secret: "the key's secret",
  webhookSecret: "the webhook's secret",
};

interface FakeOrder {
  id: string;
  entity: "order";
  amount: number;
  amount_paid: number;
  currency: string;
  receipt: string;
  status: "created" | "attempted" | "paid";
}

export interface FakePayment {
  id: string;
  entity: "payment";
  order_id: string;
  amount: number;
  currency: string;
  status: "authorized" | "captured" | "refunded" | "failed";
}

const newId = (prefix: string) => `${prefix}_${randomBytes(7).toString("hex")}`;
const hmac = (secret: string, text: string) => createHmac("sha256", secret).update(text).digest("hex");
const collection = (items: object[]) => ({ entity: "collection", count: items.length, items });
const unknown = json({ error: { code: "BAD_REQUEST_ERROR", description: "The id provided does not exist" } }, 400);

/** A Razorpay API whose payments and faults the test controls. It sends no webhooks by itself. */
export async function startFakeRazorpay() {
  const orders = new Map<string, FakeOrder>();
  const payments = new Map<string, FakePayment>();

  function createOrder({ body }: SeenRequest) {
    const { amount, currency, receipt } = JSON.parse(body);
    const id = newId("order");
    orders.set(id, { id, entity: "order", amount, amount_paid: 0, currency, receipt, status: "created" });
    return orders.get(id)!;
  }

  function capture(id: string) {
    const payment = payments.get(id)!;
    payment.status = "captured";
    const order = orders.get(payment.order_id)!;
    Object.assign(order, { status: "paid", amount_paid: payment.amount });
    return payment;
  }

  function replyTo(request: SeenRequest): Answer {
    const { pathname, searchParams } = new URL(request.url, "http://fake");
    const [kind, id = "", more] = pathname.slice(1).split("/");
    if (kind === "orders" && request.method === "POST") return json(createOrder(request));
    if (kind === "orders" && !id) {
      return json(collection([...orders.values()].filter(({ receipt }) => receipt === searchParams.get("receipt"))));
    }
    if (kind === "orders" && orders.has(id)) {
      const made = [...payments.values()].filter(({ order_id }) => order_id === id);
      return json(more === "payments" ? collection(made.reverse()) : orders.get(id));
    }
    if (kind !== "payments" || !payments.has(id)) return unknown;
    return json(more === "capture" ? capture(id) : payments.get(id));
  }
  const serve: Answer = (reply, request) => replyTo(request)(reply, request);
  const next: Answer[] = [];
  let usual = serve;
  const server = await startFakeServer((reply, request) => (next.shift() ?? usual)(reply, request));

  return {
    settings: {
      RAZORPAY_KEY_ID: KEYS.id,
      RAZORPAY_KEY_SECRET: KEYS.secret,
      RAZORPAY_WEBHOOK_SECRET: KEYS.webhookSecret,
      RAZORPAY_API_URL: server.url,
    },
    seen: server.seen,
    hasSeen: server.hasSeen,
    stop: server.stop,
    ordersFor: (receipt: string) => [...orders.values()].filter((order) => order.receipt === receipt),

    /** Replaces the next replies. */
    replyNext: (...answers: Answer[]) => void next.push(...answers),
    /** Replies like this until `heal`. */
    breakDown(answer: Answer) {
      usual = answer;
    },
    heal() {
      usual = serve;
    },
    /** Handles the request, but the response is lost. */
    dropResponse: (reply: ServerResponse, request: SeenRequest) => {
      replyTo(request);
      reply.destroy();
    },

    /** Adds a payment, by default captured and of the order's amount. */
    pay(orderId: string, fields: Partial<FakePayment> = {}) {
      const { amount, currency } = orders.get(orderId)!;
      const id = newId("pay");
      const status = fields.status ?? "captured";
      payments.set(id, { id, entity: "payment", order_id: orderId, amount, currency, ...fields, status });
      return status === "captured" ? capture(id) : payments.get(id)!;
    },

    /** What Razorpay's popup gives the browser after a payment. */
    proofOf: ({ id, order_id }: Pick<FakePayment, "id" | "order_id">) => ({
      paymentId: id,
      signature: hmac(KEYS.secret, `${order_id}|${id}`),
    }),
  };
}
export type FakeRazorpay = Awaited<ReturnType<typeof startFakeRazorpay>>;

export const signWebhook = (body: string) => hmac(KEYS.webhookSecret, body);
