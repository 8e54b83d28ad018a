import { defineErrors } from "../platform/http/errors.ts";

export const orderError = defineErrors({
  nothing_to_pay: [400, "An order must come to at least ₹1."],
  variant_required: [400, "Please choose a size."],
  order_not_found: [404, "Order not found."],
  payment_not_found: [404, "This order has no such payment."],
  price_changed: [409, "Some prices have changed. Please look at your cart again."],
  out_of_stock: [409, "Some of this has just been sold."],
  idempotency_key_used: [409, "This key was used for another order."],
  too_many_open_orders: [409, "You have too many unpaid orders. Please pay for one of them or cancel it first."],
  order_not_payable: [409, "This order is not waiting for a payment."],
  shipping_closed: [409, "The details of this order can no longer be changed here. Please write to us."],
  buyer_deleted: [409, "The buyer has deleted the account. Its orders keep no personal data."],
  not_sendable: [409, "Only a paid order can be sent."],
  nothing_to_send: [409, "Every piece of this order has left already."],
  too_many_pieces: [409, "There are fewer pieces left to send."],
  shipment_not_found: [404, "Parcel not found."],
  parcel_closed: [409, "This parcel can no longer be changed."],
  changed_meanwhile: [409, "This was changed since you opened it. Nothing was saved."],
  hold_ended: [409, "This order has waited too long for its payment. Please cancel it and order again."],
  order_not_cancellable: [409, "This order can no longer be cancelled here. Please call us."],
  order_open: [409, "An order is still under way. Your account can be deleted once it is delivered."],
});
