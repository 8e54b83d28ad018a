import { z } from "zod";
import type { GatewayOrder, GatewayPayment } from "../gateway.ts";

const paise = z.int().nonnegative();

/** What of Razorpay's replies the shop relies on; anything else in them may change. */
export const razorpayOrder = z
  .object({
    id: z.string().regex(/^order_\w+$/),
    amount: paise,
    amount_paid: paise,
    currency: z.string(),
    status: z.enum(["created", "attempted", "paid"]),
    receipt: z.string().nullish(),
  })
  .transform(
    ({ id, amount, amount_paid, currency, status, receipt }): GatewayOrder => ({
      id,
      amountPaise: amount,
      amountPaidPaise: amount_paid,
      currency,
      status,
      receipt: receipt ?? null,
    }),
  );

export const razorpayPayment = z
  .object({
    id: z.string().regex(/^pay_\w+$/),
    order_id: z.string().nullish(),
    amount: paise,
    currency: z.string(),
    status: z.enum(["created", "authorized", "captured", "refunded", "failed"]),
  })
  .transform(
    ({ id, order_id, amount, currency, status }): GatewayPayment => ({
      id,
      orderId: order_id ?? null,
      amountPaise: amount,
      currency,
      status,
    }),
  );

export const collectionOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) });

export const razorpayProblem = z.object({ error: z.object({ description: z.string() }) });
