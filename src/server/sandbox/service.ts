import { and, desc, eq } from "drizzle-orm";
import type { Clock } from "../platform/clock.ts";
import type { Database, Transaction } from "../platform/database.ts";
import { DECLINED, type PaymentEvent, toCollection, toEvent, toOrder, toPayment } from "./entities.ts";
import { SandboxError, unknownId } from "./errors.ts";
import { isId, randomWord } from "./ids.ts";
import { type SandboxKeys, sign } from "./keys.ts";
import { type OrderRow, sandboxOrders } from "./order-table.ts";
import { type PaymentRow, sandboxPayments } from "./payment-table.ts";
import type { NewOrder, OrderSearch } from "./requests.ts";
import { sandboxWebhooks } from "./webhook-table.ts";

/** Paying needs no key, so the tries on one order are bounded. */
const MAX_ATTEMPTS = 100;

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

  async function change(tx: Transaction, { id }: OrderRow, to: Partial<OrderRow>) {
    const [row] = await tx.update(sandboxOrders).set(to).where(eq(sandboxOrders.id, id)).returning();
    return row!;
  }

  async function announce(tx: Transaction, events: PaymentEvent[], order: OrderRow, payment: PaymentRow) {
    const now = clock.now();
    await tx.insert(sandboxWebhooks).values(
      events.map((event) => ({
        id: randomWord(),
        event,
        body: JSON.stringify(toEvent(event, accountId, order, payment, now)),
        attempts: 0,
        dueAt: now,
        createdAt: now,
      })),
    );
  }

  async function markPaid(tx: Transaction, order: OrderRow, payment: PaymentRow, to: Partial<OrderRow> = {}) {
    const paid = await change(tx, order, { ...to, status: "paid", amountPaid: order.amount });
    await announce(tx, ["payment.captured", "order.paid"], paid, payment);
  }

  async function addPayment(tx: Transaction, order: OrderRow, status: PaymentRow["status"]) {
    const { id: orderId, amount, currency } = order;
    const [payment] = await tx
      .insert(sandboxPayments)
      .values({ id: `pay_${randomWord()}`, orderId, amount, currency, status, createdAt: clock.now() })
      .returning();
    const attempts = order.attempts + 1;
    if (status === "captured") {
      await markPaid(tx, order, payment!, { attempts });
    } else {
      const attempted = await change(tx, order, { status: "attempted", attempts });
      await announce(tx, [status === "failed" ? "payment.failed" : "payment.authorized"], attempted, payment!);
    }
    return payment!;
  }

  return {
    async createOrder({ amount, currency, receipt, notes, payment }: NewOrder) {
      const [row] = await db
        .insert(sandboxOrders)
        .values({
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
        })
        .returning();
      return toOrder(row!);
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
        await markPaid(tx, order, payment);
        return payment;
      });
      eventsWait();
      return toPayment(captured);
    },

    /** The payer's choice in the popup: the three signed fields, or the bank's refusal. */
    async pay(orderId: string, outcome: "success" | "failure") {
      const payment = await db.transaction(async (tx) => {
        const order = await lockOrder(tx, orderId);
        if (order.attempts >= MAX_ATTEMPTS) throw new SandboxError("Too many payments were tried for this order.");
        const success = order.capture === "automatic" ? "captured" : "authorized";
        return addPayment(tx, order, outcome === "success" ? success : "failed");
      });
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
