import { ApiError } from "../lib/api.ts";
import { toast } from "../lib/toast.ts";
import { hasFields } from "../lib/use-form.ts";
import { NotRecorded } from "./pay-order.ts";
import { PopupUnavailable } from "./payment-popup.ts";

const FAILED = "Something went wrong. Please try again.";
const NOT_RECORDED = "⚠️ Payment success, but could not update order.";
const WILL_BE_RECORDED =
  "Your money has arrived and nothing more is to be paid. The payment provider tells us of it as well: within a few minutes your profile shows this order as paid.";

const OUTDATED = ["price_changed", "out_of_stock", "slot_taken"];

/** The cart no longer matches the shop's prices or stock, or a chosen time is taken. */
export const isCartOutdated = (error: unknown) => error instanceof ApiError && OUTDATED.includes(error.code);

/** The order waited too long for its payment. */
export const isHoldExpiredError = (error: unknown) => error instanceof ApiError && error.code === "hold_ended";

/** The coupon code is invalid or no longer valid. */
export const isCouponRefused = (error: unknown) => error instanceof ApiError && error.code === "coupon_invalid";

/** This order can no longer be paid. The items have to be ordered again. */
export const needsNewOrder = (error: unknown) =>
  isCartOutdated(error) || isHoldExpiredError(error) || isCouponRefused(error);

/** Errors whose message from the server helps the buyer more than the general one. */
const isExplained = (error: ApiError) =>
  needsNewOrder(error) || error.code === "too_many_open_orders" || error.status === 429;

/** Shows a toast about a failed or unrecorded payment and returns the message beside the button. */
export function reportPaymentError(error: unknown): string {
  if (error instanceof NotRecorded) {
    toast(NOT_RECORDED, { tone: "bad" });
    return WILL_BE_RECORDED;
  }
  const refusal = error instanceof ApiError ? error : undefined;
  // A 401 has already shown its own toast.
  if (refusal?.status === 401) return "";
  toast(refusal && isExplained(refusal) ? refusal.message : FAILED, { tone: "bad" });
  // `items` and `coupon` have no form field that could show the error.
  if (hasFields(refusal)) return refusal?.fields.items ?? refusal?.fields.coupon ?? "";
  return refusal?.message ?? (error instanceof PopupUnavailable ? error.message : FAILED);
}
