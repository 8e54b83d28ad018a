import { z } from "zod";
import { salesGroups } from "./sales-rules.ts";

const day = (label: string) => z.iso.date(`${label} must be a day like 2026-11-14.`);

export const salesQuery = z
  .object({
    by: z.enum(salesGroups, `By must be one of: ${salesGroups.join(", ")}.`),
    from: day("From").describe("The first day, in Indian time."),
    to: day("To").describe("The last day, in Indian time."),
  })
  .refine(({ from, to }) => from <= to, { path: ["to"], message: "To must not be before From." });
export type SalesQuery = z.output<typeof salesQuery>;

const sold = z.object({
  qty: z.int().describe("Pieces, places in courses or sessions."),
  rupees: z.number(),
});

export const salesReport = z.object({
  total: z.object({ orders: z.int(), rupees: z.number() }).describe("All paid orders of these days."),
  rows: z
    .array(sold.extend({ id: z.string(), name: z.string() }))
    .describe("The 100 with the most sales, highest first."),
  more: sold.extend({ rows: z.int() }).describe("What follows the first 100 rows."),
  other: sold.describe("Everything else in these orders."),
  discounts: z.number().describe("Rupees that coupons took off these orders."),
  delivery: z.number().describe("Rupees for delivery. The total is rows + more + other − discounts + delivery."),
  refunds: z
    .object({ count: z.int(), rupees: z.number() })
    .describe("Refunds made in these days for orders that count as sales. The total is before them."),
});
export type SalesReport = z.infer<typeof salesReport>;
