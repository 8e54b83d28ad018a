import { z } from "zod";
import { formText } from "../fields.ts";
import { typedCoupon } from "../orders/quote.ts";

/** What agents send for carts and checkouts, named as in UCP. Fields that are not listed are ignored. */

const text = formText("The text", 300).optional();
const person = { first_name: text, last_name: text, phone_number: text };
const place = { postal_code: text, address_country: text };

/** More than an order can have: the quantity is then reduced with a warning. */
const quantity = z.int("A whole number is needed.").min(1, "At least 1 is needed.").max(1_000_000, "This is too much.");
const lineItem = z.object({ item: z.object({ id: formText("The id", 200).min(1, "The id is required.") }), quantity });
/** Fewer than an order can have: replies are stored for repeated requests. */
const MAX_AGENT_LINES = 50;
const lineItems = z.array(lineItem).max(MAX_AGENT_LINES);
const NO_ITEMS = "At least one item is needed.";
export type LineItem = z.infer<typeof lineItem>;

/** Without `name`, which is the mark of a retail location in UCP. */
const destination = z.object({
  ...person,
  ...place,
  id: text,
  street_address: text,
  extended_address: text,
  address_locality: text,
  address_region: text,
});
const method = z.object({
  destinations: z.array(destination).max(10).optional(),
  selected_destination_id: text.nullable(),
});

export const cartRequest = z.object({
  line_items: lineItems.min(1, NO_ITEMS),
  buyer: z.object({ ...person, email: text }).optional(),
  context: z.object(place).optional(),
  discounts: z.object({ codes: z.array(typedCoupon).max(5).optional() }).optional(),
});
export const checkoutRequest = cartRequest.extend({
  fulfillment: z.object({ methods: z.array(method).max(5).optional() }).optional(),
});
/** With `cart_id` the items are those of the cart. */
export const newCheckoutRequest = checkoutRequest
  .extend({ line_items: lineItems.optional(), cart_id: text })
  .refine((sent) => sent.cart_id || sent.line_items?.length, { path: ["line_items"], error: NO_ITEMS });

export type Destination = z.infer<typeof destination>;
export type CartRequest = z.infer<typeof cartRequest>;
export type CheckoutRequest = z.infer<typeof checkoutRequest>;
export type NewCheckoutRequest = z.infer<typeof newCheckoutRequest>;
