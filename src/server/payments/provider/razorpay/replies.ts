import { z } from "zod";
import { disputeStatuses, refundStatuses } from "../../../../contracts/refunds/refund-rules.ts";
import type * as provider from "../provider.ts";

const paise = z.int().nonnegative();
const paiseOrNone = paise.nullish().transform((amount) => amount ?? 0);
const orderId = z.string().regex(/^\w{1,100}$/);
const paymentId = z.string().regex(/^pay_\w{1,100}$/);

/** Only the fields the shop relies on. */
export const razorpayOrder = z
  .object({
    id: z.string().regex(/^order_\w+$/),
    amount: paise,
    currency: z.string(),
    status: z.enum(["created", "attempted", "paid"]),
    receipt: z.string().nullish(),
  })
  .transform(
    ({ amount, receipt, ...order }): provider.ProviderOrder => ({
      ...order,
      amountPaise: amount,
      receipt: receipt ?? null,
    }),
  );

export const razorpayPayment = z
  .object({
    id: paymentId,
    order_id: orderId.nullish(),
    amount: paise,
    currency: z.string().max(10),
    status: z.enum(["created", "authorized", "captured", "refunded", "failed"]),
  })
  .transform(
    ({ order_id, amount, ...payment }): provider.ProviderPayment => ({
      ...payment,
      orderId: order_id ?? null,
      amountPaise: amount,
    }),
  );

export const razorpayProblem = z.object({ error: z.object({ description: z.string() }) });

const unixSeconds = z
  .int()
  .min(0)
  .max(100_000_000_000)
  .transform((seconds) => new Date(seconds * 1000).toISOString());
const reference = z.string().max(100).nullish().catch(undefined);

export const razorpayRefund = z
  .object({
    id: z.string().regex(/^rfnd_\w{1,100}$/),
    payment_id: paymentId,
    amount: paise,
    status: z.enum(refundStatuses),
    receipt: z.string().max(100).nullish(),
    // Cards have an ARN, UPI an RRN, bank transfers a UTR.
    acquirer_data: z.object({ arn: reference, rrn: reference, utr: reference }).optional().catch(undefined),
    created_at: unixSeconds,
  })
  .transform(
    ({ payment_id, amount, receipt, acquirer_data: bank, created_at, ...refund }): provider.ProviderRefund => ({
      ...refund,
      paymentId: payment_id,
      amountPaise: amount,
      receipt: receipt ?? null,
      arn: bank?.arn ?? bank?.rrn ?? bank?.utr ?? null,
      createdAt: created_at,
    }),
  );

export const razorpaySettlementItem = z
  .object({
    entity_id: z.string().max(100),
    type: z.string().max(50),
    amount: paise,
    fee: paiseOrNone,
    tax: paiseOrNone,
    credit: paiseOrNone,
    debit: paiseOrNone,
    settlement_id: reference,
    settlement_utr: reference,
    settled_at: unixSeconds.nullish().catch(undefined),
  })
  .transform(
    ({ entity_id, type, amount, fee, tax, credit, debit, ...settlement }): provider.SettlementItem => ({
      id: entity_id,
      type,
      amountPaise: amount,
      feePaise: fee,
      taxPaise: tax,
      creditPaise: credit,
      debitPaise: debit,
      settlementId: settlement.settlement_id ?? "",
      utr: settlement.settlement_utr ?? "",
      settledAt: settlement.settled_at ?? "",
    }),
  );

const razorpayDispute = z
  .object({
    id: z.string().regex(/^disp_\w{1,100}$/),
    payment_id: paymentId,
    amount: paise,
    status: z.enum(disputeStatuses),
    phase: z.string().max(50).catch(""),
    reason_code: z.string().max(100).catch(""),
    respond_by: unixSeconds.nullish().catch(null),
    created_at: unixSeconds,
  })
  .transform(
    ({
      payment_id,
      amount,
      reason_code,
      respond_by,
      created_at,
      ...dispute
    }): Omit<provider.ProviderDispute, "eventAt"> => ({
      ...dispute,
      paymentId: payment_id,
      amountPaise: amount,
      reasonCode: reason_code,
      respondBy: respond_by ?? null,
      createdAt: created_at,
    }),
  );

/** An entity of the event's payload; undefined when it is missing or cannot be parsed. */
const entityOf = <T extends z.ZodType>(entity: T) => z.object({ entity }).optional().catch(undefined);

/** What the shop needs of a webhook event. */
export const razorpayEvent = z.object({
  event: z.string().max(100).catch(""),
  created_at: unixSeconds.optional().catch(undefined),
  payload: z
    .object({
      payment: entityOf(razorpayPayment),
      refund: entityOf(razorpayRefund),
      dispute: entityOf(razorpayDispute),
    })
    .optional()
    .catch(undefined),
});

/** Razorpay returns uncaptured payments by itself and sends refund events about that. */
export const uncapturedPayment = z.object({
  payload: z.object({ payment: z.object({ entity: z.object({ captured: z.literal(false) }) }) }),
});
