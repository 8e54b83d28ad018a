import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Webhook } from "./deliver-webhooks.ts";
import { DECLINED, type PaymentEvent, toCollection, toEvent, toOrder, toPayment } from "./entities.ts";
import { SandboxError } from "./errors.ts";
import { checkId, randomId, unknownId } from "./ids.ts";
import { type SandboxKeys, sign } from "./keys.ts";
import type { NewOrder, OrderSearch } from "./requests.ts";
import {
  type OrderRow,
  type PaymentRow,
  sandboxDisputes,
  sandboxOrders,
  sandboxPayments,
  sandboxRefunds,
} from "./sandbox-table.ts";

/** Paying needs no key, so the attempts for one order are limited. */
const MAX_ATTEMPTS = 100;
const RETENTION_MS = 30 * 24 * 60 * 60_000;

const EVENTS: Record<PaymentRow["status"], PaymentEvent[]> = {
  captured: ["payment.captured", "order.paid"],
  authorized: ["payment.authorized"],
  failed: ["payment.failed"],
};

function requireUnpaid({ status }: OrderRow) {
  if (status === "paid")
    throw new SandboxError("This order is already paid. No money was taken.", { reason: "order_already_paid" });
}

/** An order after a payment for it. */
function withPayment(order: OrderRow, { status }: PaymentRow): OrderRow {
  const isPaid = status === "captured";
  return { ...order, status: isPaid ? "paid" : "attempted", amountPaid: isPaid ? order.amount : 0 };
}

export interface SandboxDeps {
  db: Database;
  clock: Clock;
  keys: SandboxKeys;
  sendWebhooks(paymentId: string, webhooks: Webhook[]): void;
}

/** Simulates Razorpay: keeps its own orders and payments, and moves no money. */
export function createSandbox({ db, clock, keys, sendWebhooks }: SandboxDeps) {
  const accountId = `acc_${keys.keyId.slice(-14)}`;

  const selectOrder = db
    .select()
    .from(sandboxOrders)
    .where(eq(sandboxOrders.id, sql.placeholder("id")))
    .prepare("sandbox-order");
  const selectPayment = db
    .select()
    .from(sandboxPayments)
    .where(eq(sandboxPayments.id, sql.placeholder("id")))
    .prepare("sandbox-payment");

  async function findOrder(id: string) {
    const [row] = await selectOrder.execute({ id: checkId("order", id) });
    if (!row) throw unknownId();
    return row;
  }

  async function findPayment(id: string) {
    const [row] = await selectPayment.execute({ id: checkId("pay", id) });
    if (!row) throw unknownId();
    return row;
  }

  /** One statement with optimistic locking. Returns false if another attempt was faster. */
  async function insertAttempt(before: OrderRow, after: OrderRow, payment: PaymentRow) {
    const { attempts, status, amountPaid } = after;
    const { rowCount } = await db.execute(sql`
      with attempted as (
        update ${sandboxOrders} set attempts = ${attempts}, status = ${status}, amount_paid = ${amountPaid}
        where id = ${before.id} and attempts = ${before.attempts} and status = ${before.status} returning id
      )
      insert into ${sandboxPayments} (id, order_id, amount, currency, status, created_at)
      select ${payment.id}, id, ${payment.amount}, ${payment.currency}, ${payment.status}, ${payment.createdAt}
      from attempted`);
    return rowCount === 1;
  }

  /** Adds a payment to an unpaid order. */
  async function attempt(orderId: string, outcome: "success" | "failure") {
    for (;;) {
      const order = await findOrder(orderId);
      requireUnpaid(order);
      if (order.attempts >= MAX_ATTEMPTS) throw new SandboxError("Too many payments were tried for this order.");
      const success = order.capture === "automatic" ? "captured" : "authorized";
      const payment: PaymentRow = {
        id: `pay_${randomId()}`,
        orderId,
        amount: order.amount,
        currency: order.currency,
        status: outcome === "success" ? success : "failed",
        amountRefunded: 0,
        nextRefund: "ok",
        createdAt: clock.now(),
      };
      const attempted = { ...withPayment(order, payment), attempts: order.attempts + 1 };
      if (await insertAttempt(order, attempted, payment)) return { order: attempted, payment };
    }
  }

  function notifyShop(order: OrderRow, payment: PaymentRow) {
    const webhooks = EVENTS[payment.status].map((event) => {
      const body = JSON.stringify(toEvent(event, accountId, order, payment, clock.now()));
      return { id: randomId(), event, body };
    });
    sendWebhooks(payment.id, webhooks);
  }

  return {
    async createOrder({ amount, currency, receipt, notes, payment }: NewOrder) {
      const row: OrderRow = {
        id: `order_${randomId()}`,
        amount,
        amountPaid: 0,
        currency,
        receipt: receipt ?? null,
        status: "created",
        attempts: 0,
        capture: payment?.capture ?? "automatic",
        notes,
        createdAt: clock.now(),
      };
      await db.insert(sandboxOrders).values(row).prepare("insert-sandbox-order").execute();
      return toOrder(row);
    },

    findOrder: async (id: string) => toOrder(await findOrder(id)),

    async listOrders({ receipt, count, skip }: OrderSearch) {
      const rows = await db
        .select()
        .from(sandboxOrders)
        .where(receipt === undefined ? undefined : eq(sandboxOrders.receipt, receipt))
        .orderBy(desc(sandboxOrders.createdAt), desc(sandboxOrders.id))
        .limit(count)
        .offset(skip);
      return toCollection(rows.map(toOrder));
    },

    async listPayments(orderId: string) {
      await findOrder(orderId);
      const rows = await db
        .select()
        .from(sandboxPayments)
        .where(eq(sandboxPayments.orderId, orderId))
        .orderBy(desc(sandboxPayments.createdAt), desc(sandboxPayments.id));
      return toCollection(rows.map(toPayment));
    },

    findPayment: async (id: string) => toPayment(await findPayment(id)),

    async capture(id: string, amount: number) {
      const { orderId } = await findPayment(id);
      const { order, payment } = await db.transaction(async (tx) => {
        const [locked] = await tx.select().from(sandboxOrders).where(eq(sandboxOrders.id, orderId)).for("update");
        requireUnpaid(locked!);
        if (amount !== locked!.amount)
          throw new SandboxError("Capture amount must be equal to the amount authorized", { field: "amount" });
        const [payment] = await tx
          .update(sandboxPayments)
          .set({ status: "captured" })
          .where(and(eq(sandboxPayments.id, id), eq(sandboxPayments.status, "authorized")))
          .returning();
        if (!payment)
          throw new SandboxError("Only payments which have been authorized and not yet captured can be captured");
        const order = withPayment(locked!, payment);
        const { status, amountPaid } = order;
        await tx.update(sandboxOrders).set({ status, amountPaid }).where(eq(sandboxOrders.id, orderId));
        return { order, payment };
      });
      notifyShop(order, payment);
      return toPayment(payment);
    },

    /** The payer's choice in the popup: returns the three signed fields, or throws the bank's refusal. */
    async pay(orderId: string, outcome: "success" | "failure") {
      const { order, payment } = await attempt(orderId, outcome);
      notifyShop(order, payment);
      if (payment.status === "failed") {
        const { description, code: _, ...details } = DECLINED;
        throw new SandboxError(description, { ...details, metadata: { payment_id: payment.id, order_id: orderId } });
      }
      return {
        razorpay_payment_id: payment.id,
        razorpay_order_id: orderId,
        razorpay_signature: sign(keys.keySecret, `${orderId}|${payment.id}`),
      };
    },
  };
}
export type Sandbox = ReturnType<typeof createSandbox>;

export async function deleteExpiredSandbox({ db, clock }: Pick<SandboxDeps, "db" | "clock">) {
  const isOld = lt(sandboxOrders.createdAt, new Date(clock.now().getTime() - RETENTION_MS));
  await db.transaction(async (tx) => {
    const old = tx.select({ id: sandboxOrders.id }).from(sandboxOrders).where(isOld);
    const payments = tx
      .select({ id: sandboxPayments.id })
      .from(sandboxPayments)
      .where(inArray(sandboxPayments.orderId, old));
    await tx.delete(sandboxRefunds).where(inArray(sandboxRefunds.paymentId, payments));
    await tx.delete(sandboxDisputes).where(inArray(sandboxDisputes.paymentId, payments));
    await tx.delete(sandboxPayments).where(inArray(sandboxPayments.orderId, old));
    await tx.delete(sandboxOrders).where(isOld);
  });
}
