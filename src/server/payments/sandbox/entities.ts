import type { OrderRow, PaymentRow, SandboxDisputeRow, SandboxRefundRow } from "./sandbox-table.ts";

/** Returned to the payer, and part of the failed payment. */
export const DECLINED = {
  code: "BAD_REQUEST_ERROR",
  description: "Your payment was declined by the bank. No money was taken.",
  source: "bank",
  step: "payment_authorization",
  reason: "payment_failed",
} as const;

const unixSeconds = (date: Date) => Math.floor(date.getTime() / 1000);

/** Razorpay returns empty notes as an array. */
const toNotes = (notes: Record<string, string>) => (Object.keys(notes).length > 0 ? notes : []);

export const toOrder = (row: OrderRow) => ({
  id: row.id,
  entity: "order",
  amount: row.amount,
  amount_paid: row.amountPaid,
  amount_due: row.amount - row.amountPaid,
  currency: row.currency,
  receipt: row.receipt,
  offer_id: null,
  status: row.status,
  attempts: row.attempts,
  notes: toNotes(row.notes),
  created_at: unixSeconds(row.createdAt),
});

/** Razorpay's price list: 2 % and 18 % tax on that. */
function toFees({ amount, status }: PaymentRow) {
  if (status !== "captured") return { fee: null, tax: null };
  const fee = Math.round(amount * 0.02);
  const tax = Math.round(fee * 0.18);
  return { fee: fee + tax, tax };
}

export function toPayment(row: PaymentRow) {
  const problem = row.status === "failed" ? DECLINED : undefined;
  return {
    id: row.id,
    entity: "payment",
    amount: row.amount,
    currency: row.currency,
    status: row.amountRefunded === row.amount ? "refunded" : row.status,
    order_id: row.orderId,
    invoice_id: null,
    international: false,
    method: "upi",
    amount_refunded: row.amountRefunded,
    refund_status: row.amountRefunded === 0 ? null : row.amountRefunded === row.amount ? "full" : "partial",
    captured: row.status === "captured",
    description: null,
    card_id: null,
    bank: null,
    wallet: null,
    vpa: problem ? "failure@razorpay" : "success@razorpay",
    email: "void@example.com",
    contact: "+910000000000",
    notes: [],
    ...toFees(row),
    error_code: problem?.code ?? null,
    error_description: problem?.description ?? null,
    error_source: problem?.source ?? null,
    error_step: problem?.step ?? null,
    error_reason: problem?.reason ?? null,
    created_at: unixSeconds(row.createdAt),
  };
}

export const toCollection = <T>(items: T[]) => ({ entity: "collection", count: items.length, items });

export type PaymentEvent = "payment.authorized" | "payment.captured" | "payment.failed" | "order.paid";

export function toEvent(event: PaymentEvent, accountId: string, order: OrderRow, payment: PaymentRow, at: Date) {
  const isAboutOrder = event === "order.paid";
  return {
    entity: "event",
    account_id: accountId,
    event,
    contains: isAboutOrder ? ["payment", "order"] : ["payment"],
    payload: {
      payment: { entity: toPayment(payment) },
      ...(isAboutOrder && { order: { entity: toOrder(order) } }),
    },
    created_at: unixSeconds(at),
  };
}

export const toRefund = (row: SandboxRefundRow) => ({
  id: row.id,
  entity: "refund",
  amount: row.amount,
  currency: row.currency,
  payment_id: row.paymentId,
  notes: toNotes(row.notes),
  receipt: row.receipt,
  acquirer_data: { arn: row.arn },
  created_at: unixSeconds(row.createdAt),
  batch_id: null,
  status: row.status,
  speed_processed: "normal",
  speed_requested: "normal",
});

/** Razorpay requests more evidence through the event name only: the dispute's status stays "open". */
const toDispute = (row: SandboxDisputeRow) => ({
  id: row.id,
  entity: "dispute",
  payment_id: row.paymentId,
  amount: row.amount,
  currency: "INR",
  amount_deducted: row.status === "lost" ? row.amount : 0,
  reason_code: "goods_or_services_not_received_or_partially_received",
  respond_by: unixSeconds(row.respondBy),
  status: row.status === "action_required" ? "open" : row.status,
  phase: "chargeback",
  created_at: unixSeconds(row.createdAt),
});

export type RefundEvent = "refund.created" | "refund.processed" | "refund.failed";

export const toRefundEvent = (
  event: RefundEvent,
  accountId: string,
  payment: PaymentRow,
  refund: SandboxRefundRow,
  at: Date,
) => ({
  entity: "event",
  account_id: accountId,
  event,
  contains: ["refund", "payment"],
  payload: { refund: { entity: toRefund(refund) }, payment: { entity: toPayment(payment) } },
  created_at: unixSeconds(at),
});

export const toDisputeEvent = (accountId: string, payment: PaymentRow, dispute: SandboxDisputeRow, at: Date) => ({
  entity: "event",
  account_id: accountId,
  event: `payment.dispute.${dispute.status === "open" ? "created" : dispute.status}`,
  contains: ["payment", "dispute"],
  payload: { payment: { entity: toPayment(payment) }, dispute: { entity: toDispute(dispute) } },
  created_at: unixSeconds(at),
});
