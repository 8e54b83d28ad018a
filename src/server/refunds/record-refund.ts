import { randomUUIDv7 } from "node:crypto";
import type { RefundRequest } from "../../contracts/refunds/refund.ts";
import { type FullOrder, isMark, providerPayment, recordedPayments, wholeRefundOf } from "../orders/core/order.ts";
import type { RefundRow } from "../orders/core/refund-table.ts";
import { hashRequest } from "../platform/sha256.ts";
import { coverOf, findByKey, findRepeated, type RefundOrigin } from "./create-refund.ts";
import type { RefundDeps } from "./deps.ts";
import { refundError } from "./errors.ts";
import { checkNoDispute, refundedLinesOf } from "./ledger.ts";
import { planRefund } from "./plan-refund.ts";

export type RecordedRefund = RefundRequest & Required<Pick<RefundRequest, "method">>;

function whyNotReturnable(full: FullOrder) {
  if (providerPayment(full))
    return "The payment provider has the money of this order: refund it there, without a method.";
  if (full.payments.some(isMark))
    return "This order is only marked as paid. Record the money that you received, then what you have returned of it.";
  return "No money was recorded for this order, so none of it can have been returned.";
}

/** What the owner has returned without the provider. Idempotent by key and request, like a refund of the provider. */
export async function recordRefund(
  { db, core, mails }: RefundDeps,
  { orderId, ownerId }: RefundOrigin,
  form: RecordedRefund,
  key: string,
): Promise<RefundRow> {
  const by = { actor: "owner", userId: ownerId } as const;
  return db.transaction(async (tx) => {
    const { before, after } = await core.change(tx, orderId, by, (full) => {
      if (findRepeated(full, form, key)) return undefined;
      const recorded = recordedPayments(full);
      if (recorded.length === 0) throw refundError("not_refundable", { message: whyNotReturnable(full) });
      checkNoDispute(full);
      const plan = planRefund(full, form, { refunded: refundedLinesOf(full), wholePaise: wholeRefundOf(full) });
      const { method, reference = "", reason } = form;
      return {
        type: "recordRefund",
        ids: recorded.map(() => randomUUIDv7()),
        refund: { amountPaise: plan.amountPaise, method, reference, reason, key, requestHash: hashRequest(form) },
        lines: plan.lines,
        ...coverOf(full, form, plan),
      };
    });
    const row = findByKey(after, key)!;
    if (after !== before) await mails.enqueueOnItsWay(tx, row.id);
    return row;
  });
}
