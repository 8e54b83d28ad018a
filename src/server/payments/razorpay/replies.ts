import { z } from "zod";
import type { GatewayOrder, GatewayPayment, PaymentProof } from "../gateway.ts";

const paise = z.int().nonnegative();

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
    ({ amount, receipt, ...order }): GatewayOrder => ({ ...order, amountPaise: amount, receipt: receipt ?? null }),
  );

export const razorpayPayment = z
  .object({
    id: z.string().regex(/^pay_\w{1,100}$/),
    order_id: z
      .string()
      .regex(/^\w{1,100}$/)
      .nullish(),
    amount: paise,
    currency: z.string().max(10),
    status: z.enum(["created", "authorized", "captured", "refunded", "failed"]),
  })
  .transform(
    ({ order_id, amount, ...payment }): GatewayPayment => ({
      ...payment,
      orderId: order_id ?? null,
      amountPaise: amount,
    }),
  );

export const collectionOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) });

export const razorpayProblem = z.object({ error: z.object({ description: z.string() }) });

/** The payment is all the shop needs of a webhook event: it names its order, amount and status. */
export const razorpayEvent = z.object({
  event: z.string().max(100).catch(""),
  payload: z
    .object({ payment: z.object({ entity: razorpayPayment }) })
    .optional()
    .catch(undefined),
});

/** After a failed payment the provider sends other fields, and these are missing. */
export const callbackForm = z
  .object({ razorpay_payment_id: z.string().max(100).optional(), razorpay_signature: z.string().max(200).optional() })
  .transform(
    ({ razorpay_payment_id, razorpay_signature }): PaymentProof => ({
      paymentId: razorpay_payment_id,
      signature: razorpay_signature,
    }),
  );
