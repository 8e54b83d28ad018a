import { defineErrors } from "../platform/http/errors.ts";

export const orderError = defineErrors({
  nothing_to_pay: [400, "An order must come to at least ₹1."],
  order_not_found: [404, "Order not found."],
  price_changed: [409, "Some prices have changed. Please look at your cart again."],
  out_of_stock: [409, "Some of this has just been sold."],
  idempotency_key_used: [409, "This key was used for another order."],
  order_not_payable: [409, "This order is not waiting for a payment."],
  shipping_closed: [409, "The details of this order can no longer be changed here. Please write to us."],
  buyer_deleted: [409, "The buyer has deleted the account. Its orders keep no personal data."],
  order_open: [409, "An order is still under way. Your account can be deleted once it is delivered."],
});
