import { hash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Clock } from "../../platform/clock.ts";
import type { Webhook } from "./deliver-webhooks.ts";
import { DECLINED, randomId, toDispute, toEvent, toOrder, toPayment, toRefund } from "./entities.ts";
import { SandboxError } from "./errors.ts";
import { type SandboxKeys, sign } from "./keys.ts";
import type { NewOrder, NewRefund, SandboxDispute, SandboxRefund } from "./requests.ts";
import type { DisputeRow, OrderRow, PaymentRow, RefundRow } from "./sandbox-table.ts";
import type { Store } from "./store.ts";

/** Paying and moving a dispute need no key, so the attempts for one order and the moves of a dispute are limited. */
const MAX_ATTEMPTS = 100;
const MAX_MOVES = 100;
/** Longer than the shop waits for a response. */
const LATE_MS = 15_000;
const RESPOND_DAYS_MS = 7 * 24 * 60 * 60_000;
const NO_BALANCE =
  "Your account does not have enough balance to carry out the refund operation. You can add funds to your account from your Razorpay dashboard or capture new payments.";

const PAYMENT_EVENTS: Record<PaymentRow["status"], string[]> = {
  captured: ["payment.captured", "order.paid"],
  authorized: ["payment.authorized"],
  failed: ["payment.failed"],
};

const hashOf = (request: NewRefund) => hash("sha256", JSON.stringify(request));

function requireUnpaid({ status }: OrderRow) {
  if (status === "paid")
    throw new SandboxError("This order is already paid. No money was taken.", { reason: "order_already_paid" });
}

/** Disputed money cannot be refunded, unless the shop has won or the dispute was closed. */
const disputedAmount = (dispute: DisputeRow | undefined) =>
  !dispute || dispute.status === "won" || dispute.status === "closed" ? 0 : dispute.amount;

function requireRefundable({ status, amount, amount_refunded }: PaymentRow, disputed: number, wanted: number) {
  if (status !== "captured") throw new SandboxError("The payment status should be captured for action to be taken");
  if (amount_refunded === amount) throw new SandboxError("The payment has been fully refunded already");
  if (wanted > amount - amount_refunded - disputed)
    throw new SandboxError("The refund amount provided is greater than amount captured", { field: "amount" });
}

function requireSameRequest(refund: RefundRow, request: NewRefund) {
  if (refund.request_hash === hashOf(request)) return;
  const description = "Different request with the same idempotency key has already been processed";
  throw new SandboxError(description, { status: 409 });
}

interface SandboxDeps {
  store: Store;
  clock: Clock;
  keys: SandboxKeys;
  sendWebhooks(paymentId: string, webhooks: Webhook[]): void;
  /** Aborted when the process ends. */
  closing?: AbortSignal | undefined;
}

/** Simulates Razorpay: keeps its own records, and moves no money. */
export function createSandbox({ store, clock, keys, sendWebhooks, closing }: SandboxDeps) {
  const accountId = `acc_${keys.keyId.slice(-14)}`;

  const toWebhook = (event: string, entities: Record<string, object>) => {
    const body = JSON.stringify(toEvent(event, accountId, entities, clock.now()));
    return { id: randomId(), event, body };
  };

  /** Adds or captures a payment of an unpaid order, and tells the shop. */
  async function attempt(orderId: string, toAttempt: (order: OrderRow) => { payment: PaymentRow; attempts: number }) {
    for (;;) {
      const before = await store.findOrder(orderId);
      requireUnpaid(before);
      const { payment, attempts } = toAttempt(before);
      const isPaid = payment.status === "captured";
      const order: OrderRow = {
        ...before,
        attempts,
        status: isPaid ? "paid" : "attempted",
        amount_paid: isPaid ? before.amount : 0,
      };
      if (!(await store.saveAttempt(before, order, payment))) continue;
      const about = { payment: toPayment(payment) };
      const withOrder = { ...about, order: toOrder(order) };
      const webhooks = PAYMENT_EVENTS[payment.status].map((event) =>
        toWebhook(event, event === "order.paid" ? withOrder : about),
      );
      sendWebhooks(payment.id, webhooks);
      return payment;
    }
  }

  /** Returns the refund, and its outcome unless the request is a repeated one. Undefined for insufficient balance. */
  const createRefund = (paymentId: string, request: NewRefund, key: string | undefined) =>
    store.withPayment(paymentId, async ({ payment, ...locked }) => {
      const repeated = key ? await locked.refundByKey(key) : undefined;
      if (repeated) {
        requireSameRequest(repeated, request);
        return { payment, refund: repeated, outcome: undefined };
      }
      const amount = request.amount ?? payment.amount - payment.amount_refunded;
      requireRefundable(payment, disputedAmount(await locked.dispute()), amount);
      const outcome = payment.next_refund;
      const isFailed = outcome === "fails_later";
      const isMade = !isFailed && outcome !== "insufficient_balance";
      const amount_refunded = payment.amount_refunded + (isMade ? amount : 0);
      await locked.update({ next_refund: "ok", amount_refunded });
      if (outcome === "insufficient_balance") return undefined;
      const refund: RefundRow = {
        id: `rfnd_${randomId()}`,
        payment_id: paymentId,
        amount,
        currency: payment.currency,
        status: isFailed ? "failed" : "processed",
        receipt: request.receipt ?? null,
        notes: request.notes,
        arn: isFailed ? null : randomId(),
        idempotency_key: key ?? null,
        request_hash: hashOf(request),
        created_at: clock.now(),
      };
      await locked.insertRefund(refund);
      return { payment: { ...payment, amount_refunded }, refund, outcome };
    });

  /** Each event has the refund's status at that time. */
  function sendRefundWebhooks(payment: PaymentRow, refund: RefundRow) {
    const states = ["pending", "processed", ...(refund.status === "failed" ? ["failed" as const] : [])] as const;
    const webhooks = states.map((status) =>
      toWebhook(`refund.${status === "pending" ? "created" : status}`, {
        refund: toRefund({ ...refund, status }),
        payment: toPayment(payment),
      }),
    );
    sendWebhooks(payment.id, webhooks);
  }

  return {
    async createOrder({ amount, currency, receipt, notes, payment }: NewOrder) {
      const row: OrderRow = {
        id: `order_${randomId()}`,
        amount,
        amount_paid: 0,
        currency,
        receipt: receipt ?? null,
        status: "created",
        attempts: 0,
        capture: payment?.capture ?? "automatic",
        notes,
        created_at: clock.now(),
      };
      await store.insertOrder(row);
      return toOrder(row);
    },

    async capture(id: string, amount: number) {
      const authorized = await store.findPayment(id);
      const captured = await attempt(authorized.order_id, (order) => {
        if (amount !== order.amount)
          throw new SandboxError("Capture amount must be equal to the amount authorized", { field: "amount" });
        if (authorized.status !== "authorized")
          throw new SandboxError("Only payments which have been authorized and not yet captured can be captured");
        return { payment: { ...authorized, status: "captured" }, attempts: order.attempts };
      });
      return toPayment(captured);
    },

    /** The payer's choice in the popup: returns the three signed fields, or throws the bank's refusal. */
    async pay(orderId: string, outcome: "success" | "failure") {
      const { id, status } = await attempt(orderId, ({ amount, currency, capture, attempts }) => {
        if (attempts >= MAX_ATTEMPTS) throw new SandboxError("Too many payments were tried for this order.");
        const success = capture === "automatic" ? "captured" : "authorized";
        const payment: PaymentRow = {
          id: `pay_${randomId()}`,
          order_id: orderId,
          amount,
          currency,
          status: outcome === "success" ? success : "failed",
          amount_refunded: 0,
          next_refund: "ok",
          created_at: clock.now(),
        };
        return { payment, attempts: attempts + 1 };
      });
      if (status === "failed") {
        const { description, code: _, ...details } = DECLINED;
        throw new SandboxError(description, { ...details, metadata: { payment_id: id, order_id: orderId } });
      }
      return {
        razorpay_payment_id: id,
        razorpay_order_id: orderId,
        razorpay_signature: sign(keys.keySecret, `${orderId}|${id}`),
      };
    },

    async refund(paymentId: string, request: NewRefund, key: string | undefined) {
      const made = await createRefund(paymentId, request, key);
      if (!made) throw new SandboxError(NO_BALANCE);
      const { payment, refund, outcome } = made;
      if (outcome) sendRefundWebhooks(payment, refund);
      if (outcome === "timeout") await pause(LATE_MS, undefined, { signal: closing }).catch(() => {});
      return toRefund(outcome === "fails_later" ? { ...refund, status: "processed" } : refund);
    },

    /** Control call: sets the outcome of the payment's next refund. Later refunds succeed again. */
    setNextRefund: (wanted: SandboxRefund) =>
      store.withPayment(wanted.payment_id, async ({ update }) => {
        await update({ next_refund: wanted.next });
        return wanted;
      }),

    /** Control call: opens the payment's dispute, or moves it, and sends the webhook. */
    async moveDispute({ payment_id, status, amount, respond_by }: SandboxDispute) {
      const now = clock.now();
      const { payment, dispute } = await store.withPayment(payment_id, async ({ payment, ...locked }) => {
        const known = await locked.dispute();
        if (known && known.moves >= MAX_MOVES) throw new SandboxError("This dispute was moved too often.");
        const respondBy = known?.respond_by ?? new Date(now.getTime() + RESPOND_DAYS_MS);
        const dispute: DisputeRow = {
          payment_id,
          id: known?.id ?? `disp_${randomId()}`,
          amount: Math.min(amount ?? known?.amount ?? payment.amount, payment.amount),
          status,
          respond_by: respond_by ? new Date(respond_by * 1000) : respondBy,
          moves: (known?.moves ?? 0) + 1,
          created_at: known?.created_at ?? now,
        };
        await locked.saveDispute(dispute);
        return { payment, dispute };
      });
      const entities = { payment: toPayment(payment), dispute: toDispute(dispute) };
      sendWebhooks(payment.id, [toWebhook(`payment.dispute.${status === "open" ? "created" : status}`, entities)]);
      return entities.dispute;
    },
  };
}
export type Sandbox = ReturnType<typeof createSandbox>;
