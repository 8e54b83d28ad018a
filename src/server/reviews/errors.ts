import { defineErrors } from "../platform/http/errors.ts";

export const reviewError = defineErrors(["reviews"], {
  review_not_found: [404, "Review not found."],
  order_not_found: [404, "Order not found."],
  line_not_found: [404, "This order has no such item."],
  link_not_found: [404, "This link does not lead to an order."],
  not_yet: [403, "You can review this once it has arrived, begun or taken place."],
  refunded: [403, "This was cancelled or refunded, so it cannot be reviewed."],
  replaced: [409, "The buyer has written a newer review of this item, which replaced this one."],
  already_reviewed: [409, "You have reviewed this already."],
});
