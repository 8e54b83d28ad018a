import { createHmac, randomBytes } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import fastify from "fastify";
import { pino } from "pino";
import { inject } from "vitest";
import { toPayment, toRefund } from "../../src/server/payments/sandbox/entities.ts";
import { sandboxProvider } from "../../src/server/payments/sandbox/routes.ts";
import { orders, payments, refunds } from "../../src/server/payments/sandbox/sandbox-table.ts";
import { createStore } from "../../src/server/payments/sandbox/store.ts";
import { openDatabase } from "../../src/server/platform/database/database.ts";
import { type Answer, json, type SeenRequest, startFakeServer } from "./fake-server.ts";
import { createDatabase } from "./test-postgres.ts";

export const KEYS = {
  keyId: "rzp_test_AAAAAAAAAAAAAA",
  keySecret: "the key's secret",
  webhookSecret: "the webhook's secret",
};
const authorization = `Basic ${Buffer.from(`${KEYS.keyId}:${KEYS.keySecret}`).toString("base64")}`;

export type RazorpayPayment = ReturnType<typeof toPayment>;
export type PaymentFields = Partial<Pick<RazorpayPayment, "amount" | "currency" | "status">>;
export type RazorpayRefund = ReturnType<typeof toRefund>;

export const newId = (prefix: string) => `${prefix}_${randomBytes(7).toString("hex")}`;
const hmac = (secret: string, text: string) => createHmac("sha256", secret).update(text).digest("hex");
export const signWebhook = (body: string) => hmac(KEYS.webhookSecret, body);
export const refusal = (description: string, status = 400) =>
  json({ error: { code: "BAD_REQUEST_ERROR", description } }, status);

/**
 * The sandbox with its own database, behind a server whose faults the test controls. It also does what the sandbox does
 * not: second payments, other amounts, slow refunds. It sends no webhooks: tests send their own.
 */
export async function startRazorpay() {
  const database = await createDatabase(inject("serverUrl"), inject("template"));
  const log = pino({ level: "silent" });
  const db = openDatabase({ connectionString: database.url }, log);
  await db.execute("drop index sandbox.payments_paid_once");
  const store = createStore(db);
  const sandbox = fastify();
  const clock = { now: () => new Date() };
  await sandbox.register(sandboxProvider, { db, clock, log, keys: KEYS, webhookUrl: () => undefined });

  /** How a new refund begins. */
  let newRefunds: RazorpayRefund["status"] = "processed";
  const knownRefunds = new Set<string>();

  const setRefund = ({ id, payment_id }: Pick<RazorpayRefund, "id" | "payment_id">, status: RazorpayRefund["status"]) =>
    db.transaction(async (tx) => {
      const isPayment = eq(payments.id, payment_id);
      await tx.select().from(payments).where(isPayment).for("update");
      await tx.update(refunds).set({ status }).where(eq(refunds.id, id));
      const refunded = sql`(select coalesce(sum(amount), 0) from ${refunds}
        where payment_id = ${payment_id} and status <> 'failed')`;
      await tx.update(payments).set({ amount_refunded: refunded }).where(isPayment);
    });

  /** Handles a request as the sandbox does. */
  async function perform({ method, url, headers, body }: SeenRequest) {
    const request = { method: method as "GET" | "POST", url: `/v1${url}`, headers };
    const reply = await sandbox.inject({ ...request, ...(body && { payload: body }) });
    const entity = reply.json();
    if (url.endsWith("/refund") && reply.statusCode === 200 && !knownRefunds.has(entity.id)) {
      knownRefunds.add(entity.id);
      entity.status = newRefunds;
      await setRefund(entity, newRefunds);
    }
    return { status: reply.statusCode, entity };
  }
  const serve: Answer = async (reply, request) => {
    const { status, entity } = await perform(request);
    json(entity, status)(reply, request);
  };
  const next: Answer[] = [];
  let usual = serve;
  const server = await startFakeServer((reply, request) => (next.shift() ?? usual)(reply, request));

  return {
    settings: {
      RAZORPAY_KEY_ID: KEYS.keyId,
      RAZORPAY_KEY_SECRET: KEYS.keySecret,
      RAZORPAY_WEBHOOK_SECRET: KEYS.webhookSecret,
      RAZORPAY_API_URL: server.url,
    },
    seen: server.seen,
    hasSeen: server.hasSeen,
    async stop() {
      await server.stop();
      await sandbox.close();
      await db.$client.end();
      await database.drop();
    },

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
    perform,
    /** Handles the request, but the response is lost. */
    dropResponse: (async (reply, request) => {
      await perform(request);
      reply.destroy();
    }) satisfies Answer,

    ordersFor: (receipt: string) => store.listOrders({ receipt, count: 100, skip: 0 }),
    findPayment: async (id: string) => toPayment(await store.findPayment(id)),

    /** Adds a payment, by default captured and of the order's amount. */
    async pay(orderId: string, fields: PaymentFields = {}) {
      const order = await store.findOrder(orderId);
      const { amount = order.amount, currency = order.currency, status = "captured" } = fields;
      const isRefunded = status === "refunded";
      const [payment] = await db
        .insert(payments)
        .values({
          id: newId("pay"),
          order_id: orderId,
          amount,
          currency,
          status: isRefunded ? "captured" : status,
          amount_refunded: isRefunded ? amount : 0,
          created_at: new Date(),
        })
        .returning();
      if (payment!.status === "captured")
        await db.update(orders).set({ status: "paid", amount_paid: order.amount }).where(eq(orders.id, orderId));
      return toPayment(payment!);
    },

    refundsOf: async (paymentId: string) => (await store.refundsOf(paymentId)).map(toRefund),
    setRefund,
    async failedRefunds(paymentIds: string[]) {
      const isFailed = and(inArray(refunds.payment_id, paymentIds), eq(refunds.status, "failed"));
      return (await db.select().from(refunds).where(isFailed)).map(({ id }) => id);
    },
    /** How refunds begin until `heal`. */
    beginRefundsAs(status: RazorpayRefund["status"]) {
      newRefunds = status;
    },
    /** A refund that the owner makes in Razorpay's dashboard. */
    async refundByHand(paymentId: string, amount: number) {
      const url = `/v1/payments/${paymentId}/refund`;
      const reply = await sandbox.inject({ method: "POST", url, headers: { authorization }, payload: { amount } });
      return reply.json() as RazorpayRefund;
    },

    /** Changes how much of a payment its disputes block. By default all that is left, which it returns. */
    block: (payment_id: string, amount?: number) =>
      store.withPayment(payment_id, async ({ payment, dispute, saveDispute }) => {
        const blocked = (await dispute())?.amount ?? 0;
        const added = amount ?? payment.amount - payment.amount_refunded - blocked;
        const common = { payment_id, id: newId("disp"), status: "open", moves: 1 } as const;
        const at = new Date();
        if (Math.abs(added) >= 100)
          await saveDispute({ ...common, amount: blocked + added, respond_by: at, created_at: at });
        return added;
      }),

    /** What Razorpay's popup gives the browser after a payment. */
    proofOf: ({ id, order_id }: Pick<RazorpayPayment, "id" | "order_id">) => ({
      paymentId: id,
      signature: hmac(KEYS.keySecret, `${order_id}|${id}`),
    }),
  };
}
export type Razorpay = Awaited<ReturnType<typeof startRazorpay>>;
