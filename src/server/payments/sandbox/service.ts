import { and, desc, eq, sql } from "drizzle-orm";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Transaction } from "../../platform/database/database.ts";
import { asJson, rowsIn } from "../../platform/database/json-rows.ts";
import { prepared, withoutWaitingForDisk } from "../../platform/database/prepared.ts";
import { DECLINED, type PaymentEvent, toCollection, toEvent, toOrder, toPayment } from "./entities.ts";
import { SandboxError, unknownId } from "./errors.ts";
import { isId, randomWord } from "./ids.ts";
import { type SandboxKeys, sign } from "./keys.ts";
import { type OrderRow, sandboxOrders } from "./order-table.ts";
import { type PaymentRow, sandboxPayments } from "./payment-table.ts";
import type { NewOrder, OrderSearch } from "./requests.ts";
import { sandboxWebhooks, type WebhookRow } from "./webhook-table.ts";

/** Paying needs no key, so the tries on one order are bounded. */
const MAX_ATTEMPTS = 100;

const EVENTS: Record<PaymentRow["status"], PaymentEvent[]> = {
  captured: ["payment.captured", "order.paid"],
  authorized: ["payment.authorized"],
  failed: ["payment.failed"],
};

/** Pretended money need not wait for the disk; what the shop writes down after it takes it along. */
const addOrder = prepared(
  "sandbox-order",
  sql`with added as (insert into ${sandboxOrders} select one.* from ${rowsIn(sandboxOrders, "order")} one)
    select ${withoutWaitingForDisk}`,
);

/** Each try is counted, so of two that read the same order only one can write. */
const addTry = prepared(
  "sandbox-payment",
  sql`with tried as (
      update ${sandboxOrders} set attempts = ${sql.placeholder("attempts")}::int, status = ${sql.placeholder("status")}::text,
        amount_paid = ${sql.placeholder("amountPaid")}::bigint
      where id = ${sql.placeholder("orderId")}::text and status <> 'paid' and attempts = ${sql.placeholder("attempts")}::int - 1
      returning id
    ),
    paid as (insert into ${sandboxPayments} select one.* from tried, ${rowsIn(sandboxPayments, "payment")} one),
    told as (insert into ${sandboxWebhooks} select one.* from tried, ${rowsIn(sandboxWebhooks, "events")} one)
    select id, ${withoutWaitingForDisk} from tried`,
);

const alreadyPaid = () =>
  new SandboxError("This order is already paid. No money was taken.", { reason: "order_already_paid" });

interface SandboxDeps {
  db: Database;
  clock: Clock;
  keys: SandboxKeys;
  /** Called when there is something to tell the shop. */
  eventsWait(): void;
}

/** The stand-in for the payment provider: it keeps its own books and pretends to move money. */
export function createSandbox({ db, clock, keys, eventsWait }: SandboxDeps) {
  const accountId = `acc_${keys.keyId.slice(-14)}`;

  async function findOrder(id: string) {
    if (!isId("order", id)) throw unknownId();
    const [row] = await db.select().from(sandboxOrders).where(eq(sandboxOrders.id, id));
    if (!row) throw unknownId();
    return row;
  }

  async function findPayment(id: string) {
    if (!isId("pay", id)) throw unknownId();
    const [row] = await db.select().from(sandboxPayments).where(eq(sandboxPayments.id, id));
    if (!row) throw unknownId();
    return row;
  }

  /** Of several payers at once, each waits here for the one before. */
  async function lockOrder(tx: Transaction, id: string) {
    if (!isId("order", id)) throw unknownId();
    const [row] = await tx.select().from(sandboxOrders).where(eq(sandboxOrders.id, id)).for("update");
    if (!row) throw unknownId();
    if (row.status === "paid") throw alreadyPaid();
    return row;
  }

  /** What the shop is told of a payment. */
  function eventsOf(order: OrderRow, payment: PaymentRow): WebhookRow[] {
    const now = clock.now();
    const fresh = { attempts: 0, dueAt: now, deliveredAt: null, createdAt: now };
    return EVENTS[payment.status].map((event) => {
      const body = JSON.stringify(toEvent(event, accountId, order, payment, now));
      return { ...fresh, id: randomWord(), event, body };
    });
  }

  /** Writes a try to pay down, unless somebody else tried since the order was read. */
  async function addPayment(before: OrderRow, status: PaymentRow["status"]) {
    const { id: orderId, amount, currency } = before;
    const payment = { id: `pay_${randomWord()}`, orderId, amount, currency, status, createdAt: clock.now() };
    const isPaid = status === "captured";
    const order: OrderRow = {
      ...before,
      attempts: before.attempts + 1,
      status: isPaid ? "paid" : "attempted",
      amountPaid: isPaid ? amount : 0,
    };
    const added = await addTry(db, {
      orderId,
      attempts: order.attempts,
      status: order.status,
      amountPaid: order.amountPaid,
      payment: asJson(sandboxPayments, [payment]),
      events: asJson(sandboxWebhooks, eventsOf(order, payment)),
    });
    return added.length > 0 ? payment : undefined;
  }

  return {
    async createOrder({ amount, currency, receipt, notes, payment }: NewOrder) {
      const row: OrderRow = {
        id: `order_${randomWord()}`,
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
      await addOrder(db, { order: asJson(sandboxOrders, [row]) });
      return toOrder(row);
    },

    order: async (id: string) => toOrder(await findOrder(id)),

    async orders({ receipt, count, skip }: OrderSearch) {
      const rows = await db
        .select()
        .from(sandboxOrders)
        .where(receipt === undefined ? undefined : eq(sandboxOrders.receipt, receipt))
        .orderBy(desc(sandboxOrders.createdAt), desc(sandboxOrders.id))
        .limit(count)
        .offset(skip);
      return toCollection(rows.map(toOrder));
    },

    async paymentsOf(orderId: string) {
      await findOrder(orderId);
      const rows = await db
        .select()
        .from(sandboxPayments)
        .where(eq(sandboxPayments.orderId, orderId))
        .orderBy(desc(sandboxPayments.createdAt), desc(sandboxPayments.id));
      return toCollection(rows.map(toPayment));
    },

    payment: async (id: string) => toPayment(await findPayment(id)),

    async capture(id: string, amount: number) {
      const { orderId } = await findPayment(id);
      const captured = await db.transaction(async (tx) => {
        const order = await lockOrder(tx, orderId);
        if (amount !== order.amount)
          throw new SandboxError("Capture amount must be equal to the amount authorized", { field: "amount" });
        const [payment] = await tx
          .update(sandboxPayments)
          .set({ status: "captured" })
          .where(and(eq(sandboxPayments.id, id), eq(sandboxPayments.status, "authorized")))
          .returning();
        if (!payment)
          throw new SandboxError("Only payments which have been authorized and not yet captured can be captured");
        const paid: OrderRow = { ...order, status: "paid", amountPaid: order.amount };
        await tx.update(sandboxOrders).set(paid).where(eq(sandboxOrders.id, order.id));
        await tx.insert(sandboxWebhooks).values(eventsOf(paid, payment));
        return payment;
      });
      eventsWait();
      return toPayment(captured);
    },

    /** The payer's choice in the popup: the three signed fields, or the bank's refusal. */
    async pay(orderId: string, outcome: "success" | "failure") {
      let payment: PaymentRow | undefined;
      while (!payment) {
        const order = await findOrder(orderId);
        if (order.status === "paid") throw alreadyPaid();
        if (order.attempts >= MAX_ATTEMPTS) throw new SandboxError("Too many payments were tried for this order.");
        const success = order.capture === "automatic" ? "captured" : "authorized";
        payment = await addPayment(order, outcome === "success" ? success : "failed");
      }
      eventsWait();
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
