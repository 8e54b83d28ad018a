import { z } from "zod";
import { optionalText, paidRupees } from "../fields.ts";
import {
  MAX_REFERENCE_LENGTH,
  MIN_RECORDED_RUPEES,
  needsReference,
  paymentMethods,
  recordedMethods,
} from "../payments/payment-rules.ts";

export const recordedPaymentForm = z
  .object(
    {
      method: z.enum(recordedMethods, `Method must be one of ${recordedMethods.join(", ")}.`),
      amount: paidRupees(MIN_RECORDED_RUPEES).describe("Rupees: what is due, or a part of it."),
      reference: optionalText("Reference", MAX_REFERENCE_LENGTH).describe(
        "Of the UPI payment or the bank transfer; optional for cash. The buyer never sees it.",
      ),
    },
    "A payment must be an object with a method and an amount.",
  )
  .refine(({ method, reference }) => !needsReference(method) || reference !== "", {
    path: ["reference"],
    message: "Reference is required, so that you find the money again.",
  });
export type RecordedPaymentForm = z.input<typeof recordedPaymentForm>;

/** Money that counts for an order. */
export const receivedPayment = z.object({
  method: z.enum(paymentMethods).describe("`mark`: set to paid by the owner, without a record of the money."),
  amount: z.number().describe("Rupees."),
  reference: z.string().optional(),
  at: z.string(),
});
export type ReceivedPayment = z.infer<typeof receivedPayment>;
