import { z } from "zod";
import { itemTypes, MAX_LINES, MAX_QUANTITY } from "./cart-rules.ts";

/** A requested line: item and quantity. The server sets the price. */
export const wantedLine = z.object(
  {
    itemId: z
      .string("Each item needs its id.")
      .min(1, "Each item needs its id.")
      .max(200, "An item's id is at most 200 characters long."),
    itemType: z.enum(itemTypes, "An item is a course, a product or a consultancy."),
    qty: z
      .int("A quantity is a whole number.")
      .min(1, "A quantity is at least 1.")
      .max(MAX_QUANTITY, `A quantity is at most ${MAX_QUANTITY}.`),
  },
  "Each item needs its id, its type and a quantity.",
);
export type WantedLine = z.infer<typeof wantedLine>;

export const quoteRequest = z.object(
  {
    items: z
      .array(wantedLine, "Items must be a list.")
      .max(MAX_LINES, `At most ${MAX_LINES} lines can be asked about at once.`),
  },
  "The cart must be an object with a list of items.",
);
export type QuoteRequest = z.infer<typeof quoteRequest>;

export const lineProblems = ["gone", "sold_out", "short"] as const;

export const quotedLine = z.object({
  itemId: z.string(),
  itemType: z.enum(itemTypes),
  title: z.string().describe("Empty when the item is gone."),
  price: z.number().describe("Rupees for one, now; 0 when the item is gone."),
  image: z.string(),
  available: z.int().nullable().describe("Pieces in stock; null where there is no limit."),
  problem: z
    .enum(lineProblems)
    .nullable()
    .describe("gone: no longer sold; sold_out: none in stock; short: fewer in stock than wanted."),
});
export type QuotedLine = z.infer<typeof quotedLine>;
