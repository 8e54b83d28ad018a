import { randomInt } from "node:crypto";
import type { DisputeRow, OrderRow, PaymentRow, RefundRow } from "./sandbox-table.ts";

const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** 14 letters and digits, like the part of Razorpay's ids after the prefix. */
export const randomId = () => Array.from({ length: 14 }, () => LETTERS[randomInt(LETTERS.length)]).join("");

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

export async function toCollection<T>(rows: PromiseLike<T[]>, toEntity: (row: T) => object) {
  const items = (await rows).map(toEntity);
  return { entity: "collection", count: items.length, items };
}

export const toOrder = ({ capture: _, ...order }: OrderRow) => ({
  ...order,
  entity: "order",
  amount_due: order.amount - order.amount_paid,
  offer_id: null,
  notes: toNotes(order.notes),
  created_at: unixSeconds(order.created_at),
});

/** Razorpay's price list: 2 % and 18 % tax on that. */
function toFees({ amount, status }: PaymentRow) {
  if (status !== "captured") return { fee: null, tax: null };
  const fee = Math.round(amount * 0.02);
  const tax = Math.round(fee * 0.18);
  return { fee: fee + tax, tax };
}

export function toPayment(row: PaymentRow) {
  const { next_refund: _, ...payment } = row;
  const problem = row.status === "failed" ? DECLINED : undefined;
  const isRefunded = row.amount_refunded === row.amount;
  return {
    ...payment,
    entity: "payment",
    status: isRefunded ? ("refunded" as const) : row.status,
    invoice_id: null,
    international: false,
    method: "upi",
    refund_status: row.amount_refunded === 0 ? null : isRefunded ? "full" : "partial",
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
    created_at: unixSeconds(row.created_at),
  };
}

export const toRefund = ({ arn, idempotency_key: _key, request_hash: _hash, ...refund }: RefundRow) => ({
  ...refund,
  entity: "refund",
  notes: toNotes(refund.notes),
  acquirer_data: { arn },
  created_at: unixSeconds(refund.created_at),
  batch_id: null,
  speed_processed: "normal",
  speed_requested: "normal",
});

/** Razorpay requests more evidence through the event name only: the dispute's status stays "open". */
export const toDispute = ({ moves: _, ...dispute }: DisputeRow) => ({
  ...dispute,
  entity: "dispute",
  currency: "INR",
  amount_deducted: dispute.status === "lost" ? dispute.amount : 0,
  reason_code: "goods_or_services_not_received_or_partially_received",
  respond_by: unixSeconds(dispute.respond_by),
  status: dispute.status === "action_required" ? "open" : dispute.status,
  phase: "chargeback",
  created_at: unixSeconds(dispute.created_at),
});

/** The body of a webhook about these entities. */
export const toEvent = (event: string, accountId: string, entities: Record<string, object>, at: Date) => ({
  entity: "event",
  account_id: accountId,
  event,
  contains: Object.keys(entities),
  payload: Object.fromEntries(Object.entries(entities).map(([name, entity]) => [name, { entity }])),
  created_at: unixSeconds(at),
});
