import { randomUUIDv7 } from "node:crypto";
import type { RefundStatus } from "../../contracts/refunds/refund-rules.ts";
import type { Command, Entry } from "../orders/core/commands.ts";
import { type FullOrder, providerPayment, wholeRefundOf } from "../orders/core/order.ts";
import type { RefundRow } from "../orders/core/refund-table.ts";
import type { ProviderRefund } from "../payments/provider/provider.ts";
import type { Transaction } from "../platform/database/database.ts";
import { formatPaise } from "../platform/format-paise.ts";
import type { RefundDeps } from "./deps.ts";
import { RETURNED_BY_BANK } from "./failure-text.ts";
import { enqueuePoll } from "./refund-jobs.ts";

/** A status only moves forward, because reports may arrive twice and out of order. */
const RANK: Record<RefundStatus, number> = { pending: 0, processed: 1, failed: 2 };

/** Finds the row by the provider's id, else by our receipt. A receipt matches only while its row has no provider id. */
function findRow({ refunds }: FullOrder, { id, receipt, paymentId }: ProviderRefund) {
  const isOwn = (row: RefundRow) => row.id === receipt && row.paymentId === paymentId && row.providerRefundId === null;
  return refunds.find((row) => row.providerRefundId === id) ?? refunds.find(isOwn);
}

const sentences: Record<RefundStatus, (amount: string) => string> = {
  pending: (amount) => `The payment provider is working on the refund of ${amount}.`,
  processed: (amount) => `The refund of ${amount} is on its way to the bank.`,
  failed: (amount) => `The refund of ${amount} failed.`,
};

/** What the order's log says of the step. */
function entriesOf({ createdBy, status, amountPaise }: RefundRow, before: RefundRow | undefined) {
  const amount = formatPaise(amountPaise);
  const entry = (text: string, isPublic: boolean): Entry => ({ kind: "refund", text, isPublic });
  const isMadeThere = !createdBy && !before;
  const isNews = before?.status !== status && status !== "pending";
  return [
    ...(isMadeThere ? [entry(`A refund of ${amount} was made in the payment provider's dashboard.`, true)] : []),
    ...(isNews ? [entry(sentences[status](amount), status !== "failed")] : []),
  ];
}

/** Enqueues the mail of the step, once even if it is reported again. */
const notify = (tx: Transaction, { mails }: RefundDeps, { id, status }: RefundRow) =>
  status === "failed" ? mails.enqueueFailed(tx, id) : mails.enqueueOnItsWay(tx, id);

function addFromProvider(deps: RefundDeps, full: FullOrder, made: ProviderRefund): Command {
  const { id: providerRefundId, paymentId, amountPaise, status, arn } = made;
  const refund: RefundRow = {
    id: randomUUIDv7(),
    orderId: full.order.id,
    paymentId,
    amountPaise,
    status,
    reason: "",
    restock: false,
    key: null,
    requestHash: null,
    retryOf: null,
    method: "provider",
    partOf: null,
    providerRefundId,
    failure: status === "failed" ? RETURNED_BY_BANK : "",
    arn: arn ?? null,
    dealtWithAt: null,
    dealtWithBy: null,
    dealtWithNote: "",
    createdBy: null,
    createdAt: new Date(made.createdAt),
    endedAt: status === "pending" ? null : deps.clock.now(),
  };
  const isAll = status !== "failed" && amountPaise >= wholeRefundOf(full);
  const covers = isAll && paymentId === providerPayment(full)?.paymentId ? ({ covers: "all" } as const) : {};
  return { type: "addRefund", refund, lines: [], ...covers, entries: entriesOf(refund, undefined) };
}

/** Undefined when the report has no news. */
function toChange(deps: RefundDeps, row: RefundRow, refund: ProviderRefund): Command | undefined {
  const isNewInfo = row.providerRefundId === null;
  const isForward = RANK[refund.status] > RANK[row.status];
  if (!isNewInfo && !isForward && (refund.arn ?? row.arn) === row.arn) return undefined;
  const status = isNewInfo || isForward ? refund.status : row.status;
  const isChanged = isNewInfo || status !== row.status;
  const set: Partial<RefundRow> = {
    providerRefundId: refund.id,
    arn: refund.arn ?? row.arn,
    ...(isChanged && {
      status,
      failure: status === "failed" ? RETURNED_BY_BANK : "",
      endedAt: status === "pending" ? null : deps.clock.now(),
    }),
  };
  return { type: "changeRefund", id: row.id, set, entries: isChanged ? entriesOf({ ...row, ...set }, row) : [] };
}

/** API responses, webhooks and polls all end here. Idempotent. Ignores refunds of other shops' payments. */
export async function applyRefund(deps: RefundDeps, refund: ProviderRefund) {
  await deps.db.transaction(async (tx) => {
    const payment = await deps.orders.findPayment(refund.paymentId, tx);
    if (!payment) return;
    const { before, after } = await deps.core.change(tx, payment.orderId, { actor: "payment" }, (full) => {
      const row = findRow(full, refund);
      return row ? toChange(deps, row, refund) : addFromProvider(deps, full, refund);
    });
    const changed = findRow(after, refund);
    const was = before.refunds.find(({ id }) => id === changed?.id);
    const isNews = changed && (was?.status !== changed.status || was.providerRefundId !== changed.providerRefundId);
    if (!isNews) return;
    await notify(tx, deps, changed);
    if (changed.status === "pending") await enqueuePoll(tx, deps, changed);
  });
}

/** Marks a refund as failed after the provider has refused it and does not list it. */
export async function failRefund(deps: RefundDeps, { id, orderId }: RefundRow, failure: string) {
  await deps.db.transaction(async (tx) => {
    const { before, after } = await deps.core.change(tx, orderId, { actor: "payment" }, (full) => {
      const row = full.refunds.find((one) => one.id === id);
      // A webhook may have reported the refund since: then it exists at the provider.
      if (row?.status !== "pending" || row.providerRefundId) return undefined;
      const set = { status: "failed", failure, endedAt: deps.clock.now() } as const;
      return { type: "changeRefund", id, set, entries: entriesOf({ ...row, ...set }, row) };
    });
    if (after !== before) await deps.mails.enqueueFailed(tx, id);
  });
}
