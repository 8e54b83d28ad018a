import { randomUUIDv7 } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import type { RefundStatus } from "../../contracts/refunds/refund-rules.ts";
import type { LockedOrder } from "../orders/order-records.ts";
import { followRefund } from "../orders/process.ts";
import type { ProviderRefund } from "../payments/service.ts";
import type { Transaction } from "../platform/database/database.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import { formatPaise } from "../platform/format-paise.ts";
import { RETURNED_BY_BANK } from "./failure-text.ts";
import { after, findRefundRow, recountReturned } from "./ledger.ts";
import { type RefundRow, refunds } from "./refund-table.ts";
import type { RefundDeps } from "./service.ts";

/** Delay before the first poll for a refund that the provider has not processed immediately. */
const FIRST_POLL_MS = 5 * 60_000;

/** A status only moves forward, because reports may arrive twice and out of order. */
const RANK: Record<RefundStatus, number> = { pending: 0, processed: 1, failed: 2 };

/** Finds the row by the provider's id, else by our receipt. A receipt matches only while its row has no provider id. */
async function findRow(tx: Transaction, { id, receipt, paymentId }: ProviderRefund) {
  const [known] = await tx.select().from(refunds).where(eq(refunds.providerRefundId, id));
  if (known || !receipt || !isUuid(receipt)) return known;
  const [own] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.id, receipt), eq(refunds.paymentId, paymentId), isNull(refunds.providerRefundId)));
  return own;
}

const sentences: Record<RefundStatus, (amount: string) => string> = {
  pending: (amount) => `The payment provider is working on the refund of ${amount}.`,
  processed: (amount) => `The refund of ${amount} is on its way to the bank.`,
  failed: (amount) => `The refund of ${amount} failed.`,
};

/** Records the step in the order's history and enqueues its mail, once even if the step is reported again. */
async function recordAndNotify(tx: Transaction, deps: RefundDeps, row: RefundRow, before: RefundRow | undefined) {
  const { id, orderId, status, amountPaise } = row;
  const amount = formatPaise(amountPaise);
  const record = (text: string, isPublic: boolean) =>
    deps.orders.recordEvent(tx, { orderId, kind: "refund", text, isPublic, actor: "payment" });
  if (!row.createdBy && !before)
    await record(`A refund of ${amount} was made in the payment provider's dashboard.`, true);
  if (before?.status !== status && status !== "pending") await record(sentences[status](amount), status !== "failed");
  if (status === "failed") await deps.mails.enqueueFailed(tx, id);
  else await deps.mails.enqueueOnItsWay(tx, id);
}

async function insertFromProvider(tx: Transaction, deps: RefundDeps, locked: LockedOrder, refund: ProviderRefund) {
  const { order, payments } = locked;
  const { id: providerRefundId, paymentId, amountPaise, status, arn } = refund;
  const [row] = await tx
    .insert(refunds)
    .values({
      id: randomUUIDv7(),
      orderId: order.id,
      paymentId,
      amountPaise,
      status,
      reason: "",
      restock: false,
      providerRefundId,
      attempts: 0,
      nextAttemptAt: after(deps, FIRST_POLL_MS),
      failure: status === "failed" ? RETURNED_BY_BANK : "",
      arn,
      createdAt: new Date(refund.createdAt),
      endedAt: status === "pending" ? null : deps.clock.now(),
    })
    .returning();
  await recordAndNotify(tx, deps, row!, undefined);
  for (const { onRefundStarted } of deps.participants) await onRefundStarted?.(tx, order.id);
  const payment = payments.find((one) => one.paymentId === paymentId)!;
  const isAll = status !== "failed" && payment.returnedPaise + amountPaise >= payment.amountPaise;
  if (isAll && paymentId === order.paymentId)
    await followRefund(tx, deps.participants, { ...locked, by: { actor: "payment" }, restock: [] });
}

async function updateRow(tx: Transaction, deps: RefundDeps, row: RefundRow, refund: ProviderRefund) {
  const isNewInfo = row.providerRefundId === null;
  const isForward = RANK[refund.status] > RANK[row.status];
  if (!isNewInfo && !isForward && (refund.arn ?? row.arn) === row.arn) return;
  const status = isNewInfo || isForward ? refund.status : row.status;
  const isChanged = isNewInfo || status !== row.status;
  const [updated] = await tx
    .update(refunds)
    .set({
      providerRefundId: refund.id,
      arn: refund.arn ?? row.arn,
      ...(isChanged && {
        status,
        failure: status === "failed" ? RETURNED_BY_BANK : "",
        endedAt: status === "pending" ? null : deps.clock.now(),
        nextAttemptAt: after(deps, FIRST_POLL_MS),
      }),
    })
    .where(eq(refunds.id, row.id))
    .returning();
  if (isChanged) await recordAndNotify(tx, deps, updated!, row);
}

/** API responses, webhooks and polls all end here. Idempotent. Ignores refunds of other shops' payments. */
export async function applyRefund(deps: RefundDeps, refund: ProviderRefund) {
  await deps.db.transaction(async (tx) => {
    const locked = await deps.orders.lockByPayment(tx, refund.paymentId);
    if (!locked) return;
    const row = await findRow(tx, refund);
    if (row) await updateRow(tx, deps, row, refund);
    else await insertFromProvider(tx, deps, locked, refund);
    await recountReturned(tx, deps, refund.paymentId);
  });
}

/** Marks a refund as failed after the provider has refused it and does not list it. */
export async function failRefund(deps: RefundDeps, { id, orderId, paymentId }: RefundRow, failure: string) {
  await deps.db.transaction(async (tx) => {
    await deps.orders.lock(tx, orderId);
    const before = await findRefundRow(tx, id);
    // A webhook may have reported the refund since: then it exists at the provider.
    if (before?.status !== "pending" || before.providerRefundId) return;
    const [row] = await tx
      .update(refunds)
      .set({ status: "failed", failure, endedAt: deps.clock.now() })
      .where(eq(refunds.id, id))
      .returning();
    await recountReturned(tx, deps, paymentId);
    await recordAndNotify(tx, deps, row!, before);
  });
}
