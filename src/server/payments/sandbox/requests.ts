import { z } from "zod";
import { disputeStatuses } from "../../../contracts/refunds/refund-rules.ts";
import { SandboxError } from "./errors.ts";
import { refundOutcomes } from "./sandbox-table.ts";

const MAX_AMOUNT = 1_000_000_000_000;

const amount = z
  .int("The amount must be an integer.")
  .min(100, "Order amount less than minimum amount allowed")
  .max(MAX_AMOUNT, "Amount exceeds maximum amount allowed.");
const currency = z.literal("INR", "Currency is not supported");

/** PostgreSQL cannot store the character U+0000 in text. */
const text = z.string().refine((value) => !value.includes("\0"), "The request contains an invalid character.");

const receipt = text.max(40, "The receipt may not be greater than 40 characters.");

const pairs = z
  .record(text, z.union([text, z.number().transform(String)]))
  .refine((all) => Object.keys(all).length <= 15, "The notes may not have more than 15 items.")
  .refine(
    (all) => Object.entries(all).every((pair) => pair.every((text) => text.length <= 256)),
    "A note may not be greater than 256 characters.",
  );
const notes = z.union([z.tuple([]).transform(() => ({})), pairs]).default({});

export const newOrder = z.object({
  amount,
  currency,
  receipt: receipt.min(1).nullish(),
  notes,
  payment: z.object({ capture: z.enum(["automatic", "manual"]).default("automatic") }).optional(),
});
export type NewOrder = z.output<typeof newOrder>;

const count = z.coerce.number().int().min(1).max(100).default(10);

export const orderSearch = z.object({
  receipt: text.optional(),
  count,
  skip: z.coerce.number().int().min(0).max(100_000).default(0),
});
export type OrderSearch = z.output<typeof orderSearch>;

export const captureRequest = z.object({ amount, currency });

export const sandboxPayment = z.object({
  order_id: z.string("The order id field is required."),
  outcome: z.enum(["success", "failure"], "The outcome must be success or failure."),
  key_id: z.string().optional(),
});

export const newRefund = z.object({
  amount: z.int("The amount must be an integer.").min(100, "The amount must be at least INR 1.00").optional(),
  speed: z.enum(["normal", "optimum"], "The speed must be normal or optimum.").default("normal"),
  receipt: receipt.nullish(),
  notes,
});
export type NewRefund = z.output<typeof newRefund>;

export const refundHeaders = z.object({
  key: z
    .string()
    .regex(/^[A-Za-z0-9_-]{10,200}$/, "The idempotency key must have at least 10 letters, digits, - or _.")
    .optional(),
});

export const refundSearch = z.object({
  from: z.coerce.number().int().min(0).max(100_000_000_000).default(0),
  count,
});
export type RefundSearch = z.output<typeof refundSearch>;

export const settlementSearch = z.object({
  year: z.coerce.number().int().min(2000).max(2100),
  month: z.coerce.number().int().min(1).max(12),
  count: z.coerce.number().int().min(1).max(1000).default(10),
  skip: z.coerce.number().int().min(0).max(1_000_000).default(0),
});
export type SettlementSearch = z.output<typeof settlementSearch>;

const paymentId = z.string("The payment id field is required.");

export const sandboxRefund = z.object({
  payment_id: paymentId,
  next: z.enum(refundOutcomes, `Next must be one of: ${refundOutcomes.join(", ")}.`),
});
export type SandboxRefund = z.output<typeof sandboxRefund>;

export const sandboxDispute = z.object({
  payment_id: paymentId,
  status: z.enum(disputeStatuses, `Status must be one of: ${disputeStatuses.join(", ")}.`),
  amount: z.int("The amount must be an integer.").min(100).optional(),
  respond_by: z.int("Respond by must be a Unix time.").min(0).max(100_000_000_000).optional(),
});
export type SandboxDispute = z.output<typeof sandboxDispute>;

/** Validates, or throws an error in Razorpay's shape that names the field. */
export function read<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const result = schema.safeParse(input ?? {});
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  throw new SandboxError(issue.message, { field: String(issue.path[0] ?? "body") });
}
