import { z } from "zod";
import type { PaymentProof } from "./provider/provider.ts";

/** Both fields are missing after a failed payment: the provider then sends error fields. */
export const callbackForm = z
  .object({ razorpay_payment_id: z.string().max(100).optional(), razorpay_signature: z.string().max(200).optional() })
  .transform(
    ({ razorpay_payment_id, razorpay_signature }): PaymentProof => ({
      paymentId: razorpay_payment_id,
      signature: razorpay_signature,
    }),
  );
