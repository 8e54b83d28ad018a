import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { and, desc, eq, gte } from "drizzle-orm";
import type { Transaction } from "../../platform/database/database.ts";
import { type RefundEvent, toCollection, toDisputeEvent, toRefund, toRefundEvent } from "./entities.ts";
import { SandboxError } from "./errors.ts";
import { checkId, randomId, unknownId } from "./ids.ts";
import type { NewRefund, SandboxDispute } from "./requests.ts";
import {
  type PaymentRow,
  type RefundOutcome,
  type SandboxDisputeRow,
  type SandboxRefundRow,
  sandboxDisputes,
  sandboxPayments,
  sandboxRefunds,
} from "./sandbox-table.ts";
import type { SandboxDeps } from "./service.ts";

/** Longer than the shop waits for a response. */
const LATE_MS = 15_000;
/** Limits the moves of a payment's dispute, because control calls need no API key. */
const MAX_MOVES = 100;
const RESPOND_DAYS_MS = 7 * 24 * 60 * 60_000;

const NO_BALANCE =
  "Your account does not have enough balance to carry out the refund operation. You can add funds to your account from your Razorpay dashboard or capture new payments.";

const hashOf = (request: NewRefund) => createHash("sha256").update(JSON.stringify(request)).digest("hex");

/** The webhook events of a refund, each with the refund's status at that time. */
const EVENTS: Record<RefundOutcome, [RefundEvent, SandboxRefundRow["status"]][]> = {
  ok: [
    ["refund.created", "pending"],
    ["refund.processed", "processed"],
  ],
  timeout: [
    ["refund.created", "pending"],
    ["refund.processed", "processed"],
  ],
  fails_later: [
    ["refund.created", "pending"],
    ["refund.processed", "processed"],
    ["refund.failed", "failed"],
  ],
  insufficient_balance: [],
};

function requireRefundable({ status, amount, amountRefunded }: PaymentRow, wanted: number) {
  if (status !== "captured") throw new SandboxError("The payment status should be captured for action to be taken");
  if (amountRefunded === amount) throw new SandboxError("The payment has been fully refunded already");
  if (wanted > amount - amountRefunded)
    throw new SandboxError("The refund amount provided is greater than amount captured", { field: "amount" });
}

/** Simulates Razorpay's refunds and disputes. */
export function createSandboxRefunds({ db, clock, keys, sendWebhooks }: SandboxDeps, closing: AbortSignal) {
  const accountId = `acc_${keys.keyId.slice(-14)}`;

  async function lockPayment(tx: Transaction, id: string) {
    const isThis = eq(sandboxPayments.id, checkId("pay", id));
    const [payment] = await tx.select().from(sandboxPayments).where(isThis).for("update");
    if (!payment) throw unknownId();
    return payment;
  }

  const setPayment = (tx: Transaction, { id }: PaymentRow, values: Partial<PaymentRow>) =>
    tx.update(sandboxPayments).set(values).where(eq(sandboxPayments.id, id));

  async function findRepeated(tx: Transaction, key: string | undefined, request: NewRefund) {
    if (!key) return undefined;
    const [row] = await tx.select().from(sandboxRefunds).where(eq(sandboxRefunds.idempotencyKey, key));
    if (row && row.requestHash !== hashOf(request)) {
      const description = "Different request with the same idempotency key has already been processed";
      throw new SandboxError(description, { status: 409 });
    }
    return row;
  }

  /** Returns undefined for insufficient balance. The row lock makes a repeated request wait for the first. */
  const create = (paymentId: string, request: NewRefund, key: string | undefined) =>
    db.transaction(async (tx) => {
      const payment = await lockPayment(tx, paymentId);
      const repeated = await findRepeated(tx, key, request);
      if (repeated) return { payment, refund: repeated, outcome: undefined };
      const amount = request.amount ?? payment.amount - payment.amountRefunded;
      requireRefundable(payment, amount);
      const outcome = payment.nextRefund;
      await setPayment(tx, payment, { nextRefund: "ok" });
      if (outcome === "insufficient_balance") return undefined;
      const isFailed = outcome === "fails_later";
      const refund: SandboxRefundRow = {
        id: `rfnd_${randomId()}`,
        paymentId,
        amount,
        currency: payment.currency,
        status: isFailed ? "failed" : "processed",
        receipt: request.receipt ?? null,
        notes: request.notes,
        arn: isFailed ? null : randomId(),
        idempotencyKey: key ?? null,
        requestHash: hashOf(request),
        createdAt: clock.now(),
      };
      await tx.insert(sandboxRefunds).values(refund);
      const amountRefunded = payment.amountRefunded + (isFailed ? 0 : amount);
      await setPayment(tx, payment, { amountRefunded });
      return { payment: { ...payment, amountRefunded }, refund, outcome };
    });

  function notifyShop(payment: PaymentRow, refund: SandboxRefundRow, outcome: RefundOutcome) {
    const webhooks = EVENTS[outcome].map(([event, status]) => {
      const then = { ...refund, status };
      const body = JSON.stringify(toRefundEvent(event, accountId, payment, then, clock.now()));
      return { id: randomId(), event, body };
    });
    sendWebhooks(payment.id, webhooks);
  }

  const select = () => db.select().from(sandboxRefunds);
  const newestFirst = [desc(sandboxRefunds.createdAt), desc(sandboxRefunds.id)];

  return {
    async refund(paymentId: string, request: NewRefund, key: string | undefined) {
      const made = await create(paymentId, request, key);
      if (!made) throw new SandboxError(NO_BALANCE);
      const { payment, refund, outcome } = made;
      if (outcome) notifyShop(payment, refund, outcome);
      if (outcome === "timeout") await pause(LATE_MS, undefined, { signal: closing }).catch(() => {});
      return toRefund(outcome === "fails_later" ? { ...refund, status: "processed" } : refund);
    },

    async findRefund(id: string) {
      const [row] = await select().where(eq(sandboxRefunds.id, checkId("rfnd", id)));
      if (!row) throw unknownId();
      return toRefund(row);
    },

    async refundsOf(paymentId: string) {
      const isThis = eq(sandboxPayments.id, checkId("pay", paymentId));
      if ((await db.$count(sandboxPayments, isThis)) === 0) throw unknownId();
      const rows = await select()
        .where(eq(sandboxRefunds.paymentId, paymentId))
        .orderBy(...newestFirst);
      return toCollection(rows.map(toRefund));
    },

    async listRefunds({ from, count }: { from: number; count: number }) {
      const rows = await select()
        .where(gte(sandboxRefunds.createdAt, new Date(from * 1000)))
        .orderBy(...newestFirst)
        .limit(count);
      return toCollection(rows.map(toRefund));
    },

    /** Control call: sets the outcome of the payment's next refund. Later refunds succeed again. */
    setNext: (paymentId: string, next: RefundOutcome) =>
      db.transaction(async (tx) => {
        await setPayment(tx, await lockPayment(tx, paymentId), { nextRefund: next });
        return { payment_id: paymentId, next };
      }),

    /** Control call: opens the payment's dispute, or moves it, and sends the webhook. */
    async moveDispute({ payment_id, status, amount, respond_by }: SandboxDispute) {
      const now = clock.now();
      const { payment, dispute } = await db.transaction(async (tx) => {
        const payment = await lockPayment(tx, payment_id);
        const isThis = eq(sandboxDisputes.paymentId, payment.id);
        const [known] = await tx.select().from(sandboxDisputes).where(and(isThis));
        if (known && known.moves >= MAX_MOVES) throw new SandboxError("This dispute was moved too often.");
        const dispute: SandboxDisputeRow = {
          paymentId: payment.id,
          id: known?.id ?? `disp_${randomId()}`,
          amount: Math.min(amount ?? known?.amount ?? payment.amount, payment.amount),
          status,
          respondBy: respond_by
            ? new Date(respond_by * 1000)
            : (known?.respondBy ?? new Date(now.getTime() + RESPOND_DAYS_MS)),
          moves: (known?.moves ?? 0) + 1,
          createdAt: known?.createdAt ?? now,
        };
        await tx
          .insert(sandboxDisputes)
          .values(dispute)
          .onConflictDoUpdate({ target: sandboxDisputes.paymentId, set: dispute });
        return { payment, dispute };
      });
      const event = toDisputeEvent(accountId, payment, dispute, now);
      sendWebhooks(payment.id, [{ id: randomId(), event: event.event, body: JSON.stringify(event) }]);
      return event.payload.dispute.entity;
    },
  };
}
export type SandboxRefunds = ReturnType<typeof createSandboxRefunds>;
