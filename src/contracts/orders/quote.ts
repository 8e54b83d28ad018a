import { z } from "zod";
import { callWays } from "../appointments/call-rules.ts";
import { timeZone } from "../appointments/schedule.ts";
import { MAX_CODE_LENGTH } from "../coupons/coupon-rules.ts";
import { pinOrEmpty, wantedQuantity } from "../fields.ts";
import { itemTypes, MAX_LINES } from "./cart-rules.ts";

/** A coupon code as typed by a buyer. Looser than `CODE_PATTERN`: an unknown code is refused with a reason later. */
export const typedCoupon = z
  .string("A code must be text.")
  .overwrite((code) => code.trim().toUpperCase())
  .max(MAX_CODE_LENGTH, `A code has at most ${MAX_CODE_LENGTH} characters.`)
  .refine((code) => code.isWellFormed() && !/\p{Cc}/u.test(code), "A code must be letters, digits and hyphens.");

/** The server sets the price. */
export const wantedLine = z.object(
  {
    itemId: z
      .string("Each item needs its id.")
      .min(1, "Each item needs its id.")
      .max(200, "An item's id is at most 200 characters long."),
    itemType: z.enum(itemTypes, "An item is a course, a product or a consultancy."),
    qty: wantedQuantity,
    startsAt: z.iso
      .datetime({ offset: true, error: "The time of a session must be one such as 2026-11-18T05:30:00Z." })
      .max(40, "The time is too long.")
      .optional()
      .describe("When a consultation shall start. It is held with the order."),
    zone: timeZone.optional().describe("The caller's time zone, with `startsAt`. Asia/Kolkata, unless given."),
  },
  "Each item needs its id, its type and a quantity.",
);
export type WantedLine = z.infer<typeof wantedLine>;

export const quoteRequest = z.object(
  {
    items: z
      .array(wantedLine, "Items must be a list.")
      .max(MAX_LINES, `At most ${MAX_LINES} lines can be asked about at once.`),
    coupon: typedCoupon.optional().describe("A coupon's code. With it or `pin`, even empty, the reply has totals."),
    pin: pinOrEmpty.optional().describe("Indian PIN code of the address, for the delivery charge."),
  },
  "The cart must be an object with a list of items.",
);
export type QuoteRequest = z.input<typeof quoteRequest>;

export const quotedLine = z.object({
  itemId: z.string(),
  itemType: z.enum(itemTypes),
  title: z.string().describe("Empty when the item is gone."),
  price: z.number().describe("Rupees for one, now; 0 when the item is gone."),
  image: z.string(),
  available: z.int().nullable().describe("Pieces in stock; null where there is no limit."),
  problem: z
    .enum(["gone", "sold_out", "short", "variant_required"])
    .nullable()
    .describe(
      "gone: no longer sold; sold_out: none in stock; short: fewer in stock than wanted; variant_required: the product has sizes and the line names none.",
    ),
  session: z
    .object({
      expertId: z.string(),
      minutes: z.int(),
      isOpen: z.boolean().optional().describe("Whether the line's `startsAt` can still be had; absent without one."),
    })
    .optional()
    .describe("Of a consultation whose time can be chosen online."),
  expert: z
    .object({ name: z.string(), callWay: z.enum(callWays).describe("How the session takes place.") })
    .optional()
    .describe("Of a consultation, also of a package: whom it is with."),
});
export type QuotedLine = z.infer<typeof quotedLine>;

/** The lines with their totals, for a request with `coupon` or `pin`. */
export const cartQuote = z.object({
  lines: z.array(quotedLine),
  subtotal: z.number().describe("Rupees for the lines without a problem; the other totals are of these too."),
  discount: z.number(),
  delivery: z.number(),
  total: z.number(),
  coupon: z
    .object({
      code: z.string(),
      problem: z.string().optional().describe("Why the code takes nothing off."),
      freeDelivery: z.literal(true).optional(),
      note: z.string().optional().describe("What is checked later."),
    })
    .nullable(),
});
export type CartQuote = z.infer<typeof cartQuote>;
