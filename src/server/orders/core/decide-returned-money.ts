import { methodTexts } from "../../../contracts/payments/payment-rules.ts";
import { formatPaise } from "../../platform/format-paise.ts";
import type { By, Command, Decision } from "./commands.ts";
import { addRefund } from "./decide-money.ts";
import { orderError } from "./errors.ts";
import { type FullOrder, leftToReturn, type PaymentRow, recordedPayments, refundableOf } from "./order.ts";
import type { RefundRow } from "./refund-table.ts";

/** Which payments it is taken from: one that has enough left, the oldest that is not dealt with, else several. */
function takenFrom(full: FullOrder, amountPaise: number) {
  const isDone = ({ dealtWithAt }: PaymentRow) => Number(dealtWithAt !== null);
  const recorded = recordedPayments(full).toSorted((one, other) => isDone(one) - isDone(other));
  const enough = recorded.find((payment) => refundableOf(payment) >= amountPaise);
  let open = amountPaise;
  return (enough ? [enough] : recorded).flatMap((payment) => {
    const paise = Math.min(open, refundableOf(payment));
    open -= paise;
    return paise > 0 ? [{ paymentId: payment.paymentId, paise }] : [];
  });
}

/** It has happened: nothing is sent to the provider, and the refund is processed at once. */
export function recordRefund(
  before: FullOrder,
  { ids, refund: made, lines, restock = [] }: Extract<Command, { type: "recordRefund" }>,
  { userId }: By,
  now: Date,
): Decision {
  const { method, amountPaise, ...values } = made;
  const left = leftToReturn(before);
  if (amountPaise > left) {
    const message =
      left > 0 ? `Only ${formatPaise(left)} of what you recorded is left.` : "All of it has been returned.";
    throw orderError("refund_too_high", { message, fields: { amount: message } });
  }
  const orderId = before.order.id;
  const id = ids[0]!;
  // An order whose buyer was erased keeps no personal data.
  const reference = (before.order.buyerEmail && made.reference) || "";
  const after = takenFrom(before, amountPaise).reduce((full, { paymentId, paise }, index) => {
    const isFirst = index === 0;
    const row: RefundRow = {
      id: ids[index]!,
      orderId,
      paymentId,
      amountPaise: paise,
      status: "processed",
      reason: values.reason,
      restock: false,
      key: isFirst ? values.key : null,
      requestHash: isFirst ? values.requestHash : null,
      method,
      partOf: isFirst ? null : id,
      providerRefundId: null,
      failure: "",
      arn: reference || null,
      retryOf: null,
      dealtWithAt: null,
      dealtWithBy: null,
      dealtWithNote: "",
      createdBy: userId!,
      createdAt: now,
      endedAt: now,
    };
    const ofFirst = isFirst ? lines.map((line) => ({ ...line, refundId: id, orderId })) : [];
    const added = { refund: row, lines: ofFirst, restock: isFirst ? restock : [], entries: [] };
    return addRefund(full, { type: "addRefund", ...added }).after;
  }, before);
  const amount = formatPaise(amountPaise);
  const log = { refund: amount, reason: values.reason, method, ...(reference && { reference }) };
  return {
    after,
    entries: [{ kind: "refund", text: `${amount} was returned ${methodTexts[method]}.`, isPublic: true }],
    log: { after: log, secrets: ["reference"] },
  };
}
