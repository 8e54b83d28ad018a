import { DAY_MS, HOUR_MS } from "../platform/clock.ts";
import { applyRefund } from "./apply-refund.ts";
import type { RefundDeps } from "./deps.ts";
import { after, findRefundRow } from "./ledger.ts";
import { definePoll, defineSend, pollDelay } from "./refund-jobs.ts";
import { sendRefund } from "./send-refund.ts";

const LIST_DAYS_MS = 7 * DAY_MS;

/** Polls the provider for the status of a refund that it has accepted. */
async function poll(deps: RefundDeps, refundId: string) {
  const { provider, db, clock } = deps;
  const row = await findRefundRow(db, refundId);
  if (row?.status !== "pending" || !row.providerRefundId) return undefined;
  const found = await (await provider.current()).findRefund(row.providerRefundId);
  if (found) await applyRefund(deps, found);
  return after(deps, pollDelay(clock.now().getTime() - row.createdAt.getTime()));
}

/** Applies the refunds of the last week, in case a webhook about a dashboard refund or a status was lost. */
async function listRecent(deps: RefundDeps) {
  // Without a payment there is nothing that could be refunded.
  if (!(await deps.orders.hasPayments())) return;
  const provider = await deps.provider.current();
  for (const refund of await provider.refundsSince(after(deps, -LIST_DAYS_MS))) await applyRefund(deps, refund);
}

/** Sends unsent refunds, polls pending ones, and applies the provider's recent refunds once an hour. */
export function handleRefundJobs(deps: RefundDeps) {
  const { jobs } = deps;
  defineSend(jobs).handle(({ payload, attempts }) => sendRefund(deps, payload.refundId, attempts));
  definePoll(jobs).handle(({ payload }) => poll(deps, payload.refundId));
  jobs.schedule("list refunds", "refund", HOUR_MS, () => listRecent(deps));
}
