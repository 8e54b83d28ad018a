import { and, eq, isNull } from "drizzle-orm";
import { type RefundRow, refunds } from "../orders/core/refund-table.ts";
import { isProviderError } from "../payments/provider/provider.ts";
import { errorMessage } from "../platform/log.ts";
import { applyRefund, failRefund } from "./apply-refund.ts";
import type { RefundDeps } from "./deps.ts";
import { failureText, GONE_ELSEWHERE } from "./failure-text.ts";
import { after } from "./ledger.ts";

const FIRST_RETRY_MS = 30_000;
const MAX_RETRY_MS = 60 * 60_000;

/** Backoff, from half a minute to an hour. */
const retryDelay = (attempts: number) => Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 10), MAX_RETRY_MS);

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

/** Needs the row's lease. An unclear outcome is retried with the same key. False while the provider is down. */
export async function sendRefund(deps: RefundDeps, row: RefundRow) {
  try {
    if (row.attempts > 1 && (await isDone(deps, row))) return true;
    await send(deps, row);
    return true;
  } catch (error) {
    if (!isProviderError(error)) throw error;
    deps.log.warn(
      { refund: row.id, reason: errorMessage(error) },
      "a refund could not be sent and will be tried again",
    );
    await deps.db
      .update(refunds)
      .set({ nextAttemptAt: after(deps, retryDelay(row.attempts)) })
      .where(and(eq(refunds.id, row.id), eq(refunds.status, "pending"), isNull(refunds.providerRefundId)));
    return error.kind !== "unavailable";
  }
}
