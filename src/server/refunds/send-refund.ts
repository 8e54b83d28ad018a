import { and, eq } from "drizzle-orm";
import { disputes } from "../orders/core/dispute-table.ts";
import type { RefundRow } from "../orders/core/refund-table.ts";
import { isProviderError } from "../payments/provider/provider.ts";
import { applyRefund, failRefund } from "./apply-refund.ts";
import type { RefundDeps } from "./deps.ts";
import { failureText, GONE_ELSEWHERE } from "./failure-text.ts";
import { after, findRefundRow, isOpenDispute } from "./ledger.ts";
import { MIN_POLL_MS } from "./refund-jobs.ts";

async function findAtProvider({ provider }: RefundDeps, { id, paymentId }: RefundRow) {
  try {
    return (await (await provider.current()).refundsOf(paymentId)).find(({ receipt }) => receipt === id);
  } catch (error) {
    // The provider does not know the payment, so it cannot have refunded it.
    if (isProviderError(error) && error.kind === "not_found") return undefined;
    throw error;
  }
}

/** Looks for a refund with our receipt at the provider and applies it to the ledger. Returns whether it exists. */
export async function adopt(deps: RefundDeps, row: RefundRow) {
  const found = await findAtProvider(deps, row);
  if (found) await applyRefund(deps, found);
  return found !== undefined;
}

/** Check before a retry: the earlier attempt may have succeeded, or the money was returned in another way. */
async function isDone(deps: RefundDeps, row: RefundRow) {
  if (await adopt(deps, row)) return true;
  const payment = await deps.orders.findPayment(row.paymentId);
  if (payment && payment.returnedPaise <= payment.amountPaise) return false;
  await failRefund(deps, row, GONE_ELSEWHERE);
  return true;
}

async function send(deps: RefundDeps, row: RefundRow) {
  const { id: receipt, paymentId, amountPaise, orderId } = row;
  try {
    const provider = await deps.provider.current();
    await applyRefund(deps, await provider.refund({ paymentId, amountPaise, receipt, notes: { order: orderId } }));
  } catch (error) {
    const isRefused = isProviderError(error) && (error.kind === "refused" || error.kind === "not_found");
    if (!isRefused) throw error;
    // An earlier attempt may have succeeded although its response was lost.
    if (!(await adopt(deps, row))) await failRefund(deps, row, failureText(error.message));
  }
}

/** An unclear outcome is retried with the same key. A refund waits while its payment has an open dispute. */
export async function sendRefund(deps: RefundDeps, refundId: string, attempts: number) {
  const row = await findRefundRow(deps.db, refundId);
  if (row?.status !== "pending" || row.providerRefundId) return undefined;
  const isDisputed = and(eq(disputes.paymentId, row.paymentId), isOpenDispute);
  if ((await deps.db.$count(disputes, isDisputed)) > 0) return after(deps, MIN_POLL_MS);
  if (attempts > 1 && (await isDone(deps, row))) return undefined;
  await send(deps, row);
  return undefined;
}
