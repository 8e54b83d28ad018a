import { and, asc, eq, exists, isNotNull, lte, not, or } from "drizzle-orm";
import { disputes } from "../orders/core/dispute-table.ts";
import { type RefundRow, refunds } from "../orders/core/refund-table.ts";
import { isProviderError } from "../payments/provider/provider.ts";
import { errorMessage } from "../platform/log.ts";
import { applyRefund } from "./apply-refund.ts";
import type { RefundDeps } from "./deps.ts";
import { after, isOpenDispute, LEASE_MS } from "./ledger.ts";
import { sendRefund } from "./send-refund.ts";

const MIN_POLL_MS = 5 * 60_000;
const MAX_POLL_MS = 6 * 60 * 60_000;
export const LIST_EVERY_MS = 60 * 60_000;
const LIST_DAYS_MS = 7 * 24 * 60 * 60_000;

/** Backoff: the interval grows with the age of the refund. */
const pollDelay = ({ createdAt }: RefundRow, now: Date) =>
  Math.min(Math.max(MIN_POLL_MS, (now.getTime() - createdAt.getTime()) / 10), MAX_POLL_MS);

/** Leases the most overdue refund. An unsent refund waits while its payment has an open dispute. */
async function takeDue(deps: RefundDeps) {
  const { db, clock } = deps;
  return db.transaction(async (tx) => {
    const disputed = tx
      .select()
      .from(disputes)
      .where(and(eq(disputes.paymentId, refunds.paymentId), isOpenDispute));
    const [due] = await tx
      .select()
      .from(refunds)
      .where(
        and(
          eq(refunds.status, "pending"),
          lte(refunds.nextAttemptAt, clock.now()),
          or(isNotNull(refunds.providerRefundId), not(exists(disputed))),
        ),
      )
      .orderBy(asc(refunds.nextAttemptAt))
      .limit(1)
      .for("update", { skipLocked: true });
    if (!due) return undefined;
    const lease = { nextAttemptAt: after(deps, LEASE_MS), attempts: due.attempts + 1 };
    const [leased] = await tx.update(refunds).set(lease).where(eq(refunds.id, due.id)).returning();
    return leased;
  });
}

/** Polls the provider for the status of a refund that it has accepted. */
async function poll(deps: RefundDeps, row: RefundRow) {
  const { provider, db, clock } = deps;
  const delay = pollDelay(row, clock.now());
  await db
    .update(refunds)
    .set({ nextAttemptAt: after(deps, delay) })
    .where(eq(refunds.id, row.id));
  try {
    const found = await (await provider.current()).findRefund(row.providerRefundId!);
    if (found) await applyRefund(deps, found);
    return true;
  } catch (error) {
    if (!isProviderError(error)) throw error;
    deps.log.warn({ refund: row.id, reason: errorMessage(error) }, "a refund could not be checked");
    return error.kind !== "unavailable";
  }
}

/** Sends or polls every pending refund that is due. Stops when the provider is down: the others stay due. */
export async function processDueRefunds(deps: RefundDeps, signal?: AbortSignal) {
  while (!signal?.aborted) {
    const row = await takeDue(deps);
    if (!row) return true;
    const isAnswered = await (row.providerRefundId ? poll(deps, row) : sendRefund(deps, row));
    if (!isAnswered) return false;
  }
  return false;
}

/** Applies the refunds of the last week, in case a webhook about a dashboard refund or a status was lost. */
export async function listRecent(deps: RefundDeps) {
  // Without a payment there is nothing that could be refunded.
  if (!(await deps.orders.hasPayments())) return;
  const since = after(deps, -LIST_DAYS_MS);
  try {
    const provider = await deps.provider.current();
    for (const refund of await provider.refundsSince(since)) await applyRefund(deps, refund);
  } catch (error) {
    if (!isProviderError(error)) throw error;
    deps.log.warn({ reason: errorMessage(error) }, "the refunds could not be listed");
  }
}
