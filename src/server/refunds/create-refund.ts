import { randomUUIDv7 } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { RefundRequest } from "../../contracts/refunds/refund.ts";
import { type LockedOrder, refundableOf } from "../orders/order-records.ts";
import { followRefund, recordWithLog } from "../orders/process.ts";
import type { Transaction } from "../platform/database/database.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import { formatPaise } from "../platform/format-paise.ts";
import { badInput } from "../platform/http/errors.ts";
import { hashRequest } from "../platform/sha256.ts";
import { refundError } from "./errors.ts";
import { after, checkDisputes, LEASE_MS, readRefundedLines, recountReturned } from "./ledger.ts";
import { checkLimit, type PlannedLine, planRefund } from "./plan-refund.ts";
import { type RefundRow, refundLines, refunds } from "./refund-table.ts";
import type { RefundDeps } from "./service.ts";

export interface RefundOrigin {
  orderId: string;
  ownerId: string;
}

type Payment = LockedOrder["payments"][number];

export async function findByKey(tx: Transaction, orderId: string, key: string) {
  const [row] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), eq(refunds.key, key)));
  return row;
}

/** Why an order without a payment of the provider cannot be refunded here. */
function whyNotRefundable({ status, totalPaise }: LockedOrder["order"]) {
  if (totalPaise === 0) return "There was nothing to pay for this order, so there is nothing to refund.";
  if (status === "pending" || status === "cancelled") return "This order has not been paid.";
  return "This order was marked as paid by hand, so the payment provider has no money of it. Pay the buyer directly.";
}

function choosePayment({ order, payments }: LockedOrder, wantedId = order.paymentId): Payment {
  if (!wantedId) throw refundError("not_refundable", { message: whyNotRefundable(order) });
  const payment = payments.find(({ paymentId }) => paymentId === wantedId);
  if (!payment) throw refundError("payment_not_found");
  if (payment.currency !== "INR") {
    const message = "This payment came in another currency. Refund it in the payment provider's dashboard.";
    throw refundError("not_refundable", { message });
  }
  return payment;
}

/** Only the payment that settled the order covers its lines. Others are refunded by amount, without restock. */
function checkOtherPayment({ order }: LockedOrder, { paymentId }: Payment, { lines, restock }: RefundRequest) {
  if (paymentId === order.paymentId) return;
  const rule = "This payment did not pay for the order's lines: refund an amount.";
  if (lines) throw badInput({ lines: rule });
  if (restock) throw badInput({ restock: rule });
}

/** Who starts a refund: the owner, or somebody who cancels an appointment that the shop's policy refunds. */
export interface RefundStarter {
  actor: "owner" | "buyer" | "expert";
  userId: string;
}

interface NewRefund
  extends Pick<RefundRow, "paymentId" | "amountPaise" | "reason" | "restock" | "key" | "requestHash" | "retryOf"> {
  by: RefundStarter;
}

/** Inserts the row with a lease for this process, which sends the refund next. Needs the lock of the order. */
export async function insertRefund(
  tx: Transaction,
  deps: RefundDeps,
  { order }: LockedOrder,
  { by, ...values }: NewRefund,
  lines: PlannedLine[],
) {
  const [row] = await tx
    .insert(refunds)
    .values({
      ...values,
      id: randomUUIDv7(),
      orderId: order.id,
      status: "pending",
      attempts: 1,
      nextAttemptAt: after(deps, LEASE_MS),
      createdBy: by.userId,
      createdAt: deps.clock.now(),
    })
    .returning();
  if (lines.length > 0) await tx.insert(refundLines).values(lines.map((line) => ({ ...line, refundId: row!.id })));
  await recountReturned(tx, deps, values.paymentId);
  const amount = formatPaise(values.amountPaise);
  const text = values.retryOf ? `The refund of ${amount} was tried again.` : `A refund of ${amount} was started.`;
  const log = { after: { refund: amount, reason: values.reason } };
  await recordWithLog(tx, deps, order, { kind: "refund", text, isPublic: true, ...by, log });
  for (const { onRefundStarted } of deps.participants) await onRefundStarted?.(tx, order.id);
  return row!;
}

/** The lock of the order keeps concurrent refunds below the captured amount. Idempotent by key and request. */
export function createRefund(deps: RefundDeps, { orderId, ownerId }: RefundOrigin, form: RefundRequest, key: string) {
  return deps.db.transaction(async (tx) => {
    const locked = await deps.orders.lock(tx, orderId);
    const repeated = await findByKey(tx, orderId, key);
    if (repeated && repeated.requestHash !== hashRequest(form)) throw refundError("idempotency_key_used");
    if (repeated) return { row: repeated, isNew: false };
    const payment = choosePayment(locked, form.paymentId);
    checkOtherPayment(locked, payment, form);
    const { paymentId } = payment;
    await checkDisputes(tx, paymentId);
    const refundablePaise = refundableOf(payment);
    const refunded = await readRefundedLines(tx, orderId);
    const plan = planRefund(locked, form, { refunded, refundablePaise });
    const { amountPaise } = plan;
    checkLimit(amountPaise, refundablePaise);
    const by = { actor: "owner", userId: ownerId } as const;
    const isForLines = form.lines !== undefined || amountPaise === refundablePaise;
    const lines =
      form.lines &&
      plan.lines.map(({ lineIndex, qty }) => ({ lineIndex, qty: qty + (refunded.get(lineIndex)?.qty ?? 0) }));
    const restock =
      paymentId === locked.order.paymentId &&
      isForLines &&
      (await followRefund(tx, deps.participants, { ...locked, by, lines, restock: form.restock ? plan.restock : [] }));
    const request = { reason: form.reason, key, requestHash: hashRequest(form), retryOf: null };
    const values = { paymentId, amountPaise, restock, by, ...request };
    return { row: await insertRefund(tx, deps, locked, values, plan.lines), isNew: true };
  });
}

export async function findFailed(tx: Transaction | RefundDeps["db"], orderId: string, refundId: string) {
  const [row] =
    isUuid(refundId) && isUuid(orderId)
      ? await tx
          .select()
          .from(refunds)
          .where(and(eq(refunds.id, refundId), eq(refunds.orderId, orderId)))
      : [];
  if (!row) throw refundError("refund_not_found");
  if (row.status !== "failed") throw refundError("refund_not_failed");
  return row;
}

/** Retries a failed refund as a new row with its own receipt, under the same limits. Idempotent per failed refund. */
export function retryRefund(deps: RefundDeps, { orderId, ownerId }: RefundOrigin, refundId: string) {
  return deps.db.transaction(async (tx) => {
    const locked = await deps.orders.lock(tx, orderId);
    const failed = await findFailed(tx, orderId, refundId);
    const [retried] = await tx.select().from(refunds).where(eq(refunds.retryOf, failed.id));
    if (retried) return { row: retried, isNew: false };
    const { paymentId, amountPaise, reason } = failed;
    await checkDisputes(tx, paymentId);
    const payment = choosePayment(locked, paymentId);
    checkLimit(amountPaise, refundableOf(payment));
    const lines = await tx.select().from(refundLines).where(eq(refundLines.refundId, failed.id));
    const refunded = await readRefundedLines(tx, orderId);
    const isGone = lines.some(({ lineIndex, qty }) => {
      const item = locked.items.find((one) => one.lineIndex === lineIndex);
      return !item || qty + (refunded.get(lineIndex)?.qty ?? 0) > item.qty;
    });
    if (isGone) throw refundError("refund_too_high", { message: "These lines have been refunded since." });
    // No restock: the failed refund has already returned its pieces to stock.
    const by = { actor: "owner", userId: ownerId } as const;
    const values = { paymentId, amountPaise, reason, restock: false, key: null, requestHash: null, by };
    return { row: await insertRefund(tx, deps, locked, { ...values, retryOf: failed.id }, lines), isNew: true };
  });
}
