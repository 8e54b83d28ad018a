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

export interface FakeRefund {
  id: string;
  entity: "refund";
  payment_id: string;
  amount: number;
  currency: "INR";
  receipt: string | null;
  status: "pending" | "processed" | "failed";
  acquirer_data: { arn: string | null };
  created_at: number;
}

export interface FakeDispute {
  id: string;
  payment_id: string;
  amount: number;
  status: "open" | "under_review" | "won" | "lost";
}

const newId = (prefix: string) => `${prefix}_${randomBytes(7).toString("hex")}`;
const hmac = (secret: string, text: string) => createHmac("sha256", secret).update(text).digest("hex");
const collection = (items: object[]) => ({ entity: "collection", count: items.length, items });
export const refusal = (description: string, status = 400) =>
  json({ error: { code: "BAD_REQUEST_ERROR", description } }, status);
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

  const refunds = new Map<string, FakeRefund>();
  const disputes = new Map<string, FakeDispute>();
  /** How a new refund begins. */
  let newRefunds: FakeRefund["status"] = "processed";
  /** By idempotency key. */
  const made = new Map<string, { body: string; refund: FakeRefund }>();

  function addRefund(payment_id: string, amount: number, receipt: string | null, status: FakeRefund["status"]) {
    const common = { entity: "refund", currency: "INR", acquirer_data: { arn: null } } as const;
    const created_at = Math.floor(Date.now() / 1000);
    const refund: FakeRefund = { ...common, id: newId("rfnd"), payment_id, amount, receipt, status, created_at };
    refunds.set(refund.id, refund);
    return refund;
  }

  const refundsOf = (id: string) => [...refunds.values()].filter(({ payment_id }) => payment_id === id);

  /** What can still be refunded: money under dispute is blocked, and money of a lost one is gone. */
  function leftOf(id: string) {
    const live = refundsOf(id).filter(({ status }) => status !== "failed");
    const blocked = [...disputes.values()].filter((one) => one.payment_id === id && one.status !== "won");
    return [...live, ...blocked].reduce((left, { amount }) => left - amount, payments.get(id)!.amount);
  }

  function createRefund(id: string, { body, headers }: SeenRequest): Answer {
    const key = String(headers["x-refund-idempotency"]);
    const earlier = made.get(key);
    if (earlier && earlier.body !== body) return refusal("Different request with the same idempotency key", 409);
    if (earlier) return json(earlier.refund);
    const { amount, receipt } = JSON.parse(body);
    if (amount > leftOf(id)) return refusal("The refund amount provided is greater than amount captured.");
    const refund = addRefund(id, amount, receipt, newRefunds);
    made.set(key, { body, refund });
    return json(refund);
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
    if (kind === "refunds" && id) return json(refunds.get(id));
    if (kind === "refunds") {
      const from = Number(searchParams.get("from"));
      return json(collection([...refunds.values()].filter(({ created_at }) => created_at >= from)));
    }
    if (kind !== "payments" || !payments.has(id)) return unknown;
    if (more === "refund") return createRefund(id, request);
    if (more === "refunds") return json(collection(refundsOf(id)));
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
      next.length = 0;
      newRefunds = "processed";
    },
    serve,
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

    /** Handles the request without a response. */
    perform: (request: SeenRequest) => void replyTo(request),
    refundsOf,
    leftOf,
    /** How refunds begin until `heal`. */
    beginRefundsAs(status: FakeRefund["status"]) {
      newRefunds = status;
    },
    openDispute(payment_id: string, amount: number) {
      const dispute: FakeDispute = { id: newId("disp"), payment_id, amount, status: "open" };
      disputes.set(dispute.id, dispute);
      return dispute;
    },
    /** A refund that the owner makes in Razorpay's dashboard. */
    refundByHand: (paymentId: string, amount: number, status: FakeRefund["status"] = "processed") =>
      addRefund(paymentId, amount, null, status),

    /** What Razorpay's popup gives the browser after a payment. */
    proofOf: ({ id, order_id }: Pick<FakePayment, "id" | "order_id">) => ({
      paymentId: id,
      signature: hmac(KEYS.secret, `${order_id}|${id}`),
    }),
  };
}
export type FakeRazorpay = Awaited<ReturnType<typeof startFakeRazorpay>>;

export const signWebhook = (body: string) => hmac(KEYS.webhookSecret, body);
