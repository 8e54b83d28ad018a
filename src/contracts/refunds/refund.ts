import { z } from "zod";
import { idParams } from "../error.ts";
import { optionalFact, paidRupees, requiredText, wantedQuantity } from "../fields.ts";
import { MAX_LINES } from "../orders/cart-rules.ts";
import { MAX_REFERENCE_LENGTH, needsReference, recordedMethods } from "../payments/payment-rules.ts";
import {
  disputeStatuses,
  MAX_DEALT_WITH_LENGTH,
  MAX_REASON_LENGTH,
  MIN_REFUND_RUPEES,
  refundStatuses,
} from "./refund-rules.ts";

const line = z.object(
  {
    itemId: z.string("Each line needs the id of its item.").min(1, "Each line needs the id of its item.").max(200),
    qty: wantedQuantity.optional().describe("All that is left of the item when it is absent."),
  },
  "Each line needs the id of its item.",
);

export const refundForm = z
  .object(
    {
      amount: paidRupees(MIN_REFUND_RUPEES).optional().describe("Rupees. Either this or `lines`."),
      lines: z
        .array(line, "Lines must be a list.")
        .min(1, "Choose at least one line.")
        .max(MAX_LINES, `At most ${MAX_LINES} lines can be refunded at once.`)
        .optional()
        .describe("What is refunded: each line's price after its share of the discount, without delivery."),
      reason: requiredText("Reason", MAX_REASON_LENGTH).describe("The buyer sees it."),
      restock: z
        .boolean("Restock must be true or false.")
        .default(false)
        .describe("Puts the pieces back on the shelf. With an `amount` only when that is all that is left."),
      paymentId: z
        .string("The payment's id must be text.")
        .max(100, "The payment's id is too long.")
        .optional()
        .describe("The payment that settled the order, when it is absent."),
      method: z
        .enum(recordedMethods, `Method must be one of ${recordedMethods.join(", ")}.`)
        .optional()
        .describe(
          "Records what the owner has returned without the payment provider, of money that came without it. Nothing is sent.",
        ),
      reference: optionalFact("Reference", MAX_REFERENCE_LENGTH).describe(
        "With a `method`: of the UPI payment or the bank transfer; optional for cash. The buyer sees it.",
      ),
    },
    "A refund must be an object with an amount or lines, and a reason.",
  )
  .refine(({ amount, lines }) => (amount === undefined) !== (lines === undefined), {
    path: ["amount"],
    message: "Give either an amount or lines.",
  })
  .refine(({ method, reference }) => !method || !needsReference(method) || reference, {
    path: ["reference"],
    message: "Reference is required, so that the buyer finds the money.",
  })
  .refine(({ method, reference }) => method || !reference, {
    path: ["method"],
    message: "A reference belongs to money that you returned yourself: say how.",
  })
  .refine(({ method, paymentId }) => !method || paymentId === undefined, {
    path: ["paymentId"],
    message: "Money that you returned yourself is taken from all that you recorded: leave the payment out.",
  });
export type RefundForm = z.input<typeof refundForm>;
export type RefundRequest = z.output<typeof refundForm>;

export const dealtWithForm = z.object(
  { note: requiredText("Note", MAX_DEALT_WITH_LENGTH).describe("What was done, for the owner's history.") },
  "The request must be an object with a note.",
);
export type DealtWithForm = z.input<typeof dealtWithForm>;

export const refundParams = idParams.extend({ refundId: idParams.shape.id });
export const paymentParams = idParams.extend({ paymentId: idParams.shape.id });

export const refundLine = z.object({
  itemId: z.string(),
  title: z.string(),
  qty: z.int(),
  amount: z.number().describe("Rupees, after the line's share of the discount."),
});
export type RefundLine = z.infer<typeof refundLine>;

export const refund = z.object({
  _id: z.string(),
  amount: z.number().describe("Rupees."),
  status: z.enum(refundStatuses),
  reason: z.string().describe("Empty when it was made in the payment provider's dashboard."),
  lines: z.array(refundLine).optional().describe("What was refunded; absent when the refund is an amount."),
  createdAt: z.string(),
  endedAt: z.string().optional().describe("When it was processed or failed."),
  method: z
    .enum(recordedMethods)
    .optional()
    .describe("How the owner returned it; absent when the payment provider does."),
  arn: z
    .string()
    .optional()
    .describe("The bank's reference, by which the buyer's bank finds the money; with a `method` the owner's."),
  paymentId: z.string().optional().describe("Only the owner sees this and what follows."),
  restock: z.boolean().optional(),
  by: z
    .enum(["owner", "buyer", "provider"])
    .optional()
    .describe("`buyer`: cancelled a session. `provider`: made in the payment provider's dashboard."),
  failure: z.string().optional().describe("Why it failed, in words."),
  retriedAs: z.string().optional().describe("The id of the refund that replaced this one."),
  dealtWith: z.object({ at: z.string(), note: z.string() }).optional(),
});
export type Refund = z.infer<typeof refund>;

export const dispute = z.object({
  _id: z.string(),
  paymentId: z.string(),
  amount: z.number().describe("Rupees."),
  status: z.enum(disputeStatuses),
  phase: z.string(),
  reasonCode: z.string(),
  respondBy: z.string().nullable().describe("The last moment for evidence in the provider's dashboard."),
  createdAt: z.string(),
});
export type Dispute = z.infer<typeof dispute>;
