import { isProviderError } from "../../src/server/payments/provider/provider.ts";
import { ShopError } from "../../src/server/platform/http/errors.ts";
import { FollowerFailed } from "./world-faults.ts";

/** The error code if the shop refused something or its provider failed. Any other failure is thrown. */
export function toRefusal(error: unknown) {
  if (error instanceof FollowerFailed) return "follower_failed";
  if (isProviderError(error)) return "payment_provider_down";
  if (error instanceof ShopError && (error.status < 500 || error.code === "payment_provider_down")) return error.code;
  throw error;
}

/** What the shop may answer. Anything else is a fault. */
export const refusals = new Set([
  "out_of_stock",
  "too_many_open_orders",
  "hold_ended",
  "order_not_payable",
  "order_not_cancellable",
  "order_not_found",
  "order_open",
  "buyer_deleted",
  "not_signed_in",
  "payment_not_confirmed",
  "bad_input",
  "not_refundable",
  "payment_not_found",
  "refund_too_high",
  "refund_not_failed",
  "dispute_open",
  "payment_provider_down",
  "coupon_invalid",
  "price_changed",
  "not_sendable",
  "nothing_to_send",
  "too_many_pieces",
  "shipment_not_found",
  "parcel_closed",
  "follower_failed",
]);
